// The participants of each operation. A participant is { name, kind, call }. `kind` is 'ours', 'also ours'
// (another function of the product, which is shown but not compared), 'peer', 'plain' (a copy that
// checks nothing, in a column of its own) or 'limit' (see limits.mjs). Each method returns the
// participants that know the encoding `label`. A participant that cannot be set up is left out.

import { multiByteEncodings } from '../../indexes/pointers.mjs';

const runtime = 'TextDecoder';

const japanese = { shift_jis: 'SJIS', 'euc-jp': 'EUCJP', 'iso-2022-jp': 'JIS' };
const unicode = new Set(['utf-8', 'utf-16le', 'utf-16be']);
const multiByte = new Set(multiByteEncodings.map((name) => name.toLowerCase()));

/** Makes participants of `makers`: { name: [kind, function that makes `call`] }. Leaves out those that fail. */
function those(makers) {
  const participants = [];
  for (const [name, [kind, make]] of Object.entries(makers)) {
    try {
      const call = make();
      if (call !== undefined) participants.push({ name, kind, call });
    } catch {
      // This participant does not know the encoding.
    }
  }
  return participants;
}

// In UTF-16LE iconv-lite only copies, by Buffer.
const kindOfIconvLite = (label) => (label === 'utf-16le' ? 'plain' : 'peer');

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

  /** Bytes to a string, by a decoder that exists already. */
  decode(label) {
    const product = this.#product;
    return those({
      'whatwg-transcoder': [
        'ours',
        () => {
          const decoder = new product.TextDecoder(label);
          return (bytes) => decoder.decode(bytes);
        },
      ],
      'decode()': ['also ours', () => (bytes) => product.decode(bytes, label)],
      [runtime]: [
        'peer',
        () => {
          const decoder = new TextDecoder(label);
          return (bytes) => decoder.decode(bytes);
        },
      ],
      'iconv-lite': [
        kindOfIconvLite(label),
        () => {
          const iconvLite = this.#know('iconv-lite');
          if (!iconvLite.encodingExists(label)) return undefined;
          return (bytes) => iconvLite.decode(bytes, label);
        },
      ],
      iconv: [
        'peer',
        () => {
          const { Iconv } = this.#know('iconv');
          const converter = new Iconv(label, 'UTF-16LE');
          return (bytes) => converter.convert(bytes).ucs2Slice();
        },
      ],
      '@exodus/bytes': [
        'peer',
        () => {
          const decoder = new (this.#know('@exodus/bytes').encoding.TextDecoder)(label);
          return (bytes) => decoder.decode(bytes);
        },
      ],
      '@exodus/bytes function': ['peer', () => exodusDecoder(this.#know('@exodus/bytes'), label)],
      'text-encoding': [
        'peer',
        () => {
          const decoder = new (this.#know('text-encoding').TextDecoder)(label);
          return (bytes) => decoder.decode(bytes);
        },
      ],
      'encoding-japanese': [
        'peer',
        () => {
          const { convert } = this.#know('encoding-japanese');
          const from = japanese[label];
          if (from === undefined) return undefined;
          return (bytes) => convert(bytes, { from, to: 'UNICODE', type: 'string' });
        },
      ],
      'Buffer#toString': [
        'peer',
        () => (label === 'utf-8' ? (bytes) => bytes.utf8Slice() : undefined),
      ],
      'Buffer#ucs2Slice': [
        'plain',
        () => (label === 'utf-16le' ? (bytes) => bytes.ucs2Slice() : undefined),
      ],
    });
  }

  /** Bytes to a string, by a new decoder for each input. */
  construct(label) {
    const product = this.#product;
    return those({
      'whatwg-transcoder': ['ours', () => (bytes) => new product.TextDecoder(label).decode(bytes)],
      [runtime]: [
        'peer',
        () => {
          new TextDecoder(label);
          return (bytes) => new TextDecoder(label).decode(bytes);
        },
      ],
      'iconv-lite': [
        kindOfIconvLite(label),
        () => {
          const iconvLite = this.#know('iconv-lite');
          if (!iconvLite.encodingExists(label)) return undefined;
          return (bytes) => {
            const decoder = iconvLite.getDecoder(label);
            const text = decoder.write(bytes);
            const rest = decoder.end();
            return rest ? text + rest : text;
          };
        },
      ],
      iconv: [
        'peer',
        () => {
          const { Iconv } = this.#know('iconv');
          new Iconv(label, 'UTF-16LE');
          return (bytes) => new Iconv(label, 'UTF-16LE').convert(bytes).ucs2Slice();
        },
      ],
      '@exodus/bytes': [
        'peer',
        () => {
          const Decoder = this.#know('@exodus/bytes').encoding.TextDecoder;
          new Decoder(label);
          return (bytes) => new Decoder(label).decode(bytes);
        },
      ],
      'text-encoding': [
        'peer',
        () => {
          const Decoder = this.#know('text-encoding').TextDecoder;
          new Decoder(label);
          return (bytes) => new Decoder(label).decode(bytes);
        },
      ],
    });
  }

  /** An array of chunks to strings. */
  chunks(label) {
    const ofDecoder = (Decoder) => {
      new Decoder(label);
      return (chunks, take) => {
        const decoder = new Decoder(label);
        for (const chunk of chunks) take(decoder.decode(chunk, { stream: true }));
        take(decoder.decode());
      };
    };
    const participants = those({
      'whatwg-transcoder': ['ours', () => ofDecoder(this.#product.TextDecoder)],
      [runtime]: ['peer', () => ofDecoder(TextDecoder)],
      '@exodus/bytes': ['peer', () => ofDecoder(this.#know('@exodus/bytes').encoding.TextDecoder)],
      'text-encoding': ['peer', () => ofDecoder(this.#know('text-encoding').TextDecoder)],
      'iconv-lite': [
        kindOfIconvLite(label),
        () => {
          const iconvLite = this.#know('iconv-lite');
          if (!iconvLite.encodingExists(label)) return undefined;
          return (chunks, take) => {
            const decoder = iconvLite.getDecoder(label);
            for (const chunk of chunks) take(decoder.write(chunk));
            take(decoder.end() ?? '');
          };
        },
      ],
    });
    return participants.map(({ call, ...others }) => ({ ...others, ...ofPieces(call) }));
  }

  /** A string to bytes. */
  encode(label) {
    const product = this.#product;
    return those({
      'whatwg-transcoder': ['ours', () => (text) => product.encode(text, label)],
      TextEncoder: [
        'peer',
        () => {
          const encoder = new TextEncoder();
          return label === 'utf-8' ? (text) => encoder.encode(text) : undefined;
        },
      ],
      'Buffer.from': [
        label === 'utf-8' ? 'peer' : 'plain',
        () => {
          if (label === 'utf-8') return (text) => Buffer.from(text);
          return label === 'utf-16le' ? (text) => Buffer.from(text, 'utf16le') : undefined;
        },
      ],
      'iconv-lite': [
        kindOfIconvLite(label),
        () => {
          const iconvLite = this.#know('iconv-lite');
          if (!iconvLite.encodingExists(label)) return undefined;
          return (text) => iconvLite.encode(text, label);
        },
      ],
      iconv: [
        'peer',
        () => {
          const { Iconv } = this.#know('iconv');
          const converter = new Iconv('UTF-8', label);
          return (text) => converter.convert(text);
        },
      ],
      '@exodus/bytes': ['peer', () => exodusEncoder(this.#know('@exodus/bytes'), label)],
      'text-encoding': [
        'peer',
        () => {
          const Encoder = this.#know('text-encoding').TextEncoder;
          const encoder = new Encoder(label, { NONSTANDARD_allowLegacyEncoding: true });
          return (text) => encoder.encode(text);
        },
      ],
      'encoding-japanese': [
        'peer',
        () => {
          const { convert } = this.#know('encoding-japanese');
          const to = japanese[label];
          if (to === undefined) return undefined;
          return (text) => convert(text, { from: 'UNICODE', to, type: 'arraybuffer' });
        },
      ],
    });
  }

  /** Bytes to bytes in UTF-8. Peers that cannot do it in one step do it in two. */
  transcode(label) {
    const product = this.#product;
    return those({
      'whatwg-transcoder': ['ours', () => (bytes) => product.transcode(bytes, label)],
      [`${runtime} + Buffer.from`]: [
        'peer',
        () => {
          const decoder = new TextDecoder(label);
          return (bytes) => Buffer.from(decoder.decode(bytes));
        },
      ],
      'iconv-lite + Buffer.from': [
        kindOfIconvLite(label),
        () => {
          const iconvLite = this.#know('iconv-lite');
          if (!iconvLite.encodingExists(label)) return undefined;
          return (bytes) => Buffer.from(iconvLite.decode(bytes, label));
        },
      ],
      iconv: [
        'peer',
        () => {
          const { Iconv } = this.#know('iconv');
          const converter = new Iconv(label, 'UTF-8');
          return (bytes) => converter.convert(bytes);
        },
      ],
      '@exodus/bytes': [
        'peer',
        () => {
          const { encoding, utf8 } = this.#know('@exodus/bytes');
          const decoder = new encoding.TextDecoder(label);
          return (bytes) => utf8.utf8fromStringLoose(decoder.decode(bytes));
        },
      ],
      '@exodus/bytes + Buffer.from': [
        'peer',
        () => {
          const decode = exodusDecoder(this.#know('@exodus/bytes'), label);
          return decode === undefined ? undefined : (bytes) => Buffer.from(decode(bytes));
        },
      ],
      'text-encoding + Buffer.from': [
        'peer',
        () => {
          const decoder = new (this.#know('text-encoding').TextDecoder)(label);
          return (bytes) => Buffer.from(decoder.decode(bytes));
        },
      ],
      'encoding-japanese': [
        'peer',
        () => {
          const { convert } = this.#know('encoding-japanese');
          const from = japanese[label];
          if (from === undefined) return undefined;
          return (bytes) => convert(bytes, { from, to: 'UTF8', type: 'arraybuffer' });
        },
      ],
    });
  }
}
