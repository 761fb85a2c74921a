'use strict';

// Joins bytes in the encodings whose decoder has modes, which escape sequences change: ISO-2022-JP, hz-gb-2312 and iso-2022-kr.

const { concatBytes, lengthOf, restOf, startsWith } = require('../base/webidl.js');

const ASCII = '\\\\';
const ROMAN = '¥¥';
const KATAKANA = 'ﾜﾜ';
const PAIRS = 'pairs';

const HZ = 'hz-gb-2312';
const KR = 'iso-2022-kr';

const bytes = (text) => Buffer.from(text, 'latin1');

// Of each encoding: the escape sequence that leads to ASCII, and that to another mode. `State.pair` names a mode.
const escapes = new Map([
  [
    'ISO-2022-JP',
    {
      [ASCII]: bytes('\x1b(B'),
      [ROMAN]: bytes('\x1b(J'),
      [KATAKANA]: bytes('\x1b(I'),
      [PAIRS]: bytes('\x1b$B'),
    },
  ],
  [HZ, { [ASCII]: bytes('~}'), [PAIRS]: bytes('~{') }],
  [KR, { [ASCII]: bytes('\x0f'), [PAIRS]: bytes('\x0e') }],
]);

const ESC = 0x1b;
const LF = 0x0a;
const SO = 0x0e;

/** In bytes: the header with which iso-2022-kr begins. */
const HEADER = 4;

/** In bytes: an edit writes at most so many bytes of escape sequences before its text again, and as many behind it. */
const MAX_ESCAPE_BYTES = 4;

/** The effects of the escape sequences of one encoding. */
class Modes {
  #name;
  #escapes;

  /** `name` is that of the encoding. */
  constructor(name) {
    this.#name = name;
    this.#escapes = escapes.get(name);
  }

  /** Whether a decoder reads ASCII in a State. */
  isAscii(state) {
    return state?.pair === ASCII;
  }

  /**
   * Returns the place in the escape sequences between two characters at which those meet that stay and those that an edit writes again:
   * `atEnd` means that it writes those before the place, otherwise those behind it. A header and the mark of a long line stay.
   */
  placeIn(gap, atEnd) {
    const length = lengthOf(gap);
    const places = [0];
    let first = 0;
    let last = length;
    for (let at = 0; at < length; ) {
      const isHeader = this.#name === KR && gap[at] === ESC;
      const size = isHeader ? HEADER : this.#name === HZ ? 2 : this.#name === KR ? 1 : length;
      const stays = isHeader || (this.#name === HZ && gap[at + 1] === LF);
      if (stays) {
        last = Math.min(last, at);
        first = at + size;
      }
      at += size;
      places.push(at);
    }
    if (atEnd) {
      return places.filter((place) => place <= MAX_ESCAPE_BYTES && place <= last).at(-1);
    }
    return places.find((place) => place >= first && length - place <= MAX_ESCAPE_BYTES);
  }

  /**
   * Returns the bytes of parts of text between two places. Each part is { text, bytes, isOld }: what an encoder makes of the text, or old
   * bytes, in ASCII at both ends. `from` and `to` are the States of the decoder there; null is ASCII. Only at the start of a file the
   * header of iso-2022-kr stays.
   */
  join(parts, from, to, isStart) {
    const result = [];
    let mode = this.#modeOf(from);
    const enter = (next) => {
      if (mode !== next) result.push(this.#escapes[next]);
      mode = next;
    };
    for (const { text, bytes: whole, isOld } of parts) {
      if (text === '') continue;
      const hasHeader = this.#name === KR && !isOld && !(isStart && result.length === 0);
      const own = hasHeader ? restOf(whole, HEADER) : whole;
      const sequence = this.#escapes[mode];
      const start = mode !== ASCII && startsWith(own, sequence) ? sequence.length : 0;
      if (!this.#beginsWithEscape(own)) enter(ASCII);
      mode = isOld ? ASCII : this.#lastMode(text, own);
      const end = lengthOf(own) - (mode === ASCII ? 0 : this.#escapes[ASCII].length);
      result.push(restOf(own, start, end - start));
    }
    enter(this.#modeOf(to));
    return concatBytes(result);
  }

  #modeOf(state) {
    const pair = state?.pair ?? ASCII;
    return pair in this.#escapes ? pair : PAIRS;
  }

  #beginsWithEscape(own) {
    if (this.#name !== HZ) return own[0] === ESC || (this.#name === KR && own[0] === SO);
    return startsWith(own, this.#escapes[PAIRS]);
  }

  // Returns the mode in which an encoder has written the last character of a text, from which it has returned to ASCII then.
  #lastMode(text, own) {
    const isAscii = text.charCodeAt(text.length - 1) < 0x80;
    if (this.#name !== 'ISO-2022-JP') return isAscii ? ASCII : PAIRS;
    const end = lengthOf(own) - this.#escapes[ASCII].length;
    if (end < 0 || !startsWith(restOf(own, end), this.#escapes[ASCII])) return ASCII;
    let at = end - 1;
    while (own[at] !== ESC) at--;
    return startsWith(restOf(own, at), this.#escapes[ROMAN]) ? ROMAN : PAIRS;
  }
}

module.exports = { Modes };
