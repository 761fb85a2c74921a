// The two bytes that stand for a pointer of each multi-byte index.
// https://encoding.spec.whatwg.org/#indexes

/** A pointer into rows of `width`, whose trailing bytes run from `low` to 0x7E and on from `high`. */
const split = (pointer, width, low, high) => {
  const trailing = pointer % width;
  return [Math.floor(pointer / width) + 0x81, trailing + (trailing < 0x7f - low ? low : high)];
};

export const gb18030Bytes = (pointer) => split(pointer, 190, 0x40, 0x41);
export const big5Bytes = (pointer) => split(pointer, 157, 0x40, 0x62);
export const eucKrBytes = (pointer) => split(pointer, 190, 0x41, 0x41);

/** JIS X 0208 or JIS X 0212 as EUC-JP writes it; of the latter without the 0x8F before it. */
export const eucJpBytes = (pointer) => [Math.floor(pointer / 94) + 0xa1, (pointer % 94) + 0xa1];

/** JIS X 0208 as Shift_JIS writes it. */
export const shiftJisBytes = (pointer) => {
  const [leading, trailing] = split(pointer, 188, 0x40, 0x41);
  return [leading < 0xa0 ? leading : leading + 0x40, trailing];
};
