// The types of the package, and its only reference documentation, in the words of https://encoding.spec.whatwg.org/

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';
import type {
  DecoderLabel,
  EncodingLabel,
  EncodingName,
  OtherEncodingName,
} from './labels/names.js';

export * from './labels/names.js';

/**
 * Bytes to decode: a buffer, or any view on a buffer.
 *
 * Shared, resizable and growable memory is read as it is at the time of the call. A detached buffer
 * and a view that is out of bounds contain no bytes.
 *
 * https://webidl.spec.whatwg.org/#AllowSharedBufferSource
 */
export type BufferSource = ArrayBufferView | ArrayBufferLike;

/**
 * Says what a decoder does with malformed bytes and with a byte order mark.
 *
 * https://encoding.spec.whatwg.org/#textdecoderoptions
 */
export interface TextDecoderOptions {
  /**
   * Whether malformed bytes throw `InvalidDataError`. Default false: each malformed sequence becomes
   * U+FFFD.
   */
  fatal?: boolean | undefined;
  /**
   * Whether the byte order mark of UTF-8 or UTF-16 at the start stays in the text. Default false: it
   * is removed.
   */
  ignoreBOM?: boolean | undefined;
}

/**
 * Says whether a call of `TextDecoder.prototype.decode` ends the stream.
 *
 * https://encoding.spec.whatwg.org/#textdecodeoptions
 */
export interface TextDecodeOptions {
  /**
   * Whether another call brings more bytes, so that the decoder keeps a sequence that the end of this
   * input cuts. Default false.
   */
  stream?: boolean | undefined;
}

/**
 * The reason why a sequence of bytes is malformed.
 *
 * - `'truncated'`: the input ends inside a sequence.
 * - `'invalid byte'`: the byte begins no sequence.
 * - `'invalid trailing byte'`: the byte cannot continue the sequence that has begun.
 * - `'unmapped'`: the sequence is complete, but it has no code point.
 * - `'lone surrogate'`: half of a surrogate pair stands alone (UTF-16, UTF-32).
 * - `'invalid escape sequence'`: the encoding does not have this escape sequence (ISO-2022-JP, hz-gb-2312, iso-2022-kr).
 * - `'redundant escape sequence'`: an escape sequence directly follows another (ISO-2022-JP).
 * - `'replacement encoding'`: the encoding decodes no bytes at all (replacement).
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 */
export type InvalidDataReason =
  | 'truncated'
  | 'invalid byte'
  | 'invalid trailing byte'
  | 'unmapped'
  | 'lone surrogate'
  | 'invalid escape sequence'
  | 'redundant escape sequence'
  | 'replacement encoding';

/**
 * The error that fatal mode throws for the first malformed sequence.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
export interface InvalidDataError extends TypeError {
  readonly code: 'ERR_ENCODING_INVALID_ENCODED_DATA';
  /** The name of the encoding in ASCII lowercase, as in `TextDecoder.prototype.encoding`. */
  readonly encoding: Lowercase<AnyEncodingName>;
  /** Where the malformed sequence begins, in bytes from the start of the stream: 0 or more. */
  readonly offset: number;
  /**
   * The length of the malformed sequence in bytes: 1 to 4. Bytes that the decoder reads again after
   * the error do not count.
   */
  readonly length: number;
  /** Why the sequence is malformed. */
  readonly reason: InvalidDataReason;
  /**
   * The output for the input before the malformed sequence. Only `Transcoder` and `transcode`
   * set it.
   */
  readonly output?: Buffer;
}

/**
 * The error that is thrown for a code point that the encoding does not contain.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface UnencodableError extends TypeError {
  readonly code: 'ERR_ENCODING_UNENCODABLE';
  /** The name of the encoding in ASCII lowercase. */
  readonly encoding: Lowercase<AnyEncodingName>;
  /**
   * The code point, a scalar value: 0 to 0x10FFFF. U+FFFD stands for a lone surrogate. When a function
   * `unencodable` returned text that cannot be encoded, it is the first such code point of that text.
   */
  readonly codePoint: number;
  /**
   * Where the code point is in the text or in the stream of text, in UTF-16 code units. Functions that
   * read bytes do not set it.
   */
  readonly index?: number;
  /**
   * Where the bytes of the code point begin in the stream, in bytes. Only `Transcoder`, `transcode` and
   * `TranscodeStream` set it.
   */
  readonly offset?: number;
  /**
   * The bytes of what comes before the code point in the same call. Only `Transcoder`, `transcode`, and
   * `encode` with `addBOM`, a limit or a function `unencodable` set it.
   */
  readonly output?: Buffer;
}

/**
 * The error that is thrown when there are more errors than `maxErrors` allows.
 *
 * Its `cause` is the `InvalidDataError` or `UnencodableError` for the malformed sequence or the code
 * point that is one too many.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface TooManyErrorsError extends RangeError {
  readonly code: 'ERR_ENCODING_TOO_MANY_ERRORS';
  /** The `encoding` of the `cause`. */
  readonly encoding: Lowercase<AnyEncodingName>;
  /** The option `maxErrors`. */
  readonly limit: number;
  /** The `offset` of the `cause`, in bytes. Functions that read text do not set it. */
  readonly offset?: number;
  /** The `index` of the `cause`, in UTF-16 code units. Functions that read bytes do not set it. */
  readonly index?: number;
  /** The bytes of what comes before the error in the same call. Functions that make no bytes do not set it. */
  readonly output?: Buffer;
  readonly cause: InvalidDataError | UnencodableError;
}

/**
 * The error that is thrown when the output would be longer than `maxOutputBytes`.
 *
 * Nothing of the output of the call is kept.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export interface OutputTooLargeError extends RangeError {
  readonly code: 'ERR_ENCODING_OUTPUT_TOO_LARGE';
  /** The option `maxOutputBytes`. */
  readonly limit: number;
}

/**
 * Decodes bytes of one encoding to strings, in one call or as a stream of chunks.
 *
 * https://encoding.spec.whatwg.org/#interface-textdecoder
 */
export declare class TextDecoder {
  /**
   * Makes a decoder for the encoding that `label` names.
   *
   * The case of ASCII letters in the label does not matter, nor does ASCII whitespace around it. Other
   * values are converted to a string. Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for a
   * label that is not in the standard or that names `replacement`, and `TypeError` with code
   * `ERR_INVALID_ARG_TYPE` for options that are not an object, null or undefined.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder
   *
   * @param label a label of the standard or a handle; `'utf-8'` by default
   * @param options read once, by the constructor
   */
  constructor(label?: Label, options?: TextDecoderOptions | null);

  /**
   * The name of the encoding in ASCII lowercase; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
   */
  readonly encoding: Lowercase<AnyEncodingName>;

  /**
   * Whether malformed bytes make `decode` throw; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-fatal
   */
  readonly fatal: boolean;

  /**
   * Whether a byte order mark at the start stays in the text; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
   */
  readonly ignoreBOM: boolean;

  /**
   * Returns the text of the bytes.
   *
   * With `stream: true` it returns the text so far, and the next call continues from there. Throws
   * `InvalidDataError` in fatal mode at the first malformed sequence; the text of that call is lost.
   * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for an input or options of a wrong type, `Error`
   * with code `ERR_STRING_TOO_LONG` when the text is longer than a string can be, and `Error` with code
   * `ERR_MEMORY_ALLOCATION_FAILED` when there is not enough memory; these errors leave an open stream as
   * it was before the call.
   *
   * After a call without `stream` the decoder is as new, also after an `InvalidDataError`. After an
   * `InvalidDataError` in a call with `stream: true` the next call first reads the bytes that follow
   * the malformed sequence.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
   *
   * @param input the bytes; the decoder keeps no reference to them; no bytes by default
   * @param options read once, after the type of `input` was checked
   */
  decode(input?: Uint8Array | ArrayBuffer, options?: TextDecodeOptions | null): string;
  /**
   * Decodes bytes in any view and in shared memory, as the first overload does.
   *
   * This signature stands apart so that this class can be used where the class in the types of Node.js
   * is expected.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
   */
  decode(input?: BufferSource, options?: TextDecodeOptions | null): string;
}

/**
 * Bytes with memory of their own that no other thread sees: `Uint8Array<ArrayBuffer>`, if the
 * compiler knows that type.
 *
 * https://webidl.spec.whatwg.org/#arraybufferview-create
 */
export type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>;

/**
 * Encodes strings to UTF-8.
 *
 * https://encoding.spec.whatwg.org/#interface-textencoder
 */
export declare class TextEncoder {
  /**
   * Makes an encoder; throws nothing.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder
   */
  constructor();

  /**
   * Always `'utf-8'`.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encoding
   */
  readonly encoding: 'utf-8';

  /**
   * Returns the UTF-8 bytes of the text, with memory of their own.
   *
   * A lone surrogate becomes U+FFFD. Other values are converted to a string; throws `TypeError` for a
   * value that cannot be converted.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encode
   *
   * @param input the text; the empty string by default
   */
  encode(input?: string): OwnBytes;

  /**
   * Writes as much of the text as fits into the destination, in UTF-8, and returns how much that is.
   *
   * No character is split, and the bytes of the destination after `written` do not change. A lone
   * surrogate becomes U+FFFD. Shared and resizable memory is taken as it is at the time of the call.
   * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a destination that is not a `Uint8Array`.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
   *
   * @param destination written to from its start
   */
  encodeInto(source: string, destination: Uint8Array): TextEncoderEncodeIntoResult;
}

/**
 * How much `TextEncoder.prototype.encodeInto` has read and written.
 *
 * https://encoding.spec.whatwg.org/#dictdef-textencoderencodeintoresult
 */
export interface TextEncoderEncodeIntoResult {
  /** How much of the text was encoded, in UTF-16 code units. */
  read: number;
  /** How many bytes were written. */
  written: number;
}

/**
 * Decodes bytes as a pair of web streams: bytes are written, and strings are read.
 *
 * https://encoding.spec.whatwg.org/#interface-textdecoderstream
 */
export declare class TextDecoderStream {
  /**
   * Makes a stream for the encoding that `label` names; throws what the constructor of `TextDecoder`
   * throws.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoderstream
   *
   * @param label a label of the standard or a handle; `'utf-8'` by default
   * @param options read once, by the constructor
   */
  constructor(label?: Label, options?: TextDecoderOptions | null);

  /**
   * The name of the encoding in ASCII lowercase; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
   */
  readonly encoding: Lowercase<AnyEncodingName>;

  /**
   * Whether malformed bytes error the stream; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-fatal
   */
  readonly fatal: boolean;

  /**
   * Whether a byte order mark at the start stays in the text; it never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
   */
  readonly ignoreBOM: boolean;

  /**
   * The text, in chunks that are never empty.
   *
   * It is errored with `InvalidDataError` in fatal mode, and with `TypeError` for a chunk that is
   * neither a buffer nor a view.
   *
   * https://encoding.spec.whatwg.org/#flush-and-enqueue
   */
  readonly readable: ReadableStream<string>;

  /**
   * Takes the bytes; it keeps no reference to them.
   *
   * https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
   */
  readonly writable: WritableStream<BufferSource>;
}

/**
 * Encodes strings to UTF-8 as a pair of web streams: strings are written, and bytes are read.
 *
 * https://encoding.spec.whatwg.org/#interface-textencoderstream
 */
export declare class TextEncoderStream {
  /**
   * Makes a stream; throws nothing.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoderstream
   */
  constructor();

  /**
   * Always `'utf-8'`.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encoding
   */
  readonly encoding: 'utf-8';

  /**
   * The bytes, in chunks that are never empty.
   *
   * https://encoding.spec.whatwg.org/#encode-and-flush
   */
  readonly readable: ReadableStream<OwnBytes>;

  /**
   * Takes the text.
   *
   * A surrogate pair may be split between two chunks; a lone surrogate becomes U+FFFD. Other values are
   * converted to a string; a value that cannot be converted errors the stream with `TypeError`.
   *
   * https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
   */
  readonly writable: WritableStream<string>;
}

/**
 * Returns the name of the encoding that a label names, or null when the label is not in the standard.
 *
 * The case of ASCII letters in the label does not matter, nor does ASCII whitespace around it. The
 * labels of the replacement encoding give `'replacement'`. Other values are converted to a string;
 * throws `TypeError` for a value that cannot be converted.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
export declare function getEncoding(label: EncodingLabel): EncodingName;
export declare function getEncoding(label: string): EncodingName | null;

/**
 * Returns the name of the encoding to encode with when `label` names the encoding of a document, or
 * null when the label is not in the standard.
 *
 * It is UTF-8 for `replacement`, UTF-16BE and UTF-16LE, and the encoding itself otherwise. Other values
 * are converted to a string; throws `TypeError` for a value that cannot be converted.
 *
 * https://encoding.spec.whatwg.org/#get-an-output-encoding
 */
export declare function getOutputEncoding(label: EncodingLabel): EncodingName;
export declare function getOutputEncoding(label: string): EncodingName | null;

/**
 * The build of the core that runs: `'native'` is the addon for Node-API, and `'wasm'` the WebAssembly module, which is used
 * where no addon can be loaded. Both have the same results.
 *
 * The environment variable `WHATWG_TRANSCODER_BACKEND` demands one of the two by its name. Loading the package then throws
 * `Error` with code `ERR_NATIVE_ADDON_NOT_LOADED` if that one cannot be loaded, and `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for any other name.
 *
 * Source of both: https://encoding.spec.whatwg.org/#encodings
 */
export declare const backend: 'native' | 'wasm';

/**
 * The 40 names of encodings, in the order of the standard's table; frozen.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const encodings: readonly EncodingName[];

/**
 * All 228 labels in ASCII lowercase, each with the name of its encoding; frozen, and without a
 * prototype.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const labels: Readonly<Record<EncodingLabel, EncodingName>>;

/**
 * The name of an encoding that is read or written: one of the standard except `replacement`, or one of
 * `whatwg-transcoder/encodings`.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type AnyEncodingName = Exclude<EncodingName, 'replacement'> | OtherEncodingName;

declare const handle: unique symbol;

/**
 * A value that stands for an encoding in place of a label. `whatwg-transcoder/encodings` has those of the encodings that no
 * label names.
 *
 * It is frozen, and there is one for each encoding in a thread. A copy, such as one that `postMessage` makes, and one of
 * another copy of this package are not handles. As a string it is its name.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface EncodingHandle {
  /** The name of the encoding, for messages. `encodingFor` of `whatwg-transcoder/encodings` finds the handle by it. */
  readonly name: AnyEncodingName;
  readonly [handle]: never;
}

/**
 * The encoding to read or to write: any label of the standard except those of `replacement`, or a handle of
 * `whatwg-transcoder/encodings`.
 *
 * Another value is refused with `TypeError` and code `ERR_INVALID_ARG_TYPE`, except by `TextDecoder` and
 * `TextDecoderStream`, which convert it to a string.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type Label = DecoderLabel | (string & {}) | EncodingHandle;

/**
 * Says what to do with code points that the encoding does not contain.
 *
 * - `'fatal'`: throw `UnencodableError`.
 * - `'html'`: write a decimal character reference, `&#n;`.
 * - `'replace'`: write `?`.
 * - `'skip'`: write nothing.
 * - `'transliterate'`: write similar text that the encoding contains, or else `?`. See below.
 * - a function: encode the text that it returns for the code point and its index.
 *
 * Similar text is what a table has for the code point (quotation marks, dashes, currencies, `ß`), or what
 * it decomposes to (https://www.unicode.org/reports/tr15/), without the marks that the encoding does not
 * contain. With this mode alone, a letter and the marks behind it become the composed character if one of
 * them is unencodable and the encoding contains that character: `e` and U+0301 become `é`. Only the first
 * 32 marks count. A mark that is composed is no error; what is similar counts as replaced. So that the way
 * in which a stream is cut changes nothing, the last letter of a chunk and up to 32 marks wait for the next
 * chunk. Behind `TooManyErrorsError` the marks that follow stand alone. What an encoding contains stays as
 * it is, and so does all text in UTF-8, UTF-16 and gb18030. Similar text can be ASCII that means something,
 * such as `<`: use this mode for text that people read, and not for markup, keys and names of files.
 *
 * The function is called once for each such code point, in order. The index is in UTF-16 code units from
 * the start of the text or stream; when bytes are transcoded, it is the offset in bytes at which the
 * bytes of the code point begin. A function that returns no string makes the call throw `TypeError` with
 * code `ERR_INVALID_ARG_TYPE`; what the function throws, the call throws. When bytes are transcoded,
 * they are copied in pieces of 8,192 bytes before the function is called for a piece: what the function
 * writes to bytes that have been copied has no effect.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export type Unencodable =
  | 'fatal'
  | 'html'
  | 'replace'
  | 'skip'
  | 'transliterate'
  | ((codePoint: number, index: number) => string);

/**
 * Returns the text that stands for a malformed sequence, in place of U+FFFD.
 *
 * It is called once for each malformed sequence, in order. `bytes` is a copy of the sequence, 1 to 4
 * bytes, also where the sequence began in an earlier chunk; `offset` is where it begins, in bytes, as in
 * `InvalidDataError`; `reason` says why it is malformed. A lone surrogate in the text counts as U+FFFD.
 * When bytes are transcoded, the text is encoded, and `unencodable` says what to do with code points that
 * the encoding does not contain. The malformed sequence counts as one error; such code points do not count.
 *
 * A function that returns no string makes the call throw `TypeError` with code `ERR_INVALID_ARG_TYPE`;
 * what the function throws, the call throws. The input is copied in pieces of 8,192 bytes before the
 * function is called for a piece: what the function writes to bytes that have been copied has no effect.
 * When the function shrinks or detaches the memory of the input, the input ends where it was copied to, and
 * the rest is not decoded.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export type Malformed = (bytes: Buffer, offset: number, reason: InvalidDataReason) => string;

/**
 * Says how many errors a conversion passes over, and how much output it makes.
 *
 * Without these options, or with null, there is no limit. A limit is an integer from 0 on, or Infinity; another
 * value throws `TypeError` with code `ERR_INVALID_ARG_TYPE`. Both limits count over a whole stream.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface LimitOptions {
  /**
   * The most malformed sequences, and code points that the encoding does not contain, that are
   * replaced or skipped. One more throws `TooManyErrorsError`; with 0 the first does. A malformed
   * sequence counts once, whatever stands for it. Errors that are fatal by another option throw their
   * own error.
   */
  maxErrors?: number | undefined;
  /**
   * The most bytes of output; text counts as UTF-8. More throws `OutputTooLargeError`, before much
   * more than that has been made: the memory that the output takes grows with the limit, and not with
   * the input.
   */
  maxOutputBytes?: number | undefined;
}

/**
 * Names a part of the bytes, without making a view on them.
 *
 * All offsets, in errors and for functions, count from the start of the bytes, and not from `start`.
 * A position beyond the end of the bytes stands for that end, and no bytes are read when `end` is not
 * after `start`. A value that is neither an integer from 0 on nor null throws `TypeError` with code
 * `ERR_INVALID_ARG_TYPE`.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export interface PartOptions {
  /** Where the part begins, in bytes. Default 0. */
  start?: number | undefined;
  /** Where the part ends, in bytes from the start of the bytes. Default their length. */
  end?: number | undefined;
}

/**
 * Says what `decode`, `Transcoder` and the streams do with malformed bytes.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface MalformedOptions extends TextDecoderOptions, LimitOptions {
  /**
   * The text for each malformed sequence: `'replace'`, the default, is U+FFFD, `'skip'` is nothing, and a
   * function returns the text. With `fatal: true` it throws `TypeError` with code `ERR_INVALID_ARG_TYPE`.
   */
  malformed?: 'replace' | 'skip' | Malformed | undefined;
}

/**
 * Says how `decode` and `decodedLength` decode bytes.
 *
 * https://encoding.spec.whatwg.org/#textdecoderoptions
 */
export interface DecodeOptions extends MalformedOptions, PartOptions {}

/**
 * Says which bytes `validate` reads, and how many malformed sequences it lists.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export interface ValidateOptions extends PartOptions {
  /**
   * The most malformed sequences in `errors`: an integer from 0 on, or Infinity. Without this option
   * there is no list. Memory grows with the list.
   */
  maxErrors?: number | undefined;
  /**
   * Whether each malformed sequence in `errors` also has `line` and `column`. Default false. It has no
   * effect without `maxErrors`.
   */
  lines?: boolean | undefined;
}

/**
 * Says how text is encoded.
 *
 * https://encoding.spec.whatwg.org/#legacy-hooks
 */
export interface EncodeOptions extends LimitOptions {
  /** The treatment of code points that the encoding does not contain. Default `'fatal'`. */
  unencodable?: Unencodable | undefined;
  /**
   * Whether UTF-8 and UTF-16 output begins with a byte order mark. Default false. It has no effect on
   * other encodings.
   */
  addBOM?: boolean | undefined;
}

/**
 * Says how `encodeInto` encodes text.
 *
 * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
 */
export interface EncodeIntoOptions {
  /**
   * As in `EncodeOptions`, but neither a function nor `'transliterate'`, which throw `TypeError` with
   * code `ERR_INVALID_ARG_TYPE`. Default `'fatal'`, which ends the call before the code point and throws
   * nothing.
   */
  unencodable?: Exclude<Unencodable, 'transliterate' | ((...args: never) => unknown)> | undefined;
}

/**
 * Says how bytes of one encoding are transcoded to bytes of another.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 */
export interface TranscodeOptions extends MalformedOptions, EncodeOptions {}

/**
 * How much `encodeInto` has read and written.
 *
 * https://encoding.spec.whatwg.org/#dictdef-textencoderencodeintoresult
 */
export interface EncodeIntoResult {
  /** How much of the text was encoded, in UTF-16 code units. */
  read: number;
  /** How many bytes were written. */
  written: number;
  /**
   * The code point after `read` that the encoding does not contain; absent unless such a code point
   * ended the call.
   */
  codePoint?: number;
}

/**
 * A code point of a text that an encoding does not contain.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface UnencodableCodePoint {
  /** Where the code point is in the text, in UTF-16 code units. */
  index: number;
  /** The code point: 0 to 0x10FFFF. U+FFFD stands for a lone surrogate. */
  codePoint: number;
}

/**
 * The result of `validate`.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export interface Validity {
  /** Whether no sequence is malformed. */
  valid: boolean;
  /** How many malformed sequences there are, each of which decodes to U+FFFD. */
  replacements: number;
  /** The first malformed sequence, with its offset and length in bytes; null when there is none. */
  firstError: MalformedSequence | null;
}

/**
 * A malformed sequence: its `offset` and `length` in bytes, and the reason.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export interface MalformedSequence extends Pick<InvalidDataError, 'offset' | 'length' | 'reason'> {
  /**
   * The line of the decoded text in which the sequence stands, from 1; present in `errors` with `lines: true`. U+000A,
   * U+000D, and both in this order, each end a line. With the option `start`, lines and columns count
   * from there, while `offset` counts from the start of the bytes.
   */
  line?: number;
  /**
   * The place in the line, from 1, in code points; present in `errors` with `lines: true`. Each malformed sequence
   * before it is one code point, and a byte order mark is none.
   */
  column?: number;
}

/**
 * The result of `validate` with `maxErrors`.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export interface ListedValidity extends Validity {
  /** The first malformed sequences, in order: as many as `maxErrors` allows. */
  errors: MalformedSequence[];
}

/**
 * Returns the text of the bytes, as a new `TextDecoder` with the same label and options does.
 *
 * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for a label that is not in the standard or
 * that names `replacement`; `TypeError` with code `ERR_INVALID_ARG_TYPE` for an argument of a wrong type
 * and for the option `stream`; `InvalidDataError` in fatal mode; `TooManyErrorsError` and
 * `OutputTooLargeError` when a limit is passed; what the function `malformed` throws; `Error` with code
 * `ERR_STRING_TOO_LONG` when the text is longer than a string can be; and `Error` with code
 * `ERR_MEMORY_ALLOCATION_FAILED` when there is not enough memory. After an error nothing of the text is
 * kept.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 *
 * @param label a label of the standard or a handle; `'utf-8'` by default
 */
export declare function decode(
  bytes: BufferSource,
  label?: Label,
  options?: DecodeOptions | null,
): string;

/**
 * Returns the length of the text that `decode` returns, in UTF-16 code units, without making the text;
 * with `malformed` or a limit it makes the text piece by piece, and keeps none.
 *
 * Throws what `decode` throws, except for the length of the text.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
export declare function decodedLength(
  bytes: BufferSource,
  label?: Label,
  options?: DecodeOptions | null,
): number;

/**
 * Tells whether the bytes are well-formed, how many sequences are malformed, where the first one is, and
 * with `maxErrors` where the first ones are, with `lines` as lines and columns too, without making the
 * text as a whole.
 *
 * `maxErrors` bounds the list only: `replacements` counts all. The bytes are read once, and for the list
 * a second time up to its end. Throws `RangeError` and `TypeError` for its arguments as `decode` does.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 *
 * @param label a label of the standard or a handle; `'utf-8'` by default
 */
export declare function validate(
  bytes: BufferSource,
  label: Label | undefined,
  options: ValidateOptions & { maxErrors: number },
): ListedValidity;
/**
 * Tells whether the bytes are well-formed, how many sequences are malformed, and where the first one
 * is, without making the text.
 *
 * Throws `RangeError` and `TypeError` for its arguments as `decode` does.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 *
 * @param label a label of the standard or a handle; `'utf-8'` by default
 */
export declare function validate(
  bytes: BufferSource,
  label?: Label,
  options?: ValidateOptions | null,
): Validity & Partial<ListedValidity>;

/**
 * Returns the bytes of the text.
 *
 * A lone surrogate counts as U+FFFD: UTF-8, UTF-16 and gb18030 contain that, so it is no error; `canEncode` finds it. UTF-16BE and
 * UTF-16LE, for which the standard has no encoder, are
 * written as their decoders read them. Buffers of up to 4,096 bytes share blocks of 128 KiB, as small
 * Buffers of `Buffer.from` share a pool; a longer Buffer has memory of its own. Throws `RangeError` with
 * code `ERR_ENCODING_NOT_SUPPORTED` for a label that is not in the standard or that names
 * `replacement`; `TypeError` with code `ERR_INVALID_ARG_TYPE` for an argument of a wrong type;
 * `UnencodableError` for a code point that the encoding does not contain, unless `unencodable` says
 * otherwise; and `TooManyErrorsError` and `OutputTooLargeError` when a limit is passed.
 *
 * https://encoding.spec.whatwg.org/#encode
 *
 * @param label a label of the standard or a handle; `'utf-8'` by default
 */
export declare function encode(text: string, label?: Label, options?: EncodeOptions | null): Buffer;

/**
 * Writes as much of the text as fits into the bytes, from the start of both, and returns how much that
 * is.
 *
 * No character is split, and the bytes after `written` do not change. What is written is complete by
 * itself, and the bytes of the rest of the text can follow it; the parts of an ISO-2022-JP text,
 * however, must be decoded each by itself. The call ends before a code point that the encoding does not
 * contain, unless `unencodable` says otherwise. Throws `RangeError` and `TypeError` for its arguments as
 * `encode` does.
 *
 * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
 *
 * @param label a label of the standard or a handle; `'utf-8'` by default
 */
export declare function encodeInto(
  text: string,
  bytes: Uint8Array,
  label?: Label,
  options?: EncodeIntoOptions | null,
): EncodeIntoResult;

/**
 * Returns the number of bytes that `encode` returns, without keeping them.
 *
 * Throws what `encode` throws.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function encodedLength(
  text: string,
  label?: Label,
  options?: EncodeOptions | null,
): number;

/**
 * Returns the first code point of the text that the encoding does not contain, or null.
 *
 * No encoding contains a lone surrogate: it is found in every encoding, with U+FFFD as its code point. `encode` and `EncodeStream`
 * write U+FFFD for it in UTF-8, UTF-16 and gb18030, as the standard does, and do not report it. Throws `RangeError` and `TypeError` for its arguments as `encode` does.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function findUnencodable(text: string, label?: Label): UnencodableCodePoint | null;

/**
 * Tells whether the encoding contains every code point of the text.
 *
 * It is false for a text with a lone surrogate, in every encoding. Throws `RangeError` and `TypeError` for its arguments as `encode` does.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function canEncode(text: string, label?: Label): boolean;

/**
 * Returns the bytes in another encoding, without making a string unless `malformed` or `unencodable` is a
 * function, `unencodable` is `'transliterate'`, or `maxErrors` is given.
 *
 * Buffers of up to 4,096 bytes share blocks of 128 KiB, as small Buffers of `Buffer.from` share a pool;
 * a longer Buffer has memory of its own. Throws what the constructor of `Transcoder` and one call of
 * its `end` throw.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 *
 * @param to a label of the standard or a handle; `'utf-8'` by default
 */
export declare function transcode(
  bytes: BufferSource,
  from: Label,
  to?: Label,
  options?: (TranscodeOptions & PartOptions) | null,
): Buffer;

/**
 * Transcodes a stream of bytes from one encoding to another.
 *
 * It makes no string unless `malformed` or `unencodable` is a function, `unencodable` is
 * `'transliterate'`, or `maxErrors` is given. Between two calls it keeps at most a few bytes of an
 * unfinished sequence, after an error also the bytes that follow the error, and with `'transliterate'` a
 * letter and up to 32 marks behind it.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 */
export declare class Transcoder {
  /**
   * Makes a transcoder.
   *
   * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for a label that is not in the standard
   * or that names `replacement`, and `TypeError` with code `ERR_INVALID_ARG_TYPE` for an argument of a
   * wrong type.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param to a label of the standard or a handle; `'utf-8'` by default
   */
  constructor(from: Label, to?: Label, options?: TranscodeOptions | null);

  /**
   * The name of the encoding of the input; it never changes.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly from: AnyEncodingName;

  /**
   * The name of the encoding of the output; it never changes.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly to: AnyEncodingName;

  /**
   * How many malformed sequences and unencodable code points of the stream have been replaced or skipped so
   * far. A malformed sequence counts twice if the encoding of the output does not contain the U+FFFD for it.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence of the stream begins, in bytes from the start of the stream;
   * null while there is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;

  /**
   * Transcodes a chunk of the stream and returns its bytes, which may be none.
   *
   * Buffers of up to 4,096 bytes share blocks of 128 KiB, as those of `encode` do. Throws
   * `InvalidDataError` in fatal mode, `UnencodableError`, `TooManyErrorsError`, and what the functions
   * `malformed` and `unencodable` throw; after these errors the next call first reads the bytes that
   * follow the error, and each further error beyond `maxErrors` throws again. Throws, without changing
   * anything: `OutputTooLargeError`; `TypeError` with code `ERR_INVALID_ARG_TYPE` for a chunk of a wrong
   * type; `Error` with code `ERR_TRANSCODER_ENDED` after `end`, and after a timeout of `node:vm` has
   * cut off a call; `Error` with code `ERR_TRANSCODER_BUSY` when one of the functions calls this, `end`
   * or `reset` of the transcoder that has called the function; and `Error` with code
   * `ERR_MEMORY_ALLOCATION_FAILED` when there is not enough memory.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  write(chunk: BufferSource): Buffer;

  /**
   * Ends the stream, after one more chunk if one is given, and returns the last bytes.
   *
   * A sequence that the end of the stream cuts is malformed. Throws what `write` throws; after an error
   * it can be called again.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  end(chunk?: BufferSource | null): Buffer;

  /**
   * Forgets the stream, also one that has ended or failed, so that another stream can begin, whose
   * errors and output are counted from 0. This also helps where a timeout of `node:vm` has cut off a call.
   * If the function `malformed` or `unencodable` itself calls it, the call that is running ends with
   * `Error` with code `ERR_TRANSCODER_BUSY`.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  reset(): void;
}

/**
 * Says how `DecodeStream` decodes bytes, with the options of Node's `stream.Transform`.
 *
 * `objectMode` is refused, as are the options that replace methods: `transform`, `flush`, `read`, `write`,
 * `writev`, `final` and `destroy`. `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#textdecoderoptions
 */
export interface DecodeStreamOptions extends TransformOptions, MalformedOptions {
  /** Whether the text begins with a byte order mark. Default false. */
  addBOM?: boolean | undefined;
}

/**
 * Says how `EncodeStream` encodes text, with the options of Node's `stream.Transform`.
 *
 * `objectMode` is refused, as are the options that replace methods: `transform`, `flush`, `read`, `write`,
 * `writev`, `final` and `destroy`. `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface EncodeStreamOptions extends TransformOptions, EncodeOptions {}

/**
 * Says how `TranscodeStream` transcodes bytes, with the options of Node's `stream.Transform`.
 *
 * `objectMode` is refused, as are the options that replace methods: `transform`, `flush`, `read`, `write`,
 * `writev`, `final` and `destroy`. `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface TranscodeStreamOptions extends TransformOptions, TranscodeOptions {}

/**
 * A stream of Node.js that transcodes bytes of one encoding to bytes of another.
 *
 * It makes no string unless `malformed` or `unencodable` is a function, `unencodable` is
 * `'transliterate'`, or `maxErrors` is given, and its memory grows neither with the stream nor with a
 * chunk. A sequence that the end of the stream cuts is malformed.
 *
 * These errors destroy it: `InvalidDataError` in fatal mode, `UnencodableError`, `TooManyErrorsError`,
 * `OutputTooLargeError`, what the functions `malformed` and `unencodable` throw, and `TypeError` for a
 * chunk that is a string. `offset` counts from the start of the stream. What comes before an error is
 * passed on; before `OutputTooLargeError` that is the output of whole pieces of up to 64 KiB of input,
 * and never more than `maxOutputBytes`. The error waits until the consumer has read everything that comes
 * before it; a consumer that has paused the stream or iterates over it must also continue to read. It
 * also waits for each stream that this stream is piped to: until the `writableLength` of that stream is
 * 0, and, if that stream is a `Transform`, until it has passed on its output and is not paused. Output is
 * lost if streams further down a `pipeline()`, or the queue of `Readable.toWeb()`, still hold it and have
 * not asked for a pause.
 *
 * This class, `DecodeStream` and `EncodeStream` inherit from `stream.Transform` as soon as the first
 * stream of any of them is made, because `node:stream` is loaded then. Before that, the classes and
 * their prototypes lack what they inherit, such as `DecodeStream.from` and `DecodeStream.prototype.write`.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class TranscodeStream extends Transform {
  /**
   * Makes a stream.
   *
   * Throws what the constructor of `Transcoder` throws, and `TypeError` with code
   * `ERR_INVALID_ARG_TYPE` for the option `objectMode`.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param to a label of the standard or a handle; `'utf-8'` by default
   */
  constructor(from: Label, to?: Label, options?: TranscodeStreamOptions | null);

  /**
   * How many malformed sequences and unencodable code points have been replaced or skipped so far, as in `Transcoder`.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the stream; null while
   * there is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;
}

/**
 * A stream of Node.js that decodes bytes to text.
 *
 * The text is read as UTF-8 in Buffers, each of which contains whole characters; with the option
 * `encoding: 'utf8'`, or after `setEncoding('utf8')`, it is read as strings, which are made directly
 * from the bytes. The stream fails as `TranscodeStream` does.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class DecodeStream extends TranscodeStream {
  /**
   * Makes a stream; throws what the constructor of `TranscodeStream` throws.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param label a label of the standard or a handle; `'utf-8'` by default
   */
  constructor(label?: Label, options?: DecodeStreamOptions | null);
}

/**
 * A stream of Node.js that encodes strings to bytes.
 *
 * A surrogate pair may be split between two chunks; a lone surrogate counts as U+FFFD, which UTF-8, UTF-16 and gb18030 contain. The
 * encoding that
 * `write` accepts with a string has no effect. These errors destroy the stream: `UnencodableError` and
 * `TooManyErrorsError`, in which `index` counts from the start of the stream, `OutputTooLargeError`, what
 * the function `unencodable` throws, and `TypeError` for a chunk of bytes. The error waits as that of
 * `TranscodeStream` does.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class EncodeStream extends Transform {
  /**
   * Makes a stream; throws what the constructor of `TranscodeStream` throws.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param label a label of the standard or a handle; `'utf-8'` by default
   */
  constructor(label?: Label, options?: EncodeStreamOptions | null);

  /**
   * How many unencodable code points have been replaced or skipped so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;
}
