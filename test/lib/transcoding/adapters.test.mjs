// Runs every decoder and every encoder through every function and class that uses them, with input
// cut in any way, and compares the results with the reference.

import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import {
  DecodeStream,
  decode,
  EncodeStream,
  encode,
  encodeInto,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  Transcoder,
  TranscodeStream,
  transcode,
} from 'whatwg-transcoder';
import { readEncodings } from '../../../indexes/files.mjs';
import { toHex, toVisible } from '../../harness/decoders.mjs';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { codePointsOf, Ingredients, Random } from '../../harness/random-cases.mjs';
import { referenceDecode, referenceEncode } from '../../reference/reference.mjs';

const hasBom = (name) => name === 'UTF-8' || name.startsWith('UTF-16');

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
async function through(stream, inputs) {
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

/** The ways to decode. Each is a function (label, chunks, options) that returns { text, error }. */
const decoders = {
  TextDecoder(label, inputs, options) {
    const decoder = new TextDecoder(label, options);
    const calls = inputs.map((input) => () => decoder.decode(input, { stream: true }));
    return withoutRest(fromStrings(collect([...calls, () => decoder.decode()])));
  },
  decode: (label, inputs, options) =>
    withoutRest(fromStrings(collect([() => decode(Buffer.concat(inputs), label, options)]))),
  Transcoder: (label, inputs, options) =>
    fromUtf8(collect(write(new Transcoder(label, 'utf-8', options), inputs))),
  'Transcoder to UTF-16LE': (label, inputs, options) =>
    fromUtf16(collect(write(new Transcoder(label, 'utf-16le', options), inputs))),
  transcode: (label, inputs, options) =>
    fromUtf8(collect([() => transcode(Buffer.concat(inputs), label, 'utf-8', options)])),
  'DecodeStream, Buffers': async (label, inputs, options) =>
    fromUtf8(await through(new DecodeStream(label, options), inputs)),
  'DecodeStream, strings': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, { ...options, encoding: 'utf8' }), inputs)),
  'DecodeStream, setEncoding()': async (label, inputs, options) =>
    fromStrings(await through(new DecodeStream(label, options).setEncoding('utf8'), inputs)),
  TranscodeStream: async (label, inputs, options) =>
    fromUtf8(await through(new TranscodeStream(label, 'utf-8', options), inputs)),
  'TranscodeStream to UTF-16LE': async (label, inputs, options) =>
    fromUtf16(await through(new TranscodeStream(label, 'utf-16le', options), inputs)),
  TextDecoderStream: async (label, inputs, options) =>
    withoutRest(fromStrings(await throughWeb(new TextDecoderStream(label, options), inputs))),
};

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

const fromBytes = ({ chunks, error }) => ({ bytes: Buffer.concat(chunks), error });
const utf8 = (inputs) => Buffer.from(inputs.join(''));
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
const encoders = {
  encode: (label, inputs, options) =>
    bytesLost(fromBytes(collect([() => encode(inputs.join(''), label, options)]))),
  'encode, with a function': (label, inputs, { unencodable }) => {
    const own = (codePoint) => `&#${codePoint};`;
    const options = { unencodable: unencodable === 'html' ? own : unencodable };
    return bytesLost(fromBytes(collect([() => encode(inputs.join(''), label, options)])));
  },
  EncodeStream: async (label, inputs, options) =>
    fromBytes(await through(new EncodeStream(label, options), inputs)),
  'Transcoder from UTF-8': (label, inputs, options) => {
    const settings = { ...options, ignoreBOM: true };
    return fromBytes(collect(write(new Transcoder('utf-8', label, settings), utf8Chunks(inputs))));
  },
  'TranscodeStream from UTF-8': async (label, inputs, options) => {
    const stream = new TranscodeStream('utf-8', label, { ...options, ignoreBOM: true });
    return fromBytes(await through(stream, utf8Chunks(inputs)));
  },
};

/** The ways that encode only to UTF-8. */
const utf8Encoders = {
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

  it('encodeInto agrees with encode on every encoding', () => {
    for (const [number, name] of names.entries()) {
      const random = new Random(7, number);
      const text = randomText(codePointsOf(name), random, true);
      const bytes = encode(text, name, { unencodable: 'html' });
      const target = new Uint8Array(bytes.length + 8);
      const { read, written } = encodeInto(text, target, name, { unencodable: 'html' });
      equal(read, text.length);
      equal(toHex(target.subarray(0, written)), toHex(bytes));
    }
  });
});

describe('every adapter: what it refuses', () => {
  const makers = {
    TextDecoder: (label) => new TextDecoder(label),
    decode: (label) => decode(new Uint8Array(0), label),
    Transcoder: (label) => new Transcoder(label),
    'Transcoder to': (label) => new Transcoder('utf-8', label),
    transcode: (label) => transcode(new Uint8Array(0), label),
    'transcode to': (label) => transcode(new Uint8Array(0), 'utf-8', label),
    DecodeStream: (label) => new DecodeStream(label),
    TranscodeStream: (label) => new TranscodeStream(label),
    'TranscodeStream to': (label) => new TranscodeStream('utf-8', label),
    TextDecoderStream: (label) => new TextDecoderStream(label),
    encode: (label) => encode('', label),
    encodeInto: (label) => encodeInto('', new Uint8Array(0), label),
    EncodeStream: (label) => new EncodeStream(label),
  };
  for (const [name, make] of Object.entries(makers)) {
    it(`${name}: refuses unknown labels and the labels of replacement`, () => {
      const { labels } = readEncodings().find((encoding) => encoding.name === 'replacement');
      for (const label of ['utf-7', '', 'shift_jis\0', 'ﬀ', ...labels]) {
        throws(() => make(label), notSupported, String(label));
      }
      // Web IDL converts every label except a symbol to a string. The others accept only strings.
      const error = name.startsWith('TextDecoder') ? notSupported : wrongType;
      for (const label of [1, {}, null]) throws(() => make(label), error, String(label));
      throws(() => make(Symbol('utf-8')), TypeError);
    });
  }

  const notBytes = ['text', '', 1, null, {}, [65], true];
  for (const adapter of ['TextDecoder', 'Transcoder', 'TranscodeStream', 'DecodeStream, Buffers']) {
    it(`${adapter}: refuses chunks that are not bytes`, async () => {
      for (const chunk of notBytes) {
        const { error } = await decoders[adapter]('utf-8', [chunk], {});
        equal(error.name, 'TypeError', String(chunk));
        match(error.code, /^ERR_INVALID_ARG_TYPE$|^ERR_STREAM_NULL_VALUES$/);
      }
    });
  }
  it('TextDecoderStream: refuses chunks that are not bytes', async () => {
    for (const chunk of [...notBytes, undefined]) {
      const { error } = await decoders.TextDecoderStream('utf-8', [chunk], {});
      deepEqual([error.name, error.code], ['TypeError', 'ERR_INVALID_ARG_TYPE']);
    }
  });
  it('encode and EncodeStream: refuse what is not text', async () => {
    for (const value of [1, null, undefined, {}, Buffer.from('a'), Symbol('a')]) {
      const expected = wrongType;
      throws(() => encode(value, 'big5'), expected);
      const { error } = await through(new EncodeStream('big5'), [value]);
      equal(error.name, 'TypeError');
      match(error.code, /^ERR_INVALID_ARG_TYPE$|^ERR_STREAM_NULL_VALUES$/);
    }
  });
  it('Transcoder: refuses a chunk after end()', () => {
    const transcoder = new Transcoder('big5');
    transcoder.end(Buffer.from('a'));
    throws(() => transcoder.write(Buffer.from('b')), { code: 'ERR_TRANSCODER_ENDED' });
  });
});
