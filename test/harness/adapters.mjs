// Every function and class that decodes or encodes, as a function of a label or a handle, the input in chunks, and options.

import { equal } from 'node:assert/strict';
import {
  DecodeStream,
  decode,
  EncodeStream,
  encode,
  encodedLength,
  encodeInto,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  Transcoder,
  TranscodeStream,
  transcode,
} from '../../lib/index.mjs';

/** Runs calls that may fail. Returns { chunks, error }; `chunks` includes the output before the error. */
export function collect(calls) {
  const chunks = [];
  try {
    for (const call of calls) chunks.push(call());
  } catch (error) {
    const { output } = error;
    if (output !== undefined) chunks.push(output);
    return { chunks, error, isLost: output === undefined };
  }
  return { chunks, error: null };
}

/** Writes the inputs to a stream of Node. Returns { chunks, error, replacements }. */
export async function through(stream, inputs) {
  const chunks = [];
  let error = null;
  try {
    for (const input of inputs) stream.write(input);
    stream.end();
    for await (const chunk of stream) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  return { chunks, error, replacements: stream.replacements };
}

/** Writes the inputs to a pair of web streams. Returns { chunks, error }. */
async function throughWeb({ readable, writable }, inputs) {
  const written = ReadableStream.from(inputs).pipeTo(writable);
  written.catch(() => {});
  const chunks = [];
  try {
    for await (const chunk of readable) chunks.push(chunk);
  } catch (error) {
    return { chunks, error, isLost: true };
  }
  return { chunks, error: null };
}

/** Returns a result of collect() or through() with `output`, its joined chunks. `output` is null for an error that had no output. */
const result = ({ chunks, isLost, ...others }, join) => ({
  ...others,
  output: isLost ? null : join(chunks),
});
const strictly = (join) => (made) => result({ ...made, isLost: false }, join);
const fromUtf8 = strictly((chunks) => Buffer.concat(chunks).toString());
const fromUtf16 = strictly((chunks) => Buffer.concat(chunks).toString('utf16le'));
export const fromBytes = strictly((chunks) => Buffer.concat(chunks));
/** Functions that encode in one call may throw an error without output. */
const fromEncode = (made) => result(made, (chunks) => Buffer.concat(chunks));
const fromStrings = (made) =>
  result(made, (chunks) => {
    for (const chunk of chunks) equal(typeof chunk, 'string');
    return chunks.join('');
  });

const write = (transcoder, inputs) => [
  ...inputs.map((input) => () => transcoder.write(input)),
  () => transcoder.end(),
];

/** The ways to transcode to an encoding of Unicode. */
const transcoding = (name, to, textOf) => ({
  [`Transcoder${name}`]: (label, inputs, options) =>
    textOf(collect(write(new Transcoder(label, to, options), inputs))),
  [`transcode${name}`]: (label, inputs, options) =>
    textOf(collect([() => transcode(Buffer.concat(inputs), label, to, options)])),
  [`TranscodeStream${name}`]: async (label, inputs, options) =>
    textOf(await through(new TranscodeStream(label, to, options), inputs)),
});

/** The ways to decode. Each is a function (label, chunks, options) that returns { output, error }, and the `replacements` of a stream. */
export const decoders = {
  TextDecoder(label, inputs, options) {
    const decoder = new TextDecoder(label, options);
    const calls = inputs.map((input) => () => decoder.decode(input, { stream: true }));
    return fromStrings(collect([...calls, () => decoder.decode()]));
  },
  decode: (label, inputs, options) =>
    fromStrings(collect([() => decode(Buffer.concat(inputs), label, options)])),
  ...transcoding('', 'utf-8', fromUtf8),
  ...transcoding(' to UTF-16LE', 'utf-16le', fromUtf16),
  'DecodeStream, Buffers': async (label, inputs, options) =>
    fromUtf8(await through(new DecodeStream(label, options), inputs)),
  'DecodeStream, strings': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, { ...options, encoding: 'utf8' }), inputs)),
  'DecodeStream, setEncoding()': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, options).setEncoding('utf8'), inputs)),
  TextDecoderStream: async (label, inputs, options) =>
    fromStrings(await throughWeb(new TextDecoderStream(label, options), inputs)),
};

/**
 * UTF-8 in chunks whose lengths in bytes are those of the strings in code units; the last chunk is
 * the rest.
 */
const utf8Chunks = (inputs) => {
  let rest = Buffer.from(inputs.join(''));
  const chunks = [];
  for (const { length } of inputs) {
    chunks.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...chunks, rest];
};

/** The ways to encode, as those to decode. */
export const encoders = {
  encode: (label, inputs, options) =>
    fromEncode(collect([() => encode(inputs.join(''), label, options)])),
  'encodeInto of encodedLength() bytes': (label, inputs, options) => {
    const text = inputs.join('');
    const into = () => {
      const bytes = Buffer.alloc(encodedLength(text, label, options));
      const { read, written } = encodeInto(text, bytes, label, options);
      equal(read, text.length);
      equal(written, bytes.length);
      return bytes;
    };
    return fromEncode(collect([into]));
  },
  EncodeStream: async (label, inputs, options) =>
    fromBytes(await through(new EncodeStream(label, options), inputs)),
  'Transcoder from UTF-8': (label, inputs, options) => {
    const settings = { ...options, ignoreBOM: true };
    return fromBytes(collect(write(new Transcoder('utf-8', label, settings), utf8Chunks(inputs))));
  },
  'transcode from UTF-16LE': (label, inputs, options) => {
    const bytes = Buffer.from(inputs.join('').toWellFormed(), 'utf16le');
    const settings = { ...options, ignoreBOM: true };
    return fromBytes(collect([() => transcode(bytes, 'utf-16le', label, settings)]));
  },
  'TranscodeStream from UTF-8': async (label, inputs, options) => {
    const stream = new TranscodeStream('utf-8', label, { ...options, ignoreBOM: true });
    return fromBytes(await through(stream, utf8Chunks(inputs)));
  },
};

/** The ways that encode only to UTF-8. */
export const utf8Encoders = {
  TextEncoder: (_label, inputs) =>
    fromBytes(collect([() => new TextEncoder().encode(inputs.join(''))])),
  'TextEncoder, encodeInto': (_label, inputs) => {
    const text = inputs.join('');
    const bytes = new Uint8Array(3 * text.length);
    const { read, written } = new TextEncoder().encodeInto(text, bytes);
    equal(read, text.length);
    return { output: Buffer.from(bytes.subarray(0, written)), error: null };
  },
  TextEncoderStream: async (_label, inputs) =>
    fromBytes(await throughWeb(new TextEncoderStream(), inputs)),
};
