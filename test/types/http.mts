// A module that uses the types of whatwg-transcoder/http: all that must compile, and all that the compiler must refuse.

import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { EncodingName } from 'whatwg-transcoder';
import {
  type AmbiguousContentEncodingError,
  type BodyTooLargeError,
  DecodeBodyStream,
  type DecodeBodyStreamOptions,
  DecodeBodyTransform,
  type DecodedBody,
  decodeBody,
  decodeResponse,
  type EncodingSource,
  type InvalidBodyError,
  type SniffedEncoding,
  sniffEncoding,
  type UnsupportedCharsetError,
} from 'whatwg-transcoder/http';

const bytes = Buffer.from('text');

// The encoding.
const { encoding, isReliable, source }: SniffedEncoding = sniffEncoding(bytes, 'text/html', {
  prescanBytes: Infinity,
  detect: (body, { contentType, topLevelDomain }) =>
    body.length > 0 && topLevelDomain === 'jp'
      ? 'shift_jis'
      : contentType === ''
        ? null
        : undefined,
  allow: new Set(['shift_jis', 'euc-jp']),
  allowUtf8Guess: true,
  topLevelDomain: 'jp',
  unknownCharset: 'throw',
  default: 'koi8-r',
});
const name: EncodingName = encoding;
const from: [EncodingSource, boolean | undefined] = [source, isReliable];
const late: EncodingSource = 'late-meta';
sniffEncoding(new ArrayBuffer(1));
sniffEncoding(new DataView(new SharedArrayBuffer(1)), null, null);
// @ts-expect-error a string is no bytes
sniffEncoding('text', 'text/html');
// @ts-expect-error there are two ways
sniffEncoding(bytes, 'text/html', { unknownCharset: 'warn' });
// @ts-expect-error a detector returns a label
sniffEncoding(bytes, 'text/html', { detect: () => ({ encoding: 'utf-8' }) });
// @ts-expect-error a detector does not wait
sniffEncoding(bytes, 'text/html', { detect: async () => 'utf-8' });
// @ts-expect-error it has no limit
sniffEncoding(bytes, 'text/html', { maxBytes: 1 });

// The text.
const decoded: DecodedBody = decodeBody(bytes, 'text/plain', { fatal: true, maxBytes: 100 });
const parts: [string, EncodingName, number, number | null] = [
  decoded.text,
  decoded.encoding,
  decoded.replacements,
  decoded.firstErrorOffset,
];
// @ts-expect-error a limit is a number
decodeBody(bytes, 'text/plain', { maxBytes: '100kb' });

// Messages.
const texts: Promise<DecodedBody>[] = [
  decodeResponse(new Response('text'), { signal: new AbortController().signal }),
  decodeResponse(new Request('http://localhost/')),
  decodeResponse({ headers: new Headers(), body: Readable.from([]) }),
  decodeResponse({ headers: { 'content-type': 'text/plain' }, body: Readable.from([]) }),
];
// Other clients.
texts.push(
  decodeResponse({ headers: {}, body: bytes }, { isDecompressed: false }),
  decodeResponse({ headers: new Map([['content-type', 'text/html']]), body: new ArrayBuffer(1) }),
  decodeResponse({ headers: {}, data: bytes, config: {} }),
  decodeResponse(Object.assign(Readable.from([]), { redirectUrls: [] })),
);
const unknownLabel: string | undefined = decoded.unknownLabel ?? decoded.hint;
// @ts-expect-error it is a boolean
decodeResponse(new Response('text'), { isDecompressed: 'gzip' });
// @ts-expect-error a Promise is no message
decodeResponse(Promise.resolve(new Response('text')));
// @ts-expect-error text is no body
decodeResponse({ headers: {}, body: 'text' });
get('http://localhost/', (response: IncomingMessage) => {
  texts.push(decodeResponse(response, { signal: null, maxBytes: Infinity }));
});
// @ts-expect-error a stream has no headers
decodeResponse(Readable.from([]));
// @ts-expect-error bytes are no message
decodeResponse(bytes);

// Streams.
const options: DecodeBodyStreamOptions = { highWaterMark: 9, encoding: 'utf8', allow: ['gbk'] };
const stream = new DecodeBodyStream('text/html', options);
Readable.from([bytes]).pipe(stream).setEncoding('utf8');
const detected: Promise<SniffedEncoding> = stream.detected;
const counts: [number, number | null] = [stream.replacements, stream.firstErrorOffset];
const transform = new DecodeBodyTransform(null, { fatal: true });
const strings: ReadableStream<string> | undefined = new Response('text').body?.pipeThrough(
  transform,
);
transform.detected.then(({ source: told }: SniffedEncoding) => told);
// @ts-expect-error it never changes
stream.detected = detected;
// @ts-expect-error a web stream has no encoding of Node.js
new DecodeBodyTransform('text/html', { encoding: 'utf8' });

// Errors.
function statusOf(
  error:
    | AmbiguousContentEncodingError
    | UnsupportedCharsetError
    | BodyTooLargeError
    | InvalidBodyError,
): number {
  if (error.type === 'encoding.ambiguous') return error.contentEncoding.length;
  if (error.type === 'charset.unsupported') return error.charset.length;
  if (error.type === 'entity.too.large') return error.limit;
  return error.offset + error.status;
}

export { counts, detected, from, late, name, parts, statusOf, strings, texts, unknownLabel };
