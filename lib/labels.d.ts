// The types of whatwg-transcoder/labels, and its only reference documentation.

import type { EncodingName, OtherEncodingName } from './index.js';

/**
 * An encoding that a name of other programs means: one of the standard or of `whatwg-transcoder/encodings`. The package root
 * takes the names of those of the standard, and refuses the others with an error that names the handle.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type ResolvedName = EncodingName | OtherEncodingName;

/**
 * Returns the name of the encoding for a label, or for a name that mail, databases, Windows or other
 * libraries use; null for a name that is not known, and for one whose table is not here.
 *
 * For every label of the standard the result is that of `getEncoding`, which stays strict; one of the `replacement` encoding gives
 * `'replacement'`, which no function decodes. In other names, quotes and blanks around the name do not count, and neither do case and
 * separators (space, `-`, `.`, `:`, `_`), except between two digits. Such a name is known if it is a label of
 * `whatwg-transcoder/encodings`, if it is in `otherNames`, or by a rule: the number of one of `windowsCodePages`, alone or after `cp`, `x-cp`,
 * `windows`, `x-windows`, `win`, `ms`, `ansi`, `dos` or `codepage`; IBM's number (CCSID), only after `ccsid`, `ibm` or `x-ibm`, because 932,
 * 936, 949, 950 and 1200 mean other tables there; Oracle's names such as `WE8PC850` and `WE8EBCDIC37`; and those of the Open Software
 * Foundation, such as `OSF10020352`.
 * Time is proportional to the length of the name. Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a
 * value that is not a string.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare function resolveLabel(name: string): ResolvedName | null;

/**
 * Returns the name of the encoding for the number of a Windows code page; null for a code page whose table is not here.
 *
 * Throws `TypeError` with code `ERR_INVALID_ARG_TYPE` for a value that is not a number.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare function labelFromCodePage(codePage: number): ResolvedName | null;

/**
 * Who uses a name.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export type NameSource =
  | 'Firebird'
  | 'IANA'
  | 'ICU'
  | 'Java'
  | 'MySQL'
  | 'Oracle'
  | 'PostgreSQL'
  | 'Python'
  | 'Windows'
  | 'glibc'
  | 'iconv-lite';

/**
 * A name that is not a label of the standard.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface OtherName {
  /** The name in lowercase. */
  readonly name: string;
  /** The result of `resolveLabel` for it. */
  readonly encoding: ResolvedName;
  /** Who uses it, the registry of IANA first. */
  readonly sources: readonly NameSource[];
  /**
   * Which bytes these sources read as another text than the standard; null if no such bytes are known. Bytes that only one
   * of the two refuses do not count.
   */
  readonly difference: string | null;
}

/**
 * Every name that `resolveLabel` knows beyond the labels of the standard and of `whatwg-transcoder/encodings`, and beyond its
 * rules, in the order of the alphabet. Some labels of that sub-path stand there as well.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const otherNames: readonly OtherName[];

/**
 * A code page of Windows.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface WindowsCodePage {
  /** Its number, such as 936. */
  readonly codePage: number;
  /** The result of `labelFromCodePage` for it. */
  readonly encoding: ResolvedName;
  /** Which bytes Windows reads as another text than the standard; null if no such bytes are known. */
  readonly difference: string | null;
}

/**
 * Every code page that `labelFromCodePage` knows, in the order of their numbers.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const windowsCodePages: readonly WindowsCodePage[];

/**
 * A name that has another meaning elsewhere.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export interface AmbiguousName {
  /** The name in lowercase. */
  readonly name: string;
  /** The result of `resolveLabel` for it, which is decoded here; null if it is not known. */
  readonly here: ResolvedName | null;
  /** Its meaning elsewhere. */
  readonly elsewhere: readonly {
    /** The programs and standards in which it has this meaning. */
    readonly in: readonly string[];
    /** The meaning, as a short text in English. */
    readonly meaning: string;
  }[];
}

/**
 * Names whose meaning differs between programs, and what each gives here: for programs that exchange bytes
 * under such a name, and for messages to their users.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const ambiguousNames: readonly AmbiguousName[];
