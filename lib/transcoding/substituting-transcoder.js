'use strict';

// Transcodes bytes with a caller's function for unencodable code points.

const { numbersEach: EACH } = require('../native/backend.js');
const { newDecodeState } = require('../native/decode.js');
const { decodeChunk, findOffsets } = require('../native/transcode.js');
const { PIECE, SubstitutingEncoder, returnList, takeList, unitsOf } = require('./substitutes.js');
const { copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');

/** Returns where in a text a code point of the list ends; `number` is its position in the list. */
const endOf = (list, number) => list[EACH * number] + unitsOf(list[EACH * number + 1]);

/**
 * Transcodes a stream with a caller's function for unencodable code points: it decodes a piece of bytes to text, which a
 * SubstitutingEncoder encodes.
 */
class SubstitutingTranscoder {
  #from;
  #settings;
  #decoder;
  #errorOf;
  #encoder;
  #beforePiece = newDecodeState();
  #traced = newDecodeState();
  // The code units beyond an error that the same bytes have been decoded to, and where those bytes begin.
  #carried = '';
  #carriedOffset = 0;
  #saved = null; // what save() has saved of #carried and #carriedOffset

  /**
   * `from` and `to` are the core's numbers of the encodings; `settings` are those of decoding; `decoder` is the state of
   * the Transcoder's decoder; `substitute` is the function; `errorOf` makes an error of what the core says of one.
   */
  constructor({ from, to, settings, decoder, substitute, errorOf }) {
    this.#from = from;
    this.#settings = settings;
    this.#decoder = decoder;
    this.#errorOf = errorOf;
    this.#encoder = new SubstitutingEncoder(to, substitute, (offset, codePoint) =>
      errorOf({ offset, codePoint }),
    );
  }

  /** How many code points the function has replaced so far. */
  get replacements() {
    return this.#encoder.replacements;
  }

  /**
   * Transcodes a chunk and adds Buffers to `chunks`; `end` says that it is the last chunk. Returns null, or { error, read }
   * after an error; `read` is how many bytes of the chunk have been read. Throws only when there is not enough memory.
   */
  run(bytes, end, chunks) {
    const list = takeList();
    try {
      return this.#encodeCarried(list, chunks) ?? this.#runPieces(bytes, end, list, chunks);
    } finally {
      returnList(list);
    }
  }

  /** Forgets the stream. */
  reset() {
    this.#encoder.reset();
    this.#carried = '';
  }

  /** Saves, for restore(), the part of the stream's state that the Transcoder itself does not save. */
  save() {
    this.#encoder.save();
    this.#saved = { carried: this.#carried, offset: this.#carriedOffset };
  }

  restore() {
    this.#encoder.restore();
    this.#carried = this.#saved.carried;
    this.#carriedOffset = this.#saved.offset;
  }

  #encodeCarried(list, chunks) {
    const text = this.#carried;
    if (text === '') return null;
    const count = this.#encoder.find(text, list);
    for (let number = 0; number < count; number++) list[EACH * number + 2] = 0;
    const stop = this.#encoder.encode(text, list, count, this.#carriedOffset, false, chunks);
    this.#carried = stop === null ? '' : text.slice(endOf(list, stop.number));
    return stop === null ? null : { error: stop.error, read: 0 };
  }

  #runPieces(bytes, end, list, chunks) {
    const length = lengthOf(bytes);
    for (let read = 0; ; read += PIECE) {
      // A piece is copied before the function is called, because the function may detach the memory or write to it.
      const rest = Math.max(0, Math.min(length, lengthOf(bytes)) - read);
      const piece =
        rest === 0 ? noBytes : new Uint8Array(restOf(bytes, read, Math.min(rest, PIECE)));
      const isLast = rest <= PIECE;
      const flush = end && isLast;
      copyBytes(this.#beforePiece, this.#decoder);
      const result = decodeChunk(this.#from, this.#settings, piece, flush, this.#decoder);
      const isMalformed = typeof result !== 'string';
      const text = isMalformed ? result.output : result;
      const count = this.#encoder.find(text, list);
      const base = count === 0 ? 0 : this.#trace(piece, flush, list, count);
      const ends = flush && !isMalformed;
      const stop = this.#encoder.encode(text, list, count, base, ends, chunks);
      if (stop !== null) {
        const { error, number } = stop;
        return { error, read: read + this.#goBack(piece, flush, text, list, number) };
      }
      if (isMalformed) {
        return { error: this.#errorOf(result), read: read + result.read };
      }
      if (isLast) return null;
    }
  }

  // Has the list say where the bytes of each code point begin, from the offset that this returns.
  #trace(piece, flush, list, count) {
    copyBytes(this.#traced, this.#beforePiece);
    return findOffsets(this.#from, this.#settings, piece, flush, this.#traced, list, count);
  }

  // Goes back to behind the bytes of the code point of this number; returns how many bytes of the piece that is.
  #goBack(piece, flush, text, list, number) {
    const decoder = this.#decoder;
    copyBytes(decoder, this.#beforePiece);
    const base = findOffsets(this.#from, this.#settings, piece, flush, decoder, list, number + 1);
    const behind = EACH * (number + 1);
    this.#carried = text.slice(endOf(list, number), list[behind + 1]);
    this.#carriedOffset = base + list[EACH * number + 2];
    return list[behind];
  }
}

module.exports = { SubstitutingTranscoder };
