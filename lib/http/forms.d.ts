// The types of the forms in whatwg-transcoder/http, and their only reference documentation.

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';
import type { BufferSource, EncodingName } from '../index.js';

/**
 * An error that a server answers with: Express, Koa and Fastify take the status from it.
 *
 * | status | type | code | when |
 * | --- | --- | --- | --- |
 * | 400 | `encoding.invalid` | `ERR_ENCODING_INVALID_ENCODED_DATA` | a malformed sequence, with `fatal` |
 * | 413 | `entity.too.large` | `ERR_BODY_TOO_LARGE` | more bytes than `maxBytes` or `maxPairBytes` |
 * | 413 | `parameters.too.many` | `ERR_URLENCODED_TOO_MANY_TUPLES` | more pairs than `maxPairs` |
 * | 415 | `charset.unsupported` | `ERR_ENCODING_NOT_SUPPORTED` | a charset that is unknown, not allowed, or not one of a form |
 * | 415 | `charset.unsupported` | `ERR_FORM_CHARSET_TOO_LATE` | a field `_charset_` that comes too late in a stream |
 * | 415 | `media.type.unsupported` | `ERR_MEDIA_TYPE_NOT_SUPPORTED` | a content type of something else than such a form |
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface FormError extends Error {
  code: string;
  status: 400 | 413 | 415;
  /** The same as `status`. */
  statusCode: 400 | 413 | 415;
  type:
    | 'charset.unsupported'
    | 'encoding.invalid'
    | 'entity.too.large'
    | 'media.type.unsupported'
    | 'parameters.too.many';
  /** With `ERR_ENCODING_NOT_SUPPORTED`: the charset as the request has it. */
  charset?: string;
  /** With `ERR_BODY_TOO_LARGE`: the limit in bytes. */
  limit?: number;
  /** With `ERR_ENCODING_INVALID_ENCODED_DATA`: the encoding in lowercase. */
  encoding?: string;
  /** With `ERR_ENCODING_INVALID_ENCODED_DATA`: where the malformed sequence begins, in bytes of the body. */
  offset?: number;
  /** With `ERR_ENCODING_INVALID_ENCODED_DATA`: its length in bytes of the body; `%81` is three. */
  length?: number;
  /** With `ERR_ENCODING_INVALID_ENCODED_DATA`: what is wrong with it. */
  reason?: string;
}

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

/** The name of an encoding that a form may have: every one except UTF-16 and `replacement`. */
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
  allow?: readonly string[] | null | undefined;
  /** Whether a malformed sequence is an error; otherwise it becomes U+FFFD. False by default. */
  fatal?: boolean | undefined;
  /** How many bytes the body may have, from 0 on. 1,048,576 by default. */
  maxBytes?: number | undefined;
  /** How many bytes a pair may have, with its equals sign and its percent signs. 1,048,576 by default. */
  maxPairBytes?: number | undefined;
  /** How many pairs of name and value there may be, from 0 on. 1,000 by default. */
  maxPairs?: number | undefined;
}

/**
 * What `parseForm` returns.
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
 * https://nodejs.org/api/stream.html#new-streamtransformoptions
 */
export interface FormStreamOptions
  extends ParseFormOptions,
    Omit<
      TransformOptions,
      'decodeStrings' | 'encoding' | 'objectMode' | 'readableObjectMode' | 'writableObjectMode'
    > {}

/**
 * A stream of Node.js that reads the bytes of a form and whose chunks are `[name, value]`.
 *
 * Chunks may be cut anywhere. The stream keeps the bytes of one pair, and of a chunk that waits for the
 * consumer. It gives what `parseForm` gives, with one exception: a field `_charset_` must come before all
 * text whose meaning depends on the encoding, which is text that is not ASCII. One that comes later and
 * names another encoding is an error. As in all streams of Node.js, an error destroys the stream, with
 * the pairs that were not read. `'error'` gets a `FormError`, or `TypeError` for a chunk that is not bytes.
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
 * with `fatal`, a `FormError` with status 400 whose `offset` and `length` count UTF-16 code units of the
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
