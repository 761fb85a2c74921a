// Random texts for every encoder, in random chunks, compared with the reference.

import { multiByteEncodings } from '../../indexes/pointers.mjs';
import { encodeInto } from '../../lib/index.mjs';
import { encodableNames } from '../reference/reference.mjs';
import { toHex, toVisible, withoutStackTraces } from './decoders.mjs';
import { expected, newStream, reusedStream, runPieces, transcribeExpected } from './encoders.mjs';
import { codePointsOf, Random, runCases } from './random-cases.mjs';

/**
 * Code points at the borders of the ranges that encoders treat differently, and lone surrogates.
 */
const interesting = [
  0x00, 0x0e, 0x0f, 0x1b, 0x5c, 0x7e, 0x7f, 0x80, 0x9f, 0xa0, 0xa5, 0xff, 0x203e, 0x20ac, 0x2212,
  0x2550, 0x5341, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xe4c6, 0xe5e5, 0xe757, 0xe78d,
  0xe7c7, 0xe864, 0xf77f, 0xf780, 0xf7ff, 0xf800, 0xfe10, 0xfeff, 0xff0d, 0xff60, 0xff61, 0xff9f,
  0xffa0, 0xfffd, 0xffff, 0x10000, 0x1f4a9, 0x2008a, 0x20000, 0x10ffff,
];

const namesInTurn = [
  ...encodableNames,
  ...multiByteEncodings,
  ...multiByteEncodings,
  'UTF-8',
  'ISO-2022-JP',
  'ISO-2022-JP',
];

const knownOf = new Map();

function randomText(name, random) {
  if (!knownOf.has(name)) knownOf.set(name, codePointsOf(name));
  const known = knownOf.get(name);
  const parts = [];
  for (let i = random.below(10); i > 0; i -= 1) {
    const kind = random.below(8);
    const ascii = () => String.fromCharCode(0x20 + random.below(0x5f));
    if (kind === 0) parts.push(String.fromCodePoint(random.below(0x110000)));
    else if (kind < 3) parts.push(String.fromCodePoint(random.pick(interesting)));
    else if (kind < 6) parts.push(String.fromCodePoint(random.pick(known)));
    else parts.push(...Array.from({ length: random.below(random.oneIn(4) ? 40 : 4) }, ascii));
  }
  const text = parts.join('');
  return random.oneIn(40) ? text.repeat(random.below(60)) : text;
}

/** Cuts a text at random code units, also inside surrogate pairs. */
function cutText(text, random) {
  const pieces = [];
  const maxChunkLength = random.pick([1, 2, 4, 16, 64]);
  let at = 0;
  while (at < text.length && pieces.length < 80) {
    const end = Math.min(text.length, at + random.below(maxChunkLength + 1));
    pieces.push(text.slice(at, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

/**
 * Encodes a text into small buffers, one after another. Returns the input and the result of each
 * call.
 */
function encodeIntoParts(name, text, mode, size) {
  const target = new Uint8Array(size);
  const parts = [];
  for (let at = 0; at < text.length; ) {
    const { read, written, codePoint } = encodeInto(text.slice(at), target, name, {
      unencodable: mode,
    });
    parts.push({ at, read, bytes: toHex(target.subarray(0, written)) });
    at += read;
    if (codePoint !== undefined) return { parts, error: { index: at, codePoint } };
    if (read === 0) return { parts, error: 'no progress' };
  }
  return { parts, error: null };
}

/**
 * Runs the case with this number. Returns the name of the encoding, and the mismatch if there is
 * one.
 */
function runCase(seed, number, namesOfCases) {
  const random = new Random(seed, number);
  const name = namesOfCases[number % namesOfCases.length];
  const mode = random.oneIn(2) ? 'fatal' : 'html';
  const text = randomText(name, random);
  const pieces = random.oneIn(4) ? [text] : cutText(text, random);
  const isReused = random.oneIn(2);
  const wanted = transcribeExpected(name, text, mode);
  const stream = isReused ? reusedStream(name, mode) : newStream(name, { unencodable: mode });
  const actual = runPieces(stream, pieces);
  const circumstances = `case ${number}: ${isReused ? 'reused' : 'new'} stream, ${name}, ${mode}`;
  const list = pieces.map(toVisible).join(' | ');
  if (actual !== wanted) {
    const lines = [circumstances, `  ${list}`, `  actual   ${actual}`, `  expected ${wanted}`];
    return { name, mismatch: lines.join('\n') };
  }
  const size = 16 + random.below(16);
  const { parts, error } = encodeIntoParts(name, text, mode, size);
  const wrong = parts.find(({ at, read, bytes }) => {
    return bytes !== toHex(expected(name, text.slice(at, at + read), mode).bytes);
  });
  const [first = null] = mode === 'fatal' ? expected(name, text, mode).errors : [];
  if (wrong === undefined && JSON.stringify(error) === JSON.stringify(first)) {
    return { name, mismatch: null };
  }
  const told = JSON.stringify({ wrong, error, first });
  return { name, mismatch: `${circumstances}, encodeInto ${size} bytes\n  ${list}\n  ${told}` };
}

/** Does for encoders what runRandomCases() of random-cases.mjs does for decoders. */
export function runRandomEncodeCases({ seed, encoding, ...options }) {
  const names = encoding ? [encoding] : namesInTurn;
  return withoutStackTraces(() => runCases((number) => runCase(seed, number, names), options));
}
