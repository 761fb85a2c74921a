// The types of the package. Values are described in the words of https://encoding.spec.whatwg.org/

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';

/**
 * The name of an encoding, in the casing of the standard.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type EncodingName =
  | 'UTF-8'
  | 'IBM866'
  | 'ISO-8859-2'
  | 'ISO-8859-3'
  | 'ISO-8859-4'
  | 'ISO-8859-5'
  | 'ISO-8859-6'
  | 'ISO-8859-7'
  | 'ISO-8859-8'
  | 'ISO-8859-8-I'
  | 'ISO-8859-10'
  | 'ISO-8859-13'
  | 'ISO-8859-14'
  | 'ISO-8859-15'
  | 'ISO-8859-16'
  | 'KOI8-R'
  | 'KOI8-U'
  | 'macintosh'
  | 'windows-874'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'windows-1253'
  | 'windows-1254'
  | 'windows-1255'
  | 'windows-1256'
  | 'windows-1257'
  | 'windows-1258'
  | 'x-mac-cyrillic'
  | 'GBK'
  | 'gb18030'
  | 'Big5'
  | 'EUC-JP'
  | 'ISO-2022-JP'
  | 'Shift_JIS'
  | 'EUC-KR'
  | 'replacement'
  | 'UTF-16BE'
  | 'UTF-16LE'
  | 'x-user-defined';

/**
 * A label that `TextDecoder` takes, in ASCII lowercase: all of them but those of `replacement`.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type DecoderLabel =
  | 'unicode-1-1-utf-8'
  | 'unicode11utf8'
  | 'unicode20utf8'
  | 'utf-8'
  | 'utf8'
  | 'x-unicode20utf8'
  | '866'
  | 'cp866'
  | 'csibm866'
  | 'ibm866'
  | 'csisolatin2'
  | 'iso-8859-2'
  | 'iso-ir-101'
  | 'iso8859-2'
  | 'iso88592'
  | 'iso_8859-2'
  | 'iso_8859-2:1987'
  | 'l2'
  | 'latin2'
  | 'csisolatin3'
  | 'iso-8859-3'
  | 'iso-ir-109'
  | 'iso8859-3'
  | 'iso88593'
  | 'iso_8859-3'
  | 'iso_8859-3:1988'
  | 'l3'
  | 'latin3'
  | 'csisolatin4'
  | 'iso-8859-4'
  | 'iso-ir-110'
  | 'iso8859-4'
  | 'iso88594'
  | 'iso_8859-4'
  | 'iso_8859-4:1988'
  | 'l4'
  | 'latin4'
  | 'csisolatincyrillic'
  | 'cyrillic'
  | 'iso-8859-5'
  | 'iso-ir-144'
  | 'iso8859-5'
  | 'iso88595'
  | 'iso_8859-5'
  | 'iso_8859-5:1988'
  | 'arabic'
  | 'asmo-708'
  | 'csiso88596e'
  | 'csiso88596i'
  | 'csisolatinarabic'
  | 'ecma-114'
  | 'iso-8859-6'
  | 'iso-8859-6-e'
  | 'iso-8859-6-i'
  | 'iso-ir-127'
  | 'iso8859-6'
  | 'iso88596'
  | 'iso_8859-6'
  | 'iso_8859-6:1987'
  | 'csisolatingreek'
  | 'ecma-118'
  | 'elot_928'
  | 'greek'
  | 'greek8'
  | 'iso-8859-7'
  | 'iso-ir-126'
  | 'iso8859-7'
  | 'iso88597'
  | 'iso_8859-7'
  | 'iso_8859-7:1987'
  | 'sun_eu_greek'
  | 'csiso88598e'
  | 'csisolatinhebrew'
  | 'hebrew'
  | 'iso-8859-8'
  | 'iso-8859-8-e'
  | 'iso-ir-138'
  | 'iso8859-8'
  | 'iso88598'
  | 'iso_8859-8'
  | 'iso_8859-8:1988'
  | 'visual'
  | 'csiso88598i'
  | 'iso-8859-8-i'
  | 'logical'
  | 'csisolatin6'
  | 'iso-8859-10'
  | 'iso-ir-157'
  | 'iso8859-10'
  | 'iso885910'
  | 'l6'
  | 'latin6'
  | 'iso-8859-13'
  | 'iso8859-13'
  | 'iso885913'
  | 'iso-8859-14'
  | 'iso8859-14'
  | 'iso885914'
  | 'csisolatin9'
  | 'iso-8859-15'
  | 'iso8859-15'
  | 'iso885915'
  | 'iso_8859-15'
  | 'l9'
  | 'iso-8859-16'
  | 'cskoi8r'
  | 'koi'
  | 'koi8'
  | 'koi8-r'
  | 'koi8_r'
  | 'koi8-ru'
  | 'koi8-u'
  | 'csmacintosh'
  | 'mac'
  | 'macintosh'
  | 'x-mac-roman'
  | 'dos-874'
  | 'iso-8859-11'
  | 'iso8859-11'
  | 'iso885911'
  | 'tis-620'
  | 'windows-874'
  | 'cp1250'
  | 'windows-1250'
  | 'x-cp1250'
  | 'cp1251'
  | 'windows-1251'
  | 'x-cp1251'
  | 'ansi_x3.4-1968'
  | 'ascii'
  | 'cp1252'
  | 'cp819'
  | 'csisolatin1'
  | 'ibm819'
  | 'iso-8859-1'
  | 'iso-ir-100'
  | 'iso8859-1'
  | 'iso88591'
  | 'iso_8859-1'
  | 'iso_8859-1:1987'
  | 'l1'
  | 'latin1'
  | 'us-ascii'
  | 'windows-1252'
  | 'x-cp1252'
  | 'cp1253'
  | 'windows-1253'
  | 'x-cp1253'
  | 'cp1254'
  | 'csisolatin5'
  | 'iso-8859-9'
  | 'iso-ir-148'
  | 'iso8859-9'
  | 'iso88599'
  | 'iso_8859-9'
  | 'iso_8859-9:1989'
  | 'l5'
  | 'latin5'
  | 'windows-1254'
  | 'x-cp1254'
  | 'cp1255'
  | 'windows-1255'
  | 'x-cp1255'
  | 'cp1256'
  | 'windows-1256'
  | 'x-cp1256'
  | 'cp1257'
  | 'windows-1257'
  | 'x-cp1257'
  | 'cp1258'
  | 'windows-1258'
  | 'x-cp1258'
  | 'x-mac-cyrillic'
  | 'x-mac-ukrainian'
  | 'chinese'
  | 'csgb2312'
  | 'csiso58gb231280'
  | 'gb2312'
  | 'gb_2312'
  | 'gb_2312-80'
  | 'gbk'
  | 'iso-ir-58'
  | 'x-gbk'
  | 'gb18030'
  | 'big5'
  | 'big5-hkscs'
  | 'cn-big5'
  | 'csbig5'
  | 'x-x-big5'
  | 'cseucpkdfmtjapanese'
  | 'euc-jp'
  | 'x-euc-jp'
  | 'csiso2022jp'
  | 'iso-2022-jp'
  | 'csshiftjis'
  | 'ms932'
  | 'ms_kanji'
  | 'shift-jis'
  | 'shift_jis'
  | 'sjis'
  | 'windows-31j'
  | 'x-sjis'
  | 'cseuckr'
  | 'csksc56011987'
  | 'euc-kr'
  | 'iso-ir-149'
  | 'korean'
  | 'ks_c_5601-1987'
  | 'ks_c_5601-1989'
  | 'ksc5601'
  | 'ksc_5601'
  | 'windows-949'
  | 'unicodefffe'
  | 'utf-16be'
  | 'csunicode'
  | 'iso-10646-ucs-2'
  | 'ucs-2'
  | 'unicode'
  | 'unicodefeff'
  | 'utf-16'
  | 'utf-16le'
  | 'x-user-defined';

/**
 * A label that names the `replacement` encoding, which `TextDecoder` refuses.
 *
 * https://encoding.spec.whatwg.org/#replacement
 */
export type ReplacementLabel =
  | 'csiso2022kr'
  | 'hz-gb-2312'
  | 'iso-2022-cn'
  | 'iso-2022-cn-ext'
  | 'iso-2022-kr'
  | 'replacement';

/**
 * Any label of the standard, in ASCII lowercase.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type EncodingLabel = DecoderLabel | ReplacementLabel;

/**
 * What `decode` reads bytes from: a buffer or any view on one. Shared, resizable and growable
 * memory is taken as it is at the time of the call; a detached buffer and a view out of bounds hold
 * no bytes.
 *
 * https://webidl.spec.whatwg.org/#AllowSharedBufferSource
 */
export type BufferSource = ArrayBufferView | ArrayBufferLike;

/**
 * How a decoder treats malformed bytes and the byte order mark.
 *
 * https://encoding.spec.whatwg.org/#textdecoderoptions
 */
export interface TextDecoderOptions {
  /**
   * Whether malformed bytes make `decode` throw `InvalidDataError`, instead of giving U+FFFD.
   * Default false.
   */
  fatal?: boolean | undefined;
  /** Whether a byte order mark at the start stays in the text. Default false: it is dropped. */
  ignoreBOM?: boolean | undefined;
}

/**
 * How one call of `decode` ends.
 *
 * https://encoding.spec.whatwg.org/#textdecodeoptions
 */
export interface TextDecodeOptions {
  /**
   * Whether more bytes follow in another call, so that a sequence cut off at the end waits. Default
   * false.
   */
  stream?: boolean | undefined;
}

/**
 * Why bytes are malformed: the end of the input inside a sequence; a byte that begins no sequence;
 * a byte that cannot continue the sequence begun; a whole sequence without a code point; half of a
 * surrogate pair (UTF-16); an escape sequence that the encoding has not, or that follows another at
 * once (ISO-2022-JP); any byte at all (replacement).
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
 * What `decode` throws in fatal mode for the first malformed sequence that it meets.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
export interface InvalidDataError extends TypeError {
  readonly code: 'ERR_ENCODING_INVALID_ENCODED_DATA';
  /** The name of the encoding in ASCII lowercase, as `TextDecoder.prototype.encoding` gives it. */
  readonly encoding: Lowercase<EncodingName>;
  /** Where the malformed sequence begins, in bytes from the start of the stream: 0 or more. */
  readonly offset: number;
  /**
   * How many bytes the malformed sequence has: 1 to 4. Bytes that are to be read again do not
   * count.
   */
  readonly length: number;
  /** What is wrong with the sequence. */
  readonly reason: InvalidDataReason;
  /** From a `Transcoder` alone: what the chunk was transcoded to before the sequence. */
  readonly output?: Buffer;
}

/**
 * What encoding throws for a code point that the encoding has not.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface UnencodableError extends TypeError {
  readonly code: 'ERR_ENCODING_UNENCODABLE';
  /** The name of the encoding in ASCII lowercase. */
  readonly encoding: Lowercase<EncodingName>;
  /** The code point, of a scalar value: 0 to 0x10FFFF. */
  readonly codePoint: number;
  /**
   * Where the code point is in the text, in UTF-16 code units; of `encode`, not of a `Transcoder`.
   */
  readonly index?: number;
  /** Where its bytes begin in the stream, in bytes; of a `Transcoder` and `transcode` alone. */
  readonly offset?: number;
  /** What was encoded before it, where that is known. */
  readonly output?: Buffer;
}

/**
 * The decoder of the standard: turns bytes of one encoding into a string, in one call or in a
 * stream.
 *
 * https://encoding.spec.whatwg.org/#interface-textdecoder
 */
export declare class TextDecoder {
  /**
   * Makes a decoder for the encoding that `label` names; the case of ASCII letters and ASCII
   * whitespace around it do not matter. Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED`
   * for a label that the standard has not or that names `replacement`, and `TypeError` with code
   * `ERR_INVALID_ARG_TYPE` for options that are neither an object nor null nor undefined.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder
   *
   * @param label a label of the standard; `'utf-8'` by default
   * @param options read once, here
   */
  constructor(label?: DecoderLabel | (string & {}), options?: TextDecoderOptions | null);

  /**
   * The name of the encoding in ASCII lowercase; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
   */
  readonly encoding: Lowercase<Exclude<EncodingName, 'replacement'>>;

  /**
   * Whether malformed bytes make `decode` throw; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-fatal
   */
  readonly fatal: boolean;

  /**
   * Whether a byte order mark at the start stays in the text; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
   */
  readonly ignoreBOM: boolean;

  /**
   * Gives the text of the bytes; with `stream: true` the text so far, and the next call goes on
   * there.
   *
   * In fatal mode it throws `InvalidDataError` at the first malformed sequence, and the text of
   * that call is lost. After a call without `stream`, failed or not, the decoder is as new. After a
   * failed call with `stream: true` the bytes behind the malformed sequence are still waiting: the
   * next call reads them first. Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for an input or
   * options of a wrong type, and `Error` with code `ERR_STRING_TOO_LONG` for more text than a
   * string can hold; these leave an open stream as it was before the call.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
   *
   * @param input the bytes, of which none are kept by reference; no bytes by default
   * @param options read once, after the type of `input` was checked
   */
  decode(input?: Uint8Array | ArrayBuffer, options?: TextDecodeOptions | null): string;
  /**
   * The same for any view and for shared memory, in a signature of its own: with the one above,
   * this class may stand for the one in the types of Node.js.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
   */
  decode(input?: BufferSource, options?: TextDecodeOptions | null): string;
}

/**
 * Bytes in memory of their own that no other thread sees: `Uint8Array<ArrayBuffer>`, where the
 * compiler knows that type.
 *
 * https://webidl.spec.whatwg.org/#arraybufferview-create
 */
export type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>;

/**
 * The encoder of the standard: turns strings into UTF-8.
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
   * Gives the text in UTF-8, in memory of its own; a lone surrogate becomes U+FFFD. Throws
   * `TypeError` for a value that has no string.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encode
   *
   * @param input the text; none by default
   */
  encode(input?: string): OwnBytes;

  /**
   * Writes as much of the text as fits, in UTF-8, and tells how far it has come; no character is
   * split. Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a destination that is no
   * `Uint8Array`; shared and resizable memory is taken as it is at the time of the call.
   *
   * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
   *
   * @param destination written to from its start; bytes behind `written` stay as they are
   */
  encodeInto(source: string, destination: Uint8Array): TextEncoderEncodeIntoResult;
}

/**
 * How far `TextEncoder.prototype.encodeInto` has come.
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
 * The decoder of the standard as a pair of web streams: bytes are written, strings are read.
 *
 * https://encoding.spec.whatwg.org/#interface-textdecoderstream
 */
export declare class TextDecoderStream {
  /**
   * Makes a stream for the encoding that `label` names. Throws what the constructor of
   * `TextDecoder` throws.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoderstream
   *
   * @param label a label of the standard; `'utf-8'` by default
   * @param options read once, here
   */
  constructor(label?: Label, options?: TextDecoderOptions | null);

  /**
   * The name of the encoding in ASCII lowercase; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
   */
  readonly encoding: Lowercase<Exclude<EncodingName, 'replacement'>>;

  /**
   * Whether malformed bytes error the stream; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-fatal
   */
  readonly fatal: boolean;

  /**
   * Whether a byte order mark at the start stays in the text; never changes.
   *
   * https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
   */
  readonly ignoreBOM: boolean;

  /**
   * The text so far, chunk by chunk, none of them empty. Errored with `InvalidDataError` in fatal
   * mode, and with `TypeError` for a chunk that is no buffer source.
   *
   * https://encoding.spec.whatwg.org/#flush-and-enqueue
   */
  readonly readable: ReadableStream<string>;

  /**
   * Takes the bytes, of which none are kept by reference.
   *
   * https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
   */
  readonly writable: WritableStream<BufferSource>;
}

/**
 * The encoder of the standard as a pair of web streams: strings are written, UTF-8 is read.
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
   * The bytes so far, chunk by chunk, none of them empty.
   *
   * https://encoding.spec.whatwg.org/#encode-and-flush
   */
  readonly readable: ReadableStream<OwnBytes>;

  /**
   * Takes the text; a surrogate pair may be cut by chunks, and a lone surrogate becomes U+FFFD.
   * Other values are converted to a string; one that has none errors the stream with `TypeError`.
   *
   * https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
   */
  readonly writable: WritableStream<string>;
}

/**
 * Gives the name of the encoding that a label names, or null when the standard has no such label.
 * The case of ASCII letters and ASCII whitespace around the label do not matter; the labels of
 * `replacement` have that name. Other values are converted to a string; throws `TypeError` for one
 * that has none.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
export declare function getEncoding(label: EncodingLabel): EncodingName;
export declare function getEncoding(label: string): EncodingName | null;

/**
 * Gives the name of the encoding to write in where `label` names the encoding of what was read:
 * UTF-8 for `replacement`, UTF-16BE and UTF-16LE, otherwise the encoding itself, or null when the
 * standard has no such label. Throws `TypeError` for a value that has no string.
 *
 * https://encoding.spec.whatwg.org/#get-an-output-encoding
 */
export declare function getOutputEncoding(label: EncodingLabel): EncodingName;
export declare function getOutputEncoding(label: string): EncodingName | null;

/**
 * The 40 names, in the order of the standard's table; frozen.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const encodings: readonly EncodingName[];

/**
 * Every one of the 228 labels, in ASCII lowercase, with the name of its encoding; frozen, and
 * without a prototype.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const labels: Readonly<Record<EncodingLabel, EncodingName>>;

/**
 * A label that names the encoding to read or to write: any of the standard but those of
 * `replacement`. What is no string is refused with `TypeError` and code `ERR_INVALID_ARG_TYPE`.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type Label = DecoderLabel | (string & {});

/**
 * What becomes of a code point that the encoding has not: an error, a decimal character reference,
 * `?`, nothing, or the text that a function of the code point and its index gives, which is encoded
 * instead. The index is in UTF-16 code units of the text or stream; where bytes are transcoded, it is
 * the offset in bytes at which the code point's bytes begin. The function is called once for each
 * such code point, in order. Of bytes it is called when 8,192 of them, or the last, have been copied:
 * what it writes to those does not count.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export type Unencodable =
  | 'fatal'
  | 'html'
  | 'replace'
  | 'skip'
  | ((codePoint: number, index: number) => string);

/**
 * How text is encoded.
 *
 * https://encoding.spec.whatwg.org/#legacy-hooks
 */
export interface EncodeOptions {
  /** What becomes of a code point that the encoding has not. Default `'fatal'`. */
  unencodable?: Unencodable | undefined;
  /** Whether a byte order mark is put before UTF-8 and UTF-16. Default false. */
  addBOM?: boolean | undefined;
}

/**
 * How text is encoded into the caller's bytes.
 *
 * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
 */
export interface EncodeIntoOptions {
  /** As in `EncodeOptions`, without a function. Default `'fatal'`, which ends the call there. */
  unencodable?: Exclude<Unencodable, (...args: never) => unknown> | undefined;
}

/**
 * How bytes of one encoding become bytes of another.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 */
export interface TranscodeOptions extends TextDecoderOptions, EncodeOptions {}

/**
 * How far `encodeInto` has come.
 *
 * https://encoding.spec.whatwg.org/#dictdef-textencoderencodeintoresult
 */
export interface EncodeIntoResult {
  /** How much of the text was encoded, in UTF-16 code units. */
  read: number;
  /** How many bytes were written. The bytes behind them stay as they are. */
  written: number;
  /**
   * The code point that stopped the call, when the encoding has not got it; the next to be read.
   */
  codePoint?: number;
}

/**
 * A code point of a text that an encoding has not.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export interface UnencodableCodePoint {
  /** Where it is, in UTF-16 code units. */
  index: number;
  /** The code point: 0 to 0x10FFFF. */
  codePoint: number;
}

/**
 * What `validate` finds.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export interface Validity {
  /** Whether no sequence is malformed. */
  valid: boolean;
  /** How many U+FFFD decoding would put in the place of malformed sequences. */
  replacements: number;
  /** The first malformed sequence, its offset and length in bytes; null for none. */
  firstError: Pick<InvalidDataError, 'offset' | 'length' | 'reason'> | null;
}

/**
 * Gives the text of the bytes, as a new `TextDecoder` of the same label and options would. Throws
 * `RangeError` for an unknown label and those of `replacement`; `TypeError` for an input or options
 * of a wrong type; `InvalidDataError` in fatal mode; and `Error` with code `ERR_STRING_TOO_LONG`
 * for more text than a string can hold.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 *
 * @param label a label of the standard; `'utf-8'` by default
 */
export declare function decode(
  bytes: BufferSource,
  label?: Label,
  options?: TextDecoderOptions | null,
): string;

/**
 * Gives the length, in UTF-16 code units, of what `decode` would give, without making the string.
 * Throws what `decode` throws, but for the length.
 *
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
export declare function decodedLength(
  bytes: BufferSource,
  label?: Label,
  options?: TextDecoderOptions | null,
): number;

/**
 * Tells whether the bytes are well-formed, how many replacements decoding would make, and where the
 * first malformed sequence is. Throws `RangeError` and `TypeError` as `decode` does for its
 * arguments.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-process
 */
export declare function validate(bytes: BufferSource, label?: Label): Validity;

/**
 * Gives the bytes of the text; a lone surrogate counts as U+FFFD. UTF-16BE and UTF-16LE, for which
 * the standard has no encoder, are written as their decoders read them. Throws `RangeError` for an
 * unknown label and those of `replacement`; `TypeError` for a text or options of a wrong type; and
 * `UnencodableError` for a code point that the encoding has not, unless `unencodable` says
 * otherwise. Buffers of up to 4 KB share memory of 128 KB, as those
 * of `Buffer.from` share a pool; longer ones have memory of their own.
 *
 * https://encoding.spec.whatwg.org/#encode
 *
 * @param label a label of the standard; `'utf-8'` by default
 */
export declare function encode(text: string, label?: Label, options?: EncodeOptions | null): Buffer;

/**
 * Writes as much of the text as fits into the bytes, from the start of both; no character is split,
 * and what is written is complete by itself. Stops before a code point that the encoding has not,
 * unless `unencodable` says otherwise. Throws `RangeError` and `TypeError` as `encode` does for its
 * arguments.
 *
 * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
 */
export declare function encodeInto(
  text: string,
  bytes: Uint8Array,
  label?: Label,
  options?: EncodeIntoOptions | null,
): EncodeIntoResult;

/**
 * Gives the number of bytes that `encode` would give, without making them. Throws what `encode`
 * throws.
 *
 * https://encoding.spec.whatwg.org/#encode
 */
export declare function encodedLength(
  text: string,
  label?: Label,
  options?: EncodeOptions | null,
): number;

/**
 * Gives the first code point of the text that the encoding has not, or null. Throws `RangeError`
 * and `TypeError` as `encode` does for its arguments.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function findUnencodable(text: string, label?: Label): UnencodableCodePoint | null;

/**
 * Tells whether the encoding has every code point of the text. Throws `RangeError` and `TypeError`
 * as `encode` does for its arguments.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function canEncode(text: string, label?: Label): boolean;

/**
 * Gives the bytes in another encoding, without a string between. Throws what the one `end` of a new
 * `Transcoder` would. Buffers of up to 4 KB share memory of 128 KB, as those
 * of `Buffer.from` share a pool; longer ones have memory of their own.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 *
 * @param to a label of the standard; `'utf-8'` by default
 */
export declare function transcode(
  bytes: BufferSource,
  from: Label,
  to?: Label,
  options?: TranscodeOptions | null,
): Buffer;

/**
 * A stream of bytes from one encoding to another; holds a few bytes of an unfinished sequence at
 * most.
 *
 * https://encoding.spec.whatwg.org/#encoders-and-decoders
 */
export declare class Transcoder {
  /**
   * Makes a transcoder. Throws `RangeError` for an unknown label and those of `replacement`, and
   * `TypeError` for options of a wrong type.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param to a label of the standard; `'utf-8'` by default
   */
  constructor(from: Label, to?: Label, options?: TranscodeOptions | null);

  /**
   * The name of the encoding of what is written; never changes.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly from: Exclude<EncodingName, 'replacement'>;

  /**
   * The name of the encoding of what is returned; never changes.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly to: Exclude<EncodingName, 'replacement'>;

  /**
   * How many malformed sequences and unencodable code points of the stream have been replaced so
   * far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence of the stream begins, in bytes from its start; null for
   * none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;

  /**
   * Gives the bytes of a chunk, which may be none. Throws `TypeError` for a chunk of a wrong type,
   * which changes nothing; `InvalidDataError` in fatal mode and `UnencodableError`, after which the
   * bytes behind the error are still waiting for the next call; and `Error`, which changes nothing,
   * with code `ERR_TRANSCODER_ENDED` after `end`, with `ERR_TRANSCODER_BUSY` when the function
   * `unencodable` calls this, `end` or `reset` on the transcoder that has called it, and with
   * `ERR_MEMORY_ALLOCATION_FAILED` when memory cannot be had.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  write(chunk: BufferSource): Buffer;

  /**
   * Gives the last bytes, after one more chunk if there is one; a sequence cut by the end is
   * malformed. Throws what `write` throws; after an error it can be called again.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  end(chunk?: BufferSource | null): Buffer;

  /**
   * Forgets the stream, also one that has ended or failed, so that another can be written.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  reset(): void;
}

/**
 * What `DecodeStream` takes: how bytes are decoded, and the options of Node's `stream.Transform`,
 * of which `objectMode` is refused and `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#textdecoderoptions
 */
export interface DecodeStreamOptions extends TransformOptions, TextDecoderOptions {
  /** Whether a byte order mark is put before the text. Default false. */
  addBOM?: boolean | undefined;
}

/**
 * What `EncodeStream` takes: how text is encoded, and the options of Node's `stream.Transform`, of
 * which `objectMode` is refused and `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface EncodeStreamOptions extends TransformOptions, EncodeOptions {}

/**
 * What `TranscodeStream` takes: how bytes become other bytes, and the options of Node's
 * `stream.Transform`, of which `objectMode` is refused and `decodeStrings` has no effect.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface TranscodeStreamOptions extends TransformOptions, TranscodeOptions {}

/**
 * A stream of Node.js from bytes in one encoding to bytes in another, with no string between;
 * memory grows neither with the stream nor with a chunk.
 *
 * A malformed sequence in fatal mode, an unencodable code point and a chunk that is a string
 * destroy it, with `InvalidDataError`, `UnencodableError` (`offset` counts from the start of the
 * stream) or `TypeError`, once all that came before has been read, and the consumer, if it has paused
 * the stream or iterates over it, reads on. A stream that it is piped to is waited for until its
 * `writableLength` is 0; a `Transform` until it has handed on what it was given and is not paused.
 * What streams further on in a `pipeline()`, or the queue of `Readable.toWeb()`, still hold without
 * having asked for a pause is lost. A sequence that is cut by the end is malformed.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class TranscodeStream extends Transform {
  /**
   * Makes a stream. Throws `RangeError` for an unknown label and those of `replacement`, and
   * `TypeError` for options of a wrong type.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param to a label of the standard; `'utf-8'` by default
   */
  constructor(from: Label, to?: Label, options?: TranscodeStreamOptions | null);

  /**
   * How many malformed sequences and unencodable code points have been replaced so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the stream; null for
   * none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;
}

/**
 * A stream of Node.js from bytes to text: UTF-8 in Buffers of whole characters; or strings, made
 * straight from the bytes, with the option `encoding: 'utf8'` or after `setEncoding('utf8')`. It
 * fails as `TranscodeStream` does.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class DecodeStream extends TranscodeStream {
  /**
   * Makes a stream. Throws what the constructor of `TranscodeStream` throws.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param label a label of the standard; `'utf-8'` by default
   */
  constructor(label?: Label, options?: DecodeStreamOptions | null);
}

/**
 * A stream of Node.js from strings to bytes in an encoding. A surrogate pair may be cut by chunks,
 * and a lone surrogate counts as U+FFFD.
 *
 * An unencodable code point and a chunk of bytes destroy it, with `UnencodableError` (`index`
 * counts from the start of the stream) or `TypeError`, once all that came before has been read.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class EncodeStream extends Transform {
  /**
   * Makes a stream. Throws what the constructor of `TranscodeStream` throws.
   *
   * https://encoding.spec.whatwg.org/#encoders-and-decoders
   *
   * @param label a label of the standard; `'utf-8'` by default
   */
  constructor(label?: Label, options?: EncodeStreamOptions | null);

  /**
   * How many unencodable code points have been replaced so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;
}
