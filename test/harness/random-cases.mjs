// Random streams for every decoder, compared with the reference call by call.

import { readIndex } from '../../indexes/files.mjs';
import { multiByteEncodings } from '../../indexes/pointers.mjs';
import { indexNamesOf, indexSingleByte } from '../reference/indexes.mjs';
import { decodableNames, referenceEncode } from '../reference/reference.mjs';
import { ReferenceTextDecoder } from '../reference/text-decoder.mjs';
import { hex, reusedDecoder, toHex, toVisible, transcribeCalls } from './decoders.mjs';

/**
 * A small generator of numbers (xorshift): each call returns a whole number from 0 to limit − 1. The
 * seed must not be 0.
 */
export function randomFrom(seed) {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** A generator of random choices, seeded with two numbers. */
export class Random {
  #below;

  constructor(seed, stream) {
    let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    this.#below = randomFrom(mixed || 1);
  }

  /** A whole number from 0 to limit − 1. */
  below(limit) {
    return this.#below(limit);
  }

  oneIn(odds) {
    return this.below(odds) === 0;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

/** For each decoder the bytes at the borders of the ranges that it treats differently. */
const interestingBytes = {
  'UTF-8': hex('41 7F 80 8F 90 9F A0 BB BF C0 C1 C2 DF E0 E1 ED EF F0 F1 F4 F5 FF'),
  GBK: hex('30 35 39 3A 40 7E 7F 80 81 84 A0 A3 E3 FE FF'),
  Big5: hex('22 40 5C 62 64 7E 7F 80 81 87 88 A0 A1 A3 FF'),
  'EUC-JP': hex('22 41 80 8D 8E 8F 90 A0 A1 A4 DF E0 FE FF'),
  'ISO-2022-JP': hex('1B 24 28 40 42 49 4A 0E 0F 21 5C 7E 7F 80'),
  Shift_JIS: hex('22 3F 40 5C 7E 7F 80 81 85 9F A0 A1 DF E0 F0 FC FD'),
  'UTF-16BE': hex('00 41 D7 D8 DB DC DF E0 FE FF'),
};
interestingBytes.gb18030 = interestingBytes.GBK;
interestingBytes['UTF-16LE'] = interestingBytes['UTF-16BE'];

const interestingOfPairs = hex('22 40 41 5A 5B 61 7A 7B 80 81 A0 A1 C6 FE FF');
const interestingOfOthers = hex('1A 1C 41 7F 80 81 A0 AA AE DB FF');

/** Sequences that encoders never write, but that decoders must handle. */
const decodeOnlySequences = {
  'UTF-8': ['EF BB BF', 'ED A0 80', 'F4 90 80 80', 'E0 80 80'],
  GBK: ['81 30 81 30', '84 31 A4 39', '84 31 A5 30', '90 30 81 30', '81 30 81', '84 31 95 33'],
  Big5: ['88 62', '88 64', '88 A3', '88 A5', '87 63', '8B A1', '83 5C'],
  'EUC-JP': ['8F B0 A1', '8F A2 AF', '8F ED E3', '8F A1 A1', '8F EE 65', 'A9 A1'],
  'ISO-2022-JP': [
    '1B 28 42',
    '1B 28 4A',
    '1B 28 49',
    '1B 24 40',
    '1B 24 42',
    '1B 28',
    '1B 24',
    '24 22',
  ],
  Shift_JIS: ['F0 40', 'F9 FC', 'ED 40', '85 40', '82 22'],
  'EUC-KR': ['81 5B', '81 80', 'C9 A1', 'FE FE'],
  'UTF-16BE': ['FE FF', 'D8 3D DC A9', 'D8 3D', 'DC A9', '00 41', 'FF FE', 'D8', '65 E5'],
  'UTF-16LE': ['FF FE', '3D D8 A9 DC', '3D D8', 'A9 DC', '41 00', 'FE FF', 'D8', 'E5 65'],
};
decodeOnlySequences.gb18030 = decodeOnlySequences.GBK;

/** Code points that the encoder of an encoding probably can encode. */
export function codePointsOf(name) {
  if (multiByteEncodings.includes(name)) {
    return readIndex(indexNamesOf(name)[0]).map(([, codePoint]) => codePoint);
  }
  if (name === 'x-user-defined') return [0xf780, 0xf7a9, 0xf7ff];
  if (name === 'UTF-8' || name.startsWith('UTF-16')) {
    return [
      0x80, 0xe9, 0x7ff, 0x800, 0x3042, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f4a9, 0x10ffff,
    ];
  }
  const index = indexSingleByte(name);
  const pointers = Array.from({ length: 128 }, (_, pointer) => index.codePoint(pointer));
  return pointers.filter((codePoint) => codePoint !== null);
}

/** The bytes of a text, without the characters that the encoding does not contain. */
function encode(name, text) {
  if (name.startsWith('UTF-16')) {
    const bytes = Buffer.from(text, 'utf16le');
    return name === 'UTF-16BE' ? bytes.swap16() : bytes;
  }
  const isEncodable = (character) => referenceEncode(name, character).errors.length === 0;
  return referenceEncode(name, Array.from(text).filter(isEncodable).join('')).bytes;
}

const wellFormedCount = 300;

/** The parts from which the cases of one encoding are made. */
export class Ingredients {
  constructor(name) {
    this.name = name;
    const ofKind = multiByteEncodings.includes(name) ? interestingOfPairs : interestingOfOthers;
    this.interesting = interestingBytes[name] ?? ofKind;
    this.sequences = (decodeOnlySequences[name] ?? []).map(hex);
    const random = new Random(0, 0);
    const codePoints = codePointsOf(name);
    for (let i = 0; i < wellFormedCount; i += 1) {
      const length = 1 + random.below(4);
      const text = Array.from({ length }, () => String.fromCodePoint(random.pick(codePoints)));
      this.sequences.push(Uint8Array.from(encode(name, text.join(''))));
    }
  }

  /** A malformed or well-formed input, mostly of up to 30 bytes. */
  bytes(random) {
    const bytes = [];
    const parts = random.below(8);
    for (let i = 0; i < parts; i += 1) this.#append(bytes, random);
    if (random.oneIn(40)) {
      const sequence = [...random.pick(this.sequences)];
      for (let i = random.below(60); i > 0; i -= 1) bytes.push(...sequence);
      this.#append(bytes, random);
    }
    return Uint8Array.from(bytes);
  }

  /** Such an input of `least` to `most` bytes: short ones and long ones are equally often. */
  longBytes(random, [least, most]) {
    const length = Math.round(least * (most / least) ** (random.below(1_000_001) / 1_000_000));
    const bytes = [];
    while (bytes.length < length) this.#append(bytes, random);
    return Uint8Array.from(bytes.slice(0, length));
  }

  #append(bytes, random) {
    const kind = random.below(16);
    if (kind < 5) {
      for (let i = random.below(4); i >= 0; i -= 1) bytes.push(random.pick(this.interesting));
    } else if (kind < 9) {
      bytes.push(...random.pick(this.sequences));
    } else if (kind < 11) {
      bytes.push(...this.#mutated(random));
    } else if (kind < 13) {
      bytes.push(random.below(256));
    } else {
      const isUtf16 = this.name.startsWith('UTF-16');
      for (let i = random.below(random.oneIn(4) ? 40 : 4); i >= 0; i -= 1) {
        if (isUtf16) bytes.push(0x00);
        bytes.push(0x20 + random.below(0x5f));
      }
    }
  }

  #mutated(random) {
    const sequence = [...random.pick(this.sequences)];
    const at = random.below(sequence.length || 1);
    if (random.oneIn(2)) sequence.splice(at, 1);
    else sequence[at] = random.oneIn(2) ? random.below(256) : random.pick(this.interesting);
    return sequence;
  }
}

/** Cuts bytes into the calls of one stream: empty chunks, single bytes, long chunks. One in `whole` inputs is not cut. */
export function cut(bytes, random, whole = 4) {
  const calls = [];
  const maxChunkBytes = random.pick([1, 2, 4, 16, 64]);
  const isWhole = random.oneIn(whole);
  let position = 0;
  while (!isWhole && position < bytes.length && calls.length < 80) {
    const end = Math.min(bytes.length, position + random.below(maxChunkBytes + 1));
    calls.push({ bytes: bytes.subarray(position, end), stream: true });
    position = end;
  }
  const rest = bytes.subarray(position);
  if (random.oneIn(2) || isWhole) return [...calls, { bytes: rest, stream: false }];
  return [...calls, { bytes: rest, stream: true }, {}];
}

/**
 * The names that the cases use in turn. Encodings with state appear three times as often as the
 * others.
 */
function namesInTurn() {
  const stateful = decodableNames.filter((name) => name in interestingBytes);
  return [...decodableNames, ...stateful, ...stateful];
}

// The errors of another decoder have other properties, and the standard does not say what it does after one.
const isError = (line) => line.startsWith('!');
const isSameElsewhere = (ours, theirs) => ours === theirs || (isError(ours) && isError(theirs));

const ingredientsOf = new Map();
/**
 * Runs the case with this number. Returns the name of the encoding, and the mismatch if there is
 * one.
 */
function runCase(TextDecoder, { seed, lengths, Other }, number, names) {
  const random = new Random(seed, number);
  const name = names[number % names.length];
  if (!ingredientsOf.has(name)) ingredientsOf.set(name, new Ingredients(name));
  const options = { fatal: random.oneIn(2), ignoreBOM: random.oneIn(4) };
  const isReused = random.oneIn(2);
  const ingredients = ingredientsOf.get(name);
  const calls =
    lengths === undefined
      ? cut(ingredients.bytes(random), random)
      : cut(ingredients.longBytes(random, lengths), random, 2);
  const expected = transcribeCalls(new (Other ?? ReferenceTextDecoder)(name, options), calls);
  const decoder = isReused
    ? reusedDecoder(TextDecoder, name, options)
    : new TextDecoder(name, options);
  const actual = transcribeCalls(decoder, calls);
  const isSame = Other === undefined ? (a, b) => a === b : isSameElsewhere;
  const end = Other === undefined ? calls.length : actual.findIndex(isError) + 1 || calls.length;
  const at = actual.slice(0, end).findIndex((line, i) => !isSame(line, expected[i]));
  if (at === -1) return { name, mismatch: null };
  return { name, mismatch: describe(number, name, options, isReused, calls, at, actual, expected) };
}

function describe(number, name, options, isReused, calls, at, actual, expected) {
  const written = calls.slice(0, at + 1).map(({ bytes, stream }) => {
    if (!bytes) return 'decode()';
    return `decode([${toHex(bytes)}]${stream ? ', { stream: true }' : ''})`;
  });
  return [
    `case ${number}: ${isReused ? 'reused' : 'new'} TextDecoder`,
    `  '${name}', ${JSON.stringify(options)}`,
    `  ${written.join('; ')}`,
    `  actual   ${toVisible(actual[at])}`,
    `  expected ${toVisible(expected[at])}`,
  ].join('\n');
}

/**
 * Runs `cases` cases with the numbers first, first + step, first + 2 × step, … `run(number)` runs one, and returns the name of
 * its encoding and a mismatch or null. Returns how many cases each encoding had, and the mismatches. `report` is called
 * from time to time with { done }, the number of cases since the last call, and with each { mismatch }.
 */
export function runCases(run, { cases, first = 0, step = 1, report }) {
  const counts = {};
  const mismatches = [];
  for (let i = 0; i < cases; i += 1) {
    const { name, mismatch } = run(first + i * step);
    counts[name] = (counts[name] ?? 0) + 1;
    if (mismatch) {
      mismatches.push(mismatch);
      report?.({ mismatch });
    }
    if (i % 10_000 === 9_999) report?.({ done: 10_000 });
  }
  return { counts, mismatches };
}

/**
 * Runs random cases of decoders, as runCases() does. A case depends only on the seed and its number. `lengths` are the least and the
 * greatest number of bytes, for longer inputs; half of those are not cut. `Other` is a TextDecoder that is compared in the place of
 * the reference.
 */
export function runRandomCases(TextDecoder, { seed, encoding, lengths, Other, ...options }) {
  const names = encoding ? [encoding] : namesInTurn();
  return runCases(
    (number) => runCase(TextDecoder, { seed, lengths, Other }, number, names),
    options,
  );
}
