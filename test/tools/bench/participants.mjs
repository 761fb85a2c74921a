// The participants of each operation. A participant is { name, kind, call }. `kind` is 'ours', 'also ours' (another function of the
// product, which is shown but not compared), 'peer', or 'plain' (a copy that checks nothing, in a column of its own). Each method returns
// the participants that know the encoding `label`. A participant that cannot be set up is left out.

import { multiByteEncodings } from '../../../indexes/pointers.mjs';

const runtime = 'TextDecoder';

const japanese = { shift_jis: 'SJIS', 'euc-jp': 'EUCJP', 'iso-2022-jp': 'JIS' };
const unicode = new Set(['utf-8', 'utf-16le', 'utf-16be']);
const multiByte = new Set(multiByteEncodings.map((name) => name.toLowerCase()));

/**
 * Makes participants of functions that make `call`, by kind and name. Leaves out those that fail or make nothing, because they
 * do not know the encoding. In UTF-16LE iconv-lite only copies, by Buffer.
 */
function those(label, kinds) {
  const participants = [];
  for (const [kind, makers] of Object.entries(kinds)) {
    for (const [name, make] of Object.entries(makers)) {
      const isCopy = name.startsWith('iconv-lite') && label === 'utf-16le';
      try {
        const call = make();
        if (call !== undefined) participants.push({ name, kind: isCopy ? 'plain' : kind, call });
      } catch {
        // This participant does not know the encoding.
      }
    }
  }
  return participants;
}

let compiledFunctions = 0;

/**
 * Compiles a function from source of its own, which sees the names in `scope`. V8 keeps what it knows of calls for each place in the
 * source: in a function that several participants share, it could inline none of them.
 */
export function compiled(source, scope) {
  const body = `// ${compiledFunctions++}\nreturn ${source};`;
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

// Functions that use a class TextDecoder, and an instance of it.
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

/** Returns the function of @exodus/bytes that its TextDecoder calls. */
function exodusDecoder(exodus, label) {
  if (multiByte.has(label)) return exodus.multiByte.createMultibyteDecoder(label, true);
  if (label === 'utf-8') return exodus.utf8.utf8toStringLoose;
  if (unicode.has(label)) return undefined;
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
 * Returns the first code unit of a string, or the first of some bytes; 0 if there is none. Reading a character makes V8 copy a
 * string together that it has only linked from pieces.
 */
export const firstItem = (piece) =>
  (typeof piece === 'string' ? piece.charCodeAt(0) : piece[0]) | 0;

/** Joins pieces that are all strings, or all bytes. */
export const joined = (pieces) =>
  typeof pieces[0] === 'string' ? pieces.join('') : Buffer.concat(pieces);

/**
 * Makes `call` and `collect` of a participant that converts in pieces. `pieces(chunks, take)` calls `take` with one string, or
 * with one Buffer, after the other. `call` returns the sum of their lengths, `collect` the whole text or all bytes.
 */
export const ofPieces = (pieces) => ({
  call(chunks) {
    let sum = 0;
    pieces(chunks, (piece) => {
      sum += piece.length + firstItem(piece);
    });
    return sum;
  },
  collect(chunks) {
    const made = [];
    pieces(chunks, (piece) => made.push(piece));
    return joined(made);
  },
});

export class Participants {
  #product;
  #peers;

  constructor(product, peers) {
    this.#product = product;
    this.#peers = peers;
  }

  #know(name) {
    if (this.#peers[name] === undefined) throw new Error('not installed');
    return this.#peers[name];
  }

  #iconvLite(label) {
    const iconvLite = this.#know('iconv-lite');
    if (!iconvLite.encodingExists(label)) throw new Error('unknown');
    return iconvLite;
  }

  #iconv(from, to) {
    const { Iconv } = this.#know('iconv');
    const converter = new Iconv(from, to);
    return (input) => converter.convert(input);
  }

  #encodingJapanese(name, options) {
    const { convert } = this.#know('encoding-japanese');
    if (name === undefined) return undefined;
    return (input) => convert(input, options);
  }

  /** The function of an operation by the TextDecoder of the product, of the runtime or of a peer. */
  #byDecoder(label, operation, find) {
    const Decoder = find();
    const scope = { Decoder, label, decoder: new Decoder(label) };
    return compiled(byDecoder[operation], scope);
  }

  #ours(label, operation) {
    const make = () => this.#byDecoder(label, operation, () => this.#product.TextDecoder);
    return { 'whatwg-transcoder': make };
  }

  #othersByDecoder(label, operation, suffix = '') {
    const classes = {
      [runtime]: () => TextDecoder,
      '@exodus/bytes': () => this.#know('@exodus/bytes').encoding.TextDecoder,
      'text-encoding': () => this.#know('text-encoding').TextDecoder,
    };
    const entries = Object.entries(classes).map(([name, find]) => [
      name + suffix,
      () => this.#byDecoder(label, operation, find),
    ]);
    return Object.fromEntries(entries);
  }

  /** Bytes to a string, by a decoder that exists already. */
  decode(label) {
    const { decode } = this.#product;
    const from = japanese[label];
    return those(label, {
      ours: this.#ours(label, 'decode'),
      'also ours': { 'decode()': () => (bytes) => decode(bytes, label) },
      peer: {
        ...this.#othersByDecoder(label, 'decode'),
        'iconv-lite': () => {
          const iconvLite = this.#iconvLite(label);
          return (bytes) => iconvLite.decode(bytes, label);
        },
        iconv: () => {
          const convert = this.#iconv(label, 'UTF-16LE');
          return (bytes) => convert(bytes).ucs2Slice();
        },
        '@exodus/bytes function': () => exodusDecoder(this.#know('@exodus/bytes'), label),
        'encoding-japanese': () =>
          this.#encodingJapanese(from, { from, to: 'UNICODE', type: 'string' }),
        'Buffer#toString': () => (label === 'utf-8' ? (bytes) => bytes.utf8Slice() : undefined),
      },
      plain: {
        'Buffer#ucs2Slice': () => (label === 'utf-16le' ? (bytes) => bytes.ucs2Slice() : undefined),
      },
    });
  }

  /** Bytes to a string, by a new decoder for each input. */
  construct(label) {
    return those(label, {
      ours: this.#ours(label, 'construct'),
      peer: {
        ...this.#othersByDecoder(label, 'construct'),
        'iconv-lite': () => {
          const iconvLite = this.#iconvLite(label);
          return (bytes) => {
            const decoder = iconvLite.getDecoder(label);
            const text = decoder.write(bytes);
            const rest = decoder.end();
            return rest ? text + rest : text;
          };
        },
        iconv: () => {
          const { Iconv } = this.#know('iconv');
          new Iconv(label, 'UTF-16LE');
          return (bytes) => new Iconv(label, 'UTF-16LE').convert(bytes).ucs2Slice();
        },
      },
    });
  }

  /** An array of chunks to strings. */
  chunks(label) {
    const participants = those(label, {
      ours: this.#ours(label, 'chunks'),
      peer: {
        ...this.#othersByDecoder(label, 'chunks'),
        'iconv-lite': () => {
          const iconvLite = this.#iconvLite(label);
          return (chunks, take) => {
            const decoder = iconvLite.getDecoder(label);
            for (const chunk of chunks) take(decoder.write(chunk));
            take(decoder.end() ?? '');
          };
        },
      },
    });
    return participants.map(({ call, ...others }) => ({ ...others, ...ofPieces(call) }));
  }

  /** A string to bytes. */
  encode(label) {
    const { encode } = this.#product;
    const to = japanese[label];
    return those(label, {
      ours: { 'whatwg-transcoder': () => (text) => encode(text, label) },
      peer: {
        TextEncoder: () => {
          const encoder = new TextEncoder();
          return label === 'utf-8' ? (text) => encoder.encode(text) : undefined;
        },
        'Buffer.from': () => (label === 'utf-8' ? (text) => Buffer.from(text) : undefined),
        'iconv-lite': () => {
          const iconvLite = this.#iconvLite(label);
          return (text) => iconvLite.encode(text, label);
        },
        iconv: () => this.#iconv('UTF-8', label),
        '@exodus/bytes': () => exodusEncoder(this.#know('@exodus/bytes'), label),
        'text-encoding': () => {
          const Encoder = this.#know('text-encoding').TextEncoder;
          const encoder = new Encoder(label, { NONSTANDARD_allowLegacyEncoding: true });
          return (text) => encoder.encode(text);
        },
        'encoding-japanese': () =>
          this.#encodingJapanese(to, { from: 'UNICODE', to, type: 'arraybuffer' }),
      },
      plain: {
        'Buffer.from': () =>
          label === 'utf-16le' ? (text) => Buffer.from(text, 'utf16le') : undefined,
      },
    });
  }

  /** Bytes to bytes in UTF-8. Peers that cannot do it in one step do it in two. */
  transcode(label) {
    const { transcode } = this.#product;
    const from = japanese[label];
    return those(label, {
      ours: { 'whatwg-transcoder': () => (bytes) => transcode(bytes, label) },
      peer: {
        ...this.#othersByDecoder(label, 'transcode', ' + Buffer.from'),
        'iconv-lite + Buffer.from': () => {
          const iconvLite = this.#iconvLite(label);
          return (bytes) => Buffer.from(iconvLite.decode(bytes, label));
        },
        iconv: () => this.#iconv(label, 'UTF-8'),
        '@exodus/bytes': () => {
          const { encoding, utf8 } = this.#know('@exodus/bytes');
          const decoder = new encoding.TextDecoder(label);
          return (bytes) => utf8.utf8fromStringLoose(decoder.decode(bytes));
        },
        '@exodus/bytes + Buffer.from': () => {
          const decode = exodusDecoder(this.#know('@exodus/bytes'), label);
          return decode === undefined ? undefined : (bytes) => Buffer.from(decode(bytes));
        },
        'encoding-japanese': () =>
          this.#encodingJapanese(from, { from, to: 'UTF8', type: 'arraybuffer' }),
      },
    });
  }
}
