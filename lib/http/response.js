'use strict';

// The text of an HTTP message with its headers: a response of an HTTP client, or the request that a server has received.

const {
  ambiguousContentEncoding,
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  invalidContentEncoding,
  unreadableMessage,
} = require('./errors.js');
const { invalidArgument, isArray } = require('../base/errors.js');
const { copyOf, lengthOf, noBytes, optionsOf, toBytes } = require('../base/webidl.js');
const { decodeWholeBody } = require('./body.js');
const {
  hostOf,
  isBytes,
  isMessageOfHttp,
  isNodeStream,
  isStreamOfGot,
  isWebStream,
  listen,
  partsOf,
  responseOfGot,
} = require('./clients.js');
const {
  codingsOf,
  decompress,
  decompressorsOf,
  isZlibError,
  listOf,
} = require('./content-codings.js');
const { toMediaType, toResponseSettings } = require('./options.js');
const { queueOf } = require('../transcoding/pieces.js');
const { refusesCharset, sniff } = require('./sniff.js');

/** How many chunks of a stream wait until they are decompressed. */
const MAX_WAITING_CHUNKS = 8;

const ignore = () => {};

/** The bytes of a body, collected from chunks. */
class Collector {
  #maxBytes;
  #declared = 0; // how many bytes the header says that there are
  #queue = queueOf(noBytes);
  #checks;
  #isChecking; // whether a check needs more bytes
  #nextLook = 0; // in bytes: how many have to be there for the next check

  /**
   * `checks` are functions of the first bytes and `isWhole`, which says that the body has no more bytes. They throw for a body
   * that is refused whatever its length is, and return whether they need more bytes.
   */
  constructor(maxBytes, checks) {
    this.#maxBytes = maxBytes;
    this.#checks = checks;
    this.#isChecking = checks.length > 0;
  }

  /** Takes the length that the header of the body declares. It counts when the first byte has come. */
  declare(length) {
    this.#declared = length;
  }

  /** Adds a copy of a chunk, whose memory a stream may use again. Throws for a body that is too long or refused. */
  add(chunk) {
    const bytes = toBytes(chunk, 'chunk');
    if (lengthOf(bytes) === 0) return;
    this.#queue.append(bytes);
    const all = this.#queue.bytes;
    this.#look(all, false);
    this.checkLength(Math.max(lengthOf(all), this.#declared));
  }

  /** Returns the bytes of the body, which are those of all chunks unless they are given. Throws as add() does. */
  end(bytes = this.#queue.bytes) {
    this.#look(bytes, true);
    this.checkLength(lengthOf(bytes));
    return bytes;
  }

  /**
   * Throws for a number of bytes that is larger than that of the bytes that a body may have. The error of a check comes before this
   * one, so that the result does not depend on chunks.
   */
  checkLength(length) {
    if (!this.#isChecking && length > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
  }

  #look(bytes, isWhole) {
    const length = lengthOf(bytes);
    if (!this.#isChecking || (!isWhole && length < this.#nextLook)) return;
    // `<?x` in UTF-16 has 6 bytes, and white space may stand before it. Each byte is looked at a bounded number of times on average.
    this.#nextLook = length < 6 ? length + 1 : 2 * length;
    this.#isChecking = this.#checks.some((check) => check(bytes, isWhole));
  }
}

/**
 * Returns the error for one of a stream. fetch() makes a TypeError of a network error, and of an error of node:zlib; the stream of
 * another client that decompresses has the error of node:zlib itself.
 * https://fetch.spec.whatwg.org/#fetch-method
 */
function errorOfStream(error) {
  const ofZlib = [error, error?.cause].find(isZlibError);
  return ofZlib === undefined ? bodyAborted(error) : invalidContentEncoding(ofZlib);
}

/** An iterable that `for await` reads by calls of `next`. */
const iterableOf = (next) => ({ [Symbol.asyncIterator]: () => ({ __proto__: null, next }) });

/**
 * Opens a web stream. Returns its chunks, and `close`, which cancels it unless `isRead` says that it has been read to its end.
 * https://streams.spec.whatwg.org/#default-reader-class
 */
function openWebStream(stream) {
  const reader = stream.getReader();
  const next = () =>
    reader.read().catch((error) => {
      // Where a test runner loads this module into a realm of its own, the error has the TypeError of another one.
      throw error?.name === 'TypeError' ? errorOfStream(error) : error;
    });
  return {
    chunks: iterableOf(next),
    close(isRead, error) {
      if (!isRead) reader.cancel(error).catch(ignore);
    },
  };
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
  else if (isNodeStream(body)) giveUp(body);
}

/**
 * Opens a stream of Node.js as openWebStream() opens another one. `fail` gets the error that ends the stream early. What is not read of
 * the stream is given up.
 */
function openNodeStream(message, fail) {
  const waiting = []; // chunks
  let wake = ignore;
  let hasEnded = stateOf(message).readableEnded === true;
  const stopListening = listen(message, {
    data(chunk) {
      try {
        const bytes = toBytes(chunk, 'chunk');
        // The stream may use the memory of the chunk again. A detached buffer contains no bytes.
        if (lengthOf(bytes) > 0) waiting.push(copyOf(bytes));
      } catch (error) {
        fail(error);
      }
      if (waiting.length > MAX_WAITING_CHUNKS) message.pause();
      wake();
    },
    error: (error) => fail(errorOfStream(error)),
    end() {
      hasEnded = true;
      wake();
    },
    close() {
      if (!hasEnded) fail(bodyAborted());
    },
  });
  const next = async () => {
    while (waiting.length === 0 && !hasEnded) {
      const woken = new Promise((resolve) => {
        wake = resolve;
      });
      // The streams of some packages give chunks within this call.
      message.resume();
      await woken;
    }
    return { done: waiting.length === 0, value: waiting.shift() };
  };
  return {
    chunks: iterableOf(next),
    close() {
      stopListening();
      if (!hasEnded) giveUp(message);
    },
  };
}

/** The chunk of a body of bytes. */
async function* chunkOf(bytes) {
  yield bytes;
}

/** Opens a body. */
function open(body, fail) {
  if (isNodeStream(body)) return openNodeStream(body, fail);
  if (isWebStream(body)) return openWebStream(body);
  return { chunks: chunkOf(body), close: ignore };
}

/**
 * Returns the bytes of a body, which it reads to its end through what undoes its content codings. An error of its stream and the signal end the work at once: no
 * more is read or decompressed.
 */
async function readBody(body, decompressors, collector, { maxBytes, signal }) {
  if (isBytes(body) && decompressors.length === 0) return collector.end(toBytes(body, 'chunk'));
  let fail;
  const failed = new Promise((_, reject) => {
    fail = reject;
  });
  const onAbort = () => fail(signal.reason);
  signal?.addEventListener('abort', onAbort);
  const source = open(body, fail);
  const { chunks, stop } = decompress(source.chunks, decompressors, maxBytes);
  const read = async () => {
    for await (const chunk of chunks) collector.add(chunk);
  };
  try {
    await Promise.race([read(), failed]);
    source.close(true);
  } catch (error) {
    stop();
    source.close(false, error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return collector.end();
}

/** Returns the value of a header as text. Several values, which Node.js has as an array, are one list. */
function toHeaderText(value, name) {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (isArray(value)) return value.map((one) => toHeaderText(one, name)).join(', ');
  if (typeof value === 'number') return `${value}`;
  throw invalidArgument(`response.headers['${name}']`, 'a string or an array of strings', value);
}

/**
 * Returns the value of a header, or the empty string. A plain object and a Map may have names in upper and lower case; `name` is
 * in lower case.
 */
function headerOf(headers, name) {
  const isMap = headers instanceof Map;
  if (!isMap && typeof headers.get === 'function') return toHeaderText(headers.get(name), name);
  const values = [];
  for (const key of isMap ? headers.keys() : Object.keys(headers)) {
    if (typeof key !== 'string' || key.length !== name.length || key.toLowerCase() !== name) {
      continue;
    }
    const value = isMap ? headers.get(key) : headers[key];
    if (value !== undefined && value !== null) values.push(value);
  }
  return toHeaderText(values, name);
}

const statusWithoutBody = [204, 304];

/** Returns what streams and messages tell of their own state, which Object.prototype cannot change. */
const stateOf = (object) =>
  optionsOf(object, [
    'bodyUsed',
    'destroyed',
    'emittedEnd',
    'errored',
    'flowing',
    'locked',
    'readableDidRead',
    'readableEncoding',
    'readableEnded',
    'readableFlowing',
  ]);

/**
 * Tells whether a stream of Node.js, or of the package minipass, has been read, or is being read by something else. That of a
 * response without a body may have ended before.
 */
function isUsed(stream, state, message) {
  if (statusWithoutBody.includes(message.status)) return false;
  if (state.readableDidRead || state.readableEnded || state.readableFlowing === true) return true;
  if (state.flowing === true || state.emittedEnd === true) return true;
  return ['data', 'readable'].some((name) => stream.listenerCount?.(name) > 0);
}

/** Throws for the body of a message that cannot be read. */
function checkReadable(body, message) {
  const state = stateOf(body);
  const isOfNode = isNodeStream(body);
  if (isOfNode && state.readableEncoding) {
    const expected = 'a stream of bytes: remove setEncoding()';
    throw invalidArgument('response', expected, message);
  }
  if (isBytes(body)) return;
  if (stateOf(message).bodyUsed || state.locked || (isOfNode && isUsed(body, state, message))) {
    throw bodyNotReadable();
  }
  if (isOfNode && state.destroyed) throw bodyAborted(state.errored ?? undefined);
}

/** Runs a function that reads properties of the user's objects; an error that such a property throws becomes one with a code. */
function readSafely(read) {
  try {
    return read();
  } catch (error) {
    throw typeof error?.code === 'string' ? error : unreadableMessage(error);
  }
}

/** The headers that count. */
const headerNames = [
  'content-type',
  'content-language',
  'content-encoding',
  'content-length',
  'transfer-encoding',
];

/** Returns the headers that count as text, by their names. */
const textsOf = (headers) =>
  readSafely(() => Object.fromEntries(headerNames.map((name) => [name, headerOf(headers, name)])));

/**
 * Returns how many bytes a body has as its headers say, or 0 when they do not say it. The headers of an answer to HEAD, and of one
 * with the status 204 or 304, tell the length of a body that does not come. Behind a stream that a client has put between, the
 * length may be that of the compressed body.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.6
 */
function declaredLength(message, body, texts) {
  if (!isWebStream(body) && typeof body.write === 'function') return 0;
  const isWithoutBody =
    methodOf(message, body) === 'HEAD' ||
    statusWithoutBody.includes(message.statusCode ?? message.status ?? body.statusCode);
  const isNumber = Array.from(texts['content-length']).every(
    (digit) => digit >= '0' && digit <= '9',
  );
  if (isWithoutBody || !isNumber) return 0;
  // https://www.rfc-editor.org/rfc/rfc9112#section-6.3
  return texts['transfer-encoding'] === '' ? Number(texts['content-length']) : 0;
}

/** Returns the method of the request that a message is, or is the answer to; undefined when the message does not tell. */
const methodOf = (message, body) =>
  message.method ?? message.req?.method ?? body.method ?? body.req?.method;

/**
 * Tells whether the bytes of a body come, if the header declares some: then a body is refused before it is read. fetch() gives no
 * body to an answer to HEAD. The answer of request() of undici does not tell the method; there the first byte has to come.
 */
const isSureToCome = (message, body) =>
  isWebStream(body) || (isMessageOfHttp(body) && methodOf(message, body) !== undefined);

/** Returns what checks the first bytes of a body, as a Collector takes it. */
function checksOf(type, settings, ambiguous) {
  const checks = [];
  // An answer to HEAD has no bytes that may be compressed.
  if (ambiguous !== null) {
    checks.push((head) => {
      if (lengthOf(head) > 0) throw ambiguousContentEncoding(ambiguous);
      return true;
    });
  }
  // A byte order mark counts more than the charset of the header.
  if (refusesCharset(type, settings)) {
    checks.push((head, isWhole) => sniff(head, isWhole, type, settings) === null);
  }
  return checks;
}

/** Returns what a message tells the detector, where the caller's options do not. */
function hintsOf(message, texts, { detect, language, topLevelDomain }) {
  if (detect !== true) return undefined;
  return {
    language: language ?? texts['content-language'],
    topLevelDomain: topLevelDomain ?? readSafely(() => hostOf(message)),
  };
}

/** Returns { collector, decompressors, hints, type } for a message; throws for one that is refused before it is read. */
function planOf(message, { headers, body, isUndone }, settings) {
  const texts = textsOf(headers);
  const type = toMediaType(texts['content-type']);
  if (body === null) return { type };
  const hints = hintsOf(message, texts, settings);
  const contentEncoding = texts['content-encoding'];
  const codings = codingsOf(contentEncoding);
  const isDecompressed =
    codings.length === 0 || (settings.isDecompressed ?? isUndone(codings, listOf(contentEncoding)));
  const decompressors = isDecompressed === false ? decompressorsOf(codings) : [];
  const ambiguous = isDecompressed === null ? contentEncoding : null;
  const collector = new Collector(settings.maxBytes, checksOf(type, settings, ambiguous));
  if (codings.length === 0 && !isBytes(body)) {
    const length = readSafely(() => declaredLength(message, body, texts));
    collector.declare(length);
    if (isSureToCome(message, body)) collector.checkLength(length);
  }
  return { collector, decompressors, hints, type };
}

// Reads and decodes the body of an HTTP message.
async function decodeResponse(response, options = undefined) {
  const settings = toResponseSettings(options);
  const { signal } = settings;
  const isOfGot = readSafely(() => isStreamOfGot(response));
  const parts = isOfGot
    ? await responseOfGot(response, signal)
    : readSafely(() => partsOf(response));
  const { body } = parts;
  readSafely(() => checkReadable(body, response));
  let plan;
  try {
    signal?.throwIfAborted();
    plan = planOf(response, parts, settings);
  } catch (error) {
    discard(body, error);
    throw error;
  }
  const { collector, decompressors, hints, type } = plan;
  if (body === null) return decodeWholeBody(noBytes, type, settings);
  const bytes = await readBody(body, decompressors, collector, settings);
  return decodeWholeBody(bytes, type, { ...settings, ...hints });
}

module.exports = { decodeResponse };
