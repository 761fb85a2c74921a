'use strict';

// Transcodes bytes with a caller's function for malformed sequences or for unencodable code points, or with a limit of both.

const { newDecodeState } = require('../backend/decode.js');
const { decodeChunk, findOffsets, isFatal } = require('../backend/transcode.js');
const { MalformedSequences } = require('./malformed.js');
const { EACH, PIECE_UNITS: PIECE_BYTES, returnList, takeList, unitsOf } = require('./pieces.js');
const { SubstitutingEncoder } = require('./substitutes.js');
const { REPLACEMENT, copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');

/** Returns where in a text an entry of the list ends; `number` is its position in the list. */
const endOf = (list, number) => list[EACH * number] + unitsOf(list[EACH * number + 1]);

/**
 * Transcodes a stream piece by piece: it decodes a piece of bytes to text, finds in the text the malformed sequences and the
 * unencodable code points, and has a SubstitutingEncoder encode the text with what stands for them.
 */
class SubstitutingTranscoder {
  #from;
  #settings;
  #decoder;
  #errorOf;
  #encoder;
  #sequences = null; // of the current piece, where malformed sequences are looked for
  #beforePiece = newDecodeState();
  #traced = newDecodeState();
  // The code units beyond an error that the same bytes have been decoded to, and where those bytes begin.
  #carried = '';
  #carriedOffset = 0;
  #unreplaced = 0; // how many malformed sequences the decoder has counted as replaced although they ended a call
  #saved = null; // what save() has saved of the three fields above

  /**
   * `from` and `to` are the core's numbers of the encodings; with `isOnlyAscii` only ASCII can be encoded; `settings` are those
   * of decoding; `decoder` is the state of the Transcoder's decoder; `substitute` is the function for unencodable code points, or null where these are errors;
   * `malformed` is the function for malformed sequences, or null; `limits` are the stream's; `errorOf` makes an error of what
   * the core says of one.
   */
  constructor({
    from,
    to,
    isOnlyAscii,
    settings,
    decoder,
    substitute,
    malformed,
    limits,
    errorOf,
  }) {
    this.#from = from;
    this.#settings = settings;
    this.#decoder = decoder;
    this.#errorOf = errorOf;
    if ((malformed !== null || limits.maxErrors !== Infinity) && !isFatal(settings)) {
      this.#sequences = new MalformedSequences(from, settings, errorOf);
    }
    this.#encoder = new SubstitutingEncoder({
      id: to,
      isOnlyAscii,
      substitute,
      malformed:
        malformed === null
          ? null
          : (sequence) =>
              malformed(this.#sequences.bytesOf(sequence), sequence.offset, sequence.reason),
      limits,
      errorAt: (offset, codePoint) => errorOf({ offset, codePoint }),
    });
  }

  /** How many code points have been replaced so far, less the malformed sequences that only the decoder has replaced. */
  get replacements() {
    return this.#encoder.replacements - this.#unreplaced;
  }

  /**
   * Transcodes a chunk and adds Buffers to `chunks`, or strings with `asText`, which only a stream to UTF-8 allows; `end` says
   * that it is the last chunk. Returns null, or { error, read } after an error; `read` is how many bytes of the chunk have been
   * read. Throws only when there is not enough memory, or too much output.
   */
  run(bytes, end, asText, chunks) {
    const list = takeList();
    const malformedList = takeList();
    try {
      return (
        this.#encodeCarried(list, chunks) ??
        this.#runPieces({ bytes, end, asText, list, malformedList, chunks })
      );
    } finally {
      returnList(list);
      returnList(malformedList);
    }
  }

  /** Forgets the stream. */
  reset() {
    this.#encoder.reset();
    this.#sequences?.reset();
    this.#carried = '';
    this.#unreplaced = 0;
  }

  /** Saves, for restore(), the part of the stream's state that the Transcoder itself does not save. */
  save() {
    this.#encoder.save();
    this.#sequences?.save();
    this.#saved = {
      carried: this.#carried,
      offset: this.#carriedOffset,
      unreplaced: this.#unreplaced,
    };
  }

  restore() {
    this.#encoder.restore();
    this.#sequences?.restore();
    this.#carried = this.#saved.carried;
    this.#carriedOffset = this.#saved.offset;
    this.#unreplaced = this.#saved.unreplaced;
  }

  #encodeCarried(list, chunks) {
    const text = this.#carried;
    if (text === '') return null;
    const count = this.#encoder.find(text, list);
    for (let number = 0; number < count; number++) list[EACH * number + 2] = 0;
    const base = this.#carriedOffset;
    const piece = { text, list, count, base, end: false, sequences: null, asText: false };
    const stop = this.#encoder.encode(piece, chunks);
    this.#carried = stop === null ? '' : text.slice(endOf(list, stop.number));
    return stop === null ? null : { error: stop.error, read: 0 };
  }

  #runPieces({ bytes, end, asText, list, malformedList, chunks }) {
    const length = lengthOf(bytes);
    for (let read = 0; ; read += PIECE_BYTES) {
      // A piece is copied before a function is called, because the function may detach the memory or write to it.
      const rest = Math.max(0, Math.min(length, lengthOf(bytes)) - read);
      const piece =
        rest === 0 ? noBytes : new Uint8Array(restOf(bytes, read, Math.min(rest, PIECE_BYTES)));
      const isLast = rest <= PIECE_BYTES;
      const flush = end && isLast;
      copyBytes(this.#beforePiece, this.#decoder);
      const result = decodeChunk(this.#from, this.#settings, piece, flush, this.#decoder);
      const isMalformed = typeof result !== 'string';
      const text = isMalformed ? result.output : result;
      const { count, base } = this.#find(piece, flush, text, list, malformedList);
      const ends = flush && !isMalformed;
      const sequences = this.#sequences;
      const stop = this.#encoder.encode(
        { text, list, count, base, end: ends, sequences, asText },
        chunks,
      );
      if (stop !== null) {
        if (stop.isUnreplaced) this.#unreplaced++;
        return { error: stop.error, read: read + this.#goBack(piece, flush, text, list, stop) };
      }
      if (isMalformed) {
        return { error: this.#errorOf(result), read: read + result.read };
      }
      sequences?.read(piece, lengthOf(piece));
      if (isLast) return null;
    }
  }

  // Fills the list with the unencodable code points and the malformed sequences of a piece. Returns how many there are, and
  // the offset from which the offsets of their bytes count.
  #find(piece, flush, text, list, malformedList) {
    const sequences = this.#sequences;
    const unencodable = this.#encoder.find(text, list);
    if (sequences !== null) {
      if (text.includes(REPLACEMENT)) {
        sequences.find(piece, flush, this.#beforePiece, malformedList);
      } else {
        sequences.findNone();
      }
    }
    const count = sequences?.merge(list, unencodable) ?? unencodable;
    if (unencodable === 0) return { count, base: count === 0 ? 0 : sequences.base };
    copyBytes(this.#traced, this.#beforePiece);
    const traced = this.#traced;
    return {
      count,
      base: findOffsets(this.#from, this.#settings, piece, flush, traced, list, count),
    };
  }

  // Goes back to behind the bytes of the entry of this number; returns how many bytes of the piece that is.
  #goBack(piece, flush, text, list, { number }) {
    const decoder = this.#decoder;
    copyBytes(decoder, this.#beforePiece);
    const base = findOffsets(this.#from, this.#settings, piece, flush, decoder, list, number + 1);
    const behind = EACH * (number + 1);
    this.#carried = text.slice(endOf(list, number), list[behind + 1]);
    this.#carriedOffset = base + list[EACH * number + 2];
    this.#sequences?.read(piece, list[behind]);
    return list[behind];
  }
}

module.exports = { SubstitutingTranscoder };
