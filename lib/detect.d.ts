// The types of whatwg-transcoder/detect, and its only reference documentation: which encoding bytes without a label are in.

/// <reference types="node" />

import type { Transform, TransformOptions } from 'node:stream';
import type {
  BufferSource,
  EncodingName,
  Label,
  MalformedOptions,
  OtherEncodingName,
  PartOptions,
} from './index.js';

/**
 * The name of an encoding that is detected: one of the standard, which `decode` of the package root takes, or with
 * the option `codePages` one whose handle `encodingFor` of `whatwg-transcoder/encodings` finds.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type DetectedName = EncodingName | OtherEncodingName;

/**
 * An encoding that bytes may be in.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface DetectedCandidate {
  /** The encoding. */
  encoding: DetectedName;
  /** The language that its text looks like most, as a tag of BCP 47; null where none is known. */
  language: string | null;
  /**
   * How probable it is that decoding by this encoding gives the text: a number from 0 to 1, at most that of the
   * candidate before it.
   */
  probability: number;
}

/**
 * What bytes are.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface Detection {
  /**
   * The encoding; null when the bytes cannot be read as text in any encoding that may be detected, and there
   * is no `fallback`.
   */
  encoding: DetectedName | null;
  /** Whether another text is so improbable that a program can decode the bytes without asking anybody. */
  isReliable: boolean;
  /**
   * Whether the bytes are text in ASCII, or there are none: the encoding is then UTF-8, or where `allow` leaves that out, the
   * first in `allow` in which they are the same text. False for other text in the bytes of ASCII, such as ISO-2022-JP, and where
   * no encoding in `allow` has ASCII.
   */
  isAscii: boolean;
  /**
   * How many sequences of the bytes are malformed in the encoding, as far as they were read: 0 for text that is not
   * damaged. Where it is more, a fatal decoder refuses the bytes. A stream that is decoded from its first bytes on
   * counts those. Of more than 100,000 in one chunk not all are counted.
   */
  malformed: number;
  /** The language that the text looks like, as a tag of BCP 47; null where none is known. */
  language: string | null;
  /**
   * The encodings that the bytes may be in, best first: one entry for each text that they may stand for, at most 16.
   * An encoding that is far less probable than the first one is left out.
   */
  candidates: DetectedCandidate[];
}

/**
 * Says what is known of the bytes, and what may be answered.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface DetectHints {
  /**
   * The last label of the host name that the bytes come from, such as `'jp'`; of a whole host name the last label
   * counts. It makes the languages of that domain more probable. An unknown one has no effect.
   */
  topLevelDomain?: string | null | undefined;
  /**
   * The language that is expected, as a tag of BCP 47 such as `'pt-BR'`, or several with commas between them,
   * as the header `Content-Language` has them. An unknown one has no effect.
   */
  language?: string | null | undefined;
  /**
   * The labels or handles of the encodings that may be answered. Default: all encodings of the standard in which text is
   * written. A byte order mark of another encoding does not count then.
   */
  allow?: Iterable<Label> | null | undefined;
  /**
   * Whether the encodings of `whatwg-transcoder/encodings` may be answered too. Default false: they
   * make answers about short texts less certain.
   */
  codePages?: boolean | undefined;
  /**
   * The label or the handle of the encoding that is answered in place of null. One of `whatwg-transcoder/encodings` needs
   * `codePages`, too. Default: none.
   */
  fallback?: Label | null | undefined;
  /**
   * Whether the text ends where the bytes end. Default false: a character that the end cuts counts neither for
   * nor against an encoding, because most callers have the first bytes of a longer text.
   */
  isWhole?: boolean | undefined;
}

/**
 * Says how `detect` looks at bytes.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface DetectOptions extends DetectHints, PartOptions {
  /** False or left out: the bytes are one text in one encoding. */
  byLine?: false | undefined;
}

/**
 * Says how `detect` looks at the lines of bytes.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface DetectByLineOptions extends DetectHints, PartOptions {
  /** Each line is looked at for itself. */
  byLine: true;
}

/**
 * Lines behind each other that are in one encoding.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface DetectedRange {
  /** Where the range begins: an offset in bytes. The first range begins where the bytes begin that are read. */
  start: number;
  /** Where the range ends, in bytes: where the next one begins. */
  end: number;
  /** The encoding; null for lines that are no text in an encoding that may be detected. */
  encoding: DetectedName | null;
  /** Whether a program can decode the range without asking anybody. False for lines that are read by `fallback`. */
  isReliable: boolean;
}

/**
 * Says how a stream finds its encoding, and how it decodes.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DetectDecodeOptions extends DetectHints, MalformedOptions {
  /**
   * How many bytes are held back from the first one on that is not ASCII, while the answer is not certain: an integer from
   * 0 on, or Infinity. Then the best answer decides. With `lines` it is the longest line, at least 4: a longer one is given
   * in parts. Default 65,536.
   */
  maxBytes?: number | undefined;
  /**
   * After how many milliseconds without a chunk `flush()` is called where bytes are held: an integer from 0 on, or
   * Infinity. The timer keeps no program alive. Default: never.
   */
  idle?: number | undefined;
  /** Whether the stream gives objects, one for each line, each decoded in an encoding of its own. Default false. */
  lines?: boolean | undefined;
}

/**
 * A line of a stream, or a part of one.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DecodedLine {
  /** The text, with the LF or the CR that ends it. The texts of all objects are the text of the stream. */
  text: string;
  /** The encoding by which the line was decoded. */
  encoding: DetectedName;
  /**
   * True where the line of the object before goes on: for the LF of a CR LF, for a line longer than `maxBytes`, and after
   * `flush()`. Absent in other objects.
   */
  isContinuation?: true;
}

/**
 * Says how `DetectDecodeStream` decodes, with the options of Node's `stream.Transform`.
 *
 * `objectMode` is refused, as are the options that replace methods: `transform`, `flush`, `read`, `write`,
 * `writev`, `final` and `destroy`. `decodeStrings` has no effect, nor has `encoding` with `lines`.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export interface DetectDecodeStreamOptions extends TransformOptions, DetectDecodeOptions {}

/**
 * The error for a label in `allow` whose encoding is never detected, because no text is written in it; for one in `allow` or as
 * `fallback` that needs the option `codePages`; and for text that is to be read line by line, and is in UTF-16, UTF-32, EBCDIC or ISO-2022-KR.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface NotDetectableError extends RangeError {
  readonly code: 'ERR_ENCODING_NOT_DETECTABLE';
}

/**
 * The error of a stream whose bytes cannot be read as text in any encoding that may be detected, without a `fallback`.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface NotDetectedError extends Error {
  readonly code: 'ERR_ENCODING_NOT_DETECTED';
}

/**
 * Returns the ranges of lines that are in one encoding, for text in which UTF-8 stands beside another encoding.
 *
 * LF and CR end a line. A line that is well-formed UTF-8 is UTF-8; lines of ASCII belong to the range before them. All other
 * lines are in one encoding: `fallback`, or the one that has the most votes, where each line votes alone by its bytes that
 * are not ASCII, twice if that is reliable. The vote counts for each encoding that gives the same text. There is no range
 * for no bytes. The time is proportional to the length of the bytes.
 *
 * Throws what `detect` throws, and `NotDetectableError` for `allow`, `fallback` and a byte order mark of UTF-16, UTF-32,
 * EBCDIC or ISO-2022-KR, and for lines whose NUL bytes tell UTF-16.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export declare function detect(bytes: BufferSource, options: DetectByLineOptions): DetectedRange[];

/**
 * Returns the encoding that bytes are in, as far as the bytes tell it.
 *
 * A byte order mark decides. Nothing is ever certain without one: `isReliable` and the probabilities of
 * `candidates` say how sure the answer is. A sequence that is malformed makes an encoding less probable, and
 * `malformed` counts those in the answer: text that is damaged in few places is still found. The time is proportional to the length of the bytes, and all of them are read. Shared memory is
 * read once.
 *
 * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for an argument of a wrong type; `RangeError` with code
 * `ERR_ENCODING_NOT_SUPPORTED` for an unknown label in `allow` or as `fallback`, and for one of
 * `replacement`; and `NotDetectableError`.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export declare function detect(bytes: BufferSource, options?: DetectOptions | null): Detection;

/**
 * Finds the encoding of a stream, chunk by chunk. The result does not depend on how the stream is cut, and a
 * detector needs less than 7 KB of memory however long the stream is.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export declare class Detector {
  /**
   * Makes a detector; throws what `detect` throws for its options.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  constructor(options?: DetectHints | null);

  /**
   * What the bytes so far are. Reading it changes nothing. The option `isWhole` has an effect only after
   * `end`.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  readonly result: Detection;

  /**
   * Reads a chunk, to which the detector keeps no reference. Returns whether the answer is so certain that a program
   * can stop here.
   *
   * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a chunk that is no buffer or view, which leaves the
   * detector as it was, and `Error` with code `ERR_DETECTOR_ENDED` after `end`.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  write(chunk: BufferSource): boolean;

  /**
   * Reads the last chunk, if there is one, ends the stream, and returns `result`. Throws what `write` throws.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  end(chunk?: BufferSource | null): Detection;
}

/**
 * A stream of Node.js that finds the encoding of its bytes, and decodes them to text.
 *
 * It passes ASCII on at once, unless `allow` or `codePages` names an encoding in which such bytes may be other text: then
 * only behind the first `maxBytes` bytes. From the first other byte on it holds bytes back until a vote of lines is certain, the stream ends, or `maxBytes` bytes are there,
 * and then decodes all of them by the best answer, which does not change any more. The text does not depend on
 * how the stream is cut into chunks, unless `flush()` or `idle` ends the waiting. It is read as that of `DecodeStream`: as
 * UTF-8 in Buffers, or as strings with the option `encoding: 'utf8'` or after `setEncoding('utf8')`.
 *
 * With the option `lines` it gives a `DecodedLine` for each line, when the line ends. A line that is well-formed UTF-8 is
 * UTF-8, and text behind an escape sequence is ISO-2022-JP. Any other line is decoded by `fallback`, or by the encoding
 * with the most votes of the lines so far, or as UTF-8 where there is none. `detected` is then what the lines that are not
 * UTF-8 are, as soon as the stream ends.
 *
 * These errors destroy it: `NotDetectedError`; the errors of `DecodeStream`; `TypeError` for a chunk
 * that is a string; and with `lines` `NotDetectableError` for a byte order mark of UTF-16 or UTF-32, and for NUL bytes that
 * tell UTF-16. An error waits as that of `TranscodeStream` does.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare class DetectDecodeStream extends Transform {
  /**
   * Makes a stream.
   *
   * Throws what `detect` and the constructor of `DecodeStream` throw for their options, and `TypeError` with code
   * `ERR_INVALID_ARG_TYPE` for `maxBytes`, `idle` and `objectMode`.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  constructor(options?: DetectDecodeStreamOptions | null);

  /**
   * What the stream is, as soon as it is known; nothing has to be read from the stream for that.
   *
   * It rejects when the stream fails or is destroyed before. A rejection that nobody handles does not
   * end the program.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  readonly detected: Promise<Detection>;

  /**
   * How many malformed sequences were replaced or skipped so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the stream; null while there
   * is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;

  /**
   * Gives the text of the bytes that are held: the stream decides by these bytes. With `lines` it gives the line that has not
   * ended, without a character that is cut. It does so behind the chunks that were written before, and changes nothing where nothing is
   * held, or after the end.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  flush(): void;
}

/**
 * Finds the encoding of bytes, and decodes them, as a pair of web streams for `pipeThrough`: bytes are written,
 * and strings are read, or with the option `lines` objects: `new DetectDecodeTransform<DecodedLine>({ lines: true })`.
 *
 * It holds bytes back as `DetectDecodeStream` does. The errors of that stream error both sides; text that
 * nobody has read yet is then lost, as in every pair of web streams.
 *
 * https://encoding.spec.whatwg.org/#decode
 */
export declare class DetectDecodeTransform<Chunk extends string | DecodedLine = string> {
  /**
   * Makes a pair of streams; throws what the constructor of `DetectDecodeStream` throws for the same options.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  constructor(options?: DetectDecodeOptions | null);

  /**
   * What the stream is, as that of `DetectDecodeStream`.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  readonly detected: Promise<Detection>;

  /**
   * How many malformed sequences were replaced or skipped so far.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly replacements: number;

  /**
   * Where the first malformed sequence begins, in bytes from the start of the stream; null while there
   * is none.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-process
   */
  readonly firstErrorOffset: number | null;

  /**
   * Gives the text of the bytes that are held: the stream decides by these bytes. With `lines` it gives the line that has not
   * ended, without a character that is cut. It does so behind the chunks that were written before, and changes nothing where nothing is
   * held, or after the end.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  flush(): void;

  /**
   * The text, in chunks that are never empty.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  readonly readable: ReadableStream<Chunk>;

  /**
   * Takes the bytes; it keeps no reference to them.
   *
   * https://encoding.spec.whatwg.org/#decode
   */
  readonly writable: WritableStream<BufferSource>;
}
