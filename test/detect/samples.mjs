// Cuts samples out of the test texts: for each kind of sample some hundred bytes or fewer, and the encoding, by which the
// text that they stand for is known. The same seed gives the same samples.

import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { decode } from 'whatwg-transcoder';
import { Random } from '../harness/random-cases.mjs';
import { hasCapitals, isCjk, languages } from './languages.mjs';
import { bytesOf, isUtf16, spelledFor } from './spelling.mjs';
import { picturesBelow } from './texts.mjs';

/** Returns the bytes of the longest beginning of a text that takes at most `length` bytes. */
function beginningOf(text, encoding, length) {
  const characters = Array.from(text.slice(0, length));
  let bytes = bytesOf(characters.join(''), encoding);
  while (bytes !== undefined && bytes.length > length) {
    const tooMany = Math.max(1, Math.floor((bytes.length - length) / 4));
    characters.length -= tooMany;
    bytes = bytesOf(characters.join(''), encoding);
  }
  return bytes;
}

const isAscii = (bytes) => bytes.every((byte) => byte < 0x80);

const TRIES = 600;

// English markup, in which the text of another language stands.
const pageAround = (text, random) =>
  `<!DOCTYPE html>\n<html>\n<head>\n<title>Untitled page</title>\n<link rel="stylesheet" href="/style/main.css">\n` +
  `<script>window.settings = { page: ${random.below(1000)}, debug: false };</script>\n</head>\n` +
  `<body class="page">\n<div id="header"><a href="index.html">Home</a> <a href="contact.html">Contact us</a></div>\n` +
  `<div class="content">\n<p>${text}</p>\n</div>\n<div id="footer">Copyright 2003 All rights reserved. ` +
  `<a href="mailto:webmaster@example.com">Webmaster</a></div>\n</body>\n</html>\n`;

const allEncodings = [...new Set(languages.flatMap(({ encodings }) => ['UTF-8', ...encodings]))];

// What stands between two words of an English text: @ is a number, and * a word of another language that English borrows.
const foreign =
  ' £@ | €@ | © 19@ | @° | “|” |’s | – | @½ |® | * | * | * | * | * | * | * | * | * '.split('|');
const borrowed =
  'café naïve façade Zürich São señor résumé jalapeño Ångström Köln Málaga crème fiancée Malmö Curaçao Bogotá Göteborg Besançon Reykjavík smörgåsbord cliché'.split(
    ' ',
  );

/** Puts a symbol where English has it, or a foreign word, between two words of an English text. */
function withOneForeign(text, random) {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return undefined;
  const at = random.pick(spaces);
  const put = random.pick(foreign).replace('@', 10 + random.below(80));
  return text.slice(0, at) + put.replace('*', random.pick(borrowed)) + text.slice(at).trimStart();
}

export class Cutter {
  #texts;

  constructor(texts, seed) {
    this.#texts = texts;
    this.seed = seed;
  }

  /** Returns a piece of running text that begins with a word, and has at least `length` characters where it can. */
  piece(tag, random, length) {
    const paragraphs = random.pick(this.#texts.get(tag));
    let at = random.below(paragraphs.length);
    const first = paragraphs[at];
    const words = [...first.matchAll(isCjk(tag) || tag === 'th' ? /./gsu : /(?<=^|\s)\S/gu)];
    let text = first.slice(random.pick(words).index);
    for (let k = 0; text.length < length && k < 400; k++) {
      at = (at + 1) % paragraphs.length;
      text += `\n${paragraphs[at]}`;
    }
    return text;
  }

  /**
   * Returns up to `count` samples of at most `length` bytes that `accepts` takes. `change` may change the text before it is
   * cut; it returns undefined where it cannot.
   */
  cut({
    kind,
    tag,
    domain,
    encoding,
    length,
    count,
    change = (text) => text,
    accepts = () => true,
    around,
  }) {
    const key = [...`${kind} ${tag} ${encoding} ${length}`].reduce(
      (sum, c) => Math.imul(sum, 31) + c.codePointAt(0),
      7,
    );
    const random = new Random(this.seed, key);
    const samples = [];
    const seen = new Set();
    for (let tries = 0; samples.length < count && tries < TRIES * count; tries++) {
      const text = change(this.piece(tag, random, length), random, { tag, length });
      if (text === undefined) continue;
      let bytes = beginningOf(spelledFor(text.slice(0, 2 * length), encoding), encoding, length);
      if (bytes === undefined || bytes.length < length - (length < 16 ? 1 : 3)) continue;
      if (encoding === 'ISO-2022-JP' ? !bytes.includes(0x1b) : isAscii(bytes) && !isUtf16(encoding))
        continue;
      if (!accepts(isUtf16(encoding) ? text : decode(bytes, encoding), bytes)) continue;
      if (around !== undefined) {
        const page = around(decode(bytes, encoding), random);
        bytes = bytesOf(page, encoding);
      }
      const hex = Buffer.from(bytes).toString('hex');
      if (seen.has(hex)) continue;
      seen.add(hex);
      samples.push({ kind, enc: encoding, lang: tag, len: length, tld: domain, hex });
    }
    return samples;
  }
}

const notAscii = /[^\0-\x7F]/gu;
const isOneLetter = (text) => {
  const found = text.match(notAscii) ?? [];
  return found.length === 1 && /\p{L}/u.test(found[0]);
};

const isNotUtf8 = (bytes) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
};

const rowsOf = (languages) =>
  languages.flatMap(({ encodings, ...rest }) =>
    encodings.map((encoding) => ({ encoding, ...rest })),
  );

const isMac = (encoding) => encoding.includes('mac');

/** All languages in each of some encodings. */
const allIn = (encodings) =>
  languages.flatMap((row) => encodings.map((encoding) => ({ ...row, encoding })));

// Each kind: its lengths, and the rows (languages and encodings) that it has, all but those that `isOf` leaves out. A cell, which is a row
// with a length, has `share` times as many samples. `cutOf` returns how many bytes are left of sample k.
const kinds = {
  text: { lengths: [16, 32, 64, 128, 256, 1024] },
  // Firefox never answers these encodings, so they would say nothing in a comparison of running text.
  mac: { lengths: [16, 32, 64, 128, 256, 1024], isOf: ({ encoding }) => isMac(encoding) },
  short: { lengths: [4, 6, 8, 12] },
  capitals: {
    lengths: [16, 32, 64, 128],
    isOf: ({ encoding }, text) => !isMac(encoding) && hasCapitals(text),
    change: (text, _random, { tag }) => text.toLocaleUpperCase(tag),
  },
  'one letter': {
    lengths: [16, 32, 64],
    isOf: ({ tag, encoding }, text) =>
      /[a-z]/.test(text.slice(0, 2000)) &&
      !isCjk(tag) &&
      !isMac(encoding) &&
      encoding !== 'windows-1258',
    accepts: isOneLetter,
  },
  html: { lengths: [16, 32, 64, 256], around: pageAround },
  'cut cjk': {
    lengths: [16, 32, 64, 128],
    isOf: ({ tag, encoding }) => isCjk(tag) && encoding !== 'ISO-2022-JP',
    // The last character has two bytes or more.
    accepts: (text) => text.codePointAt(text.length - 1) > 0x7f,
    cutOf: (bytes) => bytes.length - 1,
  },
  // English text with one symbol or one foreign word.
  english: {
    lengths: [16, 32, 64, 128, 256],
    rows: [{ tag: 'en', domain: 'com', encoding: 'windows-1252' }],
    share: 5,
    accepts: (text) => (text.match(notAscii)?.length ?? 0) > 0,
    change: (text, random, { length }) => withOneForeign(text.slice(0, length - 8), random),
  },
  'utf-8': { lengths: [8, 16, 32, 64, 256], rows: allIn(['UTF-8']), share: 1 / 4 },
  'utf-8 cut': {
    lengths: [8, 16, 32, 64, 256],
    rows: allIn(['UTF-8']),
    share: 1 / 4,
    accepts: (text, bytes) => bytes.at(-1) > 0x7f && (text.match(notAscii)?.length ?? 0) > 1,
    cutOf(bytes, k) {
      const start = bytes.findLastIndex((byte) => byte >= 0xc0);
      return start + 1 + (k % (bytes.length - start - 1));
    },
  },
  // Without a byte order mark.
  'utf-16': { lengths: [16, 64, 256], rows: allIn(['UTF-16LE', 'UTF-16BE']), share: 1 / 4 },
};

/** Cuts the samples of one kind. `count` is how many a cell has whose kind has no share. */
function ofKind(cutter, texts, kind, count) {
  const { lengths, rows = rowsOf(languages), share = 1, cutOf, ...rest } = kinds[kind];
  const { isOf = ({ encoding }) => !isMac(encoding) } = rest;
  const own = rows.filter((row) => isOf(row, texts.get(row.tag)[0].join(' ')));
  return own.flatMap((row) =>
    lengths.flatMap((length) => {
      const cell = { kind, ...row, length, count: Math.ceil(count * share), ...rest };
      const samples = cutter.cut(cell);
      if (cutOf === undefined) return samples;
      return samples.map((sample, k) => {
        const end = 2 * cutOf(Buffer.from(sample.hex, 'hex'), k);
        return { ...sample, hex: sample.hex.slice(0, end), isCut: true };
      });
    }),
  );
}

/** What is no text: random bytes, compressed text, pictures and programs, each from anywhere in it. */
function ofNoise(texts, folder, seed, count) {
  const random = new Random(seed, 77);
  const paragraphs = [...texts.values()].flat();
  const prose = () =>
    Buffer.from(random.pick(paragraphs).slice(0, 4000).join('\n').slice(0, 400_000));
  const pictures = picturesBelow(folder);
  const files = new Map();
  const read = (path) => {
    if (!files.has(path)) files.set(path, readFileSync(path));
    return files.get(path);
  };
  const programs = readdirSync('/usr/bin', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `/usr/bin/${name}`)
    .filter((path) => read(path).subarray(0, 4).toString('latin1') === '\x7FELF');
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const compressors = [gzipSync, deflateRawSync, (bytes) => brotliCompressSync(bytes, fast)];
  const sources = {
    random: (length) => Buffer.from(Array.from({ length }, () => random.below(256))),
    compressed: () => random.pick(compressors)(prose()),
    picture: () => read(random.pick(pictures)),
    program: () => read(random.pick(programs)),
  };
  const samples = [];
  for (const [name, make] of Object.entries(sources)) {
    if (name === 'picture' && pictures.length === 0) continue;
    for (const length of [16, 64, 256, 4096, 65536]) {
      let found = 0;
      for (let tries = 0; found < count && tries < 20 * count; tries++) {
        const bytes = make(length);
        if (bytes.length < length) continue;
        const from = random.below(bytes.length - length + 1);
        const cut = bytes.subarray(from, from + length);
        // Strings of a program may be text, in ASCII or in UTF-8.
        if (isAscii(cut) || !isNotUtf8(cut)) continue;
        found++;
        samples.push({
          kind: `noise: ${name}`,
          enc: null,
          lang: null,
          len: length,
          tld: 'com',
          hex: cut.toString('hex'),
        });
      }
    }
  }
  return samples;
}

/** The names of the kinds, each with the function that cuts its samples. */
export function makersOf(texts, folder, seed, count, noiseCount) {
  const cutter = new Cutter(texts, seed);
  return {
    ...Object.fromEntries(
      Object.keys(kinds).map((kind) => [kind, () => ofKind(cutter, texts, kind, count)]),
    ),
    noise: () => ofNoise(texts, folder, seed, noiseCount),
    // A detector that may answer one encoding still knows what is no text.
    'noise, one allowed': () =>
      ofNoise(texts, folder, seed + 100, Math.ceil(noiseCount / 4)).map((sample, k) => ({
        ...sample,
        kind: 'noise, one allowed',
        allow: [allEncodings[k % allEncodings.length]],
      })),
  };
}
