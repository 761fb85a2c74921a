'use strict';

// Reads the response of each HTTP client: where the bytes of the body are, and whether the client has undone the content
// codings that the header still lists. Each client is known by marks that it leaves itself; nothing is guessed from the bytes.

const { types } = require('node:util');
const { bodyAborted } = require('./errors.js');
const { invalidArgument, isArray } = require('../base/errors.js');

// Each client has a function of `codings`, the content codings that count, and of `list`, everything that the header lists. It
// returns true if the client has undone all of them, false if all are in place, and null if the response does not tell.

const inPlace = () => false;
const unknown = () => null;

/** The class of a stream that decompresses, in node:zlib and in the package minizlib, and the codings that it undoes. */
const codingsOfClass = new Map([
  ['BrotliDecompress', ['br']],
  ['Gunzip', ['gzip', 'x-gzip']],
  ['Inflate', ['deflate', 'x-deflate']],
  ['InflateRaw', ['deflate', 'x-deflate']],
  ['Unzip', ['gzip', 'x-gzip', 'deflate', 'x-deflate']],
  ['ZstdDecompress', ['zstd']],
]);

const isObject = (value) => typeof value === 'object' && value !== null;
const isBytes = (value) => ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value);
const isBlob = (value) => typeof value?.stream === 'function' && typeof value.slice === 'function';
const isWebStream = (value) => typeof value?.getReader === 'function';
const isNodeStream = (value) =>
  ['on', 'pipe', 'read'].every((name) => typeof value?.[name] === 'function');

/** Tells whether a stream is a message of node:http or node:http2. Where a client has put a stream between, that one has write(). */
const isMessageOfHttp = (stream) =>
  isNodeStream(stream) &&
  typeof stream.httpVersion === 'string' &&
  typeof stream.write !== 'function';

/** Tells whether a version is `first` or later: [major, minor]. */
function isFrom(version, first) {
  const [major, minor] = version.split('.').map(Number);
  return major > first[0] || (major === first[0] && minor >= first[1]);
}

/**
 * Tells whether the runtime's undici knows zstd: 7.11 is the first version that does. Returns null when the version is not known.
 * https://github.com/nodejs/undici/pull/4238
 */
function knowsZstd(isOfRuntime) {
  if (require('node:zlib').createZstdDecompress === undefined) return false;
  const { undici } = process.versions;
  return isOfRuntime && undici !== undefined ? isFrom(undici, [7, 11]) : null;
}

/** Returns what tells whether an implementation of fetch() has undone the codings. None of them changes the headers. */
const undoneByFetch = (isOfRuntime) => (codings, list) => {
  const { bun, deno } = process.versions;
  if (bun !== undefined || deno !== undefined) {
    if (list.length !== 1) return null;
    // Bun undoes « x-gzip » since 1.4.
    if (codings[0] === 'x-gzip') return deno === undefined && isFrom(bun, [1, 4]);
    return (deno === undefined ? ['br', 'deflate', 'gzip', 'zstd'] : ['br', 'gzip']).includes(
      codings[0],
    );
  }
  // undici leaves all codings in place when it does not know a member of the list, which may be « identity » or empty.
  const others = list.filter((coding) => !['br', 'deflate', 'gzip', 'x-gzip'].includes(coding));
  if (others.some((coding) => coding !== 'zstd')) return false;
  return others.length === 0 || knowsZstd(isOfRuntime);
};

/** A response of fetch() has the URL of its request, and one that a program has made has none. */
function undoneInWebMessage(message) {
  if (typeof message.headers?.get !== 'function') return unknown;
  // The body of a Request is as its sender made it.
  if (typeof message.method === 'string') return inPlace;
  if (typeof message.url !== 'string' || message.url === '') return unknown;
  return undoneByFetch(message instanceof (globalThis.Response ?? Object));
}

function undoneInStream(stream, message) {
  const undone = codingsOfClass.get(stream.constructor?.name);
  if (undone !== undefined) {
    return (codings) => (codings.length === 1 && undone.includes(codings[0]) ? true : null);
  }
  // The body of request() of undici has a method dump().
  const isOfUndici = typeof stream.dump === 'function' && typeof message.statusCode === 'number';
  return isMessageOfHttp(stream) || isOfUndici ? inPlace : unknown;
}

/** superagent keeps the header, and undoes single codings only. Versions that do not know « br » have no _shouldDecompress(). */
function undoneInSuperagent({ request }) {
  return (codings, list) => {
    if (list.length !== 1 || !['br', 'deflate', 'gzip'].includes(codings[0])) return false;
    return codings[0] !== 'br' || typeof request?._shouldDecompress === 'function' || null;
  };
}

/** axios deletes the header of what it has undone, but for its adapter « fetch ». */
function undoneInAxios({ request }) {
  if (typeof request?.getHeader === 'function') return inPlace;
  const isOfFetch = typeof request?.headers?.get === 'function';
  return isOfFetch ? undoneByFetch(request instanceof (globalThis.Request ?? Object)) : unknown;
}

/** Returns the body of a response and what tells whether the client has undone its codings, or undefined. */
function findBody(message) {
  // got deletes the header of what it has undone.
  if (isBytes(message.rawBody)) {
    return [message.rawBody, isArray(message.redirectUrls) ? inPlace : unknown];
  }
  // needle keeps the bytes as they came.
  if (isBytes(message.raw) && isMessageOfHttp(message)) return [message.raw, inPlace];
  const isOfSuperagent = isMessageOfHttp(message.res) && 'buffered' in message;
  if (isOfSuperagent) {
    if (message.req?.method === 'HEAD') return [null, unknown];
    return isBytes(message.body) ? [message.body, undoneInSuperagent(message)] : undefined;
  }
  if (isObject(message.config) && 'data' in message) {
    const { data } = message;
    if (data === null) return [null, unknown];
    const isBody = isBytes(data) || isWebStream(data) || isNodeStream(data);
    return isBody ? [data, undoneInAxios(message)] : undefined;
  }
  if (isNodeStream(message)) return [message, undoneInStream(message, message)];
  const { body } = message;
  if (body === null) return [null, unknown];
  if (isBytes(body)) return [body, unknown];
  if (isWebStream(body)) return [body, undoneInWebMessage(message)];
  return isNodeStream(body) ? [body, undoneInStream(body, message)] : undefined;
}

/** Returns what a caller has to do to get the bytes of what was passed. */
function advice(response) {
  const message = Object(response);
  if (typeof message.then === 'function') return 'a response, not a Promise: await it';
  if (isBlob(message)) return 'a response, not a Blob: pass `new Response(blob)`';
  if (typeof response === 'string' || isBytes(response)) {
    return 'a response, with headers: for a body alone there is decodeBody()';
  }
  const content = 'data' in message ? message.data : message.body;
  if (isBlob(content)) {
    return 'a response whose body is bytes or a stream, not a Blob: pass `{ headers, body: blob.stream() }`';
  }
  if (typeof content === 'string' || typeof message.text === 'string') {
    return 'a response whose body is bytes or a stream, not text: let the client return bytes';
  }
  return 'a Response of fetch(), an IncomingMessage of node:http, or another object with headers and a body of bytes or a stream';
}

/** Returns { headers, body, isUndone } of a response; throws TypeError for what is no response, and for a body that is no bytes. */
function partsOf(response) {
  const isMessage = isObject(response) && isObject(response.headers) && !isBlob(response);
  const found =
    isMessage && !isArray(response.headers) && typeof response.then !== 'function'
      ? findBody(response)
      : undefined;
  if (found !== undefined) {
    const [body, isUndone] = found;
    return { headers: response.headers, body, isUndone };
  }
  if (isMessage && isArray(response.headers)) {
    throw invalidArgument('response.headers', 'Headers or an object of names', response.headers);
  }
  throw invalidArgument('response', advice(response), response);
}

/** Tells whether a value is a stream of got, which has its response in a property. */
const isStreamOfGot = (value) =>
  isNodeStream(value) && value.headers === undefined && isArray(value.redirectUrls);

/** Adds listeners to a stream of Node.js, by the names of their events; returns a function that removes them. */
function listen(stream, listeners) {
  const all = Object.entries(listeners);
  for (const [name, listener] of all) stream.on(name, listener);
  return () => {
    for (const [name, listener] of all) stream.off(name, listener);
  };
}

/**
 * Waits for the response of a stream of got, and returns it in the form of any other. Rejects with the stream's error, such as
 * that for the status 404, or with the reason of the signal.
 */
async function responseOfGot(stream, signal) {
  if (!isObject(stream.response)) {
    if (stream.destroyed) throw stream.errored ?? bodyAborted();
    await new Promise((resolve, reject) => {
      const settle = (end, value) => {
        stopListening();
        signal?.removeEventListener('abort', onAbort);
        end(value);
      };
      const onAbort = () => {
        settle(reject, signal.reason);
        stream.on('error', () => {});
        stream.destroy();
      };
      const stopListening = listen(stream, {
        response: () => settle(resolve),
        error: (error) => settle(reject, error),
        close: () => settle(reject, bodyAborted()),
      });
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted) onAbort();
    });
  }
  return { headers: stream.response.headers, body: stream, isUndone: inPlace };
}

/** Returns the host name in a URL, or undefined for a value that is no absolute URL. */
const hostInUrl = (url) =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined;

/** Returns the name of the host that a response came from, where its client tells it. The request of a client has none. */
function hostOf(message) {
  const { config, req, request, response, url } = message;
  if (typeof message.method === 'string') return undefined;
  // The places of the URL in a response of fetch() and got, a stream of got, axios after redirects and before them, and superagent.
  const urls = [url, response?.url, request?.res?.responseUrl, config?.url, request?.url];
  const host = urls.map(hostInUrl).find((each) => each !== undefined) ?? req?.host;
  return typeof host === 'string' ? host : undefined;
}

module.exports = {
  hostOf,
  isBytes,
  isMessageOfHttp,
  isNodeStream,
  isStreamOfGot,
  isWebStream,
  listen,
  partsOf,
  responseOfGot,
};
