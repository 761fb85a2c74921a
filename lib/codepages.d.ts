// The types of whatwg-transcoder/codepages, and its only reference documentation. This sub-path has encodings that the standard
// does not have: code pages of DOS, of Macintosh, of IBM's mainframes (EBCDIC) and of some countries, which are single-byte,
// UTF-32BE and UTF-32LE, and the code pages of several bytes eucJP-ms, CP51932 and Johab. Each export does for their labels what the export of the same name in the package root does for the
// labels of the standard.

/// <reference types="node" />

import type {
  BufferSource,
  DecodeOptions,
  DecodeStreamOptions,
  EncodeIntoOptions,
  EncodeIntoResult,
  EncodeOptions,
  EncodeStreamOptions,
  Label,
  ListedValidity,
  PartOptions,
  DecodeStream as StandardDecodeStream,
  EncodeStream as StandardEncodeStream,
  EncodingName as StandardName,
  TranscodeStream as StandardTranscodeStream,
  TextDecodeOptions,
  TextDecoderOptions,
  TranscodeOptions,
  TranscodeStreamOptions,
  UnencodableCodePoint,
  ValidateOptions,
  Validity,
} from './index.js';

/** The number of one of IBM's code pages. */
type IbmNumber =
  | '437'
  | '720'
  | '737'
  | '775'
  | '850'
  | '852'
  | '855'
  | '856'
  | '857'
  | '858'
  | '860'
  | '861'
  | '862'
  | '863'
  | '865'
  | '869'
  | '922'
  | '1046'
  | '1124'
  | '1125'
  | '1129'
  | '1133'
  | '1161'
  | '1162'
  | '1163'
  | '037'
  | '273'
  | '277'
  | '278'
  | '280'
  | '284'
  | '285'
  | '297'
  | '424'
  | '500'
  | '870'
  | '871'
  | '875'
  | '1026'
  | '1047'
  | '1140'
  | '1141'
  | '1142'
  | '1143'
  | '1144'
  | '1145'
  | '1146'
  | '1147'
  | '1148'
  | '1149'
  | '864';

/** The name of an encoding of this sub-path: a code page, UTF-32BE or UTF-32LE. */
export type EncodingName =
  | `ibm${IbmNumber}`
  | 'georgian-academy'
  | 'georgian-ps'
  | 'hp-roman8'
  | 'koi8ru'
  | 'koi8-t'
  | 'mik'
  | 'ptcp154'
  | 'rk1048'
  | 'tis620'
  | 'x-mac-ce'
  | 'x-mac-croatian'
  | 'x-mac-greek'
  | 'x-mac-icelandic'
  | 'x-mac-romanian'
  | 'x-mac-turkish'
  | 'armscii-8'
  | 'tcvn'
  | 'viscii'
  | 'UTF-32BE'
  | 'UTF-32LE'
  | 'eucjp-ms'
  | 'cp51932'
  | 'johab';

/** A label of one of them, in ASCII lowercase. */
export type CodePageLabel =
  | IbmNumber
  | `${'cp' | 'csibm' | 'ibm-' | 'ibm'}${IbmNumber}`
  | 'cspc8codepage437'
  | 'cspc775baltic'
  | 'cspc850multilingual'
  | 'cspcp852'
  | 'ccsid00858'
  | 'cp00858'
  | 'cspc858multilingual'
  | 'ibm00858'
  | 'cp-is'
  | 'cspc862latinhebrew'
  | 'cp-gr'
  | 'ruscii'
  | 'georgian-academy'
  | 'georgianacademy'
  | 'georgian-ps'
  | 'georgianps'
  | 'cshproman8'
  | 'hp-roman8'
  | 'hp8'
  | 'hproman8'
  | 'ibm1051'
  | 'r8'
  | 'roman8'
  | 'xroman8'
  | 'koi8ru'
  | 'x-koi8-ru'
  | 'koi8-t'
  | 'koi8t'
  | 'mik'
  | 'cp154'
  | 'csptcp154'
  | 'cyrillic-asian'
  | 'pt154'
  | 'ptcp154'
  | 'kz-1048'
  | 'kz1048'
  | 'rk1048'
  | 'strk1048-2002'
  | 'strk10482002'
  | 'iso-ir-166'
  | 'isoir166'
  | 'tis620'
  | 'tis620-0'
  | 'tis620.2529-1'
  | 'tis620.2533-0'
  | '10029'
  | 'mac-ce'
  | 'mac-centraleurope'
  | 'mac-latin2'
  | 'maccenteuro'
  | 'maccentraleurope'
  | 'x-mac-ce'
  | '10082'
  | 'mac-croatian'
  | 'maccroatian'
  | 'x-mac-croatian'
  | '10006'
  | 'mac-greek'
  | 'macgreek'
  | 'x-mac-greek'
  | '10079'
  | 'mac-iceland'
  | 'mac-icelandic'
  | 'maciceland'
  | 'x-mac-icelandic'
  | '10010'
  | 'mac-romanian'
  | 'macromania'
  | 'macromanian'
  | 'x-mac-romanian'
  | '10081'
  | 'mac-turkish'
  | 'macturkish'
  | 'x-mac-turkish'
  | 'armscii-8'
  | 'armscii8'
  | 'tcvn'
  | 'tcvn-5712'
  | 'tcvn5712'
  | 'tcvn5712-1'
  | 'tcvn57121'
  | 'csviscii'
  | 'viscii'
  | 'cp37'
  | 'ebcdic-cp-ca'
  | 'ebcdic-cp-nl'
  | 'ebcdic-cp-us'
  | 'ebcdic-cp-wt'
  | 'ibm-37'
  | 'ibm37'
  | 'ebcdic-cp-dk'
  | 'ebcdic-cp-no'
  | 'ebcdic-cp-fi'
  | 'ebcdic-cp-se'
  | 'ebcdic-cp-it'
  | 'ebcdic-cp-es'
  | 'ebcdic-cp-gb'
  | 'ebcdic-cp-fr'
  | 'ebcdic-cp-he'
  | 'ebcdic-cp-be'
  | 'ebcdic-cp-ch'
  | 'ebcdic-cp-roece'
  | 'ebcdic-cp-yu'
  | 'ebcdic-cp-is'
  | 'ibm01047'
  | 'ccsid01140'
  | 'cp01140'
  | 'ibm01140'
  | 'ccsid01141'
  | 'cp01141'
  | 'ibm01141'
  | 'ccsid01142'
  | 'cp01142'
  | 'ibm01142'
  | 'ccsid01143'
  | 'cp01143'
  | 'ibm01143'
  | 'ccsid01144'
  | 'cp01144'
  | 'ibm01144'
  | 'ccsid01145'
  | 'cp01145'
  | 'ibm01145'
  | 'ccsid01146'
  | 'cp01146'
  | 'ibm01146'
  | 'ccsid01147'
  | 'cp01147'
  | 'ibm01147'
  | 'ccsid01148'
  | 'cp01148'
  | 'ibm01148'
  | 'ccsid01149'
  | 'cp01149'
  | 'ibm01149'
  | '12001'
  | 'csutf32be'
  | 'ucs-4be'
  | 'ucs4be'
  | 'utf-32-be'
  | 'utf-32be'
  | 'utf32_bigendian'
  | 'utf32be'
  | 'utf_32_be'
  | 'utf_32be'
  | 'x-utf-32be'
  | '12000'
  | 'csutf32le'
  | 'ucs-4le'
  | 'ucs4le'
  | 'utf-32-le'
  | 'utf-32le'
  | 'utf32_littleendian'
  | 'utf32le'
  | 'utf_32_le'
  | 'utf_32le'
  | 'x-utf-32le'
  | 'euc-jp-ms'
  | 'eucjp-ms'
  | 'eucjp-open'
  | 'eucjp-win'
  | 'eucjpms'
  | '51932'
  | 'cp51932'
  | '1361'
  | 'cp1361'
  | 'johab'
  | 'ksc5601-1992'
  | 'ksc5601_1992'
  | 'ms1361'
  | 'mscp1361'
  | 'x-johab';

/** A label of one of them, in upper or lower case and with or without ASCII whitespace around it. */
export type AnyCodePageLabel = CodePageLabel | (string & {});

/**
 * Decodes bytes as the `TextDecoder` of the package root does, for the labels of this sub-path.
 *
 * At run time it extends that class.
 */
export declare class TextDecoder {
  /**
   * Makes a decoder.
   *
   * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for any other label, also for a label of
   * the standard, and `TypeError` with code `ERR_INVALID_ARG_TYPE` for options of a wrong type.
   */
  constructor(label: AnyCodePageLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding in ASCII lowercase; it never changes. */
  readonly encoding: Lowercase<EncodingName>;

  /** Whether malformed bytes make `decode` throw; it never changes. */
  readonly fatal: boolean;

  /** Whether a byte order mark of UTF-32BE or UTF-32LE stays in the text; it never changes. Code pages have none. */
  readonly ignoreBOM: boolean;

  /**
   * Returns the text of the bytes.
   *
   * Streams, errors, and the state after an error are those of the `decode` of the package root's
   * `TextDecoder`.
   */
  decode(input?: BufferSource, options?: TextDecodeOptions | null): string;
}

/**
 * Returns the name of the encoding of this sub-path that a label names, or null when it names none.
 *
 * Other values are converted to a string; throws `TypeError` for a value that cannot be converted.
 */
export declare function getEncoding(label: CodePageLabel): EncodingName;
/** Returns the name of the encoding of this sub-path that a label names, or null when it names none. */
export declare function getEncoding(label: string): EncodingName | null;

/** The names of the 74 encodings; frozen. */
export declare const encodings: readonly EncodingName[];

/** All 427 labels in ASCII lowercase, each with the name of its encoding; frozen, and without a prototype. */
export declare const labels: Readonly<Record<CodePageLabel, EncodingName>>;

/** Does what the `decode` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function decode(
  bytes: BufferSource,
  label: AnyCodePageLabel,
  options?: DecodeOptions | null,
): string;

/** Does what the `decodedLength` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function decodedLength(
  bytes: BufferSource,
  label: AnyCodePageLabel,
  options?: DecodeOptions | null,
): number;

/** Does what the `validate` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function validate(
  bytes: BufferSource,
  label: AnyCodePageLabel,
  options: ValidateOptions & { maxErrors: number },
): ListedValidity;
/** Does what the `validate` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function validate(
  bytes: BufferSource,
  label: AnyCodePageLabel,
  options?: ValidateOptions | null,
): Validity & Partial<ListedValidity>;

/**
 * Does what the `encode` of the package root does; throws `RangeError` for a label that is not in
 * `labels`.
 *
 * A character that has two bytes in a code page of single bytes is encoded as the lower one. In EBCDIC the
 * replacements `&#n;` and `?` are EBCDIC, too. In eucJP-ms a character has up to three bytes.
 */
export declare function encode(
  text: string,
  label: AnyCodePageLabel,
  options?: EncodeOptions | null,
): Buffer;

/** Does what the `encodeInto` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function encodeInto(
  text: string,
  bytes: Uint8Array,
  label: AnyCodePageLabel,
  options?: EncodeIntoOptions | null,
): EncodeIntoResult;

/** Does what the `encodedLength` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function encodedLength(
  text: string,
  label: AnyCodePageLabel,
  options?: EncodeOptions | null,
): number;

/** Does what the `findUnencodable` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function findUnencodable(
  text: string,
  label: AnyCodePageLabel,
): UnencodableCodePoint | null;

/** Does what the `canEncode` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function canEncode(text: string, label: AnyCodePageLabel): boolean;

/** Does what the `transcode` of the package root does; each label may also be one of this sub-path. */
export declare function transcode(
  bytes: BufferSource,
  from: AnyCodePageLabel | Label,
  to?: AnyCodePageLabel | Label,
  options?: (TranscodeOptions & PartOptions) | null,
): Buffer;

/**
 * Transcodes bytes as the `Transcoder` of the package root does; each label may also be one of
 * this sub-path.
 *
 * At run time the class extends that of the package root.
 */
export declare class Transcoder {
  /**
   * Makes a transcoder.
   *
   * Throws `RangeError` for a label that is neither in this sub-path nor in the standard or that
   * names `replacement`, and `TypeError` for options of a wrong type.
   */
  constructor(
    from: AnyCodePageLabel | Label,
    to?: AnyCodePageLabel | Label,
    options?: TranscodeOptions | null,
  );

  /** The name of the encoding of the input; it never changes. */
  readonly from: EncodingName | Exclude<StandardName, 'replacement'>;

  /** The name of the encoding of the output; it never changes. */
  readonly to: EncodingName | Exclude<StandardName, 'replacement'>;

  /** How many malformed sequences and unencodable code points have been replaced so far. */
  readonly replacements: number;

  /** Where the first malformed sequence begins, in bytes from the start of the stream; null while there is none. */
  readonly firstErrorOffset: number | null;

  /** Transcodes a chunk of the stream and returns its bytes; throws what the package root's `write` throws. */
  write(chunk: BufferSource): Buffer;

  /** Ends the stream, after one more chunk if one is given, and returns the last bytes. */
  end(chunk?: BufferSource | null): Buffer;

  /** Forgets the stream, so that another stream can begin. */
  reset(): void;
}

/** Decodes bytes as the `TextDecoderStream` of the package root does, for the labels of this sub-path. */
export declare class TextDecoderStream {
  /** Makes a stream; throws `RangeError` for any other label, also for a label of the standard. */
  constructor(label: AnyCodePageLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding in ASCII lowercase; it never changes. */
  readonly encoding: Lowercase<EncodingName>;

  /** Whether malformed bytes error the stream; it never changes. */
  readonly fatal: boolean;

  /** Whether a byte order mark of UTF-32BE or UTF-32LE stays in the text; it never changes. Code pages have none. */
  readonly ignoreBOM: boolean;

  /** The text, in chunks that are never empty. */
  readonly readable: ReadableStream<string>;

  /** Takes the bytes. */
  readonly writable: WritableStream<BufferSource>;
}

/** Does what the `TranscodeStream` of the package root does; each label may also be one of this sub-path. */
export declare class TranscodeStream extends StandardTranscodeStream {
  /**
   * Makes a stream.
   *
   * Throws `RangeError` for a label that is neither in this sub-path nor in the standard or that
   * names `replacement`, and `TypeError` for options of a wrong type.
   */
  constructor(
    from: AnyCodePageLabel | Label,
    to?: AnyCodePageLabel | Label,
    options?: TranscodeStreamOptions | null,
  );
}

/** Does what the `DecodeStream` of the package root does, for the labels of this sub-path. */
export declare class DecodeStream extends StandardDecodeStream {
  /** Makes a stream; throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyCodePageLabel, options?: DecodeStreamOptions | null);
}

/** Does what the `EncodeStream` of the package root does, for the labels of this sub-path. */
export declare class EncodeStream extends StandardEncodeStream {
  /** Makes a stream; throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyCodePageLabel, options?: EncodeStreamOptions | null);
}
