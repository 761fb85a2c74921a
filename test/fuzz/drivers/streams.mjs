// The streams of Node and of the web: chunks of any size and kind, and options. However the input is cut, a stream gives what one call
// gives.

import { deepEqual, equal } from 'node:assert/strict';
import { types } from 'node:util';
import fc from 'fast-check';
import {
  bytesFor,
  byteValuesFor,
  chunksOf,
  cuts,
  decodeNames,
  encodeNames,
  labelFor,
  labelled,
  labelsOf,
  optionsOf,
  orWrong,
  texts,
  withLabel,
  wrongValues,
} from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';
import { detectValues, written } from './detector.mjs';
import {
  anyTypes,
  bodies,
  bodyNames,
  formBodies,
  formTypes,
  formValues,
  sniffValues,
} from './http.mjs';

/** Options of Node's streams. */
const streamValues = {
  highWaterMark: orWrong(fc.nat({ max: 40 })),
  encoding: orWrong(fc.constantFrom('utf8', 'latin1', 'utf16le')),
  objectMode: fc.constant(true),
  transform: wrongValues,
};
const streamOptions = (names, values = {}) =>
  optionsOf([...names, 'highWaterMark', 'encoding'], { ...streamValues, ...values });

/** Joins chunks of text or of bytes. A stream may give them in other pieces on the other backend, so only the sum is compared. */
const joined = (chunks) =>
  chunks.every((chunk) => typeof chunk === 'string')
    ? chunks.join('')
    : Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));

/** Writes chunks to a stream of Node. Returns all that it gives, and the error that ended it. */
function through(stream, chunks, join = joined) {
  return new Promise((resolve, reject) => {
    const output = [];
    const finish = async (error) => {
      const { replacements, firstErrorOffset } = stream;
      try {
        const thrown =
          error === null ? null : (await outcomeOf(() => Promise.reject(error))).throws;
        const detected = stream.detected && (await outcomeOf(() => stream.detected));
        resolve({ output: join(output), thrown, detected, replacements, firstErrorOffset });
      } catch (failure) {
        reject(failure);
      }
    };
    stream.on('data', (chunk) => output.push(chunk));
    stream.on('error', finish);
    stream.on('end', () => finish(null));
    for (const chunk of chunks) {
      if (stream.destroyed) break;
      // Node itself refuses null, chunks of wrong types, and detached memory, for which its error has no code.
      try {
        stream.write(chunk);
      } catch ({ code, message }) {
        stream.destroy(Object.assign(new Error(message), { code: code ?? 'none' }));
      }
    }
    stream.end();
  });
}

/** Writes chunks to a pair of web streams. Returns what through() does. */
async function throughWeb(pair, chunks, join = joined) {
  const output = [];
  const writer = pair.writable.getWriter();
  const reader = pair.readable.getReader();
  const writing = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })().catch(() => {});
  const outcome = await outcomeOf(async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      output.push(value);
    }
  });
  await writing;
  const detected = pair.detected && (await outcomeOf(() => pair.detected));
  return { output: join(output), thrown: outcome.throws ?? null, detected };
}

const chunksOfBody = (body, lengths) =>
  types.isUint8Array(body) && body.length > 0 ? chunksOf(body, lengths) : [body];
const chunksFor = (label) => fc.array(bytesFor(label), { maxLength: 5 });
const decodable = labelsOf.index.filter((label) => !/2022-(?:kr|cn)|hz-gb|replacement/.test(label));

/** A property: chunks through a stream of Node. `parts` returns the generators of its arguments behind a label, and of the chunks. */
const ofNode = (name, parts) => ({
  name,
  arbitrary: withLabel((label, api) => {
    const [args, chunks] = parts(label, api);
    return { args: fc.tuple(...args), chunks };
  }),
  run: (product, { api, label, args, chunks }) =>
    through(new product[api][name](label, ...args), chunks),
});

export default [
  ofNode('DecodeStream', (label) => [
    [streamOptions([...decodeNames, 'addBOM'])],
    chunksFor(label),
  ]),
  ofNode('EncodeStream', () => [
    [streamOptions(encodeNames)],
    fc.array(orWrong(texts), { maxLength: 5 }),
  ]),
  ofNode('TranscodeStream', (label, api) => [
    [
      fc.oneof(fc.constant('utf-8'), labelFor(api)),
      streamOptions([...decodeNames, 'unencodable', 'addBOM']),
    ],
    chunksFor(label),
  ]),
  {
    name: 'streams of the web',
    arbitrary: labelled('index', (label) => ({
      options: optionsOf(['fatal', 'ignoreBOM']),
      chunks: chunksFor(label),
      texts: fc.array(orWrong(texts), { maxLength: 5 }),
    })),
    run: async ({ index }, { label, options, chunks, texts: list }) => [
      await outcomeOf(() => throughWeb(new index.TextDecoderStream(label, options), chunks)),
      await throughWeb(new index.TextEncoderStream(), list),
    ],
  },
  {
    name: 'cuts',
    arbitrary: fc.constantFrom(...decodable).chain((label) =>
      fc.record({
        label: fc.constant(label),
        bytes: byteValuesFor(label),
        lengths: cuts,
        highWaterMark: fc.nat({ max: 40 }),
      }),
    ),
    async run({ index }, { label, bytes, lengths, highWaterMark }) {
      const whole = Buffer.from(bytes);
      const text = index.decode(whole, label);
      const chunks = chunksOf(whole, lengths);
      const options = { highWaterMark, encoding: 'utf8' };
      const read = await through(new index.DecodeStream(label, options), chunks);
      equal(read.output.toString(), text);
      const { firstError, replacements } = index.validate(whole, label);
      equal(read.firstErrorOffset, firstError?.offset ?? null);
      equal(read.replacements, replacements);
      const web = await throughWeb(new index.TextDecoderStream(label), chunks);
      equal(web.output.toString(), text);
      const html = { unencodable: 'html' };
      const units = chunksOf(text, lengths);
      const encoded = await through(new index.EncodeStream(label, html), units);
      deepEqual(Buffer.from(encoded.output), index.encode(text, label, html));
      return text;
    },
  },
  {
    name: 'bodies',
    arbitrary: fc.record({
      type: anyTypes,
      options: optionsOf(bodyNames, sniffValues),
      streamOptions: fc.record(
        { highWaterMark: fc.nat({ max: 40 }), encoding: fc.constant('utf8') },
        { requiredKeys: [] },
      ),
      body: bodies,
      lengths: cuts,
    }),
    async run({ http }, { type, options, streamOptions: own, body, lengths }) {
      const chunks = chunksOfBody(body, lengths);
      const isObject = typeof options === 'object' && options !== null;
      const all = isObject
        ? Object.create(options, Object.getOwnPropertyDescriptors(own))
        : options;
      return [
        await outcomeOf(() => through(new http.DecodeBodyStream(type, all), chunks)),
        await outcomeOf(() => throughWeb(new http.DecodeBodyTransform(type, options), chunks)),
      ];
    },
  },
  {
    name: 'forms',
    arbitrary: fc.record({
      type: formTypes,
      options: optionsOf([...Object.keys(formValues), 'fatal'], formValues),
      body: formBodies,
      lengths: cuts,
    }),
    async run({ http }, { type, options, body, lengths }) {
      const chunks = chunksOfBody(body, lengths);
      return through(new http.FormStream(type, options), chunks, (pairs) => pairs);
    },
  },
  {
    name: 'detection',
    arbitrary: fc.record({
      options: optionsOf([...Object.keys(detectValues), ...decodeNames, 'maxBytes', 'lines'], {
        ...detectValues,
        maxBytes: orWrong(fc.nat({ max: 60 })),
        lines: fc.boolean(),
      }),
      text: written,
      lengths: cuts,
    }),
    async run({ detect, index }, { options, text: [encoding, text, others], lengths }) {
      const bytes = index.encode(text, encoding, { unencodable: 'skip' });
      const chunks = chunksOf(Buffer.concat([bytes, Buffer.from(others)]), lengths);
      const join = options?.lines ? (objects) => objects : joined;
      return [
        await outcomeOf(() => through(new detect.DetectDecodeStream(options), chunks, join)),
        await outcomeOf(() => throughWeb(new detect.DetectDecodeTransform(options), chunks, join)),
      ];
    },
  },
];
