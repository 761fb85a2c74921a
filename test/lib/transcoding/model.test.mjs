// Tests Transcoder and transcode() with options and functions of all kinds, from every encoding to every other, beside a slow transcoder
// made of the reference: bytes, errors, offsets and counts, in any cut.

import { deepEqual } from 'node:assert/strict';
import { Transcoder, transcode } from 'whatwg-transcoder';
import { toHex } from '../../harness/decoders.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { decodeWithOffsets, modelTranscode } from '../../harness/transcode-model.mjs';
import {
  cutBy,
  forModel,
  goOn,
  malformedBytes,
  malformedFunctions,
  sampleBytes,
  unencodableFunctions,
} from './samples.mjs';

const words = ['fatal', 'html', 'replace', 'skip'];
const unencodables = [...words, ...words, ...Object.entries(unencodableFunctions)];
// The last one is too long to be tried so often.
const malformed = Object.entries(malformedFunctions).slice(0, -1);

/** Returns { options, told } at random; `told` says what they are. */
function optionsOf(random, turn) {
  const { length } = unencodables;
  const unencodable = unencodables[(turn + random(3)) % length];
  const own = random(2) === 0 ? malformed[random(malformed.length)] : undefined;
  const options = {
    fatal: own === undefined && random(2) === 0,
    ignoreBOM: random(2) === 0,
    addBOM: random(4) === 0,
    maxErrors: random(2) === 0 ? random(5) : undefined,
    unencodable: words.includes(unencodable) ? unencodable : unencodable[1],
    malformed: own?.[1],
  };
  return { options, told: JSON.stringify({ ...options, unencodable, malformed: own?.[0] }) };
}

/** The bytes whole, byte by byte, in two at some place, and in pieces of any size. */
function waysToCut(random, bytes) {
  const at = random(bytes.length + 1);
  return [
    [bytes],
    cutBy(bytes, () => 1),
    [bytes.subarray(0, at), bytes.subarray(at)],
    cutBy(bytes, () => random(random(2) === 0 ? 3 : 12)),
  ];
}

describe('Transcoder, every encoding to every other', () => {
  for (const from of names) {
    it(`${from}: bytes, errors, offsets and counts agree with the reference, in any cut`, () => {
      const random = randomFrom(20260521 + from.length * 7 + from.charCodeAt(0));
      for (const [turn, to] of names.entries()) {
        for (let i = 0; i < 8; i += 1) {
          const input =
            i % 2 === 0 ? sampleBytes(random, from) : malformedBytes(random, random(14));
          const { options, told } = optionsOf(random, 3 * turn + 5 * i + from.length);
          const ofModel = { ...options, unencodable: forModel(options.unencodable), input };
          const model = modelTranscode(from, to, decodeWithOffsets(from, input), ofModel);
          const transcoder = new Transcoder(from, to, options);
          for (const chunks of waysToCut(random, input)) {
            const context = `${from} to ${to}, ${told}: ${chunks.map(toHex).join(' | ')}`;
            deepEqual(goOn(transcoder, chunks), model, context);
            transcoder.reset();
          }
          if (model.errors.length > 0) continue;
          deepEqual(transcode(input, from, to, options), model.bytes, `${from} to ${to}, ${told}`);
        }
      }
    });
  }
});
