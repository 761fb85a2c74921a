// Runs every encoder on every scalar value and every lone surrogate, compares it with the
// reference, and decodes the bytes again.

import { deepEqual } from 'node:assert/strict';
import { decode, encode, findUnencodable } from '../../lib/index.mjs';
import { indexIso2022JpKatakana } from './indexes.mjs';
import { IOQueue } from './io-queue.mjs';
import { HandlerError, processAQueue } from './process.mjs';
import { encoderOf, encodableNames as names } from './reference.mjs';

const blockSize = 0x4000;

/** No index contains a code point from U+30000 on. */
const firstBeyondIndexes = 0x30000;

/** The text that error mode html writes for an error with a code point. */
const numericReference = (codePoint) => `&#${codePoint};`;

/**
 * Blocks that together contain every scalar value. All encoders get the same blocks. `texts` has the
 * string of each scalar value, `references` has its numeric reference, and `text` and `html` are all
 * of these in one string.
 */
const blocks = [];
for (let first = 0; first < 0x110000; first += blockSize) {
  const scalarValues = [];
  for (let c = first; c < first + blockSize; c += 1) {
    if (c < 0xd800 || c > 0xdfff) scalarValues.push(c);
  }
  const texts = scalarValues.map((c) => String.fromCodePoint(c));
  const references = scalarValues.map(numericReference);
  const [text, html] = [texts, references].map((list) => list.join(''));
  blocks.push({ scalarValues, texts, references, text, html });
}

/**
 * The bytes of the reference in html mode as a binary string, and a byte for each scalar value of a
 * block that is 1 for an error. For an encoder without state only the handler is called, once per
 * scalar value. That gives the same result as "process a queue", and is many times faster.
 */
function referenceHtml(name, block) {
  return name === 'ISO-2022-JP' ? queueHtml(name, block) : handlerHtml(name, block);
}

function queueHtml(name, { scalarValues }) {
  const output = IOQueue.from();
  const errors = [];
  processAQueue(encoderOf(name), IOQueue.from(scalarValues), output, 'html', errors);
  const isError = new Uint8Array(scalarValues.length);
  for (const { offset } of errors) isError[offset] = 1;
  return { binary: Buffer.from(output.toList()).latin1Slice(), isError };
}

function handlerHtml(name, { scalarValues, references, html }) {
  const encoder = encoderOf(name);
  const isError = new Uint8Array(scalarValues.length);
  let isOnlyReferences = true;
  const parts = new Array(scalarValues.length);
  for (let at = 0; at < scalarValues.length; at += 1) {
    const result = encoder.handler(null, scalarValues[at]);
    if (result instanceof HandlerError) {
      isError[at] = 1;
      const isOwn = result.codePoint === scalarValues[at];
      parts[at] = isOwn ? references[at] : numericReference(result.codePoint);
      if (isOwn) continue;
    } else {
      parts[at] = Array.isArray(result)
        ? String.fromCharCode(...result)
        : String.fromCharCode(result);
    }
    isOnlyReferences = false;
  }
  // The string of all references is there already.
  return { binary: isOnlyReferences ? html : parts.join(''), isError };
}

const toHexadecimal = (codePoint) => codePoint.toString(16).toUpperCase().padStart(4, '0');

/**
 * The scalar values that alone, in fatal mode, have a wrong result: encoded or refused, and the
 * code point of the error.
 */
function wrongVerdicts(name, { scalarValues, texts }, isError) {
  const wrong = [];
  for (let at = 0; at < scalarValues.length; at += 1) {
    const scalarValue = scalarValues[at];
    const isRefused = scalarValue === 0x0e || scalarValue === 0x0f || scalarValue === 0x1b;
    const expected = isError[at] === 1 ? (isRefused ? 0xfffd : scalarValue) : undefined;
    const found = findUnencodable(texts[at], name);
    if (found?.codePoint === expected && (found?.index ?? 0) === 0) continue;
    wrong.push(toHexadecimal(scalarValue));
  }
  return wrong;
}

/**
 * The scalar values that do not decode to themselves, each with the code point that they decode to.
 * The encoders of the standard write some code points as others, and the gb18030 encoder writes the
 * old bytes of the code points that GB18030-2022 moved.
 */
function notRestored(name) {
  const map = new Map();
  if (name === 'gb18030' || name === 'GBK') {
    // gb18030 encoder, the table of step 5. At these bytes, index gb18030 has the code points of
    // 2022.
    const old = [0xe78d, 0xe78e, 0xe78f, 0xe790, 0xe791, 0xe792, 0xe793, 0xe794, 0xe795, 0xe796];
    const now = [0xfe10, 0xfe12, 0xfe11, 0xfe13, 0xfe14, 0xfe15, 0xfe16, 0xfe17, 0xfe18, 0xfe19];
    const han = [0xe81e, 0xe826, 0xe82b, 0xe82c, 0xe832, 0xe843, 0xe854, 0xe864];
    for (const [i, codePoint] of old.entries()) map.set(codePoint, now[i]);
    for (const [i, codePoint] of han.entries()) map.set(codePoint, 0x9fb4 + i);
  }
  if (name === 'EUC-JP' || name === 'Shift_JIS') {
    // EUC-JP encoder, steps 3 and 4; Shift_JIS encoder, steps 3 and 4.
    map.set(0xa5, 0x5c);
    map.set(0x203e, 0x7e);
  }
  if (name === 'ISO-2022-JP') {
    // ISO-2022-JP encoder, step 9.
    for (let c = 0xff61; c <= 0xff9f; c += 1) {
      map.set(c, indexIso2022JpKatakana().codePoint(c - 0xff61));
    }
  }
  if (['EUC-JP', 'Shift_JIS', 'ISO-2022-JP'].includes(name)) {
    // EUC-JP encoder, step 6; Shift_JIS encoder, step 6; ISO-2022-JP encoder, step 8.
    map.set(0x2212, 0xff0d);
  }
  return map;
}

/** The strings of a block for which `isWanted` is true, as one string. */
const textWhere = ({ texts }, isWanted) => texts.filter((_, at) => isWanted(at)).join('');

describe('every encoder, every scalar value', () => {
  for (const name of names) {
    it(`${name}: bytes in html mode, errors in fatal mode, and the text decoded again`, () => {
      const exceptions = notRestored(name);
      let seen = 0;
      for (const block of blocks) {
        const { scalarValues, texts, text } = block;
        const from = `from U+${toHexadecimal(scalarValues[0])}`;
        const { binary, isError } = referenceHtml(name, block);
        const actual = encode(text, name, { unencodable: 'html' });
        deepEqual(actual.latin1Slice() === binary, true, from);
        // Often all scalar values of a block are errors, or none: the text is there already.
        const [allAre, noneIs] = [!isError.includes(0), !isError.includes(1)];
        const errors = allAre ? text : noneIs ? '' : textWhere(block, (at) => isError[at] === 1);
        deepEqual(encode(errors, name, { unencodable: 'skip' }).length, 0, from);
        // For the scalar values above, test/core compares fatal mode with html mode.
        if (scalarValues[0] < firstBeyondIndexes) {
          deepEqual(wrongVerdicts(name, block, isError), []);
        }
        const encodable = noneIs ? text : allAre ? '' : textWhere(block, (at) => isError[at] === 0);
        const restored = decode(encode(encodable, name), name, { ignoreBOM: true });
        const isException = scalarValues.some((c) => exceptions.has(c));
        const expected = isException
          ? texts
              .map((own, at) => {
                const other = exceptions.get(scalarValues[at]);
                return other === undefined ? own : String.fromCodePoint(other);
              })
              .filter((_, at) => isError[at] === 0)
              .join('')
          : encodable;
        deepEqual(restored === expected, true, from);
        seen += scalarValues.length;
      }
      deepEqual(seen, 1_112_064);
    });
  }
});

describe('every encoder, every lone surrogate', () => {
  const surrogates = Array.from({ length: 0x800 }, (_, i) => String.fromCharCode(0xd800 + i));
  const scalarValues = surrogates.flatMap(() => [0x41, 0xfffd]);
  const references = scalarValues.map(numericReference);
  const block = { scalarValues, references, html: references.join('') };
  const text = surrogates.map((surrogate) => `A${surrogate}`).join('');

  for (const name of names) {
    it(`${name}: is encoded as U+FFFD`, () => {
      const { binary, isError } = referenceHtml(name, block);
      deepEqual(encode(text, name, { unencodable: 'html' }).latin1Slice() === binary, true);
      const expected = isError.includes(1) ? { index: 0, codePoint: 0xfffd } : null;
      const wrong = surrogates.filter((surrogate) => {
        const found = findUnencodable(surrogate, name);
        return found?.index !== expected?.index || found?.codePoint !== expected?.codePoint;
      });
      deepEqual(wrong, []);
    });
  }
});
