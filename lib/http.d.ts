// This file has the types of whatwg-transcoder/http: the encoding and the text of HTTP bodies, and forms. It is the only reference documentation.

/// <reference types="node" />

import type { IncomingMessage } from 'node:http';
import type { Transform, TransformOptions } from 'node:stream';
import type {
  BufferSource,
  DecoderLabel,
  EncodingName,
  InvalidDataError,
  MalformedOptions,
} from './index.js';

/**
 * The source from which the encoding of a body is known.
 *
 * - `'bom'`: a byte order mark.
 * - `'header'`: the parameter `charset` of the header `Content-Type`.
 * - `'meta'`: a `<meta>` element in the first `prescanBytes` bytes (HTML).
 * - `'late-meta'`: a `<meta>` element behind these bytes (HTML; only from `decodeBody` and `decodeResponse`).
 * - `'xml'`: an XML declaration, or `<?x` in UTF-16 (HTML and XML).
 * - `'css'`: the rule `@charset` (CSS).
 * - `'detected'`: the option `detect`, or the rule `allowUtf8Guess`.
 * - `'default'`: nothing; it is the option `default` or the default of the media type.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export type EncodingSource =
  | 'bom'
  | 'header'
  | 'meta'
  | 'late-meta'
  | 'xml'
  | 'css'
  | 'detected'
  | 'default';

/**
 * The encoding of a body.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface SniffedEncoding {
  /**
   * The name of the encoding. It is `replacement` when the body names that encoding, which decodes any
   * bytes to one U+FFFD, as it does in a browser.
   */
  encoding: EncodingName;
  /** The source of the encoding. */
  source: EncodingSource;
  /** With `detect: true`, where the detector has told it: whether the answer is reliable, as `detect` says. Otherwise absent. */
  isReliable?: boolean;
  /** The charset of the header as it is there, when it is not a label of the standard; otherwise absent. */
  unknownLabel?: string;
  /**
   * A guess at the meaning of `unknownLabel`, in the words with which `decode` refuses it, such as `'did you mean
   * windows-31j?'`; absent when that is not known.
   */
  hint?: string;
}

/**
 * The second argument of a function `detect`: facts besides the bytes.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export interface DetectContext {
  /** The option `topLevelDomain`. */
  topLevelDomain: string | undefined;
  /** The value of the header `Content-Type`; the empty string when there is none. */
  contentType: string;
}

/**
 * Says how the encoding of a body is found.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface SniffOptions {
  /**
   * How many bytes of HTML are searched for a `<meta>`, and of CSS for `@charset`: an integer from 0 on,
   * or Infinity. Default 1,024. A
   * stream also looks for UTF-8 in as many bytes, and gives as many to `detect`. Where it is not 0, `decodeBody`
   * and `decodeResponse` search the rest of the head too.
   */
  prescanBytes?: number | undefined;
  /**
   * True for the detector of `whatwg-transcoder/detect`, or a function that names the encoding when nothing else
   * does, for HTML, for plain text, and for media types without rules of their own. Default false.
   *
   * With true, the answer is the most probable encoding, even where it is not reliable; what tells nothing, as
   * ASCII, goes on to the next rule. ISO-2022-JP and UTF-16 are never answered. A body that is there as a whole may
   * be UTF-8; a stream is UTF-8 by this rule only with `allowUtf8Guess`, and otherwise goes on to the next rule
   * where its first bytes are UTF-8. `decodeResponse` takes the top-level domain from the URL of the response,
   * and the language from the header `Content-Language`.
   *
   * A function is called at most once, with all bytes that are there; it must not keep or change them. It returns
   * a label or another name that `resolveLabel` of `whatwg-transcoder/labels` knows, such as `'cp932'`,
   * or null when it does not know the encoding. A name of another encoding, or of `replacement`, is
   * `UnsupportedCharsetError`. The name is ignored when its encoding is not in `allow`. It is also
   * ignored when its encoding is ISO-2022-JP or UTF-16, because a filter before the decoder may have read
   * such bytes as another text. What the function throws, the call throws.
   */
  detect?:
    | boolean
    | ((bytes: Uint8Array, context: DetectContext) => string | null | undefined)
    | undefined;
  /** The labels of the encodings that `detect` may name. Default: all but those that it never may. */
  allow?: Iterable<string> | undefined;
  /**
   * Whether bytes are taken for UTF-8 when nothing names their encoding, and they are well-formed UTF-8
   * and not only ASCII. Default false. It is asked before `detect`, for the same media types. A sequence
   * that the end of the bytes cuts counts neither for nor against it.
   */
  allowUtf8Guess?: boolean | undefined;
  /**
   * The last label of the host name, or the host name, for `detect`. `decodeResponse` gives that of the response to
   * the detector of this package where this option is left out.
   */
  topLevelDomain?: string | undefined;
  /**
   * The language that is expected, as a tag of BCP 47, or several with commas between them, for `detect: true`.
   * `decodeResponse` takes those of the header `Content-Language` where this option is left out.
   */
  language?: string | undefined;
  /**
   * The behaviour when the charset of the header is not a label of the standard.
   *
   * `'ignore'` goes on to the next rule. `'throw'` throws `UnsupportedCharsetError`, unless there is a
   * byte order mark, and also does so for a label of `replacement`. Default `'ignore'` for HTML, XML, CSS,
   * JavaScript and the types that are always UTF-8, such as JSON, as in browsers, and `'throw'` for plain text
   * and everything else.
   */
  unknownCharset?: 'throw' | 'ignore' | undefined;
  /**
   * The encoding of a body for which no rule has an answer. Default windows-1252 for HTML and UTF-8
   * otherwise. It has no effect on XML and the types that are always UTF-8: without an answer of a rule they
   * are UTF-8.
   */
  default?: DecoderLabel | (string & {}) | undefined;
}

/**
 * Says how a body is decoded.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DecodeBodyOptions extends SniffOptions, Pick<MalformedOptions, 'malformed'> {
  /**
   * Whether malformed bytes throw `InvalidBodyError`. Default false: each malformed sequence becomes
   * U+FFFD.
   */
  fatal?: boolean | undefined;
  /**
   * The most malformed sequences that are replaced. One more is `TooManyErrorsError` with the
   * properties of `InvalidBodyError`. Default Infinity.
   */
  maxErrors?: number | undefined;
  /** How many bytes the body may have: an integer from 0 on, or Infinity. Default Infinity. */
  maxBytes?: number | undefined;
  /**
   * The most bytes of text, which counts as UTF-8. More is `OutputTooLargeError` with the properties
   * of `BodyTooLargeError`. Default Infinity.
   */
  maxOutputBytes?: number | undefined;
}

/**
 * Says how the body of a message is read and decoded.
 *
 * https://fetch.spec.whatwg.org/#concept-body-consume-body
 */
export interface DecodeResponseOptions extends DecodeBodyOptions {
  /**
   * How many bytes the body may have when it has been decompressed: an integer from 0 on, or Infinity. Default
   * 104,857,600. A body without a content coding is refused before it is read if `Content-Length` is larger,
   * but for the answer to HEAD and for the statuses 204 and 304, whose bodies do not come.
   */
  maxBytes?: number | undefined;
  /**
   * Whether the body has been decompressed, although the header lists content codings. False means that all
   * of them are in place. Left out, the marks of the client tell it; for a message without such marks,
   * which has codings and at least one byte, the call rejects with `AmbiguousContentEncodingError`.
   */
  isDecompressed?: boolean | undefined;
  /** Ends the reading of the body when it is aborted. */
  signal?: AbortSignal | null | undefined;
}

/**
 * Says how `DecodeBodyStream` decodes, with the options of Node's `stream.Transform`.
 *
 * `objectMode` is refused, as are the options that replace methods: `transform`, `flush`, `read`, `write`,
 * `writev`, `final` and `destroy`. `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DecodeBodyStreamOptions extends TransformOptions, DecodeBodyOptions {}

/**
 * The text of a body, and how it was found.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DecodedBody extends SniffedEncoding {
  /** The text, without a byte order mark. */
  text: string;
  /** How many malformed sequences were replaced or skipped. */
  replacements: number;
  /** Where the first malformed sequence begins, in bytes; null when there is none. */
  firstErrorOffset: number | null;
}

/**
 * The properties of an error that Express, Koa and Fastify read, with the values of the package raw-body.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15
 */
export interface HttpErrorProperties<Status extends number = number, Type extends string = string> {
  /** The status of an answer to a client that has sent such a body. */
  readonly status: Status;
  /** The same as `status`. */
  readonly statusCode: Status;
  /** What the error is, in the words of raw-body. */
  readonly type: Type;
  /** Whether the client may see the message: true unless the status is 500. */
  readonly expose: boolean;
}

/**
 * The error for a charset of the header that is not a label of the standard, or that names `replacement`.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
 */
export interface UnsupportedCharsetError
  extends RangeError,
    HttpErrorProperties<415, 'charset.unsupported'> {
  readonly code: 'ERR_ENCODING_NOT_SUPPORTED';
  /** The charset as the header has it. */
  readonly charset: string;
}

/**
 * The error for a body with more bytes than `maxBytes`, and for one whose compressed bytes are too many.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.14
 */
export interface BodyTooLargeError
  extends RangeError,
    HttpErrorProperties<413, 'entity.too.large'> {
  readonly code: 'ERR_BODY_TOO_LARGE';
  /** The option `maxBytes`, or how many compressed bytes there may be. */
  readonly limit: number;
}

/**
 * The error for malformed bytes in fatal mode.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
export interface InvalidBodyError
  extends InvalidDataError,
    HttpErrorProperties<400, 'encoding.invalid'> {}

/**
 * The error for a body that ended before all of it was received; `cause` is the error of its stream.
 *
 * The `fetch` of Node.js and undici report no error when the connection closes within a body in chunks whose
 * answer has `Connection: close`. The text is then cut without an error.
 *
 * https://www.rfc-editor.org/rfc/rfc9112#section-8
 */
export interface BodyAbortedError extends Error, HttpErrorProperties<400, 'request.aborted'> {
  readonly code: 'ERR_BODY_ABORTED';
}

/**
 * The error for a body that has been read before, or that something else is reading.
 *
 * https://fetch.spec.whatwg.org/#body-unusable
 */
export interface BodyNotReadableError
  extends TypeError,
    HttpErrorProperties<500, 'stream.not.readable'> {
  readonly code: 'ERR_BODY_NOT_READABLE';
}

/**
 * The error for a content coding other than gzip, x-gzip, deflate, br and zstd, for zstd in Node.js before
 * 22.15, and for more than five codings, where the client has not undone them.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export interface UnsupportedContentEncodingError
  extends RangeError,
    HttpErrorProperties<415, 'encoding.unsupported'> {
  readonly code: 'ERR_CONTENT_ENCODING_NOT_SUPPORTED';
  /** The coding that is not supported, or all of them. */
  readonly contentEncoding: string;
}

/**
 * The error for a message whose header lists content codings, and which has no mark of a client that tells
 * whether they have been undone. The option `isDecompressed` tells it.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export interface AmbiguousContentEncodingError
  extends TypeError,
    HttpErrorProperties<500, 'encoding.ambiguous'> {
  readonly code: 'ERR_CONTENT_ENCODING_AMBIGUOUS';
  /** The header. */
  readonly contentEncoding: string;
}

/**
 * The error for compressed bytes that are damaged or incomplete; `cause` is the error of `node:zlib`, or says
 * the same in its words.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export interface InvalidContentEncodingError
  extends Error,
    HttpErrorProperties<400, 'encoding.invalid'> {
  readonly code: 'ERR_CONTENT_ENCODING_INVALID';
}

/**
 * A message of an implementation of `fetch`, such as the runtime's, undici's or node-fetch's.
 *
 * https://fetch.spec.whatwg.org/#response-class
 */
export interface FetchMessage {
  readonly headers: { get(name: string): string | null };
  /** A `ReadableStream` or a stream of Node.js; null for no body. */
  readonly body: object | null;
  readonly bodyUsed?: boolean;
}

/**
 * A message with plain headers and a stream of Node.js as its body, such as the result of undici's `request`.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-6
 */
export interface NodeMessage {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: NodeJS.ReadableStream;
}

/**
 * A response of another client, such as superagent, or one that the program has made. A body of bytes may
 * be in any view or buffer.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-6
 */
export interface ClientMessage {
  /** An object of names, an instance of `Headers` or a `Map`. */
  readonly headers: object;
  /** Bytes, a `ReadableStream`, or a stream of Node.js; null for no body. */
  readonly body: object | null;
}

/**
 * A response of axios with the `responseType` `'arraybuffer'` or `'stream'`.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-6
 */
export interface AxiosMessage {
  readonly headers: object;
  readonly data: unknown;
  readonly config: object;
}

/**
 * A stream of got. Its response may still have to come.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-6
 */
export interface GotStream extends NodeJS.ReadableStream {
  readonly redirectUrls: readonly unknown[];
}

/**
 * Returns the encoding of a body, and what told it.
 *
 * The first of these rules that has an answer decides:
 *
 * - HTML (`text/html`): a byte order mark; the charset of the header; `<?x` in UTF-16; a `<meta>` in the first
 *   `prescanBytes` bytes; the XML declaration; `allowUtf8Guess`; `detect`; windows-1252.
 * - XML (`text/xml`, `application/xml`, `…+xml`, and for parts of documents `application/xml-dtd`,
 *   `text/xml-external-parsed-entity`, `application/xml-external-parsed-entity`): a byte order mark; `<?x` in
 *   UTF-16; the header; the XML declaration; UTF-8. An XML declaration counts if it ends in the first 65,536
 *   bytes. White space may stand before it.
 * - CSS (`text/css`): a byte order mark; the header; `@charset` in the first `prescanBytes` bytes; UTF-8.
 * - Types whose standard says UTF-8: a byte order mark; UTF-8. They are JSON (`application/json`, `text/json`,
 *   `…+json`), JSON text sequences (`application/json-seq`, `…+json-seq`), NDJSON and JSON Lines (`ndjson`,
 *   `jsonl` and `jsonlines` behind `application/`, `application/x-`, `text/` and `text/x-`),
 *   `text/event-stream` and `text/vtt`.
 * - JavaScript (`text/javascript` and its other names): a byte order mark; the header; UTF-8.
 * - Everything else, and without a media type: a byte order mark; the header; `allowUtf8Guess`; `detect`;
 *   UTF-8.
 *
 * A `<meta>` behind the first `prescanBytes` bytes does not count, because `bytes` may be only the first ones of
 * a body. For a whole page, `prescanBytes: 65536` finds it.
 *
 * Where ASCII bytes name UTF-16, the encoding is UTF-8; where a `<meta>` names x-user-defined, it is
 * windows-1252. The header is parsed as browsers do it: its first valid charset counts. Of several values the
 * last media type counts; where it has no charset, it gets that of the first of the values of the same type
 * before it. A value for any type (an asterisk, a slash, an asterisk) is skipped. The time that it takes is proportional to the length of the bytes.
 *
 * Throws `UnsupportedCharsetError` as the option `unknownCharset` says; `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for an argument of a wrong type, and when `detect` returns neither a string
 * nor null nor undefined; `UnsupportedCharsetError` for a name of no encoding that `detect` returns;
 * and `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED`, and without a
 * status, for a label in `allow` or `default` that is not in the standard or that names `replacement`.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 *
 * @param bytes the body, or its first bytes
 * @param contentType the value of the header `Content-Type`, such as `headers.get('content-type')`
 */
export declare function sniffEncoding(
  bytes: BufferSource,
  contentType?: string | null,
  options?: SniffOptions | null,
): SniffedEncoding;

/**
 * Returns the text of a body, its encoding, and how much of it was malformed.
 *
 * The encoding is found as by `sniffEncoding`, with one more rule for HTML, behind that for the XML declaration
 * and before `allowUtf8Guess`: a `<meta>` behind the first `prescanBytes` bytes, up to `</head>` or `<body` and
 * in the first 65,536 bytes, has the source `'late-meta'`. Browsers follow such a `<meta>` too: see
 * https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
 *
 * The second argument is a media type, such as `'text/html; charset=gbk'`, and not a label: a label alone, such
 * as `'gbk'`, is no media type, and says nothing about the encoding. It does not throw, because servers send
 * such a header. For bytes in an encoding that is known there is `decode(bytes, label)`.
 *
 * Throws what `sniffEncoding` throws; `BodyTooLargeError`, where the first `maxBytes` bytes have no other
 * error; `InvalidBodyError` in fatal mode; what the
 * function `malformed` throws; the errors of `maxErrors` and `maxOutputBytes`; `Error` with
 * code `ERR_STRING_TOO_LONG` when the text is longer than a string can be; and `Error` with code
 * `ERR_MEMORY_ALLOCATION_FAILED` when there is not enough memory.
 *
 * https://encoding.spec.whatwg.org/#decode
 *
 * @param contentType the value of the header `Content-Type`, which is not a label
 */
export declare function decodeBody(
  bytes: BufferSource,
  contentType?: string | null,
  options?: DecodeBodyOptions | null,
): DecodedBody;

/**
 * Reads the body of a message and returns its text, as `decodeBody` does.
 *
 * The message is a response of `fetch`, undici, `node:http`, got, axios, superagent, node-fetch, needle
 * or make-fetch-happen, the request that a server has received, or an object with headers and a body. The
 * content codings gzip, deflate (with or without the header of zlib), br and, in Node.js since 22.15,
 * zstd are undone, up to five one after the other, unless the client has undone them: each client leaves
 * marks that tell it, and the option `isDecompressed` tells it where there are none. `identity`, `none`
 * and labels of encodings, which some servers write there by mistake, do not count. Nothing else may have
 * read the body or be reading it. A charset is refused as soon as the first bytes show that there is no byte order mark,
 * before the length of the body is checked.
 *
 * Compressed data has to be there to its last block. A missing or short footer and
 * up to `maxBytes` bytes behind the data are read over; another member of gzip or frame of zstd is read. A
 * checksum that is there is compared. Data may have 1,000 members or frames, and one more for each 1,024 bytes.
 * What a client has decompressed itself cannot be checked: `fetch` of Node.js gives the first half of a cut gzip
 * body without an error.
 *
 * The work is bounded: `maxBytes` bounds the text's bytes, and the compressed bytes that each decoder reads are at
 * most 65,536 more than `maxBytes`, and than 1,100 times those that have been received. When the signal is aborted,
 * the message is destroyed or a limit is passed, no decoder starts another step.
 *
 * Rejects with what `decodeBody` throws; with `UnsupportedContentEncodingError`,
 * `InvalidContentEncodingError` and `AmbiguousContentEncodingError`; with `BodyAbortedError` when the
 * connection ends within the body; with
 * `BodyNotReadableError`; with the reason of `signal`; and with `TypeError` and code
 * `ERR_INVALID_ARG_TYPE` for a message of a wrong type, such as a Promise, a Blob or one whose body is text,
 * for headers that cannot be read, and for a stream on which `setEncoding` was
 * called. A stream of got that has no response yet rejects with its own error. When reading fails, the
 * rest of the body is given up: a response is cancelled or destroyed;
 * the request of a client is read to its end, so that it can be answered, and none of it is kept.
 *
 * https://fetch.spec.whatwg.org/#concept-body-consume-body
 */
export declare function decodeResponse(
  response: FetchMessage | IncomingMessage | NodeMessage | ClientMessage | AxiosMessage | GotStream,
  options?: DecodeResponseOptions | null,
): Promise<DecodedBody>;

/**
 * A stream of Node.js that decodes the bytes of a body to text.
 *
 * It finds the encoding as `sniffEncoding` does, so that it follows no `<meta>` behind the first `prescanBytes`
 * bytes. It holds the first bytes back until they tell the encoding.
 * It never holds back more than `prescanBytes` bytes, and the rest of the chunk that contains the last of
 * them. For a body that begins with an XML declaration, this number is 65,536. The result does not depend
 * on how the body is cut into chunks. The text is read as that of
 * `DecodeStream`: as UTF-8 in Buffers, or as strings with the option `encoding: 'utf8'` or after
 * `setEncoding('utf8')`.
 *
 * These errors destroy it: `UnsupportedCharsetError`; `InvalidBodyError` in fatal mode;
 * `BodyTooLargeError`, after the text of the first `maxBytes` bytes; the errors of `maxErrors` and
 * `maxOutputBytes`; what `detect` and `malformed` throw; and
 * `TypeError` for a chunk that is a string. An error waits as that of `TranscodeStream` does.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare class DecodeBodyStream extends Transform {
  /**
   * Makes a stream.
   *
   * Throws `TypeError` and `RangeError` for its arguments as `sniffEncoding` does, and `TypeError` with
   * code `ERR_INVALID_ARG_TYPE` for the option `objectMode`.
   *
   * https://encoding.spec.whatwg.org/#decode
   *
   * @param contentType the value of the header `Content-Type`
   */
  constructor(contentType?: string | null, options?: DecodeBodyStreamOptions | null);

  /**
   * The encoding of the body, as soon as its bytes tell it; nothing has to be read from the stream for
   * that.
   *
   * It rejects when the stream fails or is destroyed before. A rejection that nobody handles does not
   * end the program.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  readonly detected: Promise<SniffedEncoding>;

  /**
   * How many malformed sequences were replaced or skipped so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the body; null while there
   * is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;
}

/**
 * Decodes the bytes of a body as a pair of web streams, for `pipeThrough`: bytes are written, and strings
 * are read.
 *
 * It finds the encoding, and holds bytes back, as `DecodeBodyStream` does. The errors of that stream
 * error both sides; text that nobody has read yet is then lost, as in every pair of web streams.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare class DecodeBodyTransform {
  /**
   * Makes a pair of streams; throws `TypeError` and `RangeError` for its arguments as `sniffEncoding` does.
   *
   * https://encoding.spec.whatwg.org/#decode
   *
   * @param contentType the value of the header `Content-Type`
   */
  constructor(contentType?: string | null, options?: DecodeBodyOptions | null);

  /**
   * The encoding of the body, as that of `DecodeBodyStream`.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  readonly detected: Promise<SniffedEncoding>;

  /**
   * How many malformed sequences were replaced or skipped so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the body; null while there
   * is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;

  /**
   * The text, in chunks that are never empty.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  readonly readable: ReadableStream<string>;

  /**
   * Takes the bytes; it keeps no reference to them.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  readonly writable: WritableStream<BufferSource>;
}

/**
 * The error for a form with more pairs than `maxPairs`.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.14
 */
export interface TooManyPairsError
  extends RangeError,
    HttpErrorProperties<413, 'parameters.too.many'> {
  readonly code: 'ERR_URLENCODED_TOO_MANY_TUPLES';
  /** The option `maxPairs`. */
  readonly limit: number;
}

/**
 * The error for a field `_charset_` that comes too late in a stream.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
 */
export interface LateCharsetError
  extends RangeError,
    HttpErrorProperties<415, 'charset.unsupported'> {
  readonly code: 'ERR_FORM_CHARSET_TOO_LATE';
  /** The name of the encoding that the field names. */
  readonly charset: string;
}

/**
 * The error for a content type other than `application/x-www-form-urlencoded`.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
 */
export interface UnsupportedMediaTypeError
  extends TypeError,
    HttpErrorProperties<415, 'media.type.unsupported'> {
  readonly code: 'ERR_MEDIA_TYPE_NOT_SUPPORTED';
  /** The content type as the header has it. */
  readonly contentType: string;
}

/**
 * The error that `parseForm` throws and a `FormStream` reports for a request that is wrong: Express, Koa and Fastify answer with its
 * status.
 *
 * The `limit` of a `BodyTooLargeError` is `maxBytes` or `maxPairBytes`, and the `charset` of an
 * `UnsupportedCharsetError` is that of the header or of the field `_charset_`. The `offset` and the
 * `length` of an `InvalidBodyError` count bytes of the body as it was sent, in which `%81` is three.
 *
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */
export type FormError =
  | BodyTooLargeError
  | InvalidBodyError
  | LateCharsetError
  | TooManyPairsError
  | UnsupportedCharsetError
  | UnsupportedMediaTypeError;

/**
 * Where the encoding of a form comes from: the parameter `charset` of the content type, the field
 * `_charset_`, `options.encoding`, or nothing, which means UTF-8.
 *
 * The first of these that is there decides. Browsers write neither a `charset` nor, without a hidden
 * field of that name, `_charset_`: they encode a form in the encoding of its page.
 *
 * https://html.spec.whatwg.org/#constructing-the-form-data-set
 */
export type FormEncodingSource = 'header' | '_charset_' | 'option' | 'default';

/**
 * The name of an encoding that a form may have: every one except UTF-16 and `replacement`.
 *
 * https://encoding.spec.whatwg.org/#get-an-output-encoding
 */
export type FormEncodingName = Exclude<EncodingName, 'replacement' | 'UTF-16BE' | 'UTF-16LE'>;

/**
 * Options of `parseForm` and `FormStream`.
 *
 * https://url.spec.whatwg.org/#urlencoded-parsing
 */
export interface ParseFormOptions {
  /**
   * A label of the encoding of the page with the form, which counts where the request names no encoding.
   * UTF-16 stands for UTF-8, as browsers do it. UTF-8 by default.
   */
  encoding?: string | null | undefined;
  /** Whether a field `_charset_` names the encoding. True by default. */
  charsetField?: boolean | undefined;
  /** The labels of the encodings that a request may name. All by default. */
  allow?: Iterable<string> | null | undefined;
  /** Whether a malformed sequence is an error; otherwise it becomes U+FFFD. False by default. */
  fatal?: boolean | undefined;
  /** How many bytes the body may have: an integer from 0 on, or Infinity. 1,048,576 by default. */
  maxBytes?: number | undefined;
  /** How many bytes a pair may have, with its equals sign and its percent signs. 1,048,576 by default. */
  maxPairBytes?: number | undefined;
  /** How many pairs of name and value there may be: an integer from 0 on, or Infinity. 1,000 by default. */
  maxPairs?: number | undefined;
}

/**
 * The result of `parseForm`.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export interface ParsedForm {
  /** The names and values, in the order of the form; a name may come more than once. */
  pairs: [name: string, value: string][];
  /** The encoding in which they were decoded. */
  encoding: FormEncodingName;
  /** Where that encoding comes from. */
  source: FormEncodingSource;
}

/**
 * Returns the names and values of the body of a form, `application/x-www-form-urlencoded`, in any
 * encoding.
 *
 * The encoding is told by the `charset` of the content type, or else by the first field `_charset_` with
 * a value, wherever it stands, or else by `options.encoding`. A charset of UTF-16 is refused, because no
 * browser sends such a form. Each name and each value is decoded by itself, so no escape sequence of
 * ISO-2022-JP reaches into the next; a byte order mark is part of the text. Time and memory are
 * proportional to the length of the body. Throws a `FormError`; `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for a body that is not bytes and for arguments of a wrong type; and `RangeError`
 * with code `ERR_ENCODING_NOT_SUPPORTED` and without a status for an unknown label in the options.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 *
 * @param body the bytes of the whole body, after any `Content-Encoding`
 * @param contentType the value of the header, if there is one
 */
export declare function parseForm(
  body: BufferSource,
  contentType?: string | null,
  options?: ParseFormOptions | null,
): ParsedForm;

/**
 * Options of `FormStream`: those of `parseForm`, and those of Node's `Transform`, whose `encoding` has
 * another meaning here.
 *
 * https://url.spec.whatwg.org/#urlencoded-parsing
 */
export interface FormStreamOptions
  extends ParseFormOptions,
    Omit<
      TransformOptions,
      | 'decodeStrings'
      | 'encoding'
      | 'objectMode'
      | 'readableObjectMode'
      | 'writableObjectMode'
      | 'destroy'
      | 'final'
      | 'flush'
      | 'read'
      | 'transform'
      | 'write'
      | 'writev'
    > {}

/**
 * A stream of Node.js that reads the bytes of a form and whose chunks are `[name, value]`.
 *
 * Chunks may be cut anywhere. The stream keeps the bytes of one pair, and of a chunk that waits for the
 * consumer. It gives what `parseForm` gives, with one exception: a field `_charset_` must come before all
 * text whose meaning depends on the encoding, which is text that is not ASCII. One that comes later and
 * names another encoding is an error. An error destroys the stream; before that it waits as that of
 * `TranscodeStream` does. `setEncoding` throws `Error` with code `ERR_METHOD_NOT_IMPLEMENTED`.
 * `'error'` gets a `FormError`, or `TypeError` for a chunk that is not bytes.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export declare class FormStream extends Transform {
  /**
   * Makes a stream; throws what `parseForm` throws for a content type and options.
   *
   * https://url.spec.whatwg.org/#concept-urlencoded-parser
   */
  constructor(contentType?: string | null, options?: FormStreamOptions | null);
  /**
   * The encoding of the pairs; a field `_charset_` may change it until the first text that is not ASCII.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly encoding: FormEncodingName;
  /**
   * Where that encoding comes from.
   *
   * https://html.spec.whatwg.org/#constructing-the-form-data-set
   */
  readonly source: FormEncodingSource;
}

/**
 * Options of `urlencodedDecoder`.
 *
 * https://url.spec.whatwg.org/#percent-decode
 */
export interface UrlencodedDecoderOptions {
  /** Whether a malformed sequence is an error; otherwise it becomes U+FFFD. False by default. */
  fatal?: boolean | undefined;
  /**
   * Whether U+0080 to U+00FF stand for bytes, as in a string that `body.toString('latin1')` returned.
   * Otherwise code points beyond ASCII stand for themselves. False by default.
   */
  binary?: boolean | undefined;
}

/**
 * Returns a function that percent-decodes a name or a value in an encoding, for a parser that splits the
 * form itself: the option `decoder` of qs, or `decodeURIComponent` of `node:querystring`.
 *
 * `+` becomes a space; a percent sign without two hex digits stands for itself. UTF-16 stands for UTF-8.
 * Time is proportional to the length of the text. The function takes a string and ignores other
 * arguments. It throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a value that is not a string and,
 * with `fatal`, an `InvalidBodyError` whose `offset` and `length` count UTF-16 code units of the
 * string. `urlencodedDecoder` itself throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an
 * unknown label, and `TypeError` with code `ERR_INVALID_ARG_TYPE` for arguments of a wrong type.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 *
 * @param label UTF-8 by default
 */
export declare function urlencodedDecoder(
  label?: string,
  options?: UrlencodedDecoderOptions | null,
): (text: string, ...others: unknown[]) => string;
