'use strict';

// The content codings of a message: which a header lists, and what undoes them.
// https://www.rfc-editor.org/rfc/rfc9110#section-8.4

const { concatBytes, copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { unsupportedContentEncoding } = require('./errors.js');
const { encodingId } = require('../labels/encodings.js');

// Decompresses « zstd ». The stream of node:zlib reads one frame and ignores what follows, and in Node.js 22 it does not report an
// end within a frame. So this module finds the frames itself, and gives each of them to a stream of its own.
// https://www.rfc-editor.org/rfc/rfc8878#section-3

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

/** Decompresses the frames of `source`. */
async function* decompressZstd(source) {
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

/** How many times a body may be compressed. Each of them costs memory, and a header has room for thousands. */
const MAX_CODINGS = 5;

const ignore = () => {};

/** Tells whether bytes begin with the header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
function isZlib([first, second]) {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/**
 * Decompresses the chunks of `source` with a stream of node:zlib. The bytes behind the end of the compressed data are read and
 * ignored; `checkIgnored` gets their number, and may throw. A Transform would wait forever for the callback of the chunk in which
 * the data ended.
 */
async function* decompressWith(decoder, source, checkIgnored) {
  let wake = ignore;
  for (const name of ['drain', 'end', 'close']) decoder.on(name, () => wake());
  decoder.on('error', ignore); // The error reaches the consumer through the iterator.
  const ended = new Promise((resolve) => {
    for (const name of ['end', 'close']) decoder.once(name, resolve);
  });
  let taken; // fulfilled when the decoder has read the last chunk, unless the data has ended in it
  let length = 0;
  const isAtEnd = () => decoder.readableEnded || decoder.destroyed;
  const feed = async () => {
    for await (const chunk of source) {
      length += lengthOf(chunk);
      if (!isAtEnd()) {
        let isFull = false;
        taken = new Promise((resolve) => {
          isFull = !decoder.write(chunk, () => resolve());
        });
        if (isFull && !isAtEnd()) {
          await new Promise((resolve) => {
            wake = resolve;
          });
        }
      } else if (decoder.readableEnded) checkIgnored(length - decoder.bytesWritten);
      else return;
    }
    if (!isAtEnd()) decoder.end();
  };
  const feeding = feed();
  // Where the source fails, and what it has given before is wrong, too, the error is always the latter.
  feeding.catch(async (error) => {
    await Promise.race([taken, ended]);
    decoder.destroy(error);
  });
  try {
    yield* decoder;
    await feeding;
    checkIgnored(length - decoder.bytesWritten);
  } finally {
    decoder.destroy();
  }
}

/** Decompresses « deflate », which some servers send without the header of zlib. */
async function* inflate(source, checkIgnored) {
  const { createInflate, createInflateRaw } = require('node:zlib');
  const chunks = source[Symbol.asyncIterator]();
  let head = noBytes;
  while (lengthOf(head) < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = concatBytes([head, value]);
  }
  if (lengthOf(head) === 0) return;
  const whole = async function* () {
    yield head;
    yield* chunks;
  };
  const decoder = isZlib(head) ? createInflate() : createInflateRaw();
  yield* decompressWith(decoder, whole(), checkIgnored);
}

/** Returns what decompresses with the streams that a function of node:zlib makes. */
const decompressorBy = (name) => (source, checkIgnored) =>
  decompressWith(require('node:zlib')[name](), source, checkIgnored);

const gunzip = decompressorBy('createGunzip');

/** What decompresses each content coding. */
const decompressors = {
  br: decompressorBy('createBrotliDecompress'),
  deflate: inflate,
  gzip: gunzip,
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  'x-gzip': gunzip,
  // https://www.rfc-editor.org/rfc/rfc8878#section-7.2
  zstd: decompressZstd,
};

/** Returns everything that a header lists, in lower case. */
const listOf = (header) => header.split(',').map((member) => member.trim().toLowerCase());

/**
 * Tells whether a member of the list says something about the bytes. Some servers write « none », or the charset, by mistake.
 */
const isCoding = (member) =>
  member !== '' && member !== 'identity' && member !== 'none' && encodingId(member) === undefined;

/** Returns the content codings of a header, in lower case, in the order in which they were applied. */
const codingsOf = (header) => listOf(header).filter(isCoding);

/** What decompresses a content coding, or undefined. */
function decompressorOf(coding) {
  // Node.js has zstd since 22.15 and 23.8.
  if (coding === 'zstd' && require('node:zlib').createZstdDecompress === undefined) {
    return undefined;
  }
  return Object.hasOwn(decompressors, coding) ? decompressors[coding] : undefined;
}

/**
 * Returns functions that undo content codings, in the order in which they are undone. A function gets the chunks and
 * `checkIgnored`, and returns chunks. Throws for a coding that is not supported.
 */
function decompressorsOf(codings) {
  const unsupported = codings.find((coding) => decompressorOf(coding) === undefined);
  if (unsupported !== undefined) throw unsupportedContentEncoding(unsupported);
  if (codings.length > MAX_CODINGS) throw unsupportedContentEncoding(codings.join(', '));
  return codings.map(decompressorOf).reverse();
}

/** Tells whether an error is one of node:zlib: of zlib, Brotli or zstd. */
const isZlibError = (error) => /^(?:Z_[A-Z]+_ERROR$|ERR__ERROR_|ZSTD_error_)/.test(error?.code);

module.exports = {
  codingsOf,
  decompressorsOf,
  isZlibError,
  listOf,
  decompressZstd,
};
