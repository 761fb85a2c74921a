'use strict';

// The content codings of a message: which a header lists, and what undoes them.
// https://www.rfc-editor.org/rfc/rfc9110#section-8.4

const { unsupportedContentEncoding } = require('./errors.js');
const { concatBytes, lengthOf, noBytes } = require('../base/webidl.js');
const { encodingId } = require('../labels/encodings.js');

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
  // https://www.rfc-editor.org/rfc/rfc8878#section-7.2
  zstd: (source) => require('./zstd.js').decompressZstd(source, decompressWith),
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

module.exports = { codingsOf, decompressorsOf, isZlibError, listOf };
