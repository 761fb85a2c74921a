'use strict';

// The text of an HTTP message whose body is still to be read: a Response of fetch(), or an IncomingMessage of node:http.

const {
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  invalidArgument,
  invalidContentEncoding,
  unsupportedContentEncoding,
} = require('../base/errors.js');
const { concatBytes, copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { toBytes } = require('../transcoding/options.js');
const { decodeWholeBody } = require('./body.js');
const { toMediaType, toResponseSettings } = require('./options.js');

/** How many times a body may be compressed. Each of them costs memory, and a header has room for thousands. */
const MAX_CODINGS = 5;

/** In bytes: shorter chunks are copied into blocks of this length, because an object for each would take more memory. */
const BLOCK_BYTES = 64 * 1024;

const ignore = () => {};

/** The bytes of a body, collected from chunks. */
class Collector {
  #maxBytes;
  #length = 0;
  #chunks = [];
  #block = noBytes;
  #used = 0; // bytes of the block

  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk; throws for a body that is too long. */
  add(chunk) {
    const bytes = toBytes(chunk, 'chunk');
    const length = lengthOf(bytes);
    if (length === 0) return;
    this.#length += length;
    if (this.#length > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
    if (this.#used + length > lengthOf(this.#block)) this.#endBlock();
    if (length >= BLOCK_BYTES) {
      this.#chunks.push(bytes);
      return;
    }
    if (this.#used === 0) this.#block = new Uint8Array(BLOCK_BYTES);
    copyBytes(this.#block, bytes, this.#used);
    this.#used += length;
  }

  end() {
    this.#endBlock();
    return concatBytes(this.#chunks);
  }

  #endBlock() {
    if (this.#used > 0) this.#chunks.push(restOf(this.#block, 0, this.#used));
    this.#used = 0;
    this.#block = noBytes;
  }
}

/**
 * Reads a web stream to its end. When that fails, or the signal is aborted, the stream is cancelled.
 * https://streams.spec.whatwg.org/#default-reader-class
 */
async function readWebStream(stream, collector, signal) {
  const reader = stream.getReader();
  const cancel = (reason) => reader.cancel(reason).catch(ignore);
  const onAbort = () => cancel(signal.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read().catch((error) => {
        // A network error is a TypeError. https://fetch.spec.whatwg.org/#fetch-method
        throw error instanceof TypeError ? bodyAborted(error) : error;
      });
      if (done) break;
      collector.add(value);
    }
    signal?.throwIfAborted();
  } catch (error) {
    cancel(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Tells whether bytes begin with the header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
function isZlib([first, second]) {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Decompresses « deflate », which some servers send without the header of zlib. */
async function* inflate(source) {
  const { createInflate, createInflateRaw } = require('node:zlib');
  const { pipeline } = require('node:stream');
  const chunks = source[Symbol.asyncIterator]();
  let head = noBytes;
  while (lengthOf(head) < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = concatBytes([head, value]);
  }
  if (lengthOf(head) === 0) return;
  const decoder = isZlib(head) ? createInflate() : createInflateRaw();
  const whole = async function* () {
    yield head;
    yield* chunks;
  };
  // An error reaches the consumer through the decoder.
  pipeline(whole, decoder, ignore);
  yield* decoder;
}

/** What decompresses each content coding, in a form that pipeline() takes. */
const makeDecoder = {
  br: () => require('node:zlib').createBrotliDecompress(),
  deflate: () => inflate,
  gzip: () => require('node:zlib').createGunzip(),
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  'x-gzip': () => require('node:zlib').createGunzip(),
};

/**
 * Returns what undoes the content codings of a message, in the order in which they are undone.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
function decodersOf(header) {
  const codings = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const unknown = codings.find((coding) => !Object.hasOwn(makeDecoder, coding));
  if (unknown !== undefined) throw unsupportedContentEncoding(unknown);
  if (codings.length > MAX_CODINGS) throw unsupportedContentEncoding(codings.join(', '));
  return codings.reverse().map((coding) => makeDecoder[coding]());
}

/**
 * Gives up the rest of a body. The request of a client is read to its end and thrown away, because the answer to it needs the
 * connection; anything else is destroyed.
 */
function giveUp(message) {
  message.on('error', ignore);
  const isRequest = typeof message.method === 'string' && typeof message.statusCode !== 'number';
  if (isRequest) message.resume();
  else message.destroy();
}

/** Returns what decodersOf() returns; gives the body up if a coding is not supported. */
function decodersFor(message, header) {
  try {
    return decodersOf(header);
  } catch (error) {
    giveUp(message);
    throw error;
  }
}

/**
 * Reads a stream of Node.js to its end through what undoes its content codings. When that fails, the rest of the stream is given
 * up.
 */
async function readNodeStream(message, decoders, collector, signal) {
  const { Transform } = require('node:stream');
  const { pipeline } = require('node:stream/promises');
  let failure = null; // the error that is not one of decompression
  let isEmpty = true;
  const source = new Transform({
    writableObjectMode: true, // so that a chunk of a wrong type comes to toBytes()
    transform(chunk, _encoding, callback) {
      isEmpty = false;
      try {
        callback(null, toBytes(chunk, 'chunk'));
      } catch (error) {
        failure ??= error;
        callback(error);
      }
    },
  });
  const onError = (error) => {
    failure ??= bodyAborted(error);
    source.destroy(failure);
  };
  const onClose = () => {
    if (!message.readableEnded) onError();
  };
  const collect = async (chunks) => {
    for await (const chunk of chunks) {
      try {
        collector.add(chunk);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    }
  };
  message.on('error', onError);
  message.on('close', onClose);
  message.pipe(source);
  try {
    await pipeline(source, ...decoders, collect, signal === null ? {} : { signal });
  } catch (error) {
    if (failure !== null) throw failure;
    if (signal?.aborted) throw signal.reason;
    // The answer to a HEAD request has no body, but the headers of one.
    if (!isEmpty) throw invalidContentEncoding(error);
  } finally {
    message.off('error', onError);
    message.off('close', onClose);
    message.unpipe(source);
    if (!message.readableEnded) giveUp(message);
  }
}

/** Returns the value of a header, or the empty string. */
function headerOf(headers, name) {
  const value = typeof headers.get === 'function' ? headers.get(name) : headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

const isNodeStream = (value) => typeof value?.pipe === 'function';
const isWebStream = (value) => typeof value?.getReader === 'function';

/** Returns the headers and the body of a message; throws for what is no message and for a body that cannot be read. */
function partsOf(response) {
  const { headers } = Object(response);
  const body = isNodeStream(response) ? response : Object(response).body;
  const hasBody = body === null || isNodeStream(body) || isWebStream(body);
  if (typeof headers !== 'object' || headers === null || !hasBody) {
    const expected = 'a Response of fetch() or an IncomingMessage of node:http';
    throw invalidArgument('response', expected, response);
  }
  if (isNodeStream(body) && body.readableEncoding) {
    const expected = 'a stream of bytes: remove setEncoding()';
    throw invalidArgument('response', expected, response);
  }
  if (response.bodyUsed || body?.locked || body?.readableDidRead || body?.readableEnded) {
    throw bodyNotReadable();
  }
  if (isNodeStream(body) && body.destroyed) throw bodyAborted(body.errored ?? undefined);
  return { headers, body };
}

// Reads and decodes the body of an HTTP message.
async function decodeResponse(response, options = undefined) {
  const settings = toResponseSettings(options);
  const { headers, body } = partsOf(response);
  const type = toMediaType(headerOf(headers, 'content-type'));
  const collector = new Collector(settings.maxBytes);
  if (isWebStream(body)) {
    await readWebStream(body, collector, settings.signal);
  } else if (body !== null) {
    // What has headers with a function get() comes from an implementation of fetch(), which has decompressed the body.
    const isPlain = typeof headers.get === 'function';
    const decoders = isPlain ? [] : decodersFor(body, headerOf(headers, 'content-encoding'));
    await readNodeStream(body, decoders, collector, settings.signal);
  }
  return decodeWholeBody(collector.end(), type, settings);
}

module.exports = { decodeResponse };
