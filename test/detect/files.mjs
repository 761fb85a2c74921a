// Reads the test files of other detectors, where they are: the name of a file or of one of its folders says its encoding.

import { readFileSync } from 'node:fs';
import { getEncoding } from 'whatwg-transcoder';
import { encodingFor } from 'whatwg-transcoder/encodings';
import { decodeBy } from './detectors.mjs';
import { filesBelow } from './texts.mjs';

/** How to get the files: clones of these repositories, each in a folder of its own. */
export const howToGetFiles = [
  'chardet/chardet runk/node-chardet aadsm/jschardet BYVoid/uchardet CharsetDetector/UTF-unknown',
  'albfernandez/juniversalchardet PyYoshi/cChardet tomwillow/SmartCharsetConverter wlynxg/chardet',
  'jmhodges/rchardet nickspring/charset-normalizer-rs brianmario/charlock_holmes',
].join('\n');

const isSource = /\.(?:c|cc|cs|go|h|java|js|json|mjs|md|py|rb|rs|ts|csproj|sh|am|in)$/i;

// Names that are labels of no encoding, or that stand for less than the standard's.
const others = {
  utf16: 'UTF-16LE',
  utf16le: 'UTF-16LE',
  utf32: 'UTF-32LE',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  euckr: 'EUC-KR',
  eucjp: 'EUC-JP',
  euc_jp: 'EUC-JP',
  euc_kr: 'EUC-KR',
  koi8r: 'KOI8-R',
  shiftjis: 'Shift_JIS',
  iso2022jp: 'ISO-2022-JP',
};
const noName =
  /^(?:ascii|text|data|tests?|binary|x|l\d|koi|us|mac|arabic|chinese|cyrillic|greek|hebrew|turkish)$/;

function encodingNamed(name) {
  if (noName.test(name)) return undefined;
  const usual = name.replace(/^(iso_?-?8859|windows)[_-]?(?=\d)/, (_, family) =>
    family.startsWith('w') ? 'windows-' : 'iso-8859-',
  );
  const known = others[name] ?? usual;
  return getEncoding(known) ?? encodingFor(known)?.name;
}

/** Returns the encoding that the path of a file names: a beginning of the name of the file, or of one of its folders. */
function encodingOfPath(path) {
  for (const part of path.toLowerCase().split('/').reverse()) {
    const name = part.replace(/^[a-z]{2}\.|^\[(.*)\].*|.*expected_([a-z]+)_(\d+)_.*/, '$1$2$3');
    const bare = name.replace(/\.\w+$/, '');
    for (const each of [name, bare.split('_').at(-1), bare.match(/[a-z\d]+$/)?.[0] ?? '']) {
      const ends = [...each.matchAll(/[-_. (,]|$/g)].map(({ index }) => index).reverse();
      const found = ends.map((end) => (end > 1 ? encodingNamed(each.slice(0, end)) : undefined));
      const encoding = found.find((one) => one !== undefined);
      if (encoding !== undefined) return encoding;
    }
  }
  return undefined;
}

const marks = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-32LE', [0xff, 0xfe, 0, 0]],
  ['UTF-32BE', [0, 0, 0xfe, 0xff]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
];

const unitOf = (encoding) =>
  encoding.startsWith('UTF-32') ? 4 : encoding.startsWith('UTF-16') ? 2 : 1;

/** The parts of a file that are judged: all, the first kilobyte, the first 100 bytes, and 100 from the first beyond ASCII. */
function partsOf(bytes, encoding) {
  const isBeyond = encoding === 'ISO-2022-JP' ? (byte) => byte === 0x1b : (byte) => byte > 0x7f;
  const first = Math.max(0, bytes.findIndex(isBeyond));
  const from = first - (first % unitOf(encoding));
  return {
    whole: bytes,
    '1 KB': bytes.subarray(0, 1024),
    'first 100 B': bytes.subarray(0, 100),
    '100 B beyond ASCII': bytes.subarray(from, from + 100),
  };
}

/** Returns the distinct files below a folder whose encoding is known, as { path, encoding, bytes }. */
function readFiles(folder) {
  const seen = new Set();
  const found = [];
  for (const path of filesBelow(folder)) {
    if (isSource.test(path)) continue;
    const named = encodingOfPath(path.slice(folder.length + 1));
    if (named === undefined) continue;
    const bytes = readFileSync(path);
    const key = bytes.toString('latin1');
    const mark = marks.find(([, start]) => start.every((byte, k) => bytes[k] === byte))?.[0];
    const encoding = mark ?? named;
    const text = decodeBy(bytes, encoding);
    if (bytes.length === 0 || seen.has(key) || text === undefined) continue;
    seen.add(key);
    // A file whose name is wrong decodes badly.
    const bad = text.match(/\uFFFD/g)?.length ?? 0;
    if (bad * 50 <= text.length) found.push({ path, encoding, bytes });
  }
  return found;
}

/** Returns the samples of all files: those in code pages with the option `codePages`, and with the default options. */
export function samplesOfFiles(folder) {
  return readFiles(folder).flatMap(({ path, encoding, bytes }) => {
    const isCodePage = getEncoding(encoding) !== encoding;
    return Object.entries(partsOf(bytes, encoding)).flatMap(([part, cut]) => {
      const sample = {
        enc: encoding,
        lang: null,
        len: part,
        hex: cut.toString('hex'),
        isCut: part !== 'whole',
        path,
      };
      if (!isCodePage) return [{ ...sample, kind: `files: ${part}` }];
      const rows = [{ ...sample, kind: `files, code pages: ${part}`, codePages: true }];
      return part === 'whole'
        ? [...rows, { ...sample, kind: 'files, default options', isForeign: true }]
        : rows;
    });
  });
}
