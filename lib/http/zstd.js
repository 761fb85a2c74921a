'use strict';

// Decompresses « zstd ». The stream of node:zlib reads one frame and ignores what follows, and in Node.js 22 it does not report an
// end within a frame. So this module finds the frames itself, and gives each of them to a stream of its own.
// https://www.rfc-editor.org/rfc/rfc8878#section-3

const { copyBytes, lengthOf, restOf } = require('../base/webidl.js');

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50; // to 0x184d2a5f
const RLE_BLOCK = 1;

/** How many frames a body may have. A stream for each takes time, and no program makes so many for one answer. */
const MAX_FRAMES = 10_000;

const fail = (message) => {
  throw new Error(message);
};

/** Reads the chunks of a source by numbers of bytes. */
class Cursor {
  #chunks;
  #chunk; // what is left of the last one, or undefined

  constructor(source) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns whether there are more bytes. */
  async hasMore() {
    while (this.#chunk === undefined || lengthOf(this.#chunk) === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#chunk = value;
    }
    return true;
  }

  /** Reads `length` bytes and gives them on in the pieces in which they come. Throws where the source ends before. */
  async *pieces(length) {
    for (let left = length; left > 0; ) {
      if (!(await this.hasMore())) fail('unexpected end of file');
      const taken = Math.min(left, lengthOf(this.#chunk));
      const piece = restOf(this.#chunk, 0, taken);
      this.#chunk = restOf(this.#chunk, taken);
      left -= taken;
      yield piece;
    }
  }

  /** Reads a few bytes. */
  async read(length) {
    const bytes = new Uint8Array(length);
    let at = 0;
    for await (const piece of this.pieces(length)) {
      copyBytes(bytes, piece, at);
      at += lengthOf(piece);
    }
    return bytes;
  }
}

/** Returns a number whose bytes are in little-endian order. */
const numberOf = (bytes) => bytes.reduceRight((number, byte) => number * 256 + byte, 0);

/** Returns how many bytes follow the descriptor in the header of a frame. */
function headerLength(descriptor) {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryId = [0, 1, 2, 4][descriptor & 3];
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6];
  return (isSingleSegment ? 0 : 1) + dictionaryId + contentSize;
}

/** Reads a frame behind its magic number, and gives it on with that number. */
async function* frame(cursor, magic) {
  yield magic;
  const [descriptor] = yield* readAndYield(cursor, 1);
  yield* cursor.pieces(headerLength(descriptor));
  for (let isLast = false; !isLast; ) {
    const header = numberOf(yield* readAndYield(cursor, 3));
    isLast = (header & 1) === 1;
    yield* cursor.pieces(((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3);
  }
  const hasChecksum = (descriptor & 4) !== 0;
  yield* cursor.pieces(hasChecksum ? 4 : 0);
}

/** Reads a few bytes, gives them on, and returns them. */
async function* readAndYield(cursor, length) {
  const bytes = await cursor.read(length);
  yield bytes;
  return bytes;
}

/** Decompresses the frames of `source`; `decompressWith` is the function of content-codings.js. */
async function* decompressZstd(source, decompressWith) {
  const { createZstdDecompress } = require('node:zlib');
  const cursor = new Cursor(source);
  for (let frames = 1; await cursor.hasMore(); frames++) {
    if (frames > MAX_FRAMES) fail('too many frames');
    const magic = await cursor.read(4);
    const number = numberOf(magic);
    if (number === MAGIC) {
      yield* decompressWith(createZstdDecompress(), frame(cursor, magic), () => {});
    } else if (number >= SKIPPABLE_MAGIC && number <= SKIPPABLE_MAGIC + 0xf) {
      const length = numberOf(await cursor.read(4));
      for await (const _piece of cursor.pieces(length));
    } else fail('unknown frame descriptor');
  }
}

module.exports = { decompressZstd };
