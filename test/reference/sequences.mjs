// Sequences of bytes for the sweeps of decoders.

/** The four bytes of a pointer into index gb18030 ranges. */
export const gb18030FourBytes = (pointer) =>
  Uint8Array.of(
    0x81 + Math.floor(pointer / 12600),
    0x30 + Math.floor((pointer % 12600) / 1260),
    0x81 + Math.floor((pointer % 1260) / 10),
    0x30 + (pointer % 10),
  );

/** What follows 0x1B in the escape sequence for each state of ISO-2022-JP. */
export const iso2022JpEscapes = {
  ASCII: '(B',
  Roman: '(J',
  katakana: '(I',
  'leading byte': '$B',
  'leading byte, by 0x24 0x40': '$@',
};

/** For each character of an ASCII text a list with its byte, as product() takes them. */
export const listsOf = (text) => Array.from(text, (character) => [character.codePointAt(0)]);
