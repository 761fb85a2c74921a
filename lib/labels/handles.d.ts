// The types of the handles of whatwg-transcoder/encodings. `npm run lint -- --fix` makes this file.

import type { EncodingHandle } from '../index.js';

/**
 * A code page of DOS, of Macintosh or of some countries. Each character is one byte, and ASCII bytes are ASCII. A character that
 * has two bytes is encoded as the lower one.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const ibm437: EncodingHandle,
  ibm720: EncodingHandle,
  ibm737: EncodingHandle,
  ibm775: EncodingHandle,
  ibm850: EncodingHandle,
  ibm852: EncodingHandle,
  ibm855: EncodingHandle,
  ibm856: EncodingHandle,
  ibm857: EncodingHandle,
  ibm858: EncodingHandle,
  ibm860: EncodingHandle,
  ibm861: EncodingHandle,
  ibm862: EncodingHandle,
  ibm863: EncodingHandle,
  ibm865: EncodingHandle,
  ibm869: EncodingHandle,
  ibm922: EncodingHandle,
  ibm1046: EncodingHandle,
  ibm1124: EncodingHandle,
  ibm1125: EncodingHandle,
  ibm1129: EncodingHandle,
  ibm1133: EncodingHandle,
  ibm1161: EncodingHandle,
  ibm1162: EncodingHandle,
  ibm1163: EncodingHandle,
  georgianAcademy: EncodingHandle,
  georgianPs: EncodingHandle,
  hpRoman8: EncodingHandle,
  koi8ru: EncodingHandle,
  koi8T: EncodingHandle,
  mik: EncodingHandle,
  ptcp154: EncodingHandle,
  rk1048: EncodingHandle,
  tis620: EncodingHandle,
  xMacCe: EncodingHandle,
  xMacCroatian: EncodingHandle,
  xMacGreek: EncodingHandle,
  xMacIcelandic: EncodingHandle,
  xMacRomanian: EncodingHandle,
  xMacTurkish: EncodingHandle,
  armscii8: EncodingHandle,
  tcvn: EncodingHandle,
  viscii: EncodingHandle;

/**
 * EBCDIC, as IBM's mainframes have it. The replacements `&#n;` and `?` for unencodable code points are EBCDIC, too.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const ibm037: EncodingHandle,
  ibm273: EncodingHandle,
  ibm277: EncodingHandle,
  ibm278: EncodingHandle,
  ibm280: EncodingHandle,
  ibm284: EncodingHandle,
  ibm285: EncodingHandle,
  ibm297: EncodingHandle,
  ibm424: EncodingHandle,
  ibm500: EncodingHandle,
  ibm870: EncodingHandle,
  ibm871: EncodingHandle,
  ibm875: EncodingHandle,
  ibm1026: EncodingHandle,
  ibm1047: EncodingHandle,
  ibm1140: EncodingHandle,
  ibm1141: EncodingHandle,
  ibm1142: EncodingHandle,
  ibm1143: EncodingHandle,
  ibm1144: EncodingHandle,
  ibm1145: EncodingHandle,
  ibm1146: EncodingHandle,
  ibm1147: EncodingHandle,
  ibm1148: EncodingHandle,
  ibm1149: EncodingHandle;

/**
 * UTF-32. It has a byte order mark, as UTF-16 has, so `ignoreBOM` and `addBOM` have an effect.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const utf32be: EncodingHandle, utf32le: EncodingHandle;

/**
 * A code page in which a character has two bytes, or in eucJP-ms up to three.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const eucJpMs: EncodingHandle, cp51932: EncodingHandle, johab: EncodingHandle;

/**
 * An encoding of the standard's edition of 2012, which later editions do not have. The output of hz-gb-2312 and of iso-2022-kr ends in
 * ASCII, so that outputs can be joined. iso-2022-kr does not contain U+000E, U+000F and U+001B, because text must not change the
 * decoder's state; the `codePoint` of the error is U+FFFD.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const hzGb2312: EncodingHandle, iso2022Kr: EncodingHandle, ibm864: EncodingHandle;
