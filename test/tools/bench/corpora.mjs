// The inputs of the benchmark: texts, their bytes in each encoding, and the right results.

import { readdirSync, readFileSync } from 'node:fs';
import { sentences } from '../../lib/detect/sentences.mjs';
import { referenceDecode, referenceEncode } from '../../reference/reference.mjs';

export const KB = 1024;
export const MB = 1024 * KB;
const HTML_SIZE = 300 * KB;

// A corpus is a text of one language in one encoding. `ascii`: the text is only ASCII.
export const corpora = [
  { name: 'utf-8 ascii', label: 'utf-8', language: 'en', ascii: true },
  { name: 'utf-8 fr', label: 'utf-8', language: 'fr' },
  { name: 'utf-8 ru', label: 'utf-8', language: 'ru' },
  { name: 'utf-8 ja', label: 'utf-8', language: 'ja' },
  { name: 'windows-1251', label: 'windows-1251', language: 'ru' },
  { name: 'windows-1252', label: 'windows-1252', language: 'fr' },
  { name: 'koi8-r', label: 'koi8-r', language: 'ru' },
  { name: 'windows-874', label: 'windows-874', language: 'th' },
  { name: 'shift_jis', label: 'shift_jis', language: 'ja' },
  { name: 'euc-jp', label: 'euc-jp', language: 'ja' },
  { name: 'iso-2022-jp', label: 'iso-2022-jp', language: 'ja' },
  { name: 'gbk', label: 'gbk', language: 'zh_cn' },
  { name: 'gb18030', label: 'gb18030', language: 'zh_cn' },
  { name: 'big5', label: 'big5', language: 'zh_tw' },
  { name: 'euc-kr', label: 'euc-kr', language: 'ko' },
  { name: 'utf-16le', label: 'utf-16le', language: 'ru' },
  { name: 'windows-1252 ascii', label: 'windows-1252', language: 'en', ascii: true },
  { name: 'shift_jis ascii', label: 'shift_jis', language: 'en', ascii: true },
  { name: 'gbk ascii', label: 'gbk', language: 'en', ascii: true },
  { name: 'euc-kr ascii', label: 'euc-kr', language: 'en', ascii: true },
];

// The corpora of the group `iconv-lite`. Their labels are names by which programs ask that package for encodings.
export const iconvLiteCorpora = [
  { name: 'utf8 ascii', label: 'utf8', language: 'en', ascii: true },
  { name: 'utf8 ja', label: 'utf8', language: 'ja' },
  { name: 'utf-16le', label: 'utf-16le', language: 'ru' },
  { name: 'utf-16le ascii', label: 'utf-16le', language: 'en', ascii: true },
  { name: 'utf-32le', label: 'utf-32le', language: 'ru' },
  { name: 'latin1', label: 'latin1', language: 'fr' },
  { name: 'win1252', label: 'win1252', language: 'fr' },
  { name: 'windows-1251', label: 'windows-1251', language: 'ru' },
  { name: 'cp437', label: 'cp437', language: 'fr' },
  { name: 'cp850', label: 'cp850', language: 'fr' },
  { name: 'shift_jis', label: 'shift_jis', language: 'ja' },
  { name: 'euc-jp', label: 'euc-jp', language: 'ja' },
  { name: 'gbk', label: 'gbk', language: 'zh_cn' },
  { name: 'gb18030', label: 'gb18030', language: 'zh_cn' },
  { name: 'big5', label: 'big5', language: 'zh_tw' },
  { name: 'euc-kr', label: 'euc-kr', language: 'ko' },
];

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
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '');
  const words = (paragraph) =>
    paragraph
      .match(/.{1,24}/gsu)
      .map((piece, index) =>
        index % 2 === 0
          ? piece
          : `<a href="/wiki/page_${index}" class="link" title="${piece.slice(0, 6)}">${piece}</a>`,
      )
      .join('');
  const body = paragraphs
    .map((line, index) => `<p id="mwAb${index}">${words(line)}</p>\n`)
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
    const encode = (length) => {
      const characters = text.slice(start, start + length);
      for (let k = 0; characters.length < length; k++) characters.push(text[k % text.length]);
      return { characters, bytes: this.#encode(corpus, characters.join('')) };
    };
    // A binary search for the largest number of characters that fit.
    let low = 1;
    let high = size;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (encode(middle).bytes.length <= size) low = middle;
      else high = middle - 1;
    }
    return encode(low);
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
