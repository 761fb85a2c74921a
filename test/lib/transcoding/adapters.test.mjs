// Runs every decoder and every encoder through every function and class that uses them, with input
// cut in any way, and compares the results with the reference.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { decoders, encoders, utf8, utf8Encoders } from '../../harness/adapters.mjs';
import { toHex, toVisible } from '../../harness/decoders.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { codePointsOf, Ingredients, Random } from '../../harness/random-cases.mjs';
import { referenceDecode, referenceEncode } from '../../reference/reference.mjs';

const hasBom = (name) => name === 'UTF-8' || name.startsWith('UTF-16');

/** The result of TextDecoder's steps for bytes, by the reference: { text, error }. */
function expectedText(name, bytes, { fatal, ignoreBOM }) {
  const { text, errors } = referenceDecode(name, bytes, { fatal });
  const dropsBom = hasBom(name) && !ignoreBOM && text.startsWith('\uFEFF');
  const [error] = fatal ? errors : [];
  return { text: dropsBom ? text.slice(1) : text, error: error ?? null };
}

/**
 * Cuts a Uint8Array or a string: not at all, into single items, in two at every place when it is
 * short, and at random.
 */
function cuts(whole, random) {
  const slice = (start, end) => whole.slice(start, end);
  const { length } = whole;
  const single = Array.from({ length }, (_, i) => slice(i, i + 1));
  const ways = [[whole], [slice(0, 0), whole, slice(0, 0)], single];
  const positions =
    length <= 8
      ? Array.from({ length }, (_, i) => i)
      : Array.from({ length: 4 }, () => random.below(length));
  for (const at of positions) ways.push([slice(0, at), slice(at)]);
  const pieces = [];
  for (let at = 0; at < length; ) {
    const end = at + random.below(5);
    pieces.push(slice(at, end));
    at = end;
  }
  ways.push(pieces);
  return ways;
}

const rounds = 4;
// In bytes or code units. The streams of Node convert this much at once.
const pieceSize = 64 * 1024;

describe('every decoder through every adapter', () => {
  const check = async (adapter, name, bytes, inputs, options, expected) => {
    const { text, error } = await decoders[adapter](name.toLowerCase(), inputs, options);
    const at = () =>
      `${adapter}, ${JSON.stringify(options)}, ${inputs
        .slice(0, 99)
        .map((input) => toHex(input.subarray(0, 99)))
        .join(' | ')}`;
    if (expected.error === null) {
      equal(error, null, at());
    } else {
      const { code, offset, length, reason, encoding } = error ?? {};
      deepEqual(
        { code, offset, length, reason, encoding },
        {
          code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
          ...expected.error,
          encoding: name.toLowerCase(),
        },
        at(),
      );
      if (text === null) return;
    }
    if (text !== expected.text) {
      equal(toVisible(text).slice(0, 5000), toVisible(expected.text).slice(0, 5000), at());
    }
    equal(text.length, expected.text.length, `${at()} of ${bytes.length}`);
  };

  for (const [number, name] of names.entries()) {
    it(`${name}: any bytes, cut in any way`, async () => {
      const random = new Random(3, number);
      const ingredients = new Ingredients(name);
      const inputs = [new Uint8Array(0)];
      while (inputs.length < rounds) {
        const bytes = ingredients.bytes(random);
        if (bytes.length > 1 && bytes.length < 60) inputs.push(bytes);
      }
      for (const bytes of inputs) {
        for (const fatal of [false, true]) {
          const options = { fatal, ignoreBOM: random.oneIn(3) };
          const expected = expectedText(name, bytes, options);
          for (const way of cuts(bytes, random)) {
            for (const adapter of Object.keys(decoders)) {
              await check(adapter, name, bytes, way, options, expected);
            }
          }
        }
      }
    });

    it(`${name}: a chunk longer than one piece, with an error at its end`, async () => {
      const text = blockText(name, new Random(4, number));
      const { bytes: block } = expectedBytes(name, text, 'fatal');
      const count = Math.ceil(pieceSize / block.length) + 1;
      const bytes = Buffer.concat([...Array(count).fill(block), Uint8Array.of(0xff, 0xff, 0xff)]);
      for (const fatal of [false, true]) {
        const options = { fatal, ignoreBOM: true };
        const tail = referenceDecode(name, bytes.subarray(count * block.length), { fatal });
        const [error] = fatal ? tail.errors : [];
        const expected = {
          text: text.repeat(count) + tail.text,
          error: error ? { ...error, offset: count * block.length + error.offset } : null,
        };
        for (const adapter of Object.keys(decoders)) {
          await check(adapter, name, bytes, [bytes], options, expected);
        }
      }
    });
  }
});

/** The result of the standard's encode algorithms, by the reference: { bytes, error }. */
function expectedBytes(name, text, mode) {
  if (name.startsWith('UTF-16')) {
    const bytes = Buffer.from(text.toWellFormed(), 'utf16le');
    return { bytes: name === 'UTF-16BE' ? bytes.swap16() : bytes, error: null };
  }
  const { bytes, errors } = referenceEncode(name, text, mode);
  return { bytes, error: mode === 'fatal' ? (errors[0] ?? null) : null };
}

/** A text of characters that the encoding contains, sometimes with one that it does not contain. */
function randomText(codePoints, random, strange) {
  let text = '';
  for (let i = 2 + random.below(10); i > 0; i -= 1) {
    const kind = random.below(strange ? 12 : 8);
    if (kind < 6) text += String.fromCodePoint(random.pick(codePoints));
    else if (kind < 8) text += String.fromCodePoint(0x20 + random.below(0x5f));
    else if (kind < 9) text += String.fromCharCode(0xd800 + random.below(0x800));
    else if (kind < 10) text += String.fromCodePoint(0x10000 + random.below(0x20000));
    else text += String.fromCodePoint(random.pick([0xe5e5, 0xfffd, 0x0e, 0x1b, 0xfffe, 0x3402]));
  }
  return text;
}

/**
 * A text mostly of non-ASCII characters that the encoding contains, and that decodes to itself. It
 * begins and ends in ASCII. So the text repeated encodes to the bytes repeated.
 */
function blockText(name, random) {
  const characters = codePointsOf(name).map((codePoint) => String.fromCodePoint(codePoint));
  let text = 'a';
  while (text.length < 101) {
    const character = random.pick(characters);
    const { bytes, error } = expectedBytes(name, `${character}b`, 'fatal');
    if (error === null && expectedText(name, bytes, {}).text === `${character}b`) text += character;
  }
  return `${text}b`;
}

describe('every encoder through every adapter', () => {
  const check = async (run, adapter, name, text, inputs, unencodable) => {
    const expected = expectedBytes(name, text, unencodable);
    const { bytes, error } = await run(name.toLowerCase(), inputs, { unencodable });
    const at = `${adapter}, ${unencodable}, ${inputs.map(toVisible).join(' | ').slice(0, 500)}`;
    if (expected.error === null) {
      equal(error, null, at);
    } else {
      const { code, codePoint, encoding } = error ?? {};
      deepEqual(
        { code, codePoint, encoding },
        {
          code: 'ERR_ENCODING_UNENCODABLE',
          codePoint: expected.error.codePoint,
          encoding: name.toLowerCase(),
        },
        at,
      );
      const { index } = expected.error;
      if (error.index !== undefined) equal(error.index, index, at);
      else if (adapter.endsWith('UTF-16LE')) equal(error.offset, 2 * index, at);
      else equal(error.offset, utf8([text.slice(0, index)]).length, at);
      if (bytes === null) return;
    }
    equal(toHex(bytes), toHex(expected.bytes), at);
  };

  for (const [number, name] of names.entries()) {
    const adapters = { ...encoders, ...(name === 'UTF-8' ? utf8Encoders : {}) };

    it(`${name}: any text, cut in any way`, async () => {
      const random = new Random(5, number);
      const codePoints = codePointsOf(name);
      const texts = ['', '\u{1F4A9}', '\uD83D', 'a\uDCA9'];
      for (let i = 0; i < rounds; i += 1) texts.push(randomText(codePoints, random, i > 0));
      for (const text of texts) {
        for (const unencodable of ['fatal', 'html']) {
          for (const way of cuts(text, random)) {
            for (const [adapter, run] of Object.entries(adapters)) {
              await check(run, adapter, name, text, way, unencodable);
            }
          }
        }
      }
    });

    it(`${name}: a chunk longer than one piece`, async () => {
      const block = blockText(name, new Random(6, number));
      const count = Math.ceil(pieceSize / block.length) + 1;
      const bytes = Buffer.concat(Array(count).fill(expectedBytes(name, block, 'fatal').bytes));
      const text = block.repeat(count);
      for (const [adapter, run] of Object.entries(adapters)) {
        const result = await run(name.toLowerCase(), [text], { unencodable: 'fatal' });
        equal(result.error, null, adapter);
        ok(bytes.equals(result.bytes), adapter);
      }
    });
  }
});
