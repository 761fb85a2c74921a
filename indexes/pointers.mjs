// Names the standard's multi-byte encodings, and computes the two bytes of a pointer of each of their indexes.
// https://encoding.spec.whatwg.org/#indexes

/** The names of the standard's legacy multi-byte encodings, in its order. */
export const multiByteEncodings = [
  'GBK',
  'gb18030',
  'Big5',
  'EUC-JP',
  'ISO-2022-JP',
  'Shift_JIS',
  'EUC-KR',
];

/**
 * A pointer into rows of `width`. The trailing bytes begin at `low`, and after 0x7E go on at
 * `high`.
 */
const split = (pointer, width, low, high) => {
  const trailing = pointer % width;
  return [Math.floor(pointer / width) + 0x81, trailing + (trailing < 0x7f - low ? low : high)];
};

export const gb18030Bytes = (pointer) => split(pointer, 190, 0x40, 0x41);
const big5Bytes = (pointer) => split(pointer, 157, 0x40, 0x62);
export const eucKrBytes = (pointer) => split(pointer, 190, 0x41, 0x41);

/**
 * The indexes that have tables in rows, with a row for each leading byte from 0x81 to 0xFE: how many pointers they have,
 * and the bytes of each. Each is the index of the encoding of the same name.
 */
export const indexesInRows = [
  { name: 'gb18030', pointers: 126 * 190, bytesOf: gb18030Bytes },
  { name: 'big5', pointers: 126 * 157, bytesOf: big5Bytes },
  { name: 'euc-kr', pointers: 126 * 190, bytesOf: eucKrBytes },
];

/** A pointer of JIS X 0208 or JIS X 0212 in EUC-JP. For JIS X 0212 the bytes come after 0x8F. */
export const eucJpBytes = (pointer) => [Math.floor(pointer / 94) + 0xa1, (pointer % 94) + 0xa1];

/** A pointer of JIS X 0208 in Shift_JIS. */
export const shiftJisBytes = (pointer) => {
  const [leading, trailing] = split(pointer, 188, 0x40, 0x41);
  return [leading < 0xa0 ? leading : leading + 0x40, trailing];
};
