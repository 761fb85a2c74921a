// The inputs of the benchmark: texts, their bytes in each encoding, and the right results.

import { readdirSync, readFileSync } from 'node:fs';
import { sentences } from '../../lib/detect/sentences.mjs';
import { referenceDecode, referenceEncode } from '../../reference/reference.mjs';

export const KB = 1024;
export const MB = 1024 * KB;
const HTML_SIZE = 300 * KB;

/**
 * Makes corpora of their names, and the languages of their texts. The first word of a name is the label of the encoding. `ascii`: the
 * text is only ASCII.
 */
const named = (languages) =>
  Object.entries(languages).map(([name, language]) => ({
    name,
    language,
    label: name.split(' ')[0],
    ascii: name.endsWith(' ascii'),
  }));

export const corpora = named({
  'utf-8 ascii': 'en',
  'utf-8 fr': 'fr',
  'utf-8 ru': 'ru',
  'utf-8 ja': 'ja',
  'windows-1251': 'ru',
  'windows-1252': 'fr',
  'koi8-r': 'ru',
  'windows-874': 'th',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'iso-2022-jp': 'ja',
  gbk: 'zh_cn',
  gb18030: 'zh_cn',
  big5: 'zh_tw',
  'euc-kr': 'ko',
  'utf-16le': 'ru',
  'windows-1252 ascii': 'en',
  'shift_jis ascii': 'en',
  'gbk ascii': 'en',
  'euc-kr ascii': 'en',
});

// The corpora of the group `iconv-lite`. Their labels are names by which programs ask that package for encodings.
export const iconvLiteCorpora = named({
  'utf8 ascii': 'en',
  'utf8 ja': 'ja',
  'utf-16le': 'ru',
  'utf-16le ascii': 'en',
  'utf-32le': 'ru',
  latin1: 'fr',
  win1252: 'fr',
  'windows-1251': 'ru',
  cp437: 'fr',
  cp850: 'fr',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  gbk: 'zh_cn',
  gb18030: 'zh_cn',
  big5: 'zh_tw',
  'euc-kr': 'ko',
});

// The corpora that --quick measures, unless --cells names some.
export const quickCorpora = new Set([
  'utf-8 ascii',
  'utf-8 ja',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'gbk',
  'euc-kr',
  'utf8 ja',
  'utf-32le',
  'latin1',
  'cp437',
]);

/** Returns the sentence of the detector's tests in each language, as paragraphs. The English text is the README. */
function ownTexts() {
  const { 'zh-Hans': simplified, 'zh-Hant': traditional, ...others } = sentences;
  const all = Object.entries({ ...others, zh_cn: simplified, zh_tw: traditional });
  const texts = new Map(
    all.map(([name, text]) => [`${name}.txt`, `${text}. ${text}.\n`.repeat(8)]),
  );
  texts.set('en.txt', readFileSync(new URL('../../../README.md', import.meta.url), 'utf8'));
  return texts;
}

/** Returns texts by file name, such as `ja.html`: those of `folder`, or else the repository's own. */
export function readTexts(folder) {
  if (folder === undefined) return ownTexts();
  const names = readdirSync(folder).filter((name) => /^[a-z_]+\.(txt|html)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
}

const printableAscii = (text) => text.replace(/[^\n\x20-\x7e]+/g, '');

/** Makes a page of plain text, with two bytes of markup for each byte of text, as an encyclopedia has. */
function toHtml(text) {
  const linked = (piece, index) =>
    index % 2 === 0
      ? piece
      : `<a href="/wiki/page_${index}" class="link" title="${piece.slice(0, 6)}">${piece}</a>`;
  const body = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .match(/.{1,24}/gsu)
        .map(linked)
        .join(''),
    )
    .map((line, index) => `<p id="mwAb${index}">${line}</p>\n`)
    .join('');
  const head = '<head><title>Benchmark</title></head>';
  return `<!DOCTYPE html>\n<html>${head}\n<body>\n${body}</body></html>\n`;
}

/**
 * Makes inputs. `product`, or something else that has its function encode(), encodes them. What is right for
 * them is decided by `oracle` below, so the product does not judge itself.
 */
export class Corpora {
  #texts;
  #product;
  #cache = new Map();

  constructor(texts, product) {
    this.#texts = texts;
    this.#product = product;
  }

  has({ language }) {
    return this.#texts.has(`${language}.txt`) || this.#texts.has(`${language}.html`);
  }

  #text(corpus, kind) {
    const dense = this.#texts.get(`${corpus.language}.txt`);
    const page = this.#texts.get(`${corpus.language}.html`);
    const text = kind === 'html' ? (page ?? toHtml(dense)) : (dense ?? page);
    return corpus.ascii ? printableAscii(text) : text;
  }

  #encode(corpus, text) {
    return this.#product.encode(text, corpus.label, { unencodable: 'html' });
  }

  /** Returns the whole corpus as bytes. `kind` is 'text' or 'html'. */
  bytes(corpus, kind) {
    const key = `${corpus.name} ${kind}`;
    if (!this.#cache.has(key)) {
      this.#cache.set(key, this.#encode(corpus, this.#text(corpus, kind)));
    }
    return this.#cache.get(key);
  }

  /** Returns the corpus as a page of about `size` bytes: repeated, or cut at the end of a line. */
  html(corpus, size = HTML_SIZE) {
    const text = this.#text(corpus, 'html');
    const whole = this.bytes(corpus, 'html').length;
    const times = Math.max(1, Math.round(size / whole));
    if (whole < 1.5 * size) return this.#encode(corpus, text.repeat(times));
    const cut = text.indexOf('\n', Math.round((text.length * size) / whole));
    return this.#encode(corpus, text.slice(0, cut + 1));
  }

  /** Returns the page of the corpus, repeated as a whole until it has about `size` bytes. */
  repeated(corpus, size) {
    const page = this.html(corpus);
    return Buffer.concat(Array(Math.max(1, Math.round(size / page.length))).fill(page));
  }

  /**
   * Returns `count` different buffers of at most `size` bytes from places all over the text. Each has only
   * whole characters. If the text is not ASCII, none of the buffers is only ASCII.
   */
  slices(corpus, size, count) {
    const text = [...this.#text(corpus, 'text').replace(/\n+/g, ' ')].filter((c) => c !== '\uFEFF');
    const slices = [];
    const step = Math.max(1, Math.floor(text.length / count));
    for (let at = 0; slices.length < count; at += step) {
      const start = at % text.length;
      const slice = this.#slice(corpus, text, start, size);
      if (corpus.ascii || slice.characters.some((c) => c > '\x7f') || at > 50 * text.length) {
        slices.push(slice.bytes);
        continue;
      }
      // This slice is only ASCII. The next one begins where it ends.
      at += slice.characters.length - step;
    }
    return slices;
  }

  #slice(corpus, text, start, size) {
    const characters = Array.from({ length: size }, (_, k) => text[(start + k) % text.length]);
    for (;;) {
      const bytes = this.#encode(corpus, characters.join(''));
      if (bytes.length <= size) return { characters, bytes };
      // No character takes more than ten bytes, so these are not too many.
      characters.length -= Math.ceil((bytes.length - size) / 10);
    }
  }
}

// In bytes or code units: the reference is exact, but a thousand times slower than everything here, so
// it is not used for longer input.
const REFERENCE_LIMIT = 64 * KB;

/**
 * Returns functions that give the right result: test/reference for small input, and for other input the
 * independent package `exact`, or the reference too when that package is not installed.
 * `getEncoding` returns the standard's name for a label.
 */
export function makeOracle(exact, getEncoding) {
  const isSmall = (length) => exact === undefined || length <= REFERENCE_LIMIT;
  return {
    decode(label, bytes) {
      return isSmall(bytes.length)
        ? referenceDecode(getEncoding(label), bytes).text
        : exact.decode(label, bytes);
    },
    encode(label, text) {
      if (label === 'utf-16le') return Buffer.from(text.toWellFormed(), 'utf16le');
      return isSmall(text.length)
        ? referenceEncode(getEncoding(label), text).bytes
        : exact.encode(label, text);
    },
  };
}
