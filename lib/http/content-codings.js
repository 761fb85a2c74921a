'use strict';

// The content codings of a message: which a header lists, and what undoes them.
// https://www.rfc-editor.org/rfc/rfc9110#section-8.4
//
// Each decoder works on one slice of its input, and gets the next one when it has read that. So a body that is given up costs at most one
// more step of a decoder. `node:zlib` decompresses. Headers, footers and frames are read here, because the streams of `node:zlib` do not
// tell whether the last block is there where a footer is missing.

const { coded } = require('../base/errors.js');
const { copyBytes, lengthOf, noBytes, restOf, toBytes } = require('../base/webidl.js');
const { bodyTooLarge, invalidContentEncoding, unsupportedContentEncoding } = require('./errors.js');
const { encodingId } = require('../labels/encodings.js');

/** In bytes: how much a decoder gets at once. Compressed data without output takes some milliseconds for that. */
const SLICE_BYTES = 16 * 1024;

/** How many times as long as the body on the wire compressed data may be. Deflate makes data at most 1,032 times as short. */
const MAX_RATIO = 1100;

/** In bytes: how much longer than its limit compressed data may be, for headers and for blocks that are stored. */
const ROOM_BYTES = 64 * 1024;

/**
 * How many members or frames compressed data may have, and one more for each 1,024 bytes of it. Each needs a decoder of its own, which
 * takes a tenth of a millisecond.
 */
const MAX_MEMBERS = 1000;

const ignore = () => {};

/** Throws what an error of node:zlib with this message and code becomes. */
const fail = (message, code = 'Z_DATA_ERROR') => {
  throw invalidContentEncoding(coded(Error, code, message));
};

const failAtEnd = () => fail('unexpected end of file', 'Z_BUF_ERROR');

/** Returns a number whose bytes are in little-endian order. */
const numberOf = (bytes) => bytes.reduceRight((number, byte) => number * 256 + byte, 0);

/**
 * Makes a decoder by the name of a function of node:zlib. Its options are all that Object.prototype has, as absent: the decoder copies
 * them for its Transform, which would read those of Object.prototype.
 */
function newDecoder(name) {
  const absent = Reflect.ownKeys(Object.prototype).map((key) => [key, undefined]);
  return require('node:zlib')[name](Object.fromEntries(absent));
}

/** A stage that undoes one content coding of a body: it counts the compressed bytes that it reads, and decompresses them. */
class Stage {
  #source;
  #body;
  #isFirst;
  #ahead = []; // bytes that have come and are not read; the next ones are the last
  #length = 0; // in bytes: what has come
  #members = 0;

  /** `source` has the chunks that come in, and `body` is what the stages of one body share: that of decompress(). */
  constructor(source, body, isFirst) {
    this.#source = source[Symbol.asyncIterator]();
    this.#body = body;
    this.#isFirst = isFirst;
  }

  /** Reads at most `most` bytes, and waits until there are some. Returns no bytes at the end. */
  async slice(most = SLICE_BYTES) {
    for (;;) {
      const bytes = this.#ahead.pop() ?? (await this.#nextChunk());
      if (bytes === null) return noBytes;
      const length = lengthOf(bytes);
      if (length > most) {
        this.unread(restOf(bytes, most));
        return restOf(bytes, 0, most);
      }
      if (length > 0) return bytes;
    }
  }

  /** Puts bytes back that have been read. */
  unread(bytes) {
    this.#ahead.push(bytes);
  }

  /** Reads `length` bytes, or fewer where the source ends before. */
  async upTo(length) {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const part = await this.slice(length - at);
      if (lengthOf(part) === 0) return restOf(bytes, 0, at);
      copyBytes(bytes, part, at);
      at += lengthOf(part);
    }
    return bytes;
  }

  /** Reads `length` bytes; throws where the source ends before. */
  async read(length) {
    const bytes = await this.upTo(length);
    return lengthOf(bytes) === length ? bytes : failAtEnd();
  }

  /** Counts a member or a frame. */
  addMember() {
    this.#members++;
    if (this.#members > MAX_MEMBERS + this.#length / 1024) fail('too many members');
  }

  /**
   * Decompresses to the end of the data, or the pieces of `frame`. The bytes behind the data are unread. `look` gets each chunk, too.
   */
  async *decode(name, look = ignore, frame = undefined) {
    const { decoders } = this.#body;
    const decoder = newDecoder(name);
    let wake = ignore;
    let failure = null;
    for (const event of ['readable', 'end']) decoder.on(event, () => wake());
    decoder.on('error', (error) => {
      failure = error;
      wake();
    });
    decoders.add(decoder);
    try {
      for (let given = 0; ; ) {
        const piece = frame ? ((await frame.next()).value ?? noBytes) : await this.slice();
        const length = lengthOf(piece);
        if (this.#body.isStopped || (frame && length === 0)) return;
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
          const left = given - decoder.bytesWritten;
          if (decoder.readableEnded) return this.unread(restOf(piece, length - left));
          // Where the data ends within a piece, the callback may come before « end ».
          if (isTaken && left === 0) break;
          await new Promise((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      decoders.delete(decoder);
      decoder.destroy();
    }
  }

  /** Undoes the coding with a function of this stage, and reads the bytes behind the data. */
  async *undo(undo) {
    const body = this.#body;
    const start = await this.slice();
    // The answer to a HEAD request has no body, but the headers of one.
    if (body.received === 0) return;
    this.unread(start);
    yield* undo(this);
    for (let ignored = 0, length = 1; length > 0; ignored += length) {
      if (ignored > body.maxBytes) throw bodyTooLarge(body.maxBytes);
      length = lengthOf(await this.slice(Infinity));
    }
  }

  async #nextChunk() {
    const { done, value } = await this.#source.next();
    if (done) return null;
    const body = this.#body;
    const bytes = toBytes(value, 'chunk');
    this.#length += lengthOf(bytes);
    if (this.#isFirst) body.received = this.#length;
    // Each stage reads compressed bytes of the same body.
    const limit = Math.min(body.maxBytes, MAX_RATIO * body.received) + ROOM_BYTES;
    if (this.#length > limit) throw bodyTooLarge(limit, 'The compressed body');
    return bytes;
  }
}

/**
 * Undoes the content codings of a body that comes in the chunks of `source`, with functions of decompressorsOf(). Returns `chunks`, which whoever
 * reads them compares with `maxBytes`; and `stop`, after which no decoder starts another step. A decoder is closed when the step that it is
 * in ends.
 */
function decompress(source, decompressors, maxBytes) {
  const body = { maxBytes, received: 0, decoders: new Set(), isStopped: false };
  let chunks = source;
  for (const undo of decompressors) {
    chunks = new Stage(chunks, body, chunks === source).undo(undo);
  }
  const stop = () => {
    body.isStopped = true;
    for (const decoder of body.decoders) decoder.destroy();
  };
  return { chunks, stop };
}

// Each function below undoes a content coding. The data must be there to its last block. A footer that is missing or short, and what
// stands behind the data, is read over; a checksum that is there is compared.

/** Reads a number of four bytes behind the data, and compares it. A missing or short one is read over. */
async function compare(stage, expected, toNumber = numberOf) {
  const bytes = await stage.upTo(4);
  if (lengthOf(bytes) === 4 && toNumber(bytes) !== expected) fail('incorrect data check');
}

const GZIP_MAGIC = 0x088b1f; // with the number of « deflate »

/** Reads the header of a member, whose first bytes are `start`. https://www.rfc-editor.org/rfc/rfc1952#section-2.3 */
async function readGzipHeader(stage, start) {
  const { crc32 } = require('node:zlib');
  let sum = crc32(start);
  const counted = (bytes) => {
    sum = crc32(bytes, sum);
    return bytes;
  };
  const [flags] = counted(await stage.read(7));
  if (flags > 0x1f) fail('unknown header flags set');
  if (flags & 4) counted(await stage.read(numberOf(counted(await stage.read(2)))));
  // The name of a file, and a comment: a zero ends each.
  for (const flag of [8, 16]) {
    for (let isOpen = flags & flag; isOpen; ) {
      const slice = await stage.slice();
      const end = slice.indexOf(0) + 1 || lengthOf(slice);
      if (end === 0) failAtEnd();
      isOpen = slice[end - 1];
      counted(restOf(slice, 0, end));
      stage.unread(restOf(slice, end));
    }
  }
  if (flags & 2 && numberOf(await stage.read(2)) !== (sum & 0xffff)) fail('header crc mismatch');
}

/** Undoes « gzip »: one member or several. */
async function* gunzip(stage) {
  const { crc32 } = require('node:zlib');
  for (let isFirst = true; ; isFirst = false) {
    const start = await stage.upTo(3);
    if (numberOf(start) !== GZIP_MAGIC) {
      return isFirst ? fail('incorrect header check') : stage.unread(start);
    }
    stage.addMember();
    await readGzipHeader(stage, start);
    let sum = 0;
    let length = 0;
    yield* stage.decode('createInflateRaw', (chunk) => {
      sum = crc32(chunk, sum);
      length += lengthOf(chunk);
    });
    await compare(stage, sum);
    await compare(stage, length % 2 ** 32);
  }
}

/** Tells whether bytes begin with the header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
function isZlib([first, second]) {
  return (first & 0x8f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Undoes « deflate », which some servers send without the header of zlib. */
async function* inflate(stage) {
  const head = await stage.upTo(2);
  const hasHeader = isZlib(head);
  if (!hasHeader) stage.unread(head);
  else if (head[1] & 0x20) fail('missing dictionary');
  // https://www.rfc-editor.org/rfc/rfc1950#section-8
  let a = 1;
  let b = 0;
  yield* stage.decode('createInflateRaw', (chunk) => {
    const length = hasHeader ? lengthOf(chunk) : 0;
    for (let at = 0; at < length; ) {
      // The sums of 5,552 bytes are below 2 ** 32.
      for (const end = Math.min(at + 5552, length); at < end; at++) {
        a += chunk[at];
        b += a;
      }
      a %= 65_521;
      b %= 65_521;
    }
  });
  if (hasHeader) await compare(stage, b * 65_536 + a, (bytes) => numberOf(bytes.reverse()));
}

/** Undoes « br ». */
const unbrotli = (stage) => stage.decode('createBrotliDecompress');

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

/**
 * Yields the lengths of the parts of a frame behind its magic number, in bytes, and gets a part of at most three bytes as a number. Returns
 * the length of its checksum.
 */
function* partsOfFrame() {
  const descriptor = yield 1;
  yield headerLength(descriptor);
  for (let header = 0; (header & 1) === 0; ) {
    header = yield 3;
    yield ((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3;
  }
  return descriptor & 4;
}

/** Reads a frame behind its magic number, and gives it on with that number. */
async function* frameOf(stage, magic) {
  yield magic;
  const parts = partsOfFrame();
  let part = parts.next();
  let number = 0;
  let passed = 0; // bytes of the part
  while (!part.done) {
    const slice = await stage.slice();
    const length = lengthOf(slice);
    if (length === 0) failAtEnd();
    let at = 0;
    while (!part.done && (at < length || part.value === 0)) {
      const taken = Math.min(part.value - passed, length - at);
      if (part.value > 3) {
        at += taken;
        passed += taken;
      } else for (let i = taken; i > 0; i--) number |= slice[at++] << (8 * passed++);
      if (passed < part.value) continue;
      part = parts.next(number);
      number = 0;
      passed = 0;
    }
    stage.unread(restOf(slice, at));
    yield restOf(slice, 0, at);
  }
  yield await stage.upTo(part.value);
}

/** Undoes « zstd »: one frame or several. */
async function* unzstd(stage) {
  for (let isFirst = true; ; isFirst = false) {
    const magic = await stage.upTo(4);
    const number = numberOf(magic);
    if (number === MAGIC) {
      stage.addMember();
      yield* stage.decode('createZstdDecompress', ignore, frameOf(stage, magic));
    } else if (number >= SKIPPABLE_MAGIC && number <= SKIPPABLE_MAGIC + 0xf) {
      stage.addMember();
      for (let left = numberOf(await stage.read(4)); left > 0; ) {
        const length = lengthOf(await stage.slice(left));
        left -= length || failAtEnd();
      }
    } else return isFirst ? fail('unknown frame descriptor') : stage.unread(magic);
  }
}

/** How many times a body may be compressed. Each of them costs memory, and a header has room for thousands. */
const MAX_CODINGS = 5;

/** The function that undoes each content coding. */
const decompressors = {
  __proto__: null,
  br: unbrotli,
  deflate: inflate,
  gzip: gunzip,
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  'x-gzip': gunzip,
  // https://www.rfc-editor.org/rfc/rfc8878#section-7.2
  zstd: unzstd,
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

/** The function that undoes a content coding, or undefined. */
function decompressorOf(coding) {
  // Node.js has zstd since 22.15 and 23.8.
  if (coding === 'zstd' && require('node:zlib').createZstdDecompress === undefined) {
    return undefined;
  }
  return decompressors[coding];
}

/**
 * Returns functions that undo content codings, in the order in which they are undone, for decompress(). Throws for a coding that is
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
  codingsOf,
  decompress,
  decompressorsOf,
  isZlibError,
  listOf,
};
