'use strict';

// The text of an HTTP message whose body is still to be read: a Response of fetch(), or an IncomingMessage of node:http.

const {
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  invalidArgument,
  invalidContentEncoding,
} = require('../base/errors.js');
const { concatBytes, copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { toBytes } = require('../transcoding/options.js');
const { decodeWholeBody } = require('./body.js');
const { FetchedCodings, decompressorsOf, hasCoding, isZlibError } = require('./content-codings.js');
const { toMediaType, toResponseSettings } = require('./options.js');
const { refusesCharset, sniff } = require('./sniff.js');

/** In bytes: how much of a body is looked at before the rest is read. `<?x` in UTF-16 has 6 bytes. */
const HEAD_BYTES = 8;

/** In bytes: shorter chunks are copied into blocks of this length, because an object for each would take more memory. */
const BLOCK_BYTES = 64 * 1024;

const ignore = () => {};

/** The bytes of a body, collected from chunks. */
class Collector {
  #maxBytes;
  #declared = 0; // how many bytes the header says that there are
  #length = 0;
  #chunks = [];
  #block = noBytes;
  #used = 0; // bytes of the block
  #checks;
  #head; // the first bytes, while a check needs more of them; otherwise null

  /**
   * `checks` are functions of the first bytes and `isWhole`, which says that the body has no more bytes. They throw for a body
   * that is refused whatever its length is, and return whether they need more bytes.
   */
  constructor(maxBytes, checks) {
    this.#maxBytes = maxBytes;
    this.#checks = checks;
    this.#head = checks.length > 0 ? noBytes : null;
  }

  /** Takes the length that the header of the body declares; throws if it is too long. */
  declare(length) {
    this.#declared = length;
    this.checkLength(length);
  }

  /** Adds a chunk; throws for a body that is too long or refused. */
  add(chunk) {
    const bytes = toBytes(chunk, 'chunk');
    const length = lengthOf(bytes);
    if (length === 0) return;
    this.#length += length;
    if (this.#head !== null) {
      const missing = HEAD_BYTES - lengthOf(this.#head);
      this.#look(concatBytes([this.#head, restOf(bytes, 0, Math.min(missing, length))]), false);
    }
    this.checkLength(Math.max(this.#length, this.#declared));
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
    if (this.#head !== null) this.#look(this.#head, true);
    this.checkLength(this.#length);
    this.#endBlock();
    return concatBytes(this.#chunks);
  }

  /**
   * Throws for a number of bytes that is larger than that of the bytes that a body may have. The error of a check comes before this
   * one, so that the result does not depend on chunks.
   */
  checkLength(length) {
    if (this.#head === null && length > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
  }

  #look(head, isWhole) {
    this.#head = this.#checks.some((check) => check(head, isWhole)) ? head : null;
  }

  #endBlock() {
    if (this.#used > 0) this.#chunks.push(restOf(this.#block, 0, this.#used));
    this.#used = 0;
    this.#block = noBytes;
  }
}

/**
 * Returns the error for a TypeError of a web stream, which is what fetch() makes of a network error and of an error of node:zlib.
 * https://fetch.spec.whatwg.org/#fetch-method
 */
function errorOfFetch(error) {
  return isZlibError(error.cause) ? invalidContentEncoding(error.cause) : bodyAborted(error);
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
        throw error instanceof TypeError ? errorOfFetch(error) : error;
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

/** Gives up a body of which nothing has been read. */
function discard(body, reason) {
  if (isWebStream(body)) body.cancel(reason).catch(ignore);
  else giveUp(body);
}

/**
 * Reads a stream of Node.js to its end through what undoes its content codings. When that fails, the rest of the stream is given
 * up.
 */
async function readNodeStream(message, decompressors, collector, signal) {
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
  const keepFailure = (work) => {
    try {
      return work();
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  const checkIgnored = (length) => keepFailure(() => collector.checkLength(length));
  const steps = decompressors.map((decompress) => (chunks) => decompress(chunks, checkIgnored));
  const onError = (error) => {
    failure ??= bodyAborted(error);
    source.destroy(failure);
  };
  const onClose = () => {
    if (!message.readableEnded) onError();
  };
  const collect = async (chunks) => {
    for await (const chunk of chunks) keepFailure(() => collector.add(chunk));
  };
  message.on('error', onError);
  message.on('close', onClose);
  message.pipe(source);
  try {
    await pipeline(source, ...steps, collect, signal === null ? {} : { signal });
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

/**
 * Returns the value of a header, or the empty string. A plain object may have its names in upper and lower case; `name` is in lower
 * case.
 */
function headerOf(headers, name) {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const values = [];
  for (const key of Object.keys(headers)) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value = headers[key];
    if (Array.isArray(value)) values.push(...value);
    else if (value !== undefined && value !== null) values.push(value);
  }
  return values.length === 1 ? values[0] : values.join(', ');
}

const isNodeStream = (value) => typeof value?.pipe === 'function';
const isWebStream = (value) => typeof value?.getReader === 'function';

/** Tells whether a stream of Node.js has been read, or is being read by something else. */
function isUsed(stream) {
  if (stream.readableDidRead || stream.readableEnded || stream.readableFlowing === true)
    return true;
  return ['data', 'readable'].some((name) => stream.listenerCount?.(name) > 0);
}

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
  if (response.bodyUsed || body?.locked || (isNodeStream(body) && isUsed(body))) {
    throw bodyNotReadable();
  }
  if (isNodeStream(body) && body.destroyed) throw bodyAborted(body.errored ?? undefined);
  return { headers, body };
}

/**
 * Returns how many bytes a body has as its headers say, or 0 when they do not say it. The headers of an answer to HEAD, and of one
 * with the status 304, tell the length of a body that does not come.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.6
 */
function declaredLength(message, headers) {
  const length = `${headerOf(headers, 'content-length')}`;
  const isWithoutBody = message.req?.method === 'HEAD' || message.statusCode === 304;
  const isNumber = Array.from(length).every((digit) => digit >= '0' && digit <= '9');
  if (isWithoutBody || !isNumber) return 0;
  // https://www.rfc-editor.org/rfc/rfc9112#section-6.3
  return headerOf(headers, 'transfer-encoding') === '' ? Number(length) : 0;
}

/** Returns what checks the first bytes of a body, as a Collector takes it. */
function checksOf(type, settings, codings) {
  const checks = codings === null ? [] : [(head, isWhole) => codings.mayBeInHead(head, isWhole)];
  // A byte order mark counts more than the charset of the header.
  if (refusesCharset(type, settings)) {
    checks.push((head, isWhole) => sniff(head, isWhole, type, settings) === null);
  }
  return checks;
}

/** Returns { codings, collector, decompressors } for a message; throws for one that is refused before it is read. */
function planOf(response, headers, type, settings) {
  const contentEncoding = headerOf(headers, 'content-encoding');
  // What has headers with a function get() comes from an implementation of fetch(), which has decompressed the body.
  const isFetched = typeof headers.get === 'function';
  const codings =
    isFetched && hasCoding(contentEncoding) ? new FetchedCodings(contentEncoding) : null;
  const decompressors = isFetched ? [] : decompressorsOf(contentEncoding);
  const collector = new Collector(settings.maxBytes, checksOf(type, settings, codings));
  if (!hasCoding(contentEncoding)) collector.declare(declaredLength(response, headers));
  return { codings, collector, decompressors };
}

// Reads and decodes the body of an HTTP message.
async function decodeResponse(response, options = undefined) {
  const settings = toResponseSettings(options);
  const { signal } = settings;
  const { headers, body } = partsOf(response);
  const type = toMediaType(headerOf(headers, 'content-type'));
  if (body === null) {
    signal?.throwIfAborted();
    return decodeWholeBody(noBytes, type, settings);
  }
  let plan;
  try {
    signal?.throwIfAborted();
    plan = planOf(response, headers, type, settings);
  } catch (error) {
    discard(body, error);
    throw error;
  }
  const { codings, collector, decompressors } = plan;
  if (isWebStream(body)) await readWebStream(body, collector, signal);
  else await readNodeStream(body, decompressors, collector, signal);
  const bytes = collector.end();
  codings?.check(bytes);
  return decodeWholeBody(bytes, type, settings);
}

module.exports = { decodeResponse };
