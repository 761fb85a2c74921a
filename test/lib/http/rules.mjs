// For the tests of whatwg-transcoder/http: runs a body through each function and stream that finds an encoding. These are sniffEncoding(),
// decodeBody(), decodeResponse() and both kinds of streams, with the body whole and in chunks.

import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { getEncoding } from 'whatwg-transcoder';
import { decode } from 'whatwg-transcoder/hooks';
import {
  DecodeBodyStream,
  DecodeBodyTransform,
  decodeBody,
  decodeResponse,
  sniffEncoding,
} from 'whatwg-transcoder/http';

/** The classes of the errors of this entry point, their statuses and their types, by their codes. */
const errors = {
  ERR_BODY_ABORTED: ['Error', 400, 'request.aborted'],
  ERR_BODY_NOT_READABLE: ['TypeError', 500, 'stream.not.readable'],
  ERR_BODY_TOO_LARGE: ['RangeError', 413, 'entity.too.large'],
  ERR_CONTENT_ENCODING_AMBIGUOUS: ['TypeError', 500, 'encoding.ambiguous'],
  ERR_CONTENT_ENCODING_INVALID: ['Error', 400, 'encoding.invalid'],
  ERR_CONTENT_ENCODING_NOT_SUPPORTED: ['RangeError', 415, 'encoding.unsupported'],
  ERR_ENCODING_INVALID_ENCODED_DATA: ['TypeError', 400, 'encoding.invalid'],
  ERR_ENCODING_NOT_SUPPORTED: ['RangeError', 415, 'charset.unsupported'],
  ERR_ENCODING_OUTPUT_TOO_LARGE: ['RangeError', 413, 'entity.too.large'],
  ERR_ENCODING_TOO_MANY_ERRORS: ['RangeError', 400, 'encoding.invalid'],
  ERR_FORM_CHARSET_TOO_LATE: ['RangeError', 415, 'charset.unsupported'],
  ERR_INVALID_ARG_TYPE: ['TypeError'],
  ERR_MEDIA_TYPE_NOT_SUPPORTED: ['TypeError', 415, 'media.type.unsupported'],
  ERR_URLENCODED_TOO_MANY_TUPLES: ['RangeError', 413, 'parameters.too.many'],
};

/** What the error with a code has, which stands here without « ERR_ »; `more` are properties of its own. */
export function failure(code, more = {}) {
  const [name, status, type] = errors[`ERR_${code}`];
  const ofHttp = status && { status, statusCode: status, expose: status < 500, type };
  return { name, code: `ERR_${code}`, ...ofHttp, ...more };
}

/** Checks what decodeResponse() makes of a response: a text, or an error as rejects() takes it. */
export async function checkResponse(response, expected, options = undefined, what = undefined) {
  const running = decodeResponse(response, options);
  if (typeof expected === 'string') equal((await running).text, expected, what);
  else await rejects(running, expected, what);
}

const toBytes = (body) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

export const utf8BOM = '\xef\xbb\xbf';

/** What fills the bytes that a stream searches for a <meta>. */
export const filler = `<title>a</title><script>b</script><link c="d">`.repeat(30);

export function chunksOf(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** What a stream of Node.js that finds the encoding makes of chunks: it gives strings. */
export async function ofNodeStream(stream, chunks) {
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  const parts = [];
  for await (const part of stream) parts.push(part);
  const { replacements, firstErrorOffset } = stream;
  return { text: parts.join(''), detected: await stream.detected, replacements, firstErrorOffset };
}

/** What a pair of web streams that finds the encoding makes of chunks. */
export async function ofWebStream(transform, chunks) {
  equal(transform.replacements, 0);
  const source = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const parts = [];
  for await (const part of source.pipeThrough(transform)) parts.push(part);
  ok(parts.every((part) => part !== ''));
  const { replacements, firstErrorOffset } = transform;
  return {
    text: parts.join(''),
    detected: await transform.detected,
    replacements,
    firstErrorOffset,
  };
}

const flat = ({ detected, ...others }) => ({ ...others, ...detected });

/** What a DecodeBodyStream makes of chunks. */
export async function throughNodeStream(chunks, contentType, options) {
  const stream = new DecodeBodyStream(contentType, { encoding: 'utf8', ...options });
  return flat(await ofNodeStream(stream, chunks));
}

/** What a DecodeBodyTransform makes of chunks. */
export async function throughWebStream(chunks, contentType, options) {
  return flat(await ofWebStream(new DecodeBodyTransform(contentType, options), chunks));
}

/** What a stream has to make of a body: what decodeBody() makes of it, without a `<meta>` that only decodeBody() looks for. */
export function expectedOfStreams(bytes, contentType, options) {
  const decoded = decodeBody(bytes, contentType, options);
  if (decoded.source !== 'late-meta') return decoded;
  const { encoding, source } = sniffEncoding(bytes, contentType, options);
  return { ...decoded, ...decodeBody(bytes, `text/html;charset=${encoding}`, options), source };
}

/** All ways to decode a body: those that have the whole of it in the end, and streams that get chunks of some sizes. */
function waysToDecode(bytes, contentType, options) {
  const headers = { 'content-type': contentType };
  const small = bytes.length < 300 ? [1, 2, 5] : [bytes.length < 10_000 ? 1 : 333, 700, 1024];
  const cuts = [...small, Infinity].map((size) =>
    size === Infinity ? [bytes] : chunksOf(bytes, size),
  );
  const bodies = [bytes, Readable.from(cuts[1])];
  return {
    whole: [
      async () => decodeBody(bytes, contentType, options),
      ...bodies.map((body) => () => decodeResponse({ headers, body }, options)),
    ],
    streams: cuts.flatMap((chunks) =>
      [throughNodeStream, throughWebStream].map((run) => () => run(chunks, contentType, options)),
    ),
  };
}

/** Checks that a body ends in an error, as rejects() takes it, in decodeBody() and in streams. A response is read before it is decoded. */
export async function checkError(body, contentType, options, expected) {
  const { whole, streams } = waysToDecode(toBytes(body), contentType, options);
  for (const run of [whole[0], ...streams]) await rejects(run(), expected, `${run}`);
}

/**
 * Checks that a body has an encoding for a source, in every way to find it. The bytes of a body that is a string are the code
 * units of the string. `late` is the encoding that a `<meta>` names which only a whole body is searched for, if there is one.
 */
export async function checkBody(body, contentType, encoding, source, options, late) {
  const bytes = toBytes(body);
  const what = `${contentType}: ${JSON.stringify(bytes.subarray(0, 100).latin1Slice())}`;
  const sniffed = sniffEncoding(bytes, contentType, options);
  deepEqual([sniffed.encoding, sniffed.source], [encoding, source], what);
  const { unknownLabel } = sniffed;
  if (unknownLabel !== undefined) {
    ok(contentType.includes(unknownLabel), what);
    equal(getEncoding(unknownLabel), null, what);
  }
  const decoded = decodeBody(bytes, contentType, options);
  const { text, replacements, firstErrorOffset } = decoded;
  const found = late === undefined ? {} : { encoding: late, source: 'late-meta' };
  const expected = { ...sniffed, ...found, text, replacements, firstErrorOffset };
  // « decode » of the standard obeys a byte order mark, which the encoding is the same as.
  equal(text, decode(bytes, expected.encoding), what);
  const { whole, streams } = waysToDecode(bytes, contentType, options);
  for (const run of whole) deepEqual(await run(), expected, what);
  const streamed = late === undefined ? decoded : expectedOfStreams(bytes, contentType, options);
  for (const run of streams) deepEqual(await run(), streamed, `${what}, ${run}`);
}
