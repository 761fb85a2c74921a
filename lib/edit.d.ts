// The types of whatwg-transcoder/edit, and its only reference documentation. The sub-path changes the text of files and keeps every
// other byte.

/// <reference types="node" />

import type { DetectHints, Detection } from './detect.js';
import type { AnyEncodingName, BufferSource, Label } from './index.js';

/**
 * A part of a text, in UTF-16 code units.
 *
 * https://encoding.spec.whatwg.org/#code-unit
 */
export interface TextRange {
  /** Where the part begins: 0 or more. */
  start: number;
  /** Where the part ends: `start` or more. */
  end: number;
}

/**
 * An edit of a text: `text` takes the place of a part.
 *
 * https://encoding.spec.whatwg.org/#code-unit
 */
export interface TextEdit extends TextRange {
  /** The new text; the empty string deletes the part. */
  text: string;
}

/**
 * Says how new text is encoded.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface EditOptions {
  /**
   * What is written for a character that the encoding does not contain, as in `encode`. Default `'fatal'`: it is an error,
   * and nothing changes. A character counts as not contained where the encoder of the standard writes another one for it:
   * « ¥ » in Shift_JIS.
   */
  unencodable?: 'fatal' | 'html' | 'replace' | 'skip' | 'transliterate' | null | undefined;
}

/**
 * Says how `update` makes the text that it is given.
 *
 * https://encoding.spec.whatwg.org/#error-mode
 */
export interface UpdateOptions extends EditOptions {
  /**
   * How lines end. Default `'exact'`: as in the given text. With `'keep'`, which is for a text whose lines all end with LF, a line that
   * was changed ends as the old line at its place, else as the line before it, else as most lines of the file.
   * An end of several CR and an LF, which some programs write, stays with its line.
   */
  lineEnds?: 'exact' | 'keep' | null | undefined;
}

/**
 * Says how the encoding of bytes is found.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface EditDetectOptions extends Omit<DetectHints, 'fallback' | 'isWhole'> {
  /**
   * Whether the lines may be in different encodings, as `detect` with this option says. Each line keeps its bytes. New text is
   * written in the encoding of its line, or in that of a line near it where its line is otherwise ASCII; there in UTF-8, if that encoding
   * lacks a character. An edit then takes time in proportion to its line. Default false.
   */
  byLine?: boolean | undefined;
  /** Only with `byLine`: the label or the handle of the encoding of lines that are not UTF-8, whose votes are then not asked. */
  fallback?: Label | null | undefined;
}

/**
 * The error for an edit that would change other bytes or their text. Nothing has changed.
 *
 * In well-formed bytes the `reason` is never `'malformed bytes'`.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export interface EditNotPossibleError extends Error {
  readonly code: 'ERR_EDIT_NOT_POSSIBLE';
  /**
   * - `'malformed bytes'`: malformed bytes beside the new ones would be read together with them.
   * - `'inside a character'`: the place is in a surrogate pair, or between two code points that have one sequence of bytes.
   * - `'byte order mark'`: the bytes would begin with what a reader takes for a byte order mark.
   * - `'several encodings'`: only with `byLine`. One line would have text in two encodings, or would be read in another one; in a line
   *   of ISO-2022-JP, only the line as a whole can be replaced.
   */
  readonly reason:
    | 'malformed bytes'
    | 'inside a character'
    | 'byte order mark'
    | 'several encodings';
  /** Where the bytes begin that the edit would replace, from the start of the file: 0 or more. */
  readonly offset: number;
  /** How many bytes that are: 0 or more. */
  readonly length: number;
}

/**
 * The error for bytes whose encoding is not certain.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface NotCertainError extends Error {
  /** The first where several encodings explain the bytes, the second where none does. */
  readonly code: 'ERR_ENCODING_NOT_CERTAIN' | 'ERR_ENCODING_NOT_DETECTED';
  /** What `detect` says of the bytes. */
  readonly detection: Detection;
}

/**
 * The text of the bytes of a file. Edits of the text change the bytes that they touch, and no others.
 *
 * `toBytes()` always decodes to `text`, by a decoder that removes a byte order mark of its encoding. Bytes that are malformed, or that no
 * encoder would write, stay as they are. An edit writes an escape sequence beside it again where it must, in at most 4 bytes on
 * either side. Where all of this cannot be kept, the edit throws and nothing has changed.
 *
 * The first edit and the first place take time in proportion to the bytes, and so do `text` and `toBytes()`. Another edit takes less
 * than a millisecond in 10 MB. `text` and `update` are limited by the length of the longest string, the other members are not.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export declare class EditableText {
  /**
   * Takes a copy of the bytes of a whole file.
   *
   * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for arguments of a wrong type, and `RangeError` with code
   * `ERR_ENCODING_NOT_SUPPORTED` for a label that is not in the standard or that names `replacement`. Shared memory is read once.
   *
   * https://encoding.spec.whatwg.org/#names-and-labels
   *
   * @param label a label of the standard or a handle; `'utf-8'` by default
   */
  constructor(bytes: BufferSource, label?: Label);

  /**
   * Finds the encoding of the bytes of a whole file, and takes a copy of them.
   *
   * Throws `NotCertainError` unless the answer of `detect` is reliable, or `fallback` is given with `byLine`; and what `detect` throws for
   * its options.
   *
   * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
   */
  static detect(bytes: BufferSource, options?: EditDetectOptions | null): EditableText;

  /**
   * The name of the encoding; null where lines may be in different ones. It never changes.
   *
   * https://encoding.spec.whatwg.org/#name
   */
  readonly encoding: AnyEncodingName | null;

  /**
   * Whether the bytes begin with the byte order mark of the encoding, which is not in `text`; it never changes.
   *
   * https://encoding.spec.whatwg.org/#concept-td-serialize
   */
  readonly byteOrderMark: boolean;

  /**
   * The text as it is now, without a byte order mark. A malformed sequence is U+FFFD.
   *
   * Throws `Error` with code `ERR_STRING_TOO_LONG` when the text is longer than a string can be.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  readonly text: string;

  /**
   * How the lines of `text` end: all in one way, `'mixed'`, or null where no line has an end. A CR alone ends lines only in a text without
   * LF.
   *
   * https://infra.spec.whatwg.org/#normalize-newlines
   */
  readonly lineEnds: '\n' | '\r\n' | '\r' | 'mixed' | null;

  /**
   * Puts a text in the place of a part of the text, and returns the part of the new text that was written.
   *
   * Throws, and changes nothing: `EditNotPossibleError`; `UnencodableError` for a character that the encoding does not contain, unless
   * `unencodable` says otherwise, and for a lone surrogate in any encoding; `RangeError` with code `ERR_OUT_OF_RANGE` for places that are
   * no integers, or outside of the text, or in a wrong order; and `TypeError` with code `ERR_INVALID_ARG_TYPE` for arguments of a
   * wrong type.
   *
   * https://encoding.spec.whatwg.org/#encode-or-fail
   *
   * @param start where the part begins in `text`, in UTF-16 code units
   * @param end where it ends; `start` inserts
   */
  edit(start: number, end: number, text: string, options?: EditOptions | null): TextRange;

  /**
   * Makes several edits, all or none. Their places are those of the text before; the returned parts are those of the text behind them,
   * one for each edit.
   *
   * Edits may come in any order. Those that touch are joined: texts at one place follow each other as in the array. Throws what `edit`
   * throws, and `RangeError` with code `ERR_OUT_OF_RANGE` for edits that overlap. The `index` of an `UnencodableError` counts in the
   * text of its edit.
   *
   * https://encoding.spec.whatwg.org/#encode-or-fail
   */
  applyEdits(edits: readonly TextEdit[], options?: EditOptions | null): TextRange[];

  /**
   * Makes the text equal to another one by small edits: of lines, and in lines that were changed of code points. Returns the parts of
   * the new text that were written, in order.
   *
   * A line that the file had already takes its old bytes, so that lines can be moved and sorted. Throws what `edit` throws. The `index` of
   * an `UnencodableError` counts in the given text, with `lineEnds: 'keep'` in that text with its new ends.
   *
   * https://encoding.spec.whatwg.org/#encode-or-fail
   */
  update(text: string, options?: UpdateOptions | null): TextRange[];

  /**
   * Returns the bytes as they are now, in a new Buffer.
   *
   * Throws `Error` with code `ERR_MEMORY_ALLOCATION_FAILED` when there is not enough memory.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   */
  toBytes(): Buffer;

  /**
   * Returns where the bytes of a code unit begin, in bytes from the start of the file; for the length of the text the number of all
   * bytes.
   *
   * Throws `RangeError` with code `ERR_OUT_OF_RANGE` and `TypeError` with code `ERR_INVALID_ARG_TYPE` as `edit` does.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   *
   * @param index a place in `text`, in UTF-16 code units
   */
  byteOffsetAt(index: number): number;

  /**
   * Returns which code unit a byte belongs to; in an escape sequence and in a byte order mark that of the next character; for the number
   * of all bytes the length of the text.
   *
   * Throws what `byteOffsetAt` throws.
   *
   * https://encoding.spec.whatwg.org/#concept-encoding-run
   *
   * @param byteOffset in bytes from the start of the file
   */
  indexAt(byteOffset: number): number;
}

/**
 * Says which encoding a file has. Without `encoding` its bytes tell it, and the other options what is known of them.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface OpenTextFileOptions extends EditDetectOptions {
  /** A label of the standard or a handle. Default: what `detect` says of the bytes. */
  encoding?: Label | null | undefined;
}

/**
 * Says which encoding a file has, and how its text is changed.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export interface EditFileOptions extends OpenTextFileOptions, UpdateOptions {}

/**
 * The text of a file that can be saved.
 *
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export interface TextFile extends EditableText {
  /** The path that was given. */
  readonly path: string | Buffer | URL;

  /** Whether the encoding was given, or the answer of `detect` is reliable. */
  readonly isReliable: boolean;

  /**
   * Puts the bytes of this moment in the place of the file, and resolves with true; with false where the bytes are those that the file
   * has, which is then not written. Calls are done one after the other.
   *
   * The bytes go to a file in the same folder, which gets owner, group and mode of the old one where the process may set them, is synced
   * to the disk, and then gets its name, in one step. A symbolic link stays, and other names (hard links) keep the old file. A process that
   * ends meanwhile can leave a file `.whatwg-transcoder-….tmp` behind.
   *
   * Rejects, and leaves the file as it was, with `NotCertainError` where `isReliable` is false, with `Error` with code `ERR_FILE_CHANGED`
   * where another program has changed, replaced or moved the file since it was read, and with errors of the system.
   */
  save(): Promise<boolean>;
}

/**
 * Opens a file as an `EditableText`.
 *
 * Rejects with `NotCertainError` where no encoding explains the bytes, with what the constructor of `EditableText` throws, with `Error` with
 * code `ERR_NOT_A_FILE` for what is no regular file and `ERR_FS_FILE_TOO_LARGE` from 2 GiB on, and with errors of the system.
 *
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export declare function openTextFile(
  path: string | Buffer | URL,
  options?: OpenTextFileOptions | null,
): Promise<TextFile>;

/**
 * Opens a file, calls `change` with its text, makes the text equal to what that returns or resolves with, and saves the file. Resolves
 * with whether the file was written.
 *
 * `change` may also edit the file that it gets, and then return undefined. The file stays as it was where this rejects: with what `change`
 * throws; with what `openTextFile`, `update` and `save` throw; and with `NotCertainError` before `change` is called.
 *
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
export declare function editFile(
  path: string | Buffer | URL,
  change: (text: string, file: TextFile) => string | undefined | Promise<string | undefined>,
  options?: EditFileOptions | null,
): Promise<boolean>;
