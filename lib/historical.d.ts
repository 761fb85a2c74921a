// The types of whatwg-transcoder/historical, and its only reference documentation. `npm run format` makes this file.
// The sub-path has the three encodings that the standard's edition of 2012 contained and later editions removed. Each export
// does for their labels what the export of the same name in the package root does for the labels of the standard.

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
export type EncodingName = 'hz-gb-2312' | 'iso-2022-kr' | 'ibm864';

/** A label of one of these encodings, in ASCII lowercase. */
export type HistoricalLabel =
  | 'hz-gb-2312'
  | 'csiso2022kr'
  | 'iso-2022-kr'
  | 'cp864'
  | 'csibm864'
  | 'ibm-864'
  | 'ibm864';

/** A label of one of these encodings, in upper or lower case and with or without ASCII whitespace around it. */
export type AnyHistoricalLabel = HistoricalLabel | (string & {});

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
  constructor(label: AnyHistoricalLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding in ASCII lowercase; it never changes. */
  readonly encoding: Lowercase<EncodingName>;

  /** Whether malformed bytes make `decode` throw; it never changes. */
  readonly fatal: boolean;

  /** Whether a byte order mark stays in the text; it never changes. No historical encoding has one. */
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
export declare function getEncoding(label: HistoricalLabel): EncodingName;
/** Returns the name of the encoding of this sub-path that a label names, or null when it names none. */
export declare function getEncoding(label: string): EncodingName | null;

/** The names of the 3 encodings; frozen. */
export declare const encodings: readonly EncodingName[];

/** All 7 labels in ASCII lowercase, each with the name of its encoding; frozen, and without a prototype. */
export declare const labels: Readonly<Record<HistoricalLabel, EncodingName>>;

/** Does what the `decode` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function decode(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options?: DecodeOptions | null,
): string;

/** Does what the `decodedLength` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function decodedLength(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options?: DecodeOptions | null,
): number;

/** Does what the `validate` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function validate(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options: ValidateOptions & { maxErrors: number },
): ListedValidity;
/** Does what the `validate` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function validate(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options?: ValidateOptions | null,
): Validity & Partial<ListedValidity>;

/**
 * Does what the `encode` of the package root does; throws `RangeError` for a label that is not in
 * `labels`.
 *
 * The output of hz-gb-2312 and of iso-2022-kr ends in ASCII, so that outputs can be joined. iso-2022-kr
 * does not contain U+000E, U+000F and U+001B, because text must not change the decoder's state; the
 * `codePoint` of the error is U+FFFD.
 */
export declare function encode(
  text: string,
  label: AnyHistoricalLabel,
  options?: EncodeOptions | null,
): Buffer;

/** Does what the `encodeInto` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function encodeInto(
  text: string,
  bytes: Uint8Array,
  label: AnyHistoricalLabel,
  options?: EncodeIntoOptions | null,
): EncodeIntoResult;

/** Does what the `encodedLength` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function encodedLength(
  text: string,
  label: AnyHistoricalLabel,
  options?: EncodeOptions | null,
): number;

/** Does what the `findUnencodable` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function findUnencodable(
  text: string,
  label: AnyHistoricalLabel,
): UnencodableCodePoint | null;

/** Does what the `canEncode` of the package root does; throws `RangeError` for a label that is not in `labels`. */
export declare function canEncode(text: string, label: AnyHistoricalLabel): boolean;

/** Does what the `transcode` of the package root does; each label may also be one of this sub-path. */
export declare function transcode(
  bytes: BufferSource,
  from: AnyHistoricalLabel | Label,
  to?: AnyHistoricalLabel | Label,
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
    from: AnyHistoricalLabel | Label,
    to?: AnyHistoricalLabel | Label,
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
  constructor(label: AnyHistoricalLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding in ASCII lowercase; it never changes. */
  readonly encoding: Lowercase<EncodingName>;

  /** Whether malformed bytes error the stream; it never changes. */
  readonly fatal: boolean;

  /** Whether a byte order mark stays in the text; it never changes. No historical encoding has one. */
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
    from: AnyHistoricalLabel | Label,
    to?: AnyHistoricalLabel | Label,
    options?: TranscodeStreamOptions | null,
  );
}

/** Does what the `DecodeStream` of the package root does, for the labels of this sub-path. */
export declare class DecodeStream extends StandardDecodeStream {
  /** Makes a stream; throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyHistoricalLabel, options?: DecodeStreamOptions | null);
}

/** Does what the `EncodeStream` of the package root does, for the labels of this sub-path. */
export declare class EncodeStream extends StandardEncodeStream {
  /** Makes a stream; throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyHistoricalLabel, options?: EncodeStreamOptions | null);
}
