'use strict';

// Transcodes bytes with a caller's function for unencodable code points.

const binding = require('../native/backend.js');
const { STREAM } = require('./options.js');
const { copyState, newState } = require('../native/states.js');
const {
  EACH,
  PIECE,
  SubstitutingEncoder,
  returnList,
  takeList,
  unitsOf,
} = require('./substitutes.js');
const { lengthOf, restOf } = require('../base/webidl.js');

const noBytes = new Uint8Array(0);

/** Returns where in a text a code point of the list ends; `number` is its position in the list. */
const endOf = (list, number) => list[EACH * number] + unitsOf(list[EACH * number + 1]);

/**
 * Transcodes a stream with a caller's function for unencodable code points: it decodes a piece of bytes to text, which a
 * SubstitutingEncoder encodes.
 */
class SubstitutingTranscoder {
  #flags;
  #state;
  #errorOf;
  #encoder;
  #beforePiece = newState(binding.transcodeStateSize);
  #traced = newState(binding.transcodeStateSize);
  // The code units after an error that come from the same bytes as the error, and the offset of those bytes.
  #carried = '';
  #carriedOffset = 0;
  #saved = null; // what save() has saved of #carried and #carriedOffset

  /**
   * `to` is the core's number of the output encoding; `flags` are the flags of decoding; `state` is the Transcoder's state,
   * of which only the decoder's part is used; `substitute` is the function; `errorOf` makes an error from the core's
   * description of it.
   */
  constructor({ to, flags, state, substitute, errorOf }) {
    this.#flags = flags;
    this.#state = state;
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
      const flags = this.#flags | (end && isLast ? 0 : STREAM);
      copyState(this.#beforePiece, this.#state);
      const result = binding.transcodeToText(flags, piece, this.#state);
      const isMalformed = typeof result !== 'string';
      const text = isMalformed ? result.output : result;
      const count = this.#encoder.find(text, list);
      const base = count === 0 ? 0 : this.#findOffsets(flags, piece, list, count);
      const ends = end && isLast && !isMalformed;
      const stop = this.#encoder.encode(text, list, count, base, ends, chunks);
      if (stop !== null) {
        const { error, number } = stop;
        return { error, read: read + this.#goBack(flags, piece, text, list, number) };
      }
      if (isMalformed) {
        return { error: this.#errorOf(result), read: read + result.read };
      }
      if (isLast) return null;
    }
  }

  // Writes to the list where the bytes of each code point begin, counted from the offset that it returns.
  #findOffsets(flags, piece, list, count) {
    copyState(this.#traced, this.#beforePiece);
    return binding.transcodeOffsets(flags, piece, this.#traced, list, count);
  }

  // Sets the state to right after the bytes of a code point of the list; returns that place in the piece, in bytes.
  #goBack(flags, piece, text, list, number) {
    copyState(this.#state, this.#beforePiece);
    const base = binding.transcodeOffsets(flags, piece, this.#state, list, number + 1);
    const behind = EACH * (number + 1);
    this.#carried = text.slice(endOf(list, number), list[behind + 1]);
    this.#carriedOffset = base + list[EACH * number + 2];
    return list[behind];
  }
}

module.exports = { SubstitutingTranscoder };
