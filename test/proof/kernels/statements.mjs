// What kernels have to do, as circuits: which sequences of bytes they read, and what they write for each.

import * as c from './circuit.mjs';

const within = (byte, first, last) =>
  c.not(
    c.or(c.below(byte, c.constant(8, BigInt(first))), c.below(c.constant(8, BigInt(last)), byte)),
  );
const wide = (bits) => [...bits, ...Array(16 - bits.length).fill(0)];
const continuation = [0x80, 0xbf];

/** The sequences of UTF-8: ranges of their bytes. https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506 */
const SEQUENCES = [
  [[0x00, 0x7f]],
  [[0xc2, 0xdf], continuation],
  [[0xe0, 0xe0], [0xa0, 0xbf], continuation],
  [[0xe1, 0xec], continuation, continuation],
  [[0xed, 0xed], [0x80, 0x9f], continuation],
  [[0xee, 0xef], continuation, continuation],
  [[0xf0, 0xf0], [0x90, 0xbf], continuation, continuation],
  [[0xf1, 0xf3], continuation, continuation, continuation],
  [[0xf4, 0xf4], [0x80, 0x8f], continuation, continuation],
];

/** The code units of a sequence of UTF-8. */
function unitsOf(bytes) {
  const [first, ...others] = bytes;
  const bits = [
    ...others.toReversed().flatMap((byte) => byte.slice(0, 6)),
    ...first.slice(0, bytes.length === 1 ? 7 : 7 - bytes.length),
  ];
  if (bytes.length < 4) return [wide(bits)];
  const high = c.subtract(bits.slice(16), c.constant(5, 1n)).slice(0, 4);
  const [leading, trailing] = [0xd800n, 0xdc00n].map((mark) => c.constant(16, mark).slice(10));
  return [
    [...bits.slice(10, 16), ...high, ...leading],
    [...bits.slice(0, 10), ...trailing],
  ];
}

const utf8 = (write) => (bytes) =>
  SEQUENCES.filter(({ length }) => length <= bytes.length).map((ranges) => {
    const own = bytes.slice(0, ranges.length);
    return {
      when: c.all(ranges.map((range, at) => within(own[at], ...range))),
      length: ranges.length,
      out: write(own),
    };
  });

const ascii =
  (write) =>
  ([byte]) => ({ when: c.not(byte[7]), length: 1, out: [write(byte)] });

/** Each takes the bytes that are left and a table; it gives the sequences that may come first: { when, length, out }. */
export const statements = {
  widenAscii: (bytes) => [ascii(wide)(bytes)],
  copyAscii: (bytes) => [ascii((byte) => byte)(bytes)],
  skipOthers: ([byte]) => [{ when: c.not(within(byte, 0x80, 0x9f)), length: 1, out: [] }],
  utf8ToUtf16: utf8(unitsOf),
  copyUtf8: utf8((bytes) => bytes),
  singleByte: ([byte], table) => {
    const unit = table(byte);
    return [{ when: c.or(c.any(unit), c.not(c.any(byte))), length: 1, out: [unit] }];
  },
};

/**
 * What comes of all bytes: ends, each with the bytes read, the units written, and a literal that says when; and the units, each right in
 * the ends that have it.
 */
export function outcome(statement, bytes, table) {
  const rows = Array.from({ length: bytes.length + 1 }, () => new Map());
  rows[0].set(0, 1);
  const units = [];
  const ends = [];
  rows.forEach((row, read) => {
    const sequences = read === bytes.length ? [] : statement(bytes.slice(read), table);
    const stops = c.not(c.any(sequences.map(({ when }) => when)));
    for (const [written, here] of row) {
      for (const { when, length, out } of sequences) {
        const literal = c.and(here, when);
        const next = rows[read + length];
        const end = written + out.length;
        next.set(end, c.or(next.get(end) ?? 0, literal));
        out.forEach((unit, at) => {
          const old = units[written + at] ?? unit.map(() => 0);
          units[written + at] = unit.map((bit, i) => c.or(old[i], c.and(literal, bit)));
        });
      }
      ends.push({ read, written, path: c.and(here, stops) });
    }
  });
  return { ends: ends.filter(({ path }) => path !== 0), units };
}
