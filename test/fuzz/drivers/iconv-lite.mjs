// The functions of iconv-lite: any names, input and options, and text beside iconv-lite itself, which must read what is written here,
// and whose bytes must be read as the same text.

import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import iconvLite from 'iconv-lite';
import {
  isKeptByIconvLite,
  isLost,
  namesByCodec,
} from '../../tools/differential/iconv-lite-differences.mjs';
import {
  bytesFor,
  byteValuesFor,
  callOf,
  chunksOf,
  cuts,
  joined,
  labelFor,
  optionsOf,
  textOrWrong,
  texts,
  weighted,
  wrongValues,
} from '../arbitraries.mjs';

const codecs = Array.from(namesByCodec().keys());
const names = Array.from(namesByCodec().values()).flat();
const name = weighted(
  [8, fc.constantFrom(...names)],
  [2, fc.constantFrom(...names).map((each) => `${each.toUpperCase()}:2000`)],
  [1, labelFor('index')],
);
const flag = weighted([10, fc.boolean()], [1, wrongValues]);
const values = {
  addBOM: flag,
  stripBOM: flag,
  defaultEncoding: fc.constantFrom('utf-16be', 'utf-16le', 'utf-32be', 'gbk'),
};
const options = optionsOf(Object.keys(values), values);

/** Texts of the digits of hex and of base64. */
const digits = joined([fc.constantFrom(...'0123456789abcdefABCDEF0123456789abcdefx+/-=&')], 20);

const keptCache = new Map();

/** The characters of a text that iconv-lite keeps under a name, and that lib/iconv-lite/README.md does not name as a difference. */
function keptOf(text, own) {
  let kept = '';
  for (const character of new Set(text)) {
    const key = `${own} ${character}`;
    if (!keptCache.has(key)) {
      if (keptCache.size > 200_000) keptCache.clear();
      const isKept = character.isWellFormed() && !'\ufeff\ufffd'.includes(character);
      keptCache.set(key, isKept && isKeptByIconvLite(character, own) && !isLost(character, own));
    }
    if (keptCache.get(key)) kept += character;
  }
  const all = new Set(kept);
  return Array.from(text.slice(0, 2000))
    .filter((character) => all.has(character))
    .join('');
}

// Transfer encodings are no text; UTF-7 and where a byte order is guessed have rows in lib/iconv-lite/README.md.
const ofText = codecs.filter((each) => !/^(?:base64|hex|utf7|utf7imap|utf16|utf32)$/.test(each));

export default [
  callOf('iconv-lite', 'decode', bytesFor('gbk'), name, options),
  callOf('iconv-lite', 'encode', textOrWrong, name, options),
  {
    name: 'chunks',
    arbitrary: fc.record({
      name: fc.oneof(
        fc.constantFrom(...codecs),
        fc.constantFrom('hex', 'base64', 'utf7', 'utf7imap'),
      ),
      text: fc.oneof(texts, digits),
      bytes: byteValuesFor('gbk'),
      lengths: cuts,
    }),
    run(product, { name: own, text, bytes, lengths }) {
      const api = product['iconv-lite'];
      const encoder = api.getEncoder(own);
      const written = chunksOf(text, lengths).map((chunk) => encoder.write(chunk));
      const whole = api.encode(text, own);
      deepEqual(Buffer.concat([...written, encoder.end() ?? Buffer.alloc(0)]), whole);
      const input = Buffer.from(bytes);
      const decoder = api.getDecoder(own);
      const read = chunksOf(input, lengths)
        .map((chunk) => decoder.write(chunk))
        .join('');
      equal(read + (decoder.end() ?? ''), api.decode(input, own));
      return [whole, read];
    },
  },
  {
    name: 'beside iconv-lite',
    arbitrary: fc.record({ name: fc.constantFrom(...ofText), text: texts }),
    run(product, { name: own, text }) {
      const api = product['iconv-lite'];
      const kept = keptOf(text, own);
      equal(iconvLite.decode(api.encode(kept, own), own), kept);
      equal(api.decode(iconvLite.encode(kept, own), own), kept);
      return kept;
    },
  },
];
