// The part of the tests that `npm test` runs where there is a case for each encoding or each name: one of each kind. `npm run test:all`
// runs all of them, as does each other command.

import { ok } from 'node:assert/strict';
import { decodableNames } from '../reference/reference.mjs';

export const isShort = process.env.WHATWG_TRANSCODER_TESTS === 'short';

// Each codec of src/codecs/ once, each encoder of gb18030, and single bytes whose text has one and two bytes for each code unit.
const ofEachKind =
  'UTF-8 UTF-16BE UTF-16LE windows-1252 windows-1251 x-user-defined Shift_JIS EUC-JP ISO-2022-JP EUC-KR Big5 GBK gb18030'.split(
    ' ',
  );
for (const name of ofEachKind) ok(decodableNames.includes(name), name);

/** The names of encodings that a test uses. */
export const encodingsOf = (names) =>
  isShort ? names.filter((name) => ofEachKind.includes(name)) : names;

/** One of some values in turn, or all of them. */
export const inTurn = (values, turn) => (isShort ? [values[turn % values.length]] : values);

/** The first `count` of some values, or all of them. */
export const firstOf = (values, count) => (isShort ? values.slice(0, count) : values);

/** The encodings that TextDecoder accepts, or one of each kind. */
export const decodableEncodings = encodingsOf(decodableNames);
