// The types of whatwg-transcoder/iconv-lite, and its only reference documentation. Its functions are those of iconv-lite 0.7.
// lib/iconv-lite/README.md lists the encodings whose results differ.
//
// An encoding is found by its name as in iconv-lite: case, punctuation and a year at the end of the name do not count. The module
// knows the 414 names of iconv-lite, and ISO-2022-JP. For any other name the functions throw `RangeError` with code
// `ERR_ENCODING_NOT_SUPPORTED`, whose message begins « Encoding not recognized: ».

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';

/**
 * The options of functions that decode.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DecodeOptions {
  /**
   * Whether a byte order mark at the start of a Unicode encoding is removed; true by default. A function is
   * called when one has been removed.
   */
  stripBOM?: boolean | (() => void);
  /** The encoding that `utf-16` or `utf-32` has if the first bytes do not tell; little-endian by default. */
  defaultEncoding?: string;
}

/**
 * The options of functions that encode.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export interface EncodeOptions {
  /** Whether a Unicode encoding gets a byte order mark: by default only `utf-16` and `utf-32`. Null means false. */
  addBOM?: boolean | null;
  /** The encoding that `utf-32` has; little-endian by default. */
  defaultEncoding?: string;
}

/** The name of the options in the types of iconv-lite 0.6. */
export type Options = DecodeOptions & EncodeOptions;

/** A name of an encoding, as iconv-lite calls its type. Any string may be one. */
export type Encoding = string;

/**
 * Decodes a stream, chunk by chunk.
 *
 * A chunk may change after `write` has returned. After `end` another stream may begin.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface Decoder {
  /** Returns the text of the next bytes, or of the UTF-8 of a string; an unfinished sequence waits. */
  write(bytes: Uint8Array | string): string;
  /** Ends the stream; returns the text of an unfinished sequence, which is U+FFFD, or undefined. */
  end(): string | undefined;
}

/** The name of `Decoder` in iconv-lite. */
export type DecoderStream = Decoder;

/**
 * Encodes a stream, chunk by chunk.
 *
 * After `end` another stream may begin.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export interface Encoder {
  /**
   * Returns the bytes of the next text; a leading surrogate at its end waits. Throws `Error` with code `ERR_ENCODER_ENDED` after a
   * timeout of `node:vm` has cut off a call, of which a part may have been encoded.
   */
  write(text: string): Buffer;
  /** Ends the stream; returns its last bytes, if there are any. Throws what `write` throws. */
  end(): Buffer | undefined;
}

/** The name of `Encoder` in iconv-lite. */
export type EncoderStream = Encoder;

/**
 * The codec of an encoding. All names of one encoding give the same object.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface Codec {
  /** Makes a decoder that keeps a byte order mark. */
  decoder: new (
    options?: DecodeOptions,
    codec?: Codec,
  ) => Decoder;
  /** Makes an encoder that adds no byte order mark. */
  encoder: new (
    options?: EncodeOptions,
    codec?: Codec,
  ) => Encoder;
  /** Whether `stripBOM` and `addBOM` have an effect. */
  bomAware?: boolean;
  /** Its name in `encodings`. */
  encodingName?: string;
}

/**
 * Decodes bytes to a string. Malformed sequences become `defaultCharUnicode`.
 *
 * A string in place of bytes stands for the bytes of its code units, and warns once. Throws `RangeError` with
 * code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name, and `TypeError` with code `ERR_INVALID_ARG_TYPE` for a
 * value that is not bytes.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare function decode(
  buffer: Uint8Array,
  encoding: string,
  options?: DecodeOptions,
): string;

/**
 * Encodes a string. Code points that the encoding does not contain become `defaultCharSingleByte`.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function encode(content: string, encoding: string, options?: EncodeOptions): Buffer;

/** The same function as `decode`. */
export declare const fromEncoding: typeof decode;

/** The same function as `encode`. */
export declare const toEncoding: typeof encode;

/** Tells whether a name is known. */
export declare function encodingExists(encoding: string): boolean;

/**
 * Returns the codec of an encoding.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 */
export declare function getCodec(encoding: string): Codec;

/**
 * Returns a decoder for a stream.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare function getDecoder(encoding: string, options?: DecodeOptions): Decoder;

/**
 * Returns an encoder for a stream.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function getEncoder(encoding: string, options?: EncodeOptions): Encoder;

/**
 * A stream that decodes Buffers to strings. The text of a chunk is there as soon as the chunk is written.
 *
 * A string is written as its bytes in UTF-8, and a view as its memory, as in iconv-lite; any other chunk is an error with code
 * `ERR_INVALID_ARG_TYPE`.
 *
 * https://nodejs.org/api/stream.html#class-streamtransform
 */
export declare class IconvLiteDecoderStream extends Transform {
  constructor(conv: Decoder, options?: TransformOptions);
  /** The decoder. */
  conv: Decoder;
  /** Reads the stream to its end, and calls back with the whole text. */
  collect(callback: (error: Error | null, text?: string) => void): this;
}

/**
 * A stream that encodes strings to Buffers.
 *
 * A chunk that is not a string is an error with code `ERR_INVALID_ARG_TYPE`.
 *
 * https://nodejs.org/api/stream.html#class-streamtransform
 */
export declare class IconvLiteEncoderStream extends Transform {
  constructor(conv: Encoder, options?: TransformOptions);
  /** The encoder. */
  conv: Encoder;
  /** Reads the stream to its end, and calls back with all bytes. */
  collect(callback: (error: Error | null, bytes?: Buffer) => void): this;
}

/**
 * Returns a stream that decodes.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 */
export declare function decodeStream(
  encoding: string,
  options?: DecodeOptions & Omit<TransformOptions, 'defaultEncoding'>,
): IconvLiteDecoderStream;

/**
 * Returns a stream that encodes.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for an unknown name.
 */
export declare function encodeStream(
  encoding: string,
  options?: EncodeOptions & Omit<TransformOptions, 'defaultEncoding'>,
): IconvLiteEncoderStream;

/**
 * The table of names: for each name without punctuation the name that it stands for, or its codec. It is filled when
 * the first codec is made, as that of iconv-lite is. A program may add names, and single-byte encodings as
 * `{ type: '_sbcs', chars }`, where `chars` is 256 characters, or the 128 after ASCII.
 */
export declare let encodings: Record<string, unknown>;

/** The codecs in use, by their names in `encodings`. An empty object in its place makes them anew. */
export declare let _codecDataCache: Record<string, Codec>;

/** The text for a malformed sequence: U+FFFD. A program may set it on the object, before a decoder is made. */
export declare let defaultCharUnicode: string;

/** The text for an unencodable code point: `?`. A program may set it on the object, before an encoder is made. */
export declare let defaultCharSingleByte: string;

/** Whether `decode` has warned, or is not to warn, of a string in place of bytes. */
export declare let skipDecodeWarning: boolean;

/** Whether there are streams: true. */
export declare const supportsStreams: boolean;

/** Does nothing: streams need no preparation. */
export declare function enableStreamingAPI(streamModule?: unknown): void;

/** Returns a name in lowercase, with letters and digits only, and without a year at its end. */
export declare function _canonicalizeEncoding(encoding: string): string;

/**
 * The class of the package iconv, for mailparser's option `Iconv`: a stream that converts bytes to bytes.
 *
 * The second name may end with `//TRANSLIT`, by which unencodable code points become similar text or `?`, or
 * `//IGNORE`, by which they are left out; malformed sequences become U+FFFD. Without either, both are errors with code
 * `EILSEQ`, or `EINVAL` for a sequence that the end of the input cuts; malformed UTF-7, UTF-32, CESU-8, and UTF-16
 * without a byte order in its name, become U+FFFD even then. The constructor throws an error with code `EINVAL` for an
 * unknown name.
 *
 * https://nodejs.org/api/stream.html#class-streamtransform
 */
export declare class Iconv extends Transform {
  constructor(fromEncoding: string, toEncoding: string);
  /** Converts bytes in one call. A string stands for its bytes in an encoding of Buffer, UTF-8 by default. */
  convert(input: Uint8Array | string, encoding?: BufferEncoding): Buffer;
}
