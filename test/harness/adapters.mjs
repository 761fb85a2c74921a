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

/**
 * Runs calls that may fail. Returns { chunks, error }; `chunks` includes the output before the
 * error.
 */
function collect(calls) {
  const chunks = [];
  try {
    for (const call of calls) chunks.push(call());
  } catch (error) {
    if (error.output !== undefined) chunks.push(error.output);
    return { chunks, error };
  }
  return { chunks, error: null };
}

/** Writes the inputs to a stream of Node. Returns { chunks, error }. */
export async function through(stream, inputs) {
  const chunks = [];
  try {
    for (const input of inputs) stream.write(input);
    stream.end();
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    return { chunks, error };
  }
  return { chunks, error: null };
}

/** Writes the inputs to a pair of web streams. Returns { chunks, error }. */
async function throughWeb({ readable, writable }, inputs) {
  const written = ReadableStream.from(inputs).pipeTo(writable);
  written.catch(() => {});
  const chunks = [];
  try {
    for await (const chunk of readable) chunks.push(chunk);
  } catch (error) {
    return { chunks, error };
  }
  return { chunks, error: null };
}

const fromUtf8 = ({ chunks, error }) => ({ text: Buffer.concat(chunks).toString(), error });
const fromUtf16 = ({ chunks, error }) => ({
  text: Buffer.concat(chunks).toString('utf16le'),
  error,
});
const fromStrings = ({ chunks, error }) => {
  for (const chunk of chunks) equal(typeof chunk, 'string');
  return { text: chunks.join(''), error };
};
/** For an adapter that returns no text, or not all of it, when there is an error. */
const withoutRest = ({ text, error }) => ({ text: error ? null : text, error });

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

/** The ways to decode. Each is a function (label, chunks, options) that returns { text, error }. */
export const decoders = {
  TextDecoder(label, inputs, options) {
    const decoder = new TextDecoder(label, options);
    const calls = inputs.map((input) => () => decoder.decode(input, { stream: true }));
    return withoutRest(fromStrings(collect([...calls, () => decoder.decode()])));
  },
  decode: (label, inputs, options) =>
    withoutRest(fromStrings(collect([() => decode(Buffer.concat(inputs), label, options)]))),
  ...transcoding('', 'utf-8', fromUtf8),
  ...transcoding(' to UTF-16LE', 'utf-16le', fromUtf16),
  'DecodeStream, Buffers': async (label, inputs, options) =>
    fromUtf8(await through(new DecodeStream(label, options), inputs)),
  'DecodeStream, strings': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, { ...options, encoding: 'utf8' }), inputs)),
  'DecodeStream, setEncoding()': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, options).setEncoding('utf8'), inputs)),
  TextDecoderStream: async (label, inputs, options) =>
    withoutRest(fromStrings(await throughWeb(new TextDecoderStream(label, options), inputs))),
};

const fromBytes = ({ chunks, error }) => ({ bytes: Buffer.concat(chunks), error });
export const utf8 = (inputs) => Buffer.from(inputs.join(''));
/**
 * UTF-8 in chunks whose lengths in bytes are those of the strings in code units; the last chunk is
 * the rest.
 */
const utf8Chunks = (inputs) => {
  let rest = utf8(inputs);
  const chunks = [];
  for (const { length } of inputs) {
    chunks.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...chunks, rest];
};
const bytesLost = ({ bytes, error }) => ({ bytes: error ? null : bytes, error });

/**
 * The ways to encode. Each is a function (label, chunks, options) that returns { bytes, error }.
 */
export const encoders = {
  encode: (label, inputs, options) =>
    bytesLost(fromBytes(collect([() => encode(inputs.join(''), label, options)]))),
  'encode, with a function': (label, inputs, { unencodable }) => {
    const own = (codePoint) => `&#${codePoint};`;
    const options = { unencodable: unencodable === 'html' ? own : unencodable };
    return bytesLost(fromBytes(collect([() => encode(inputs.join(''), label, options)])));
  },
  'encodeInto of encodedLength() bytes': (label, inputs, options) => {
    const text = inputs.join('');
    const into = () => {
      const bytes = Buffer.alloc(encodedLength(text, label, options));
      const { read, written } = encodeInto(text, bytes, label, options);
      equal(read, text.length);
      equal(written, bytes.length);
      return bytes;
    };
    return bytesLost(fromBytes(collect([into])));
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
    return bytesLost(fromBytes(collect([() => transcode(bytes, 'utf-16le', label, settings)])));
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
    return { bytes: bytes.subarray(0, written), error: null };
  },
  TextEncoderStream: async (_label, inputs) =>
    fromBytes(await throughWeb(new TextEncoderStream(), inputs)),
};
