// Lays out the files of a release's tarballs in folders: that of the package, and that of whatwg-transcoder-iconv-lite.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { indexNames } from '../../../indexes/files.mjs';
import { root } from '../run/machine.mjs';
import { moduleText } from '../run/wasm.mjs';
import { writeBill } from './bill-of-materials.mjs';
import { addon } from './targets.mjs';

/** The folder of the package whatwg-transcoder-iconv-lite, which has a tarball of its own. */
export const secondPackage = 'lib/iconv-lite/package';

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The manifest that users get. It has no scripts and no dependencies. So nothing runs, and nothing
 * else is downloaded, when the package is installed.
 */
function publishedManifest(manifest) {
  const { scripts, files, dependencies, devDependencies, ...published } = manifest;
  return published;
}

/** The manifest of the sources, for users who build the addon themselves. */
function sourceManifest({ name, version, license, engines, scripts, dependencies }) {
  return {
    name: `${name}-source`,
    version,
    private: true,
    license,
    engines,
    scripts: { build: scripts.build },
    dependencies,
  };
}

/** The programs that make and check the indexes, which no build runs. */
const isForMaintainers = (path) => /indexes.(\w+.)?(derive|check|list|sources)[.]mjs$/.test(path);

/** Where files of the checkout stand in the tarball, if that is another place. A folder ends with a slash. */
const moved = [
  ['indexes/', 'source/indexes/'],
  ['src/', 'source/src/'],
];

/** Returns the path of a file or folder of the checkout in the tarball. */
function stagedPath(path) {
  const found = moved.find(([from]) => path.startsWith(from));
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}

/** The fields of a manifest that say where the package comes from. A package is not published without them. */
const addresses = ['repository', 'homepage', 'bugs'];
const addressOf = (value) => (typeof value === 'string' ? value : value?.url);

/** Returns the names of the fields that have no address on the web. */
export const missingAddresses = (manifest) =>
  addresses.filter((name) => !/^(git[+])?https:/.test(addressOf(manifest[name]) ?? ''));

/**
 * Changes the relative links of a page, which stands at `from` in the checkout and at `to` in `folder`. `change` gets the place of
 * a link in the checkout, and whether it is an image. It returns where the link leads from now on, or undefined: then the text of
 * the link says that its page is in the repository, and an image is left out.
 */
function changeLinks(folder, from, to, change) {
  const text = readFileSync(join(folder, to), 'utf8');
  const written = text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, title, target) => {
    const [path, fragment] = target.split('#');
    if (/^[a-z]+:/.test(target) || path === '') return link;
    const place = relative(root, resolve(root, dirname(from), path)).replaceAll('\\', '/');
    const href = change(place, image !== '');
    if (href === undefined) return image === '' ? `${title} (in the repository)` : '';
    return `${image}[${title}](${href}${fragment === undefined ? '' : `#${fragment}`})`;
  });
  writeFileSync(join(folder, to), written);
}

/** Returns a `change` for changeLinks(): links of the page `to` lead to files in the same folder, if they are packed. */
const toPacked = (folder, to) => (place) => {
  const packed = stagedPath(place);
  if (!existsSync(join(folder, packed))) return undefined;
  return relative(dirname(to), packed).replaceAll('\\', '/');
};

/** Returns a `change` for changeLinks(): links lead to the files of this version in the repository on the web. */
function toRepository({ repository, version }) {
  const url = addressOf(repository).replace(/^git[+]|[.]git$/g, '');
  return (place, isImage) => `${url}/${isImage ? 'raw' : 'blob'}/v${version}/${place}`;
}

/** Changes the links of all pages in the tarball. */
function changeAllLinks(folder) {
  for (const to of readdirSync(folder, { recursive: true })) {
    if (!to.endsWith('.md')) continue;
    const found = moved.find(([, place]) => to.startsWith(place));
    const from = found === undefined ? to : found[0] + to.slice(found[1].length);
    changeLinks(folder, from, to, toPacked(folder, to));
  }
}

/** The path of a file of this folder. */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Puts the detector's tables in the place of the counts that they are made from. */
async function layDetectorTables(folder) {
  const { detectTables } = await import('../../../indexes/detect/tables.mjs');
  const { enumerator } = await import('../../../indexes/generate.mjs');
  const { header, source } = detectTables(enumerator);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  cpSync(here('detector-tables.mjs'), `${folder}/tables.mjs`);
  writeFileSync(`${folder}/detect.h`, header);
  // Numbers would take a third more room in the tarball. detector-tables.mjs makes them again when the addon is built.
  const tables = [];
  const withoutTables = source('.')
    .replace('"./tables.h"', '"tables.h"')
    .replace(
      /(const uint(8|16)_t \w+\[\d+\] = \{)\s([\d,\s]{1000,})(?=\};)/g,
      (_, start, bits, numbers) => {
        const bytes = numbers.match(/\d+/g).flatMap((text) => {
          const number = Number(text);
          return bits === '8' ? [number] : [number & 255, number >> 8];
        });
        tables.push(Buffer.from(bytes));
        return `${start}numbers of ${bits} bits in ${bytes.length} bytes\n`;
      },
    );
  writeFileSync(`${folder}/detect.cc`, withoutTables);
  writeFileSync(`${folder}/tables.bin`, Buffer.concat(tables));
}

/** Writes the indexes without what a reader of them can count: pointers that follow each other. They take half the room then. */
function shortenIndexes(folder) {
  for (const name of indexNames(pathToFileURL(folder))) {
    const path = `${folder}index-${name}.txt`;
    let last = -1;
    const shorten = (line) => {
      if (line === '' || line.startsWith('#')) return line;
      const [pointer, codePoint] = line.split('\t');
      const isNext = Number(pointer) === last + 1;
      last = Number(pointer);
      return `${isNext ? '' : `${last}\t`}${codePoint.replace('0x', '')}`;
    };
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').map(shorten).join('\n'));
  }
}

const readManifest = (path) => JSON.parse(readFileSync(`${root}${path}package.json`, 'utf8'));

/**
 * Deletes `folder` and makes it again. `prebuilt` maps the name of a platform to the file of its
 * addon. The WebAssembly module must have been built. With `isForPublication` the links of README.md lead to the repository that
 * the manifest names, because registries show this page without the other files.
 */
export async function stage(
  folder,
  prebuilt,
  { manifest = readManifest(''), isForPublication } = {},
) {
  // These need packages that setup.mjs installs, after this module has been loaded.
  const { writeReference } = await import('./reference.mjs');
  const { makeInterface } = await import('../checks/interface.mjs');
  const { layJoined } = await import('./join/lay.mjs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/source`, { recursive: true });
  for (const path of ['lib', 'README.md', 'LICENSE', 'CHANGELOG.md', 'ARCHITECTURE.md']) {
    cpSync(`${root}${path}`, `${folder}/${path}`, { recursive: true });
  }
  rmSync(`${folder}/${secondPackage}`, { recursive: true });
  writeReference(folder);
  writeJson(`${folder}/docs/api.json`, makeInterface());
  for (const path of ['src', 'indexes', 'binding.gyp', 'LICENSE']) {
    cpSync(`${root}${path}`, `${folder}/source/${path}`, {
      recursive: true,
      filter: (from) => !isForMaintainers(from),
    });
  }
  // These are for programs in C++ and C.
  for (const path of ['src/library', 'indexes/whatwg_encoding_generated']) {
    rmSync(`${folder}/source/${path}`, { recursive: true, force: true });
  }
  shortenIndexes(`${folder}/source/indexes/`);
  await layDetectorTables(`${folder}/source/indexes/detect`);
  cpSync(here('build-source.mjs'), `${folder}/source/build.mjs`);
  writeJson(`${folder}/package.json`, publishedManifest(manifest));
  await layJoined(folder);
  writeJson(`${folder}/source/package.json`, sourceManifest(manifest));
  for (const [platform, file] of Object.entries(prebuilt)) {
    mkdirSync(`${folder}/prebuilds/${platform}`, { recursive: true });
    cpSync(file, `${folder}/prebuilds/${platform}/${addon}`);
  }
  cpSync(`${root}${moduleText}`, `${folder}/${moduleText}`);
  writeBill(folder);
  if (isForPublication) changeLinks(folder, 'README.md', 'README.md', toRepository(manifest));
  changeAllLinks(folder);
}

/** Does the same for whatwg-transcoder-iconv-lite. It has the addresses of the package, whose `manifest` is given. */
export function stageSecond(folder, { manifest = readManifest(''), isForPublication } = {}) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${root}${secondPackage}`, folder, { recursive: true });
  const own = readManifest(`${secondPackage}/`);
  for (const name of addresses) if (manifest[name] !== undefined) own[name] = manifest[name];
  if (own.repository !== undefined) {
    const url = addressOf(own.repository);
    own.repository = { type: 'git', url, directory: secondPackage };
  }
  writeJson(`${folder}/package.json`, own);
  const change = isForPublication ? toRepository(manifest) : toPacked(folder, 'README.md');
  changeLinks(folder, `${secondPackage}/README.md`, 'README.md', change);
}
