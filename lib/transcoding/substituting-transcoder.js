'use strict';

// Transcodes bytes with a caller's function for malformed sequences or for unencodable code points, or with a limit of both. It
// finds malformed sequences, for validate(), too.

const { flags, maxPendingBytes: MAX_PENDING_BYTES } = require('../backend/backend.js');
const { decodeChunk, newDecodeState } = require('../backend/decode.js');
const { findOffsets, isFatal } = require('../backend/transcode.js');
const {
  REPLACEMENT,
  concatBytes,
  copyBytes,
  copyOf,
  lengthOf,
  newBytes,
  noBytes,
  restOf,
} = require('../base/webidl.js');
const {
  NUMBERS_PER_ENTRY,
  PIECE_UNITS: PIECE_BYTES,
  eachPieceOfBytes,
  sequenceOf,
  withList,
} = require('./pieces.js');
const { SubstitutingEncoder } = require('./substitutes.js');

/** The bytes of a stream in which malformed sequences are looked for piece by piece. */
class SequenceBytes {
  #bytes = noBytes; // the piece, behind `tail`
  /** The bytes before the current piece. A malformed sequence may have begun there. */
  tail = new Uint8Array(MAX_PENDING_BYTES);
  /** The offset in the stream of the first of these bytes. */
  position = -MAX_PENDING_BYTES;

  /** Gives the next piece. */
  begin(piece) {
    this.#bytes = concatBytes([this.tail, piece]);
  }

  /** Returns a copy of the bytes of a malformed sequence. */
  bytesOf({ offset, length }) {
    const bytes = newBytes(length);
    copyBytes(bytes, restOf(this.#bytes, offset - this.position, length));
    return bytes;
  }

  /** Says that `count` bytes of the piece have been read. */
  read(count) {
    this.position += count;
    this.tail = copyOf(restOf(this.#bytes, count, MAX_PENDING_BYTES));
  }
}

/**
 * Returns { offset, length, reason } of the first `most` malformed sequences of bytes; the offsets count from `base`. With a LineCounter
 * each also has { line, column }.
 */
function malformedIn(id, bytes, most, base, lines = undefined) {
  const errors = [];
  if (most === 0) return errors;
  const state = newDecodeState();
  const stateOfText = newDecodeState();
  withList((list) =>
    eachPieceOfBytes(bytes, PIECE_BYTES, (piece, isLast, start) => {
      const isFirst = start === 0;
      const text = lines && decodeChunk(id, 0, piece, isFirst, isLast, stateOfText);
      const settings = isFirst ? flags.start : 0;
      const { begin, count } = findOffsets(id, settings, piece, isLast, state, list, 0);
      for (
        let at = 0;
        errors.length < most && at < NUMBERS_PER_ENTRY * count;
        at += NUMBERS_PER_ENTRY
      ) {
        const error = sequenceOf(list[at + 1], base + begin + list[at + 2]);
        if (lines) {
          lines.countTo(text, list[at]);
          error.line = lines.line;
          error.column = lines.column;
        }
        errors.push(error);
      }
      lines?.countAll(text);
      return errors.length < most ? null : errors;
    }),
  );
  return errors;
}

/**
 * Transcodes a stream piece by piece: it decodes a piece of bytes to text, finds in the text the malformed sequences and the
 * unencodable code points, and has a SubstitutingEncoder encode the text with what stands for them.
 */
class SubstitutingTranscoder {
  #own;
  #encoder;
  #sequences = null; // where malformed sequences are looked for
  #beforePiece = newDecodeState();
  /** How many malformed sequences the decoder has counted as replaced although they ended a call. */
  unreplaced = 0;

  /**
   * `own` has what a SubstitutingEncoder takes, and of the decoder `from`, the core's number of its encoding, its `settings`, and `decoder`,
   * its state, which is that of the Transcoder.
   */
  constructor(own) {
    this.#own = own;
    const { limits, malformed, settings } = own;
    if ((malformed !== null || limits.maxErrors !== Infinity) && !isFatal(settings)) {
      this.#sequences = new SequenceBytes();
    }
    this.#encoder = new SubstitutingEncoder(own);
  }

  /** How many code points have been replaced so far, less the malformed sequences that only the decoder has replaced. */
  get replacements() {
    return this.#encoder.replacements - this.unreplaced;
  }

  /** The objects whose public fields are what changes from call to call. */
  get parts() {
    return [this, this.#encoder, ...(this.#sequences === null ? [] : [this.#sequences])];
  }

  /**
   * Transcodes a chunk and adds Buffers to `chunks`, or strings with `asText`, which only a stream to UTF-8 allows; `end` says
   * that it is the last chunk. Returns null, or { error, read } after an error; `read` is how many bytes of the chunk have been
   * read. Throws only when there is not enough memory, or too much output.
   */
  run(bytes, end, asText, chunks) {
    return withList((list) => this.#runPieces(bytes, end, asText, list, chunks));
  }

  #runPieces(bytes, end, asText, list, chunks) {
    const { from, settings, decoder, errorOf } = this.#own;
    return eachPieceOfBytes(bytes, PIECE_BYTES, (given, isLast, start) => {
      // A piece is copied before a function is called, because the function may detach the memory or write to it.
      const piece = new Uint8Array(given);
      const flush = end && isLast;
      copyBytes(this.#beforePiece, decoder);
      const result = decodeChunk(from, settings, piece, false, flush, decoder);
      const isMalformed = typeof result !== 'string';
      const text = isMalformed ? result.output : result;
      const { count, begin: base } = this.#find(piece, flush, text, list);
      const ends = flush && !isMalformed;
      const sequences = this.#sequences;
      sequences?.begin(piece);
      const stop = this.#encoder.encode(
        { text, list, count, base, end: ends, isCut: flush || isMalformed, sequences, asText },
        chunks,
      );
      if (stop !== null) {
        if (stop.isUnreplaced) this.unreplaced++;
        return { error: stop.error, read: start + this.#goBack(piece, flush, text, list, stop) };
      }
      if (isMalformed) return { error: errorOf(result), read: start + result.read };
      sequences?.read(lengthOf(piece));
      return null;
    });
  }

  // Fills the list with the unencodable code points of a piece and, where they are looked for, with its malformed sequences. Returns how
  // many there are as `count`, and as `begin` the offset from which the offsets of their bytes count.
  #find(piece, flush, text, list) {
    const unencodable = this.#encoder.find(text, list);
    const looks = this.#sequences !== null && text.includes(REPLACEMENT);
    if (unencodable === 0 && !looks) return { count: 0, begin: 0 };
    const { from, settings } = this.#own;
    const own = looks ? settings : settings | flags.fatal;
    const state = new Uint8Array(this.#beforePiece);
    return findOffsets(from, own, piece, flush, state, list, unencodable);
  }

  // Goes back to behind the bytes of the code unit that ends at `end`; returns how many bytes of the piece that is.
  #goBack(piece, flush, text, list, { end }) {
    const { from, settings, decoder } = this.#own;
    copyBytes(decoder, this.#beforePiece);
    if (end <= 0) return 0;
    list[0] = end - 1;
    const own = settings | flags.fatal;
    const { begin, read, made } = findOffsets(from, own, piece, flush, decoder, list, 1);
    // The same bytes may have been decoded to code units beyond the error.
    this.#encoder.carry(text.slice(end, made), begin + list[2]);
    // A function that has reset the stream and used it has left the bytes of another piece there.
    this.#sequences?.begin(piece);
    this.#sequences?.read(read);
    return read;
  }
}

module.exports = {
  SubstitutingTranscoder,
  malformedIn,
};
