// Compares the reference with @exodus/bytes, which is the code of others. Decoders: for each state of the reference the shortest
// input that reaches it, then each byte, then end-of-queue. Encoders: each scalar value up to U+2FFFF, and some of those above.
//
//   npm run test:differential -- reference [--states N] [ENCODING]...
//
// @exodus/bytes has the tables that ours were compared with, so that this is about code; `npm run indexes -- check DIR` is about
// tables. Of each encoding the first N states are compared (default: 3000), and the output says where there are more.

import { parseArgs } from 'node:util';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { multiByteEncodings } from '../../../indexes/pointers.mjs';
import { Walk } from '../../proof/decoder-steps.mjs';
import {
  decodableNames,
  decoderOf,
  encodableNames,
  referenceDecode,
  referenceEncode,
} from '../../reference/reference.mjs';

const maxShown = 5;

/** Compares all inputs that begin with a path. Returns how many differ. */
function compare(name, path, shown) {
  let mismatches = 0;
  const theirs = new TextDecoder(name, { ignoreBOM: true });
  const bytes = new Uint8Array(path.length + 1);
  bytes.set(path);
  for (let byte = 0; byte <= 256; byte += 1) {
    const input = byte === 256 ? bytes.subarray(0, path.length) : bytes;
    bytes[path.length] = byte;
    const { text } = referenceDecode(name, input, { decoder: decoderOf(name) });
    const other = theirs.decode(input);
    if (text === other) continue;
    mismatches += 1;
    if (shown.length < maxShown) {
      shown.push(
        `${name}: ${Buffer.from(input).toString('hex')}: ${JSON.stringify([text, other])}`,
      );
    }
  }
  return mismatches;
}

/** Compares what each scalar value becomes alone. Returns how many differ. */
function compareEncoder(name) {
  const create = multiByteEncodings.includes(name)
    ? createMultibyteEncoder
    : createSinglebyteEncoder;
  const encode = create(name.toLowerCase(), { mode: 'fatal' });
  let mismatches = 0;
  // No index has a code point from U+30000 on.
  for (let c = 0; c <= 0x10ffff; c += c < 0x30000 ? 1 : 0x101) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    const text = String.fromCodePoint(c);
    const { bytes, errors } = referenceEncode(name, text);
    const own = errors.length > 0 ? 'refused' : Buffer.from(bytes).toString('hex');
    let other = 'refused';
    try {
      other = Buffer.from(encode(text)).toString('hex');
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    if (own === other) continue;
    mismatches += 1;
    if (mismatches <= maxShown) console.log(`${name}: U+${c.toString(16)}: ${own}, ${other}`);
  }
  return mismatches;
}

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { states: { type: 'string', default: '3000' } },
});
const maxStates = Number(values.states);
let mismatches = 0;
for (const name of chosen.length > 0 ? chosen : decodableNames) {
  const paths = new Walk(name).paths(maxStates);
  const shown = [];
  let ours = 0;
  for (const path of paths) ours += compare(name, path, shown);
  mismatches += ours;
  const rest = paths.length === maxStates ? `, the first ${maxStates}` : '';
  console.log(
    `${name}: ${paths.length} states${rest}, ${257 * paths.length} inputs, ${ours} differ`,
  );
  for (const line of shown) console.log(line);
}
// Errors are expected answers.
Error.stackTraceLimit = 0;
// @exodus/bytes encodes UTF-8 by functions of Node.
for (const name of encodableNames.filter((each) => each !== 'UTF-8')) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const differ = compareEncoder(name);
  mismatches += differ;
  console.log(`${name}, encoder: ${differ} differ`);
}
process.exitCode = mismatches === 0 ? 0 : 1;
