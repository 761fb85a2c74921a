'use strict';

// The content codings of a message: which a header lists, and what undoes them.
// https://www.rfc-editor.org/rfc/rfc9110#section-8.4
//
// One decoder works at a time, on one slice of its input, and the next slice comes when it has read that one. So a body that is given
// up costs at most one more step of a decoder. `node:zlib` decompresses; gzip's members, zlib's header and the frames of zstd are read
// here, because the streams of `node:zlib` do not tell whether the last block of a body without its footer is there.

const { copyBytes, lengthOf, noBytes, restOf, toBytes } = require('../base/webidl.js');
const { bodyTooLarge, invalidContentEncoding, unsupportedContentEncoding } = require('./errors.js');
const { encodingId } = require('../labels/encodings.js');

/** In bytes: how much a decoder is given at once. Compressed data without output takes milliseconds for so many. */
const SLICE_BYTES = 16 * 1024;

/** How many times its length compressed data may become. That of deflate becomes at most 1,032 times as long. */
const MAX_RATIO = 1100;

/** In bytes: by how much compressed data may be longer than the limit says, for headers and blocks that are stored. */
const ROOM_BYTES = 64 * 1024;

/**
 * How many members or frames a body may have, beside one for each 1,024 bytes. Each needs a decoder of its own, which takes a tenth of a
 * millisecond.
 */
const MAX_MEMBERS = 1000;

/**
 * The options that Node's streams and decoders read, each absent. A decoder of node:zlib passes its own properties alone on to its
 * Transform, which would find others in Object.prototype.
 */
const noOptions = { __proto__: null };
for (const name of [
  ...['allowHalfOpen', 'captureRejections', 'construct', 'decodeStrings', 'defaultEncoding'],
  ...['destroy', 'emitClose', 'encoding', 'final', 'flush', 'highWaterMark', 'objectMode', 'read'],
  ...['readable', 'readableHighWaterMark', 'readableObjectMode', 'signal', 'transform', 'writable'],
  ...['writableHighWaterMark', 'writableObjectMode', 'write', 'writev'],
]) {
  noOptions[name] = undefined;
}

const ignore = () => {};

const fail = (message) => {
  throw invalidContentEncoding(new Error(message));
};

const endedEarly = () => fail('unexpected end of file');

/** Returns a number whose bytes are in little-endian order. */
const numberOf = (bytes) => bytes.reduceRight((number, byte) => number * 256 + byte, 0);

/** Reads the chunks of a source by numbers of bytes. */
class Cursor {
  #source;
  #count;
  #chunk = noBytes;
  #at = 0;
  #before = 0; // in bytes: the length of the chunks before this one
  #members = 0;

  /** `count` gets the length of each chunk, and may throw. */
  constructor(source, count) {
    this.#source = source[Symbol.asyncIterator]();
    this.#count = count;
  }

  /** Returns whether there are more bytes. */
  async hasMore() {
    while (this.#at === lengthOf(this.#chunk)) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#before += this.#at;
      this.#chunk = toBytes(value, 'chunk');
      this.#at = 0;
      this.#count(lengthOf(this.#chunk));
    }
    return true;
  }

  /** Reads at most `most` of the bytes that are there; waits for bytes when there are none. Returns no bytes at the end. */
  async slice(most = SLICE_BYTES) {
    if (!(await this.hasMore())) return noBytes;
    const taken = Math.min(most, lengthOf(this.#chunk) - this.#at);
    this.#at += taken;
    return restOf(this.#chunk, this.#at - taken, taken);
  }

  /** Takes back the last `count` bytes of the last slice. */
  unread(count) {
    this.#at -= count;
  }

  /** Reads a few bytes, fewer where the source ends before. */
  async upTo(length) {
    const bytes = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const piece = await this.slice(length - at);
      if (lengthOf(piece) === 0) break;
      copyBytes(bytes, piece, at);
      at += lengthOf(piece);
    }
    return restOf(bytes, 0, at);
  }

  /** Reads a few bytes. Throws where the source ends before. */
  async read(length) {
    const bytes = await this.upTo(length);
    return lengthOf(bytes) === length ? bytes : endedEarly();
  }

  /** Counts a member or a frame that begins here. */
  addMember() {
    this.#members++;
    if (this.#members > MAX_MEMBERS + (this.#before + this.#at) / 1024) fail('too many members');
  }
}

/** Returns a function that gives `head` first, if there is any, and then what `next` gives. */
function headThen(head, next) {
  let isNext = lengthOf(head) > 0;
  return () => {
    if (!isNext) return next();
    isNext = false;
    return head;
  };
}

// Each function below undoes a coding of the bytes of a cursor. `decode(name, next, look)` decompresses with the decoder that a
// function of node:zlib makes: it takes the pieces that `next` gives, shows `look` each chunk, and returns how many bytes of the last
// piece it has not read. What stands behind the data is ignored; a function returns how many bytes of it it has read.

/** Reads the blocks of « deflate » to the last one; the cursor is then behind them. */
async function* inflateBlocks(cursor, decode, head, look) {
  const next = headThen(head, () => cursor.slice());
  cursor.unread(yield* decode('createInflateRaw', next, look));
}

const GZIP_MAGIC = 0x088b1f; // with the number of the method « deflate »

/**
 * Reads the rest of the header of a member, behind its first three bytes.
 * https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
async function readGzipHeader(cursor, start) {
  const { crc32 } = require('node:zlib');
  let sum = crc32(start);
  const take = async (length) => {
    const bytes = await cursor.read(length);
    sum = crc32(bytes, sum);
    return bytes;
  };
  const [flags] = await take(7);
  if (flags > 0x1f) fail('unknown header flags set');
  if (flags & 4) await take(numberOf(await take(2)));
  // The name of the file, and a comment: a zero ends each.
  for (const flag of [8, 16]) {
    for (let isOpen = (flags & flag) !== 0; isOpen; ) {
      const slice = await cursor.slice();
      const length = lengthOf(slice);
      if (length === 0) endedEarly();
      const end = slice.indexOf(0);
      isOpen = end === -1;
      const taken = isOpen ? length : end + 1;
      cursor.unread(length - taken);
      sum = crc32(restOf(slice, 0, taken), sum);
    }
  }
  if (flags & 2 && numberOf(await cursor.read(2)) !== (sum & 0xffff)) fail('header crc mismatch');
}

/** Undoes « gzip »: one member or several. */
async function* gunzip(cursor, decode) {
  const { crc32 } = require('node:zlib');
  for (let isFirst = true; ; isFirst = false) {
    const start = await cursor.upTo(3);
    if (numberOf(start) !== GZIP_MAGIC)
      return isFirst ? fail('incorrect header check') : lengthOf(start);
    cursor.addMember();
    await readGzipHeader(cursor, start);
    let sum = 0;
    let length = 0;
    yield* inflateBlocks(cursor, decode, noBytes, (chunk) => {
      sum = crc32(chunk, sum);
      length += lengthOf(chunk);
    });
    const footer = await cursor.upTo(8);
    const inFooter = (at) => numberOf(restOf(footer, at, 4));
    if (lengthOf(footer) >= 4 && inFooter(0) !== sum) fail('incorrect data check');
    if (lengthOf(footer) === 8 && inFooter(4) !== length % 2 ** 32) fail('incorrect length check');
  }
}

/** Tells whether bytes begin with the header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
function isZlib([first, second]) {
  return (first & 0x8f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Adds bytes to a checksum. https://www.rfc-editor.org/rfc/rfc1950#section-8 */
function adler32(bytes, sum) {
  let a = sum & 0xffff;
  let b = sum >>> 16;
  const length = lengthOf(bytes);
  for (let at = 0; at < length; ) {
    // So many additions stay below 2 ** 32.
    const end = Math.min(at + 5552, length);
    for (; at < end; at++) {
      a += bytes[at];
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return b * 65_536 + a;
}

/** Undoes « deflate », which some servers send without the header of zlib. */
async function* inflate(cursor, decode) {
  const head = await cursor.upTo(2);
  if (!isZlib(head)) {
    yield* inflateBlocks(cursor, decode, head);
    return 0;
  }
  if (head[1] & 0x20) fail('missing dictionary');
  let sum = 1;
  yield* inflateBlocks(cursor, decode, noBytes, (chunk) => {
    sum = adler32(chunk, sum);
  });
  const footer = await cursor.upTo(4);
  if (lengthOf(footer) === 4 && numberOf(footer.reverse()) !== sum) fail('incorrect data check');
  return 0;
}

/** Undoes « br ». */
async function* unbrotli(cursor, decode) {
  cursor.unread(yield* decode('createBrotliDecompress', () => cursor.slice()));
  return 0;
}

// The stream of node:zlib reads one frame of « zstd » and ignores what follows, and in Node.js 22 it does not report an end within a
// frame. So this module finds the frames itself, and gives each of them to a stream of its own.
// https://www.rfc-editor.org/rfc/rfc8878#section-3

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50; // to 0x184d2a5f
const RLE_BLOCK = 1;

/** Returns how many bytes follow the descriptor in the header of a frame. */
function headerLength(descriptor) {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryId = [0, 1, 2, 4][descriptor & 3];
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6];
  return (isSingleSegment ? 0 : 1) + dictionaryId + contentSize;
}

/** Finds the end of a frame behind its magic number. */
class Frame {
  #numberLength = 1; // in bytes: that of the number that is read; first the descriptor, then the header of each block
  #number = 0;
  #read = 0; // bytes of the number
  #left = 0; // in bytes: what stands before the next number
  #checksumLength = 0; // in bytes
  #isLast = false; // whether the header of the last block has been read
  #hasBlocks = false; // whether all blocks are there
  #hasAll = false;

  /** Returns the next bytes of the frame, or no bytes at its end. */
  async next(cursor) {
    if (this.#hasAll) return noBytes;
    const slice = await cursor.slice();
    const length = lengthOf(slice);
    if (length === 0) return this.#hasBlocks ? noBytes : endedEarly();
    const end = this.#scan(slice, length);
    cursor.unread(length - end);
    return restOf(slice, 0, end);
  }

  // Returns how many bytes belong to the frame.
  #scan(bytes, length) {
    for (let at = 0; ; ) {
      const passed = Math.min(this.#left, length - at);
      this.#left -= passed;
      at += passed;
      if (this.#left > 0) return at;
      this.#hasAll = this.#hasBlocks;
      if (this.#isLast && !this.#hasBlocks) {
        this.#hasBlocks = true;
        this.#left = this.#checksumLength;
        continue;
      }
      if (this.#hasAll || at === length) return at;
      this.#number += bytes[at++] * 256 ** this.#read++;
      if (this.#read === this.#numberLength) this.#take(this.#number);
    }
  }

  #take(number) {
    if (this.#numberLength === 1) {
      this.#left = headerLength(number);
      this.#checksumLength = number & 4;
    } else {
      this.#left = ((number >> 1) & 3) === RLE_BLOCK ? 1 : number >> 3;
      this.#isLast = (number & 1) === 1;
    }
    this.#numberLength = 3;
    this.#number = 0;
    this.#read = 0;
  }
}

/** Undoes « zstd »: one frame or several. */
async function* unzstd(cursor, decode) {
  for (let isFirst = true; ; isFirst = false) {
    const magic = await cursor.upTo(4);
    const number = numberOf(magic);
    if (number === MAGIC) {
      cursor.addMember();
      const frame = new Frame();
      yield* decode(
        'createZstdDecompress',
        headThen(magic, () => frame.next(cursor)),
        ignore,
        true,
      );
    } else if (number >= SKIPPABLE_MAGIC && number <= SKIPPABLE_MAGIC + 0xf) {
      cursor.addMember();
      for (let left = numberOf(await cursor.read(4)); left > 0; ) {
        const length = lengthOf(await cursor.slice(left));
        left -= length > 0 ? length : endedEarly();
      }
    } else return isFirst ? fail('unknown frame descriptor') : lengthOf(magic);
  }
}

/** How many times a body may be compressed. Each of them costs memory, and a header has room for thousands. */
const MAX_CODINGS = 5;

/** What undoes each content coding. */
const decompressors = {
  br: unbrotli,
  deflate: inflate,
  gzip: gunzip,
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  'x-gzip': gunzip,
  // https://www.rfc-editor.org/rfc/rfc8878#section-7.2
  zstd: unzstd,
};

/** Undoes the content codings of one body. */
class Decompression {
  #decompressors;
  #maxBytes;
  #received = 0; // bytes of the body as it came
  #decoders = new Set(); // those that are open
  #isStopped = false;

  /** `undoers` are those of decompressorsOf(), and `maxBytes` is how long the body may be that they give. */
  constructor(undoers, maxBytes) {
    this.#decompressors = undoers;
    this.#maxBytes = maxBytes;
  }

  /** Returns the decompressed chunks of a body, which comes in the chunks of `source`. Whoever reads them counts them. */
  chunks(source) {
    let chunks = source;
    for (const decompress of this.#decompressors) {
      chunks = this.#undo(decompress, chunks, chunks === source);
    }
    return chunks;
  }

  /** Ends the work: no decoder starts another step, and each is closed when the step that it is in ends. */
  stop() {
    this.#isStopped = true;
    for (const decoder of this.#decoders) decoder.destroy();
  }

  async *#undo(decompress, source, isFirst) {
    let length = 0;
    // Each decoder reads compressed bytes of the same body, and they are not much longer than the body.
    const cursor = new Cursor(source, (added) => {
      length += added;
      if (isFirst) this.#received = length;
      const limit = Math.min(this.#maxBytes, MAX_RATIO * this.#received) + ROOM_BYTES;
      if (length > limit) throw bodyTooLarge(limit, 'The compressed body');
    });
    // The answer to a HEAD request has no body, but the headers of one.
    if (!(await cursor.hasMore()) && this.#received === 0) return;
    let ignored = yield* decompress(cursor, (...args) => this.#decode(...args));
    while (await cursor.hasMore()) {
      ignored += lengthOf(await cursor.slice(Infinity));
      if (ignored > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
    }
  }

  // With `isFramed` the data ends where `next` gives no more bytes. Otherwise the decoder knows its end.
  async *#decode(name, next, look = ignore, isFramed = false) {
    const decoder = require('node:zlib')[name](noOptions);
    let wake = ignore;
    let failure = null;
    for (const event of ['readable', 'end']) decoder.on(event, () => wake());
    decoder.on('error', (error) => {
      failure = error;
      wake();
    });
    this.#decoders.add(decoder);
    try {
      for (let given = 0; ; ) {
        const piece = await next();
        if (this.#isStopped) endedEarly();
        const length = lengthOf(piece);
        if (length === 0 && isFramed) return 0;
        given += length;
        let isTaken = false;
        if (length === 0) decoder.end();
        else {
          decoder.write(piece, (error) => {
            isTaken = !error;
            wake();
          });
        }
        for (;;) {
          for (let chunk = decoder.read(); chunk !== null; chunk = decoder.read()) {
            look(chunk);
            yield chunk;
          }
          if (failure !== null) throw invalidContentEncoding(failure);
          if (decoder.readableEnded) return given - decoder.bytesWritten;
          // Where the data ends within a piece, the callback may come before « end ».
          if (isTaken && given === decoder.bytesWritten) break;
          await new Promise((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#decoders.delete(decoder);
      decoder.destroy();
    }
  }
}

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
 * Returns functions that undo content codings, in the order in which they are undone, for a Decompression. Throws for a coding that is
 * not supported.
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
  Decompression,
  codingsOf,
  decompressorsOf,
  isZlibError,
  listOf,
};
