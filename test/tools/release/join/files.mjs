// Says in which file of a package modules of lib/ stand together.

const inRoom = (room, names) => names.split(' ').map((name) => `lib/${room}/${name}.js`);

/**
 * The modules of each file that has several. Those that they need stand there, too, unless a file has them that comes earlier here.
 * Rollup finds the file of other modules: those that the same entry points need stand in one.
 */
export const files = {
  'lib/core.js': [
    ...inRoom('standard', 'names-and-labels text-decoder text-encoder'),
    ...inRoom('transcoding', 'codecs decode transcoder transform'),
  ],
  'lib/core-later.js': inRoom('transcoding', 'encode errors limits pieces transcoding-stream'),
  'lib/transcoding/substituting-transcoder.js': inRoom(
    'transcoding',
    'substituting-transcoder lines',
  ),
  'lib/url/url.js': inRoom('url', 'url'),
  'lib/http/later.js': inRoom('http', 'body errors form options'),
  'lib/iconv-lite/later.js': inRoom('iconv-lite', 'names'),
  'lib/iconv-lite/codecs.js': inRoom('iconv-lite', 'codec unicode-codecs utf-7'),
  'lib/detect/detect.js': inRoom('detect', 'detect options'),
  'lib/edit/detected.js': inRoom('edit', 'editable-text detected'),
  'lib/files/files.js': inRoom('files', 'errors files paths temporary-file transfer'),
  'lib/cli/main.js': inRoom('cli', 'main'),
};

/**
 * The files that are loaded when one of their functions or classes is first used, although modules require theirs at once: compiling
 * them would take half of the time of loading.
 */
export const laterFiles = new Set(Object.keys(files).filter((file) => file.endsWith('later.js')));

/** The file of each of these modules. */
export const fileOf = new Map(
  Object.entries(files).flatMap(([file, modules]) => modules.map((one) => [one, file])),
);
