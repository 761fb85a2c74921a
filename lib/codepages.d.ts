// The types of whatwg-transcoder/codepages, and its only reference documentation. `npm run format` makes this file.
// The sub-path has encodings that the standard does not have: single-byte code pages of DOS, of Macintosh, of IBM's mainframes
// (EBCDIC) and of some countries; UTF-32BE and UTF-32LE; and eucJP-ms, CP51932 and Johab, whose characters have several bytes.
// Each export does for their labels what the export of the same name in the package root does for the labels of the standard.

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

/** The name of an encoding of this sub-path. */
export type EncodingName =
  | 'ibm437'
  | 'ibm720'
  | 'ibm737'
  | 'ibm775'
  | 'ibm850'
  | 'ibm852'
  | 'ibm855'
  | 'ibm856'
  | 'ibm857'
  | 'ibm858'
  | 'ibm860'
  | 'ibm861'
  | 'ibm862'
  | 'ibm863'
  | 'ibm865'
  | 'ibm869'
  | 'ibm922'
  | 'ibm1046'
  | 'ibm1124'
  | 'ibm1125'
  | 'ibm1129'
  | 'ibm1133'
  | 'ibm1161'
  | 'ibm1162'
  | 'ibm1163'
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
  | 'ibm037'
  | 'ibm273'
  | 'ibm277'
  | 'ibm278'
  | 'ibm280'
  | 'ibm284'
  | 'ibm285'
  | 'ibm297'
  | 'ibm424'
  | 'ibm500'
  | 'ibm870'
  | 'ibm871'
  | 'ibm875'
  | 'ibm1026'
  | 'ibm1047'
  | 'ibm1140'
  | 'ibm1141'
  | 'ibm1142'
  | 'ibm1143'
  | 'ibm1144'
  | 'ibm1145'
  | 'ibm1146'
  | 'ibm1147'
  | 'ibm1148'
  | 'ibm1149'
  | 'UTF-32BE'
  | 'UTF-32LE'
  | 'eucjp-ms'
  | 'cp51932'
  | 'johab'
  | 'ibm864';

/** A label of one of these encodings, in ASCII lowercase. */
export type CodePageLabel =
  | '437'
  | 'cp437'
  | 'csibm437'
  | 'cspc8codepage437'
  | 'ibm-437'
  | 'ibm437'
  | '720'
  | 'cp720'
  | 'csibm720'
  | 'ibm-720'
  | 'ibm720'
  | '737'
  | 'cp737'
  | 'csibm737'
  | 'ibm-737'
  | 'ibm737'
  | '775'
  | 'cp775'
  | 'csibm775'
  | 'cspc775baltic'
  | 'ibm-775'
  | 'ibm775'
  | '850'
  | 'cp850'
  | 'csibm850'
  | 'cspc850multilingual'
  | 'ibm-850'
  | 'ibm850'
  | '852'
  | 'cp852'
  | 'csibm852'
  | 'cspcp852'
  | 'ibm-852'
  | 'ibm852'
  | '855'
  | 'cp855'
  | 'csibm855'
  | 'ibm-855'
  | 'ibm855'
  | '856'
  | 'cp856'
  | 'csibm856'
  | 'ibm-856'
  | 'ibm856'
  | '857'
  | 'cp857'
  | 'csibm857'
  | 'ibm-857'
  | 'ibm857'
  | '858'
  | 'ccsid00858'
  | 'cp00858'
  | 'cp858'
  | 'csibm858'
  | 'cspc858multilingual'
  | 'ibm-858'
  | 'ibm00858'
  | 'ibm858'
  | '860'
  | 'cp860'
  | 'csibm860'
  | 'ibm-860'
  | 'ibm860'
  | '861'
  | 'cp-is'
  | 'cp861'
  | 'csibm861'
  | 'ibm-861'
  | 'ibm861'
  | '862'
  | 'cp862'
  | 'csibm862'
  | 'cspc862latinhebrew'
  | 'ibm-862'
  | 'ibm862'
  | '863'
  | 'cp863'
  | 'csibm863'
  | 'ibm-863'
  | 'ibm863'
  | '865'
  | 'cp865'
  | 'csibm865'
  | 'ibm-865'
  | 'ibm865'
  | '869'
  | 'cp-gr'
  | 'cp869'
  | 'csibm869'
  | 'ibm-869'
  | 'ibm869'
  | '922'
  | 'cp922'
  | 'csibm922'
  | 'ibm-922'
  | 'ibm922'
  | '1046'
  | 'cp1046'
  | 'csibm1046'
  | 'ibm-1046'
  | 'ibm1046'
  | '1124'
  | 'cp1124'
  | 'csibm1124'
  | 'ibm-1124'
  | 'ibm1124'
  | '1125'
  | 'cp1125'
  | 'csibm1125'
  | 'ibm-1125'
  | 'ibm1125'
  | 'ruscii'
  | '1129'
  | 'cp1129'
  | 'csibm1129'
  | 'ibm-1129'
  | 'ibm1129'
  | '1133'
  | 'cp1133'
  | 'csibm1133'
  | 'ibm-1133'
  | 'ibm1133'
  | '1161'
  | 'cp1161'
  | 'csibm1161'
  | 'ibm-1161'
  | 'ibm1161'
  | '1162'
  | 'cp1162'
  | 'csibm1162'
  | 'ibm-1162'
  | 'ibm1162'
  | '1163'
  | 'cp1163'
  | 'csibm1163'
  | 'ibm-1163'
  | 'ibm1163'
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
  | '037'
  | 'cp037'
  | 'cp37'
  | 'csibm037'
  | 'ebcdic-cp-ca'
  | 'ebcdic-cp-nl'
  | 'ebcdic-cp-us'
  | 'ebcdic-cp-wt'
  | 'ibm-037'
  | 'ibm-37'
  | 'ibm037'
  | 'ibm37'
  | '273'
  | 'cp273'
  | 'csibm273'
  | 'ibm-273'
  | 'ibm273'
  | '277'
  | 'cp277'
  | 'csibm277'
  | 'ebcdic-cp-dk'
  | 'ebcdic-cp-no'
  | 'ibm-277'
  | 'ibm277'
  | '278'
  | 'cp278'
  | 'csibm278'
  | 'ebcdic-cp-fi'
  | 'ebcdic-cp-se'
  | 'ibm-278'
  | 'ibm278'
  | '280'
  | 'cp280'
  | 'csibm280'
  | 'ebcdic-cp-it'
  | 'ibm-280'
  | 'ibm280'
  | '284'
  | 'cp284'
  | 'csibm284'
  | 'ebcdic-cp-es'
  | 'ibm-284'
  | 'ibm284'
  | '285'
  | 'cp285'
  | 'csibm285'
  | 'ebcdic-cp-gb'
  | 'ibm-285'
  | 'ibm285'
  | '297'
  | 'cp297'
  | 'csibm297'
  | 'ebcdic-cp-fr'
  | 'ibm-297'
  | 'ibm297'
  | '424'
  | 'cp424'
  | 'csibm424'
  | 'ebcdic-cp-he'
  | 'ibm-424'
  | 'ibm424'
  | '500'
  | 'cp500'
  | 'csibm500'
  | 'ebcdic-cp-be'
  | 'ebcdic-cp-ch'
  | 'ibm-500'
  | 'ibm500'
  | '870'
  | 'cp870'
  | 'csibm870'
  | 'ebcdic-cp-roece'
  | 'ebcdic-cp-yu'
  | 'ibm-870'
  | 'ibm870'
  | '871'
  | 'cp871'
  | 'csibm871'
  | 'ebcdic-cp-is'
  | 'ibm-871'
  | 'ibm871'
  | '875'
  | 'cp875'
  | 'csibm875'
  | 'ibm-875'
  | 'ibm875'
  | '1026'
  | 'cp1026'
  | 'csibm1026'
  | 'ibm-1026'
  | 'ibm1026'
  | '1047'
  | 'cp1047'
  | 'csibm1047'
  | 'ibm-1047'
  | 'ibm01047'
  | 'ibm1047'
  | '1140'
  | 'ccsid01140'
  | 'cp01140'
  | 'cp1140'
  | 'csibm1140'
  | 'ibm-1140'
  | 'ibm01140'
  | 'ibm1140'
  | '1141'
  | 'ccsid01141'
  | 'cp01141'
  | 'cp1141'
  | 'csibm1141'
  | 'ibm-1141'
  | 'ibm01141'
  | 'ibm1141'
  | '1142'
  | 'ccsid01142'
  | 'cp01142'
  | 'cp1142'
  | 'csibm1142'
  | 'ibm-1142'
  | 'ibm01142'
  | 'ibm1142'
  | '1143'
  | 'ccsid01143'
  | 'cp01143'
  | 'cp1143'
  | 'csibm1143'
  | 'ibm-1143'
  | 'ibm01143'
  | 'ibm1143'
  | '1144'
  | 'ccsid01144'
  | 'cp01144'
  | 'cp1144'
  | 'csibm1144'
  | 'ibm-1144'
  | 'ibm01144'
  | 'ibm1144'
  | '1145'
  | 'ccsid01145'
  | 'cp01145'
  | 'cp1145'
  | 'csibm1145'
  | 'ibm-1145'
  | 'ibm01145'
  | 'ibm1145'
  | '1146'
  | 'ccsid01146'
  | 'cp01146'
  | 'cp1146'
  | 'csibm1146'
  | 'ibm-1146'
  | 'ibm01146'
  | 'ibm1146'
  | '1147'
  | 'ccsid01147'
  | 'cp01147'
  | 'cp1147'
  | 'csibm1147'
  | 'ibm-1147'
  | 'ibm01147'
  | 'ibm1147'
  | '1148'
  | 'ccsid01148'
  | 'cp01148'
  | 'cp1148'
  | 'csibm1148'
  | 'ibm-1148'
  | 'ibm01148'
  | 'ibm1148'
  | '1149'
  | 'ccsid01149'
  | 'cp01149'
  | 'cp1149'
  | 'csibm1149'
  | 'ibm-1149'
  | 'ibm01149'
  | 'ibm1149'
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
  | 'x-johab'
  | 'cp864'
  | 'csibm864'
  | 'ibm-864'
  | 'ibm864'
  | '864';

/** A label of one of these encodings, in upper or lower case and with or without ASCII whitespace around it. */
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

  /** Whether a byte order mark stays in the text; it never changes. Only UTF-32BE and UTF-32LE have one. */
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
 * A label that this sub-path and the standard both have names the encoding of this sub-path. At run
 * time the class extends that of the package root.
 */
export declare class Transcoder {
  /**
   * Makes a transcoder.
   *
   * Throws `RangeError` for a label that neither this sub-path nor the standard has, or that only names
   * `replacement`, and `TypeError` for options of a wrong type.
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

  /** Whether a byte order mark stays in the text; it never changes. Only UTF-32BE and UTF-32LE have one. */
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
   * Throws `RangeError` for a label that neither this sub-path nor the standard has, or that only names
   * `replacement`, and `TypeError` for options of a wrong type.
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
