'use strict';

// Finds where bytes are no longer ASCII.

const { names } = require('../labels/encodings.js');
const { detectBytes } = require('../transcoding/detection.js');
const { hz, iso2022jp, iso2022kr, toDetectSettings } = require('./options.js');

const ESCAPE = 0x1b;
const TILDE = 0x7e;

// The escape sequences that begin text. Terminals get others: colours, and `ESC ( B`.
const escapeSequences = [
  [iso2022jp, '\x1b$@'],
  [iso2022jp, '\x1b$B'],
  [iso2022jp, '\x1b(J'],
  [iso2022jp, '\x1b(I'],
  [iso2022kr, '\x1b$)C'],
  [hz, '~{'],
].map(([id, text]) => [id, Buffer.from(text)]);

const utf16le = names.indexOf('UTF-16LE');
const utf16be = names.indexOf('UTF-16BE');
const isUtf16 = (id) => id === utf16le || id === utf16be;

/** In bytes: a NUL at every other place of as many bytes is UTF-16. Two of them may be, or one at the beginning of a stream. */
const UTF_16_BYTES = 7;
const MIN_NULS = 2;

/** In bytes: as many tell whether a text with NUL is UTF-16. */
const SAMPLE_BYTES = 64;

/** The kinds of bytes behind the ASCII at the beginning of bytes. */
const follows = {
  nothing: 0,
  /** An escape sequence or UTF-16, which more bytes have to tell. */
  unknown: 1,
  /** Bytes that are not ASCII, or that may be other text. */
  other: 2,
  /** SAMPLE_BYTES bytes, or the rest of the stream, which may be UTF-16. */
  sample: 3,
  utf16: 4,
};

/** The meaning of a NUL at a place of bytes, and in the stream. */
function nulAt(bytes, at, offset) {
  let count = 0;
  for (let i = 0; i < UTF_16_BYTES; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return follows.unknown;
    if (byte !== 0) continue;
    if (i % 2 === 1) return follows.nothing;
    count++;
  }
  if (2 * count > UTF_16_BYTES) return follows.utf16;
  if (count < MIN_NULS && offset > 1) return follows.nothing;
  return bytes.length - at < SAMPLE_BYTES ? follows.unknown : follows.sample;
}

/** Whether NUL bytes tell that a line is UTF-16. */
function hasUtf16(line) {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === 0 && nulAt(line, at, at) === follows.utf16) return true;
  }
  return false;
}

/** Whether NUL bytes in a whole text leave it open that it is UTF-16: those of a short one are all at even places, or all at odd ones. */
function mayBeUtf16(bytes) {
  const counts = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) counts[at % 2]++;
  const [even, odd] = counts;
  if (even + odd === 0) return false;
  const isShort = bytes.length <= SAMPLE_BYTES && bytes.length % 2 === 0;
  if (isShort && (even === 0 || odd === 0)) return true;
  const { id } = detectBytes(toDetectSettings(undefined).core, bytes, true);
  return isUtf16(id);
}

/** Finds where a stream is no longer ASCII. */
class AsciiScanner {
  #sequences;
  #hasUtf16;

  /** `ids` are the numbers of the encodings that may be found. */
  constructor(ids) {
    this.#sequences = escapeSequences.filter(([id]) => ids.includes(id)).map(([, bytes]) => bytes);
    this.#hasUtf16 = ids.includes(utf16le) && ids.includes(utf16be);
  }

  /**
   * Returns { count, next }: how many of the bytes, which begin at `offset` in the stream, are ASCII, and which one of `follows` is behind
   * them. With `isEnd` no more bytes are waited for.
   */
  scan(bytes, isEnd, offset) {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      let next = follows.nothing;
      if (byte > 0x7f) next = follows.other;
      else if (byte === ESCAPE || byte === TILDE) next = this.#escapeAt(bytes, at);
      else if (byte === 0 && this.#hasUtf16) next = nulAt(bytes, at, offset + at);
      if (next === follows.unknown && isEnd) next = byte === 0 ? follows.sample : follows.nothing;
      if (next !== follows.nothing) return { count: at, next };
    }
    return { count: bytes.length, next: follows.nothing };
  }

  #escapeAt(bytes, at) {
    let next = follows.nothing;
    for (const sequence of this.#sequences) {
      let same = 0;
      while (same < sequence.length && bytes[at + same] === sequence[same]) same++;
      if (same === sequence.length) return follows.other;
      if (at + same === bytes.length) next = follows.unknown;
    }
    return next;
  }
}

module.exports = {
  AsciiScanner,
  SAMPLE_BYTES,
  follows,
  hasUtf16,
  isUtf16,
  mayBeUtf16,
  utf16be,
  utf16le,
};
