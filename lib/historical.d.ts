// The types of whatwg-transcoder/historical: the encodings of the standard's 2012 edition that later
// editions removed. Everything here does what the export of the same name in the package root does,
// for the historical labels.

/// <reference types="node" />

import type {
  BufferSource,
  DecodeStreamOptions,
  EncodeIntoOptions,
  EncodeIntoResult,
  EncodeOptions,
  EncodeStreamOptions,
  Label,
  DecodeStream as StandardDecodeStream,
  EncodeStream as StandardEncodeStream,
  EncodingName as StandardName,
  TranscodeStream as StandardTranscodeStream,
  TextDecodeOptions,
  TextDecoderOptions,
  TranscodeOptions,
  TranscodeStreamOptions,
  UnencodableCodePoint,
  Validity,
} from './index.js';

/** The name of a historical encoding. */
export type EncodingName = 'hz-gb-2312' | 'iso-2022-kr' | 'ibm864';

/** A label of a historical encoding, in ASCII lowercase. */
export type HistoricalLabel =
  | 'hz-gb-2312'
  | 'csiso2022kr'
  | 'iso-2022-kr'
  | 'cp864'
  | 'csibm864'
  | 'ibm-864'
  | 'ibm864';

/** The same in any case and with ASCII whitespace around it. */
export type AnyHistoricalLabel = HistoricalLabel | (string & {});

/** The `TextDecoder` of the package root, for the historical labels. At run time it extends that. */
export declare class TextDecoder {
  /**
   * Throws `RangeError` with code `ERR_ENCODING_NOT_SUPPORTED` for any other label, the standard's
   * included.
   */
  constructor(label: AnyHistoricalLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding. */
  readonly encoding: EncodingName;

  /** Whether malformed bytes make `decode` throw. */
  readonly fatal: boolean;

  /** Without effect here: no historical encoding has a byte order mark. */
  readonly ignoreBOM: boolean;

  /**
   * Gives the text of the bytes; with `stream: true` the text so far, and the next call goes on
   * there. Throws what the package root's throws, and leaves what that leaves after an error.
   */
  decode(input?: BufferSource, options?: TextDecodeOptions | null): string;
}

/** The name of the historical encoding that a label names, or null. */
export declare function getEncoding(label: HistoricalLabel): EncodingName;
/** The name of the historical encoding that a label names, or null. */
export declare function getEncoding(label: string): EncodingName | null;

/** The three names. */
export declare const encodings: readonly EncodingName[];

/** Every label with the name of its encoding. */
export declare const labels: Readonly<Record<HistoricalLabel, EncodingName>>;

/** The package root's `decode`, for the historical labels; `RangeError` for any other. */
export declare function decode(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options?: TextDecoderOptions | null,
): string;

/** The package root's `decodedLength`, for the historical labels; `RangeError` for any other. */
export declare function decodedLength(
  bytes: BufferSource,
  label: AnyHistoricalLabel,
  options?: TextDecoderOptions | null,
): number;

/** The package root's `validate`, for the historical labels; `RangeError` for any other. */
export declare function validate(bytes: BufferSource, label: AnyHistoricalLabel): Validity;

/**
 * The package root's `encode`, for the historical labels; `RangeError` for any other. What it gives
 * ends in ASCII, so that outputs can be joined. iso-2022-kr has no U+000E, U+000F and U+001B: the
 * error's `codePoint` is U+FFFD.
 */
export declare function encode(
  text: string,
  label: AnyHistoricalLabel,
  options?: EncodeOptions | null,
): Buffer;

/** The package root's `encodeInto`, for the historical labels; `RangeError` for any other. */
export declare function encodeInto(
  text: string,
  bytes: Uint8Array,
  label: AnyHistoricalLabel,
  options?: EncodeIntoOptions | null,
): EncodeIntoResult;

/** The package root's `encodedLength`, for the historical labels; `RangeError` for any other. */
export declare function encodedLength(
  text: string,
  label: AnyHistoricalLabel,
  options?: EncodeOptions | null,
): number;

/** The package root's `findUnencodable`, for the historical labels; `RangeError` for any other. */
export declare function findUnencodable(
  text: string,
  label: AnyHistoricalLabel,
): UnencodableCodePoint | null;

/** The package root's `canEncode`, for the historical labels; `RangeError` for any other. */
export declare function canEncode(text: string, label: AnyHistoricalLabel): boolean;

/** The package root's `transcode`, with labels as the `Transcoder` here takes them. */
export declare function transcode(
  bytes: BufferSource,
  from: AnyHistoricalLabel | Label,
  to?: AnyHistoricalLabel | Label,
  options?: TranscodeOptions | null,
): Buffer;

/**
 * The `Transcoder` of the package root. Each label may be a historical one, which comes first, or
 * one of the standard's. At run time it extends that of the package root.
 */
export declare class Transcoder {
  /** Throws `RangeError` for what is neither, and `TypeError` for options of a wrong type. */
  constructor(
    from: AnyHistoricalLabel | Label,
    to?: AnyHistoricalLabel | Label,
    options?: TranscodeOptions | null,
  );

  /** The name of the encoding of what is written. */
  readonly from: EncodingName | Exclude<StandardName, 'replacement'>;

  /** The name of the encoding of what is returned. */
  readonly to: EncodingName | Exclude<StandardName, 'replacement'>;

  /** How many malformed sequences and unencodable code points have been replaced so far. */
  readonly replacements: number;

  /** Where the first malformed sequence begins, in bytes from the start; null for none. */
  readonly firstErrorOffset: number | null;

  /** Gives the bytes of a chunk, which may be none. Throws what the package root's throws. */
  write(chunk: BufferSource): Buffer;

  /** Gives the last bytes, after one more chunk if there is one. */
  end(chunk?: BufferSource | null): Buffer;

  /** Forgets the stream, so that another can be written. */
  reset(): void;
}

/** The `TextDecoderStream` of the package root, for the historical labels. */
export declare class TextDecoderStream {
  /** Throws `RangeError` for any other label, the standard's included. */
  constructor(label: AnyHistoricalLabel, options?: TextDecoderOptions | null);

  /** The name of the encoding. */
  readonly encoding: EncodingName;

  /** Whether malformed bytes error the stream. */
  readonly fatal: boolean;

  /** Without effect here: no historical encoding has a byte order mark. */
  readonly ignoreBOM: boolean;

  /** The text so far, chunk by chunk, none of them empty. */
  readonly readable: ReadableStream<string>;

  /** Takes the bytes. */
  readonly writable: WritableStream<BufferSource>;
}

/** The `TranscodeStream` of the package root, with labels as the `Transcoder` here takes them. */
export declare class TranscodeStream extends StandardTranscodeStream {
  /** Throws `RangeError` for what is neither, and `TypeError` for options of a wrong type. */
  constructor(
    from: AnyHistoricalLabel | Label,
    to?: AnyHistoricalLabel | Label,
    options?: TranscodeStreamOptions | null,
  );
}

/** The `DecodeStream` of the package root, for the historical labels. */
export declare class DecodeStream extends StandardDecodeStream {
  /** Throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyHistoricalLabel, options?: DecodeStreamOptions | null);
}

/** The `EncodeStream` of the package root, for the historical labels. */
export declare class EncodeStream extends StandardEncodeStream {
  /** Throws `RangeError` for any other label, and `TypeError` for options of a wrong type. */
  constructor(label: AnyHistoricalLabel, options?: EncodeStreamOptions | null);
}
