// Implements eucJP-ms, CP51932 and Johab, and the encoders of Big5 and EUC-JP that write everything that their decoders read, in
// the form of the standard's handlers. The standard does not have them. lib/labels/encodings.md says where they come from.

import { multiByteDirectory, readIndex } from '../../indexes/files.mjs';
import { codePointOrError, endOf, inRange, isAsciiByte } from './decoders.mjs';
import { AsciiEncoder, isAsciiCodePoint, quotient } from './encoders.mjs';
import {
  Index,
  indexBig5,
  indexBig5Pointer,
  indexEucKr,
  indexJis0208,
  indexJis0212,
} from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import { continue_, error, errorWith, finished, HandlerError } from './process.mjs';
import * as standard from './reference.mjs';

const bytesOf94 = (pointer) => [quotient(pointer, 94) + 0xa1, (pointer % 94) + 0xa1];

const own = new Map();

function readOwn(name) {
  if (!own.has(name)) own.set(name, readIndex(name, multiByteDirectory));
  return own.get(name);
}

/** The bytes that an encoder writes for code points that its decoder never returns for them. */
function encodeOnly(name) {
  const bytesOf = (number) => [number >> 16, (number >> 8) & 0xff, number & 0xff];
  return new Map(
    readOwn(`${name}-encode`).map(([number, codePoint]) => [
      codePoint,
      bytesOf(number).filter((byte, at, all) => byte !== 0 || all.slice(0, at).some(Boolean)),
    ]),
  );
}

// The first row of the private use code points of eucJP-ms, with and without 0x8F before it.
const firstUserDefined = (0xf5 - 0xa1) * 94;

/** The code point of a pointer that does not follow 0x8F. */
function pairCodePoint(isMs, pointer) {
  if (isMs && pointer >= firstUserDefined) return 0xe000 + pointer - firstUserDefined;
  return indexJis0208().codePoint(pointer);
}

let indexOfMs;

/** The code point of a pointer that follows 0x8F, in eucJP-ms. */
function msCodePoint(pointer) {
  if (pointer >= firstUserDefined) return 0xe3ac + pointer - firstUserDefined;
  indexOfMs ??= new Index(readOwn('eucjp-ms'));
  return indexOfMs.codePoint(pointer) ?? indexJis0212().codePoint(pointer);
}

/** The decoder of eucJP-ms, or of CP51932: that of EUC-JP with other code points, or without 0x8F. */
class EucJpMsDecoder {
  bytes = [];

  constructor(isMs) {
    this.isMs = isMs;
  }

  handler(ioQueue, byte) {
    const [first] = this.bytes;
    // 1
    if (byte === endOfQueue && this.bytes.length > 0) {
      this.bytes = [];
      return error('truncated');
    }
    // 2
    if (byte === endOfQueue) return finished;
    // 3
    if (this.bytes.length === 0) {
      if (isAsciiByte(byte)) return byte;
      const isFirst = byte === 0x8e || (this.isMs && byte === 0x8f) || inRange(byte, 0xa1, 0xfe);
      if (!isFirst) return error('invalid byte');
      this.bytes = [byte];
      return continue_;
    }
    // 4
    if (this.bytes.length === 1 && first === 0x8f && inRange(byte, 0xa1, 0xfe)) {
      this.bytes.push(byte);
      return continue_;
    }
    // 5
    const leading = this.bytes.at(-1);
    const isThreeBytes = this.bytes.length === 2;
    this.bytes = [];
    if (leading === 0x8e && inRange(byte, 0xa1, 0xdf)) return 0xff61 - 0xa1 + byte;
    const isComplete = inRange(leading, 0xa1, 0xfe) && inRange(byte, 0xa1, 0xfe);
    if (!isComplete) return codePointOrError(ioQueue, byte, false, null);
    const pointer = (leading - 0xa1) * 94 + byte - 0xa1;
    const codePoint = isThreeBytes ? msCodePoint(pointer) : pairCodePoint(this.isMs, pointer);
    // 6
    return codePointOrError(ioQueue, byte, true, codePoint);
  }
}

/** The encoder of eucJP-ms. */
class EucJpMsEncoder extends AsciiEncoder {
  #encodeOnly = encodeOnly('eucjp-ms');
  #index = new Index(readOwn('eucjp-ms'));

  encode(codePoint) {
    if (this.#encodeOnly.has(codePoint)) return this.#encodeOnly.get(codePoint);
    if (codePoint >= 0xff61 && codePoint <= 0xff9f) return [0x8e, codePoint - 0xff61 + 0xa1];
    if (codePoint >= 0xe000 && codePoint <= 0xe3ab) {
      return bytesOf94(firstUserDefined + codePoint - 0xe000);
    }
    if (codePoint >= 0xe3ac && codePoint <= 0xe757) {
      return [0x8f, ...bytesOf94(firstUserDefined + codePoint - 0xe3ac)];
    }
    const pair = indexJis0208().pointer(codePoint);
    if (pair !== null && pair < firstUserDefined) return bytesOf94(pair);
    const pointer = this.#index.pointer(codePoint) ?? indexJis0212().pointer(codePoint);
    return pointer === null ? errorWith(codePoint) : [0x8f, ...bytesOf94(pointer)];
  }
}

/** The encoder of CP51932. */
class Cp51932Encoder extends AsciiEncoder {
  #encodeOnly = encodeOnly('cp51932');

  encode(codePoint) {
    if (this.#encodeOnly.has(codePoint)) return this.#encodeOnly.get(codePoint);
    if (codePoint >= 0xff61 && codePoint <= 0xff9f) return [0x8e, codePoint - 0xff61 + 0xa1];
    const pointer = indexJis0208().pointer(codePoint);
    return pointer === null ? errorWith(codePoint) : bytesOf94(pointer);
  }
}

// The letters of Johab by their numbers, which count from the first that stands for a letter. A space is a number without one.
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const vowels = 'ㅏㅐㅑㅒㅓ  ㅔㅕㅖㅗㅘㅙ  ㅚㅛㅜㅝㅞㅟ  ㅠㅡㅢㅣ';
const finals = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁ ㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const noLetter = { initial: 1, vowel: 2, final: 1 };

/** The letter of a number: '' for none, undefined for a number that has no meaning. */
function letter(letters, none, number) {
  if (number === none) return '';
  const found = letters[number - none - 1];
  return found === ' ' ? undefined : found;
}

const compact = (letters) => letters.replaceAll(' ', '');

/** The code point of a pair of three letters, or null. */
function syllable(pair) {
  const initial = letter(initials, noLetter.initial, (pair >> 10) & 31);
  const vowel = letter(vowels, noLetter.vowel, (pair >> 5) & 31);
  const final = letter(finals, noLetter.final, pair & 31);
  if (initial === undefined || vowel === undefined || final === undefined) return null;
  if (initial !== '' && vowel !== '') {
    const place = compact(finals).indexOf(final || ' ') + 1;
    const jamo = [
      0x1100 + initials.indexOf(initial),
      0x1161 + compact(vowels).indexOf(vowel),
      ...(place === 0 ? [] : [0x11a7 + place]),
    ];
    return String.fromCodePoint(...jamo)
      .normalize('NFC')
      .codePointAt(0);
  }
  const letters = initial + vowel + final;
  if (letters === '') return 0x3000;
  return letters.length === 1 ? letters.codePointAt(0) : null;
}

const pairOf = (initial, vowel, final) => 0x8000 | (initial << 10) | (vowel << 5) | final;
const numberOf = (letters, none, each) => none + 1 + letters.indexOf(each);

/** The pair of a syllable or a letter, or null. */
function pairOfHangul(codePoint) {
  const character = String.fromCodePoint(codePoint);
  const { initial, vowel, final } = noLetter;
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) {
    const jamo = Array.from(character.normalize('NFD'), (each) => each.codePointAt(0));
    return pairOf(
      numberOf(initials, initial, initials[jamo[0] - 0x1100]),
      numberOf(vowels, vowel, compact(vowels)[jamo[1] - 0x1161]),
      jamo.length < 3 ? final : numberOf(finals, final, compact(finals)[jamo[2] - 0x11a8]),
    );
  }
  if (initials.includes(character)) {
    return pairOf(numberOf(initials, initial, character), vowel, final);
  }
  if (vowels.includes(character)) return pairOf(initial, numberOf(vowels, vowel, character), final);
  if (finals.includes(character)) return pairOf(initial, vowel, numberOf(finals, final, character));
  return null;
}

const isLeading = (byte) =>
  inRange(byte, 0x84, 0xd3) || inRange(byte, 0xd9, 0xde) || inRange(byte, 0xe0, 0xf9);

const isTrailing = (leading, byte) =>
  leading <= 0xd3
    ? inRange(byte, 0x41, 0x7e) || inRange(byte, 0x81, 0xfe)
    : inRange(byte, 0x31, 0x7e) || inRange(byte, 0x91, 0xfe);

/** The code point of a pair with a leading byte from 0xD9 on, or null. */
function ofKsX1001(leading, byte) {
  const column = byte < 0x91 ? byte - 0x31 : byte - 0x43;
  const first = leading < 0xe0 ? 1 + 2 * (leading - 0xd9) : 42 + 2 * (leading - 0xe0);
  const row = first + quotient(column, 94);
  const cell = 1 + (column % 94);
  if (row === 4 && cell <= 51) return null;
  if (row === 2 && cell === 72) return 0x327e;
  return indexEucKr().codePoint((row + 0xa0 - 0x81) * 190 + cell + 0xa0 - 0x41);
}

/** The bytes of a character of KS X 1001, or null. */
function bytesOfKsX1001(codePoint) {
  const pointer =
    codePoint === 0x327e ? (0xa2 - 0x81) * 190 + 0xe8 - 0x41 : indexEucKr().pointer(codePoint);
  if (pointer === null) return null;
  const row = quotient(pointer, 190) + 0x81 - 0xa0;
  const cell = (pointer % 190) + 0x41 - 0xa0;
  const first = row <= 12 ? 1 : 42;
  if (row < 1 || cell < 1 || (row > 12 && row < 42) || row > 93) return null;
  const column = ((row - first) % 2) * 94 + cell - 1;
  const leading = (first === 1 ? 0xd9 : 0xe0) + quotient(row - first, 2);
  return [leading, column + (column < 0x4e ? 0x31 : 0x43)];
}

/** The decoder of Johab. */
class JohabDecoder {
  leading = 0x00;

  handler(ioQueue, byte) {
    if (byte === endOfQueue) return endOf(this);
    if (this.leading !== 0x00) {
      const { leading } = this;
      this.leading = 0x00;
      if (!isTrailing(leading, byte)) return codePointOrError(ioQueue, byte, false, null);
      const isHangul = leading <= 0xd3;
      const codePoint = isHangul ? syllable((leading << 8) | byte) : ofKsX1001(leading, byte);
      return codePointOrError(ioQueue, byte, true, codePoint);
    }
    if (isAsciiByte(byte)) return byte;
    if (!isLeading(byte)) return error('invalid byte');
    this.leading = byte;
    return continue_;
  }
}

/** The encoder of Johab. */
class JohabEncoder extends AsciiEncoder {
  encode(codePoint) {
    const pair = pairOfHangul(codePoint);
    if (pair !== null) return [pair >> 8, pair & 0xff];
    return bytesOfKsX1001(codePoint) ?? errorWith(codePoint);
  }
}

/** The encoder of EUC-JP with JIS X 0212, which has the kanji of IBM in three bytes where it contains them. */
class EucJpFullEncoder {
  isEncoder = true;
  #standard = standard.encoderOf('EUC-JP');

  handler(ioQueue, codePoint) {
    const pointer = codePoint === endOfQueue ? null : indexJis0212().pointer(codePoint);
    const result = this.#standard.handler(ioQueue, codePoint);
    const isOther = result instanceof HandlerError || result[0] >= 0xf9;
    return isOther && pointer !== null ? [0x8f, ...bytesOf94(pointer)] : result;
  }
}

const big5Bytes = (pointer) => {
  const trailing = pointer % 157;
  return [quotient(pointer, 157) + 0x81, trailing + (trailing < 0x3f ? 0x40 : 0x62)];
};

// Big5 decoder, step 3.3: the pointers of two code points.
const twoCodePoints = new Map([
  ['\u00CA\u0304', 1133],
  ['\u00CA\u030C', 1135],
  ['\u00EA\u0304', 1164],
  ['\u00EA\u030C', 1166],
]);

/** The encoder of Big5 with all rows, and with the pairs that stand for two code points. */
class Big5FullEncoder {
  isEncoder = true;
  letter = null;

  handler(ioQueue, codePoint) {
    if (this.letter !== null) {
      const { letter: first } = this;
      this.letter = null;
      const both = codePoint === endOfQueue ? '' : String.fromCodePoint(first, codePoint);
      if (twoCodePoints.has(both)) return big5Bytes(twoCodePoints.get(both));
      if (codePoint !== endOfQueue) ioQueue.restore([codePoint]);
      return big5Bytes(indexBig5().pointer(first));
    }
    if (codePoint === endOfQueue) return finished;
    if (isAsciiCodePoint(codePoint)) return codePoint;
    if (codePoint === 0x00ca || codePoint === 0x00ea) {
      this.letter = codePoint;
      return continue_;
    }
    const pointer = indexBig5Pointer(codePoint) ?? indexBig5().pointer(codePoint);
    return pointer === null ? errorWith(codePoint) : big5Bytes(pointer);
  }
}

const decoders = {
  'eucjp-ms': () => new EucJpMsDecoder(true),
  cp51932: () => new EucJpMsDecoder(false),
  johab: () => new JohabDecoder(),
};
const encoders = {
  'eucjp-ms': () => new EucJpMsEncoder(),
  cp51932: () => new Cp51932Encoder(),
  johab: () => new JohabEncoder(),
  'EUC-JP': () => new EucJpFullEncoder(),
  Big5: () => new Big5FullEncoder(),
};

/** A new decoder. */
export const decoderOf = (name) => decoders[name]();

/** A new encoder; `EUC-JP` and `Big5` name those that write everything that the decoder reads. */
export const encoderOf = (name) => encoders[name]();
