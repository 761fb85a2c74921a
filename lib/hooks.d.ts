// The types of whatwg-transcoder/hooks, and its only reference documentation. Where the standard has an I/O queue of
// bytes, a function takes any buffer or view and returns a Buffer. Where the standard has an I/O queue of scalar values,
// it is a string, whose lone surrogates count as U+FFFD.

/// <reference types="node" />

import type { BufferSource, EncodingLabel, EncodingName } from './index.js';

export { getEncoding, getOutputEncoding } from './index.js';

/**
 * An encoding: its name or any of its labels.
 *
 * https://encoding.spec.whatwg.org/#encoding
 */
export type Encoding = EncodingName | EncodingLabel | (string & {});

declare const isEncoder: unique symbol;

/**
 * An instance of an encoding's encoder, which keeps its state from one call of `encodeOrFail` to the
 * next.
 *
 * Only `getEncoder` makes one.
 *
 * https://encoding.spec.whatwg.org/#encoder
 */
export interface Encoder {
  readonly [isEncoder]: true;
  /** The name of its encoding; it never changes. */
  readonly encoding: Exclude<EncodingName, 'replacement' | 'UTF-16BE' | 'UTF-16LE'>;
}

/**
 * The result of `encodeOrFail`.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface EncodeOrFailResult {
  /**
   * The code point that the encoding does not contain: 0 to 0x10FFFF; null when the whole text was
   * encoded. ISO-2022-JP reports U+FFFD for U+000E, U+000F and U+001B.
   */
  codePoint: number | null;
  /** How much of the text was read, in UTF-16 code units; that code point is included. */
  read: number;
  /** The bytes of the text before that code point. */
  output: Buffer;
}

/**
 * Returns the encoding whose byte order mark the bytes begin with, or null when they begin with none.
 *
 * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a value that is neither a buffer nor a view.
 *
 * https://encoding.spec.whatwg.org/#bom-sniff
 */
export declare function BOMSniff(bytes: BufferSource): 'UTF-8' | 'UTF-16BE' | 'UTF-16LE' | null;

/**
 * Returns the text of the bytes in the encoding whose byte order mark they begin with, or else in the
 * fallback encoding.
 *
 * The byte order mark is not part of the text, and malformed sequences become U+FFFD. The fallback may
 * be `replacement`, which decodes any bytes to one U+FFFD. Throws `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for a value that is neither a buffer nor a view, `RangeError` with code
 * `ERR_ENCODING_NOT_SUPPORTED` for an unknown encoding, and `Error` with code `ERR_STRING_TOO_LONG` when
 * the text is longer than a string can be.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare function decode(bytes: BufferSource, fallbackEncoding: Encoding): string;

/**
 * Returns the text of UTF-8 bytes without the byte order mark that they may begin with.
 *
 * Malformed sequences become U+FFFD. Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a value
 * that is neither a buffer nor a view, and `Error` with code `ERR_STRING_TOO_LONG` when the text is
 * longer than a string can be.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode
 */
export declare function UTF8Decode(bytes: BufferSource): string;

/**
 * Returns the text of UTF-8 bytes, in which a byte order mark becomes U+FEFF.
 *
 * Malformed sequences become U+FFFD. Throws what `UTF8Decode` throws.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
 */
export declare function UTF8DecodeWithoutBOM(bytes: BufferSource): string;

/**
 * Returns the text of UTF-8 bytes, in which a byte order mark becomes U+FEFF, or null when a sequence
 * is malformed.
 *
 * Null stands for the standard's failure. Throws what `UTF8Decode` throws.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
 */
export declare function UTF8DecodeWithoutBOMOrFail(bytes: BufferSource): string | null;

/**
 * Returns the text as UTF-8, in a Buffer with memory of its own.
 *
 * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a value that is not a string.
 *
 * https://encoding.spec.whatwg.org/#utf-8-encode
 */
export declare function UTF8Encode(text: string): Buffer;

/**
 * Returns the bytes of the text, in a Buffer with memory of its own; a code point that the encoding
 * does not contain becomes `&#n;`, as in HTML forms.
 *
 * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a text that is not a string, and `RangeError`
 * as `getEncoder` does.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function encode(text: string, encoding: Encoding): Buffer;

/**
 * Returns a new instance of an encoding's encoder.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown encoding, and for
 * `replacement`, UTF-16BE and UTF-16LE, which have no encoder.
 *
 * https://encoding.spec.whatwg.org/#get-an-encoder
 */
export declare function getEncoder(encoding: Encoding): Encoder;

/**
 * Encodes a text up to its first code point that the encoding does not contain, or to its end.
 *
 * After such a code point call it again with the same encoder and the text from `read` on. The encoder
 * of ISO-2022-JP then continues in the state that it was in: bytes that the caller writes in the place
 * of the code point must be from 0x00 to 0x7F, except 0x0E, 0x0F, 0x1B, 0x5C and 0x7E. At the end of the
 * text the encoder is again as new. Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a text that
 * is not a string and for an encoder that `getEncoder` has not returned.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function encodeOrFail(text: string, encoder: Encoder): EncodeOrFailResult;

/**
 * A percent-encode set: its name in the URL Standard, or a function that tells whether the set contains
 * a byte.
 *
 * The function is called for bytes from 0x00 to 0x7F; every set contains all higher bytes. The standard
 * itself uses only `'special-query'` and `'application/x-www-form-urlencoded'` with encodings other than
 * UTF-8; here any set can be used with any encoding.
 *
 * https://url.spec.whatwg.org/#percent-encode-set
 */
export type PercentEncodeSet =
  | 'C0 control'
  | 'fragment'
  | 'query'
  | 'special-query'
  | 'path'
  | 'userinfo'
  | 'component'
  | 'application/x-www-form-urlencoded'
  | ((byte: number) => boolean);

/**
 * Encodes a text, percent-encodes those of its bytes that the set contains, and returns the result as a
 * string of ASCII.
 *
 * A code point that the encoding does not contain becomes `%26%23n%3B`. A space becomes `+` with the set
 * `'application/x-www-form-urlencoded'` only. Throws `RangeError` as `getEncoder` does, `TypeError` with
 * code `ERR_INVALID_ARG_TYPE` for an input or a set of a wrong type, and `Error` with code
 * `ERR_STRING_TOO_LONG` when the result is longer than a string can be.
 *
 * https://url.spec.whatwg.org/#string-percent-encode-after-encoding
 */
export declare function percentEncodeAfterEncoding(
  encoding: Encoding,
  input: string,
  percentEncodeSet: PercentEncodeSet,
): string;

/**
 * Returns names and values as the string that a browser submits for a form in a document of that
 * encoding. A browser makes CR LF of each line end before; here line ends stay as they are.
 *
 * `replacement`, UTF-16BE and UTF-16LE stand for UTF-8. A code point that the encoding does not contain
 * becomes `%26%23n%3B`. Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown
 * encoding, `TypeError` with code `ERR_INVALID_ARG_TYPE` for tuples of a wrong type, and `Error` with
 * code `ERR_STRING_TOO_LONG` when the result is longer than a string can be.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-serializer
 *
 * @param tuples such as an array of pairs or a `URLSearchParams`
 * @param encoding UTF-8 by default
 */
export declare function serializeUrlencoded(
  tuples: Iterable<readonly [name: string, value: string]>,
  encoding?: Encoding,
): string;

/**
 * Limits what `parseUrlencoded` accepts.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export interface ParseUrlencodedOptions {
  /** How many pairs of name and value there may be: 0 or more. Default Infinity. */
  maxTuples?: number | undefined;
}

/**
 * Returns the names and values of a form in a document of that encoding, from the bytes of its body or
 * from a string such as a query.
 *
 * `replacement`, UTF-16BE and UTF-16LE stand for UTF-8. Code points of a string beyond ASCII count as
 * their bytes in the encoding. Malformed sequences become U+FFFD, and a byte order mark is part of the
 * text. The URL Standard itself parses UTF-8 only. Time and memory are proportional to the length of the
 * input, but a pair of two bytes takes more than a hundred bytes of memory. Throws `RangeError` with
 * code `ERR_ENCODING_NOT_SUPPORTED` for an unknown encoding, `RangeError` with code
 * `ERR_URLENCODED_TOO_MANY_TUPLES` for more pairs than `maxTuples`, and `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for an input or options of a wrong type.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 *
 * @param encoding UTF-8 by default
 */
export declare function parseUrlencoded(
  input: BufferSource | string,
  encoding?: Encoding,
  options?: ParseUrlencodedOptions | null,
): [name: string, value: string][];
