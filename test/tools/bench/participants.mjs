// The participants of each operation. A participant is { name, kind, call }. `kind` is 'ours', 'also ours' (another function of the
// product, which is shown but not compared), 'peer', or 'plain' (a copy that checks nothing, which is not compared either). One that
// converts in pieces also has `collect`, which returns the whole text or all bytes where `call` only sums up lengths.

import { multiByteEncodings } from '../../../indexes/pointers.mjs';
import { throughEmitter, throughNode, throughWeb } from './streams.mjs';

const japanese = { shift_jis: 'SJIS', 'euc-jp': 'EUCJP', 'iso-2022-jp': 'JIS' };
const multiByte = new Set(multiByteEncodings.map((name) => name.toLowerCase()));

let compiledFunctions = 0;

/**
 * Compiles a function from source of its own, which sees the names in `scope`. V8 keeps what it knows of calls for each place in the
 * source: in a function that several participants share, it could inline none of them.
 */
function compiled(source, scope) {
  const body = `// ${compiledFunctions++}\nreturn ${source};`;
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

// The functions of each operation by a class TextDecoder, and by an instance of it.
const byDecoder = {
  decode: '(bytes) => decoder.decode(bytes)',
  construct: '(bytes) => new Decoder(label).decode(bytes)',
  chunks: `(chunks, take) => {
    const own = new Decoder(label);
    for (const chunk of chunks) take(own.decode(chunk, { stream: true }));
    take(own.decode());
  }`,
  transcode: '(bytes) => Buffer.from(decoder.decode(bytes))',
};

// The same by the package iconv-lite, or by our functions of the same names.
const byIconvLite = {
  decode: '(bytes) => iconv.decode(bytes, label)',
  encode: '(text) => iconv.encode(text, label)',
  transcode: '(bytes) => Buffer.from(iconv.decode(bytes, label))',
  construct: `(bytes) => {
    const decoder = iconv.getDecoder(label);
    const text = decoder.write(bytes);
    const rest = decoder.end();
    return rest ? text + rest : text;
  }`,
  chunks: `(chunks, take) => {
    const decoder = iconv.getDecoder(label);
    for (const chunk of chunks) take(decoder.write(chunk));
    take(decoder.end() ?? '');
  }`,
  encodeChunks: `(chunks, take) => {
    const encoder = iconv.getEncoder(label);
    for (const chunk of chunks) take(encoder.write(chunk));
    const rest = encoder.end();
    if (rest !== undefined) take(rest);
  }`,
  decodeStream: 'throughNode(() => iconv.decodeStream(label))()',
  encodeStream: 'throughNode(() => iconv.encodeStream(label))()',
  transcodeStream: 'throughNode(() => iconv.decodeStream(label), Buffer.from)()',
};

/** Makes the function of an operation. Returns undefined where `iconv` does not know the encoding. */
const ofIconvLite = (operation, label, iconv) =>
  iconv.encodingExists(label)
    ? compiled(byIconvLite[operation], { iconv, label, throughNode })
    : undefined;

/** Returns the function of @exodus/bytes that its TextDecoder calls. */
function exodusDecoder(exodus, label) {
  if (multiByte.has(label)) return exodus.multiByte.createMultibyteDecoder(label, true);
  if (label === 'utf-8') return exodus.utf8.utf8toStringLoose;
  if (label.startsWith('utf-16')) return undefined;
  return exodus.singleByte.createSinglebyteDecoder(label, true);
}

/** Returns an encoder of @exodus/bytes, which throws at characters that the encoding does not contain. */
export function exodusEncoder(exodus, label) {
  if (multiByte.has(label)) return exodus.multiByte.createMultibyteEncoder(label);
  if (label === 'utf-8') return exodus.utf8.utf8fromStringLoose;
  if (label === 'utf-16le') {
    return (text) => exodus.utf16.utf16fromStringLoose(text, 'uint8-le');
  }
  return exodus.singleByte.createSinglebyteEncoder(label);
}

/**
 * For each kind and name, what makes the function of an operation. It throws or returns undefined where the participant is not
 * installed or does not know the encoding.
 */
function makersOf(operation, label, product, peers) {
  const { iconv, 'encoding-japanese': encodingJapanese, 'iconv-lite': iconvLite } = peers;
  const exodus = peers['@exodus/bytes'];
  const [isUtf8, isUtf16] = [label === 'utf-8', label === 'utf-16le'];
  const fromDecoder = (find) => () => {
    const Decoder = find();
    return compiled(byDecoder[operation], { Decoder, label, decoder: new Decoder(label) });
  };
  const ours = (make) => ({ 'whatwg-transcoder': make });
  const oursByDecoder = ours(fromDecoder(() => product.TextDecoder));
  const byLite = () => ofIconvLite(operation, label, iconvLite);
  const decoders = (suffix = '') => ({
    [`TextDecoder${suffix}`]: fromDecoder(() => TextDecoder),
    [`@exodus/bytes${suffix}`]: fromDecoder(() => exodus.encoding.TextDecoder),
    [`text-encoding${suffix}`]: fromDecoder(() => peers['text-encoding'].TextDecoder),
    [`iconv-lite${suffix}`]: byLite,
  });
  const iconvStream = (from, to) => () => new iconv.Iconv(from, to);
  const byIconv = (from, to) => () => {
    const converter = new iconv.Iconv(from, to);
    return (input) => converter.convert(input);
  };
  const byEncodingJapanese = (options) => () =>
    label in japanese ? (input) => encodingJapanese.convert(input, options) : undefined;
  const name = japanese[label];
  switch (operation) {
    // Bytes to a string, by a decoder that exists already.
    case 'decode':
      return {
        ours: oursByDecoder,
        'also ours': { 'decode()': () => (bytes) => product.decode(bytes, label) },
        peer: {
          ...decoders(),
          iconv: () => {
            const convert = byIconv(label, 'UTF-16LE')();
            return (bytes) => convert(bytes).ucs2Slice();
          },
          '@exodus/bytes function': () => exodusDecoder(exodus, label),
          'encoding-japanese': byEncodingJapanese({ from: name, to: 'UNICODE', type: 'string' }),
          'Buffer#toString': () => (isUtf8 ? (bytes) => bytes.utf8Slice() : undefined),
        },
        plain: {
          'Buffer#ucs2Slice': () => (isUtf16 ? (bytes) => bytes.ucs2Slice() : undefined),
        },
      };
    // Bytes to a string, by a new decoder for each input.
    case 'construct':
      return {
        ours: oursByDecoder,
        peer: {
          ...decoders(),
          iconv: () => {
            byIconv(label, 'UTF-16LE')();
            return (bytes) => new iconv.Iconv(label, 'UTF-16LE').convert(bytes).ucs2Slice();
          },
        },
      };
    // An array of chunks to strings.
    case 'chunks':
      return { ours: oursByDecoder, peer: decoders() };
    // A string to bytes.
    case 'encode':
      return {
        ours: ours(() => (text) => product.encode(text, label)),
        peer: {
          TextEncoder: () => {
            const encoder = new TextEncoder();
            return isUtf8 ? (text) => encoder.encode(text) : undefined;
          },
          'Buffer.from': () => (isUtf8 ? (text) => Buffer.from(text) : undefined),
          'iconv-lite': byLite,
          iconv: byIconv('UTF-8', label),
          '@exodus/bytes': () => exodusEncoder(exodus, label),
          'text-encoding': () => {
            const Encoder = peers['text-encoding'].TextEncoder;
            const encoder = new Encoder(label, { NONSTANDARD_allowLegacyEncoding: true });
            return (text) => encoder.encode(text);
          },
          'encoding-japanese': byEncodingJapanese({
            from: 'UNICODE',
            to: name,
            type: 'arraybuffer',
          }),
        },
        plain: {
          'Buffer.from': () => (isUtf16 ? (text) => Buffer.from(text, 'utf16le') : undefined),
        },
      };
    // Bytes to bytes in UTF-8. Peers that cannot do it in one step do it in two.
    case 'transcode':
      return {
        ours: ours(() => (bytes) => product.transcode(bytes, label)),
        peer: {
          ...decoders(' + Buffer.from'),
          iconv: byIconv(label, 'UTF-8'),
          '@exodus/bytes': () => {
            const decoder = new exodus.encoding.TextDecoder(label);
            return (bytes) => exodus.utf8.utf8fromStringLoose(decoder.decode(bytes));
          },
          '@exodus/bytes function + Buffer.from': () => {
            const decode = exodusDecoder(exodus, label);
            return decode && ((bytes) => Buffer.from(decode(bytes)));
          },
          'encoding-japanese': byEncodingJapanese({ from: name, to: 'UTF8', type: 'arraybuffer' }),
        },
      };
    // Chunks through a stream: to strings, from strings, and to bytes in UTF-8.
    case 'decodeStream':
      return {
        ours: ours(throughNode(() => new product.DecodeStream(label, { encoding: 'utf8' }))),
        peer: {
          'iconv-lite': byLite,
          TextDecoderStream: throughWeb(() => new TextDecoderStream(label)),
          iconv: throughEmitter(iconvStream(label, 'UTF-16LE'), (units) => units.ucs2Slice()),
        },
      };
    case 'encodeStream':
      return {
        ours: ours(throughNode(() => new product.EncodeStream(label))),
        peer: {
          'iconv-lite': byLite,
          iconv: throughEmitter(iconvStream('UTF-8', label)),
          TextEncoderStream: throughWeb(() => (isUtf8 ? new TextEncoderStream() : undefined)),
        },
      };
    case 'transcodeStream':
      return {
        ours: ours(throughNode(() => new product.TranscodeStream(label))),
        peer: {
          'iconv-lite': byLite,
          iconv: throughEmitter(iconvStream(label, 'UTF-8')),
          TextDecoderStream: throughWeb(() => new TextDecoderStream(label), Buffer.from),
        },
      };
    default:
      return {};
  }
}

/**
 * Returns the first code unit of a string, or the first of some bytes; 0 if there is none. Reading a character makes V8 copy a
 * string together that it has only linked from pieces.
 */
const firstItem = (piece) => (typeof piece === 'string' ? piece.charCodeAt(0) : piece[0]) | 0;

/**
 * Makes `call` and `collect` of a participant that converts in pieces. `pieces(chunks, take)` calls `take` with one string, or
 * with one Buffer, after the other. That of a stream returns a promise.
 */
const ofPieces = (pieces) => ({
  call(chunks) {
    let sum = 0;
    const sent = pieces(chunks, (piece) => {
      sum += piece.length + firstItem(piece);
    });
    return sent === undefined ? sum : sent.then(() => sum);
  },
  async collect(chunks) {
    const made = [];
    await pieces(chunks, (piece) => made.push(piece));
    return typeof made[0] === 'string' ? made.join('') : Buffer.concat(made);
  },
});

const participant = (operation, name, kind, call) => ({
  name,
  kind,
  ...(/chunks|stream/i.test(operation) ? ofPieces(call) : { call }),
});

/** Returns the participants that know the encoding `label`. In UTF-16LE iconv-lite only copies, by Buffer. */
export function participantsOf(operation, label, product, peers) {
  const participants = [];
  for (const [kind, makers] of Object.entries(makersOf(operation, label, product, peers))) {
    for (const [name, make] of Object.entries(makers)) {
      const isCopy = name.startsWith('iconv-lite') && label === 'utf-16le';
      try {
        const call = make();
        if (call === undefined) continue;
        participants.push(participant(operation, name, isCopy ? 'plain' : kind, call));
      } catch {
        // This participant does not know the encoding.
      }
    }
  }
  return participants;
}

/**
 * Returns the two participants of the group `iconv-lite`: the functions of whatwg-transcoder/iconv-lite and those of the package
 * iconv-lite, which have the same names.
 */
export const pairOf = (operation, label, api, iconvLite) => [
  participant(operation, 'whatwg-transcoder', 'ours', ofIconvLite(operation, label, api)),
  participant(operation, 'iconv-lite', 'peer', ofIconvLite(operation, label, iconvLite)),
];
