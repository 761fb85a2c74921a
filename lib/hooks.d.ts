// The types of whatwg-transcoder/hooks. An I/O queue of bytes is any buffer source where it is
// taken and a Buffer where it is returned, one of scalar values is a string, whose lone surrogates
// count as U+FFFD.

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
 * An instance of an encoding's encoder, kept alive between calls of `encodeOrFail`; only
 * `getEncoder` makes one.
 *
 * https://encoding.spec.whatwg.org/#encoder
 */
export interface Encoder {
  readonly [isEncoder]: true;
  /** The name of its encoding; never changes. */
  readonly encoding: Exclude<EncodingName, 'replacement' | 'UTF-16BE' | 'UTF-16LE'>;
}

/**
 * How far `encodeOrFail` has come.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface EncodeOrFailResult {
  /** The code point that the encoding does not have: 0 to 0x10FFFF; null at the end of the text. */
  codePoint: number | null;
  /** How much of the text was read, that code point included, in UTF-16 code units. */
  read: number;
  /** The bytes of what came before it. */
  output: Buffer;
}

/**
 * Gives the encoding whose byte order mark the bytes begin with, or null. Throws `TypeError` for
 * what is no buffer or view.
 *
 * https://encoding.spec.whatwg.org/#bom-sniff
 */
export declare function BOMSniff(bytes: BufferSource): 'UTF-8' | 'UTF-16BE' | 'UTF-16LE' | null;

/**
 * Gives the text of the bytes in the encoding whose byte order mark they begin with, without the
 * mark, or else in the fallback encoding, which may be `replacement`. Throws `TypeError` for what
 * is no buffer or view, `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for no encoding, and
 * `Error` with code `ERR_STRING_TOO_LONG` for more text than a string can hold.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare function decode(bytes: BufferSource, fallbackEncoding: Encoding): string;

/**
 * Gives the text of UTF-8 without its byte order mark. Throws `TypeError` for what is no buffer or
 * view, and `Error` with code `ERR_STRING_TOO_LONG`.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode
 */
export declare function UTF8Decode(bytes: BufferSource): string;

/**
 * Gives the text of UTF-8; a byte order mark becomes U+FEFF. Throws what `UTF8Decode` throws.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
 */
export declare function UTF8DecodeWithoutBOM(bytes: BufferSource): string;

/**
 * Gives the text of UTF-8, with U+FEFF for a byte order mark; null, for the standard's failure,
 * when a sequence is malformed. Throws what `UTF8Decode` throws.
 *
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
 */
export declare function UTF8DecodeWithoutBOMOrFail(bytes: BufferSource): string | null;

/**
 * Gives the text as UTF-8. Throws `TypeError` for what is no string.
 *
 * https://encoding.spec.whatwg.org/#utf-8-encode
 */
export declare function UTF8Encode(text: string): Buffer;

/**
 * Gives the bytes of the text, with `&#n;` for a code point that the encoding does not have. Throws
 * `TypeError` for what is no string, and `RangeError` as `getEncoder` does.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function encode(text: string, encoding: Encoding): Buffer;

/**
 * Gives a new instance of an encoding's encoder. Throws `RangeError` with code
 * `ERR_ENCODING_NOT_SUPPORTED` for no encoding, and for `replacement`, UTF-16BE and UTF-16LE, which
 * have no encoder.
 *
 * https://encoding.spec.whatwg.org/#get-an-encoder
 */
export declare function getEncoder(encoding: Encoding): Encoder;

/**
 * Encodes a text up to its first code point that the encoding does not have, or to its end. After
 * an error, call it again with the same encoder and the text from `read` on: ISO-2022-JP goes on in
 * the state it was left in, so what is written in the place of the error must be bytes from 0x00 to
 * 0x7F without 0x0E, 0x0F, 0x1B, 0x5C and 0x7E. At the end of the text the encoder is again as new.
 * Throws `TypeError` for a text or an encoder of a wrong type.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function encodeOrFail(text: string, encoder: Encoder): EncodeOrFailResult;

/**
 * A percent-encode set by its name in the URL Standard, or as a function that says of a byte, 0 to
 * 0x7F, whether it is in the set; all higher bytes are.
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
 * Encodes a text and percent-encodes those of its bytes that are in the set; a code point that the
 * encoding does not have becomes `%26%23n%3B`. With the last of the named sets, and with no other,
 * a space becomes `+`. Throws `RangeError` as `getEncoder` does, `TypeError` for an input or a set
 * of a wrong type, and `Error` with code `ERR_STRING_TOO_LONG`.
 *
 * https://url.spec.whatwg.org/#string-percent-encode-after-encoding
 */
export declare function percentEncodeAfterEncoding(
  encoding: Encoding,
  input: string,
  percentEncodeSet: PercentEncodeSet,
): string;

/**
 * Gives names and values as a form in a document of that encoding is submitted; `replacement`,
 * UTF-16BE and UTF-16LE stand for UTF-8. Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED`
 * for no encoding, `TypeError` for tuples of a wrong type, and `Error` with code
 * `ERR_STRING_TOO_LONG`.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-serializer
 *
 * @param encoding UTF-8 by default
 */
export declare function serializeUrlencoded(
  tuples: Iterable<readonly [name: string, value: string]>,
  encoding?: Encoding,
): string;

/**
 * What a form may hold.
 *
 * https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export interface ParseUrlencodedOptions {
  /** How many pairs of name and value there may be: 0 or more. Default Infinity. */
  maxTuples?: number | undefined;
}

/**
 * Gives the names and values of a form in a document of that encoding, from its bytes or from a
 * string, whose code points beyond ASCII count as their bytes in the encoding; `replacement`,
 * UTF-16BE and UTF-16LE stand for UTF-8. Byte order marks are text. Time and memory are
 * proportional to the input's length. Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED`
 * for no encoding and with code `ERR_URLENCODED_TOO_MANY_TUPLES`, and `TypeError` for an input or
 * options of a wrong type.
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
