// Computes the two bytes of a pointer of each multi-byte index.
// https://encoding.spec.whatwg.org/#indexes

/**
 * A pointer into rows of `width`. The trailing bytes begin at `low`, and after 0x7E go on at
 * `high`.
 */
const split = (pointer, width, low, high) => {
  const trailing = pointer % width;
  return [Math.floor(pointer / width) + 0x81, trailing + (trailing < 0x7f - low ? low : high)];
};

export const gb18030Bytes = (pointer) => split(pointer, 190, 0x40, 0x41);
export const big5Bytes = (pointer) => split(pointer, 157, 0x40, 0x62);
export const eucKrBytes = (pointer) => split(pointer, 190, 0x41, 0x41);

/** A pointer of JIS X 0208 or JIS X 0212 in EUC-JP. For JIS X 0212 the bytes come after 0x8F. */
export const eucJpBytes = (pointer) => [Math.floor(pointer / 94) + 0xa1, (pointer % 94) + 0xa1];

/** A pointer of JIS X 0208 in Shift_JIS. */
export const shiftJisBytes = (pointer) => {
  const [leading, trailing] = split(pointer, 188, 0x40, 0x41);
  return [leading < 0xa0 ? leading : leading + 0x40, trailing];
};
