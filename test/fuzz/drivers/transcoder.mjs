// The converters that keep a state: Transcoder, TextDecoder and TextEncoder, with chunks of any size, functions that use the converter
// that calls them, and calls after errors.

import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  apis,
  bytesFor,
  byteValuesFor,
  chunksOf,
  cuts,
  decodeNames,
  inMemory,
  isDetached,
  labelFor,
  labelled,
  labelsOf,
  optionsOf,
  texts,
  weighted,
  withLabel,
  wrongValues,
} from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';

const transcodeNames = [...decodeNames, 'unencodable', 'addBOM'];

/** Calls of a converter: chunks, ends and resets. */
const callsFor = (label) =>
  fc.array(
    weighted(
      [8, fc.tuple(fc.constant('write'), bytesFor(label))],
      [2, fc.tuple(fc.constant('end'), fc.option(bytesFor(label), { nil: undefined }))],
      [1, fc.tuple(fc.constant('reset'), fc.constant(undefined))],
    ),
    { maxLength: 6 },
  );

const inKnownEncoding = apis.chain((api) =>
  fc
    .constantFrom(
      ...labelsOf[api].filter(
        (label) => api !== 'index' || !/2022-(?:kr|cn)|hz-gb|replacement/.test(label),
      ),
    )
    .chain((label) =>
      fc.record({
        api: fc.constant(api),
        label: fc.constant(label),
        bytes: byteValuesFor(label),
        lengths: cuts,
        to: fc.constantFrom('utf-8', label),
      }),
    ),
);

/** A TextDecoder, and calls of it. */
export const decoders = labelled('index', (label) => ({
  options: optionsOf(['fatal', 'ignoreBOM']),
  calls: fc.array(fc.tuple(bytesFor(label), optionsOf(['stream'])), { maxLength: 6 }),
}));

/** Makes a decoder, and calls it. Returns all outcomes. */
export async function callsOf(TextDecoder, { label, options, calls }, world) {
  const decoder = new TextDecoder(label, options);
  world.converter = () => decoder.decode(Buffer.from('abc'), { stream: true });
  const results = [];
  for (const [chunk, settings] of calls) {
    results.push(await outcomeOf(() => decoder.decode(chunk, settings)));
  }
  return [results, decoder.encoding, decoder.fatal, decoder.ignoreBOM];
}

export default [
  {
    name: 'Transcoder',
    arbitrary: withLabel((label, api) => ({
      to: fc.oneof(fc.constant('utf-8'), labelFor(api)),
      options: optionsOf(transcodeNames),
      calls: callsFor(label),
    })),
    async run(product, { api, label, to, options, calls }, world) {
      const transcoder = new product[api].Transcoder(label, to, options);
      world.converter = () => transcoder.write(Buffer.from('abc'));
      const results = [];
      for (const [method, chunk] of calls) {
        results.push(await outcomeOf(() => transcoder[method](chunk)));
        const { replacements, firstErrorOffset } = transcoder;
        results.push([replacements, firstErrorOffset]);
      }
      return [results, transcoder.from, transcoder.to];
    },
  },
  {
    name: 'TextDecoder',
    arbitrary: decoders,
    run: ({ index }, input, world) => callsOf(index.TextDecoder, input, world),
  },
  {
    name: 'cuts',
    arbitrary: inKnownEncoding,
    run(product, { api, label, bytes, lengths, to }) {
      const own = product[api];
      const options = { unencodable: 'html' };
      const whole = Buffer.from(bytes);
      const expected = own.transcode(whole, label, to, options);
      const transcoder = new own.Transcoder(label, to, options);
      const parts = chunksOf(whole, lengths).map((chunk) => transcoder.write(chunk));
      deepEqual(Buffer.concat([...parts, transcoder.end()]), expected);
      const { replacements, firstError } = own.validate(whole, label);
      // Otherwise U+FFFD may be replaced in its turn.
      if (to === 'utf-8') equal(transcoder.replacements, replacements);
      equal(transcoder.firstErrorOffset, firstError?.offset ?? null);
      const text = own.decode(whole, label);
      deepEqual(own.encode(text, to, options), expected);
      if (api !== 'index') return text;
      const decoder = new own.TextDecoder(label);
      let joined = '';
      for (const chunk of chunksOf(whole, lengths))
        joined += decoder.decode(chunk, { stream: true });
      equal(joined + decoder.decode(), text);
      return text;
    },
  },
  {
    name: 'TextEncoder',
    arbitrary: fc.record({
      text: weighted([20, texts], [1, wrongValues]),
      destination: weighted(
        [20, inMemory(fc.array(fc.constant(0xa5), { maxLength: 60 }))],
        [1, wrongValues],
      ),
    }),
    async run(product, { text, destination }, world) {
      world.isChanged = true;
      const encoder = new product.index.TextEncoder();
      const result = await outcomeOf(() => encoder.encodeInto(text, destination));
      if (result.returns !== undefined) {
        const { written } = result.returns;
        const end = isDetached(destination.buffer) ? 0 : destination.length;
        ok(written <= end);
        for (let at = written; at < end; at++) equal(destination[at], 0xa5);
        for (const { buffer } of world.memory)
          result.memory = Buffer.from(new Uint8Array(buffer)).toString('hex');
      }
      return [result, await outcomeOf(() => encoder.encode(text)), encoder.encoding];
    },
  },
];
