// The types of the forms in whatwg-transcoder/http, and their only reference documentation.

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';
import type {
  BodyTooLargeError,
  HttpErrorProperties,
  InvalidBodyError,
  UnsupportedCharsetError,
} from '../http.js';
import type { BufferSource, EncodingName } from '../index.js';

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
