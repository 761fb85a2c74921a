'use strict';

// The content codings of a message: undoes them, and finds out whether an implementation of fetch() has undone them.
// https://www.rfc-editor.org/rfc/rfc9110#section-8.4

const { contentEncodingInPlace, unsupportedContentEncoding } = require('../base/errors.js');
const { concatBytes, lengthOf, noBytes } = require('../base/webidl.js');

/** How many times a body may be compressed. Each of them costs memory, and a header has room for thousands. */
const MAX_CODINGS = 5;

/** In bytes: how much a body is decompressed at most to find out whether it is compressed. */
const TRIAL_BYTES = 64 * 1024;

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
  let length = 0;
  const isAtEnd = () => decoder.readableEnded || decoder.destroyed;
  const feed = async () => {
    for await (const chunk of source) {
      length += lengthOf(chunk);
      if (!isAtEnd()) {
        if (!decoder.write(chunk) && !isAtEnd()) {
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
  feeding.catch((error) => decoder.destroy(error));
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

const gunzip = (source, checkIgnored) =>
  decompressWith(require('node:zlib').createGunzip(), source, checkIgnored);

/** What decompresses each content coding. */
const decompressors = {
  br: (source, checkIgnored) =>
    decompressWith(require('node:zlib').createBrotliDecompress(), source, checkIgnored),
  deflate: inflate,
  gzip: gunzip,
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  'x-gzip': gunzip,
};

/** Returns the content codings that a header lists, in lower case. */
function codingsOf(header) {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '');
}

const isIdentity = (coding) => coding === 'identity';

/** Tells whether a header says that the body has a content coding. */
const hasCoding = (header) => !codingsOf(header).every(isIdentity);

/**
 * Returns functions that undo the content codings of a message, in the order in which they are undone. A function gets the chunks
 * and `checkIgnored`, and returns chunks. Throws for a coding that is not supported.
 */
function decompressorsOf(header) {
  const codings = codingsOf(header).filter((coding) => !isIdentity(coding));
  const unknown = codings.find((coding) => !Object.hasOwn(decompressors, coding));
  if (unknown !== undefined) throw unsupportedContentEncoding(unknown);
  if (codings.length > MAX_CODINGS) throw unsupportedContentEncoding(codings.join(', '));
  return codings.reverse().map((coding) => decompressors[coding]);
}

const gzipSignature = [0x1f, 0x8b, 0x08]; // https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1

/** The bytes with which compressed data begins, for the codings where it always begins with the same ones. */
const signatures = {
  gzip: gzipSignature,
  'x-gzip': gzipSignature,
  zstd: [0x28, 0xb5, 0x2f, 0xfd], // https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1
};

/** Tells whether all of some bytes are compressed with « br » or « deflate », which have no signature. */
function isCompressed(bytes, coding) {
  const { brotliDecompressSync, inflateRawSync, inflateSync } = require('node:zlib');
  const inflateEither = isZlib(bytes) ? inflateSync : inflateRawSync;
  const decompress = coding === 'br' ? brotliDecompressSync : inflateEither;
  try {
    const { buffer, engine } = decompress(bytes, { info: true, maxOutputLength: TRIAL_BYTES });
    return buffer.length > 0 && engine.bytesWritten === lengthOf(bytes);
  } catch (error) {
    return error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/**
 * Finds out whether an implementation of fetch() has left a body compressed. It leaves all codings when it does not know one of
 * them, and some implementations do not know zstd or « identity ». The coding that would be undone first is the last one. Other
 * names, such as « utf-8 », which some servers write by mistake, do not count, as in browsers.
 */
class FetchedCodings {
  #last; // the last coding that says how the body is compressed, or undefined
  #isSure; // whether every implementation undoes the codings

  constructor(header) {
    const codings = codingsOf(header);
    this.#last = codings.findLast(
      (coding) => coding === 'zstd' || Object.hasOwn(decompressors, coding),
    );
    this.#isSure = codings.length < 2;
  }

  /**
   * Throws if the first bytes of a body show that it is still compressed; returns whether more bytes may show it. With `isWhole`
   * the body has no more bytes.
   */
  mayBeInHead(head, isWhole) {
    const signature = Object.hasOwn(signatures, this.#last ?? '') ? signatures[this.#last] : [];
    const length = Math.min(lengthOf(head), signature.length);
    for (let at = 0; at < length; at++) {
      if (head[at] !== signature[at]) return false;
    }
    if (length < signature.length) return !isWhole;
    if (length > 0) throw contentEncodingInPlace(this.#last);
    return false;
  }

  /** Throws if a whole body is still compressed with a coding that has no signature. */
  check(bytes) {
    const coding = this.#last;
    if (this.#isSure || coding === undefined || Object.hasOwn(signatures, coding)) return;
    if (isCompressed(bytes, coding)) throw contentEncodingInPlace(coding);
  }
}

/** Tells whether an error is one of node:zlib: of zlib, Brotli or zstd. */
const isZlibError = (error) => /^(?:Z_[A-Z]+_ERROR$|ERR__ERROR_|ZSTD_error_)/.test(error?.code);

module.exports = { FetchedCodings, decompressorsOf, hasCoding, isZlibError };
