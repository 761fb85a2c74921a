'use strict';

// Transcodes bytes with a caller's function for malformed sequences or for unencodable code points, or with a limit of both. It
// finds malformed sequences, for validate(), too.

const {
  flags,
  maxPendingBytes: MAX_PENDING_BYTES,
  noMore: NO_MORE,
  reasons,
} = require('../backend/backend.js');
const { decodeChunk: decodeText, findMalformed, newDecodeState } = require('../backend/decode.js');
const { decodeChunk, findOffsets, isFatal } = require('../backend/transcode.js');
const {
  REPLACEMENT,
  copyBytes,
  lengthOf,
  newBytes,
  noBytes,
  restOf,
} = require('../base/webidl.js');
const {
  NUMBERS_PER_ENTRY,
  PIECE_UNITS: PIECE_BYTES,
  eachPieceOfBytes,
  withList,
} = require('./pieces.js');
const { SubstitutingEncoder } = require('./substitutes.js');

// Finds the malformed sequences of bytes: for a caller's function, for a limit of errors, and for validate(). One native
// call lists all malformed sequences of a piece.

// A list has NUMBERS_PER_ENTRY numbers for each malformed sequence: the index of its U+FFFD in the text, its offset, and its length with
// its reason. A number behind the last one is NO_MORE.
const LENGTH_MASK = (1 << flags.reasonShift) - 1;

/** Returns { offset, length, reason } of the malformed sequence at a place in a list, whose offsets count from `base`. */
const sequenceAt = (list, at, base) => ({
  offset: base + list[at + 1],
  length: list[at + 2] & LENGTH_MASK,
  reason: reasons[list[at + 2] >>> flags.reasonShift],
});

/** The malformed sequences of a stream of bytes that is decoded piece by piece. */
class MalformedSequences {
  #from;
  #settings;
  #errorOf;
  #list = null; // of the current piece
  /** The offset in the stream from which the offsets of merge() count. */
  base = 0;
  #at = 0; // the place in the list that isAt() has come to
  #piece = null;
  // A malformed sequence may have begun in an earlier piece. These are the bytes before the current piece.
  #tail = new Uint8Array(MAX_PENDING_BYTES);
  #position = 0; // the offset in the stream of the current piece

  /**
   * `from` is the core's number of the encoding; `settings` are those of decoding; `errorOf` makes an error of what
   * current() returns.
   */
  constructor(from, settings, errorOf) {
    this.#from = from;
    this.#settings = settings;
    this.#errorOf = errorOf;
  }

  /**
   * Fills a list with the malformed sequences of a piece, which is decoded to `text` from the state `decoder` on. The list is in
   * use until the piece is read. A text without U+FFFD has none.
   */
  find(text, piece, flush, decoder, list) {
    this.#list = text.includes(REPLACEMENT) ? list : null;
    if (this.#list === null) return;
    const state = new Uint8Array(decoder);
    this.base = findMalformed(this.#from, this.#settings, piece, false, flush, state, list);
    this.#at = 0;
    this.#piece = piece;
  }

  /**
   * Adds the malformed sequences to a list of the unencodable code points of the text, so that the list is in the order
   * of the text. A U+FFFD that stands for a malformed sequence is in the list once. The list has room for all code units of the
   * text. Returns how many entries there are.
   */
  merge(list, count) {
    const own = this.#list;
    if (own === null) return count;
    let ownCount = 0;
    let total = count;
    for (let other = 0; own[NUMBERS_PER_ENTRY * ownCount] !== NO_MORE; ownCount++) {
      const index = own[NUMBERS_PER_ENTRY * ownCount];
      while (other < count && list[NUMBERS_PER_ENTRY * other] < index) other++;
      if (other === count || list[NUMBERS_PER_ENTRY * other] !== index) total++;
    }
    // From the end on, so that no entry is overwritten before it has been moved.
    let last = count - 1;
    for (let number = total - 1, mine = ownCount - 1; mine >= 0; number--) {
      const to = NUMBERS_PER_ENTRY * number;
      const index = own[NUMBERS_PER_ENTRY * mine];
      if (last >= 0 && list[NUMBERS_PER_ENTRY * last] > index) {
        list.copyWithin(to, NUMBERS_PER_ENTRY * last, NUMBERS_PER_ENTRY * (last + 1));
        last--;
        continue;
      }
      if (last >= 0 && list[NUMBERS_PER_ENTRY * last] === index) last--;
      list[to] = index;
      list[to + 1] = REPLACEMENT.charCodeAt(0);
      list[to + 2] = own[NUMBERS_PER_ENTRY * mine + 1];
      mine--;
    }
    return total;
  }

  /**
   * Tells whether the U+FFFD at an index of the text stands for a malformed sequence, which current() then describes. The
   * index must not be smaller than in the call before.
   */
  isAt(index) {
    const list = this.#list;
    if (list === null) return false;
    while (list[this.#at] < index) this.#at += NUMBERS_PER_ENTRY;
    return list[this.#at] === index;
  }

  /** Returns { offset, length, reason } of the malformed sequence that isAt() has come to. */
  current() {
    return sequenceAt(this.#list, this.#at, this.base);
  }

  /** Returns the error for the malformed sequence that isAt() has come to. */
  error() {
    return this.#errorOf(this.current());
  }

  /** Returns a copy of the bytes of a malformed sequence that current() has described. */
  bytesOf({ offset, length }) {
    const bytes = newBytes(length);
    const begin = offset - this.#position;
    for (let i = 0; i < length; i++) {
      const at = begin + i;
      bytes[i] = at < 0 ? this.#tail[MAX_PENDING_BYTES + at] : this.#piece[at];
    }
    return bytes;
  }

  /** Says that `count` bytes of a piece have been read. */
  read(piece, count) {
    this.#position += count;
    for (let i = 0; i < MAX_PENDING_BYTES; i++) {
      const at = count - MAX_PENDING_BYTES + i;
      this.#tail[i] = at < 0 ? this.#tail[MAX_PENDING_BYTES + at] : piece[at];
    }
  }

  /** Forgets the stream. */
  reset() {
    this.#position = 0;
  }

  /** Returns a function that restores the place in the stream. */
  save() {
    const tail = new Uint8Array(this.#tail);
    const position = this.#position;
    return () => {
      copyBytes(this.#tail, tail);
      this.#position = position;
    };
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
      const text = lines && decodeText(id, 0, piece, isFirst, isLast, stateOfText);
      const from = base + findMalformed(id, 0, piece, isFirst, isLast, state, list);
      for (let at = 0; errors.length < most && list[at] !== NO_MORE; at += NUMBERS_PER_ENTRY) {
        lines?.countTo(text, list[at]);
        const place = lines && { line: lines.line, column: lines.column };
        errors.push({ ...sequenceAt(list, at, from), ...place });
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
  #from;
  #settings;
  #decoder;
  #errorOf;
  #encoder;
  #sequences = null; // of the current piece, where malformed sequences are looked for
  #beforePiece = newDecodeState();
  // The code units beyond an error that the same bytes have been decoded to, and where those bytes begin.
  #carried = '';
  #carriedOffset = 0;
  #unreplaced = 0; // how many malformed sequences the decoder has counted as replaced although they ended a call

  /**
   * `from` and `to` are the core's numbers of the encodings; with `isOnlyAscii` only ASCII can be encoded; `settings` are those
   * of decoding; `decoder` is the state of the Transcoder's decoder; `substitute` is the function for unencodable code points, or null where these are errors;
   * `malformed` is the function for malformed sequences, or null; `limits` are the stream's; `lines` is a LineCounter or undefined;
   * `errorOf` makes an error of what the core says of one.
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
    lines,
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
      malformed,
      limits,
      lines,
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
    return withList(
      (list) =>
        this.#encodeCarried(list, chunks) ??
        withList((malformedList) =>
          this.#runPieces(bytes, end, asText, list, malformedList, chunks),
        ),
    );
  }

  /** Forgets the stream. */
  reset() {
    this.#encoder.reset();
    this.#sequences?.reset();
    this.#carried = '';
    this.#unreplaced = 0;
  }

  /** Returns a function that restores the part of the stream's state that the Transcoder itself does not save. */
  save() {
    const restoreEncoder = this.#encoder.save();
    const restoreSequences = this.#sequences?.save();
    const carried = this.#carried;
    const carriedOffset = this.#carriedOffset;
    const unreplaced = this.#unreplaced;
    return () => {
      restoreEncoder();
      restoreSequences?.();
      this.#carried = carried;
      this.#carriedOffset = carriedOffset;
      this.#unreplaced = unreplaced;
    };
  }

  #encodeCarried(list, chunks) {
    const text = this.#carried;
    if (text === '') return null;
    const count = this.#encoder.find(text, list);
    for (let number = 0; number < count; number++) list[NUMBERS_PER_ENTRY * number + 2] = 0;
    const base = this.#carriedOffset;
    const stop = this.#encoder.encode({ text, list, count, base, end: false }, chunks);
    this.#carried = stop === null ? '' : text.slice(Math.max(0, stop.end));
    return stop === null ? null : { error: stop.error, read: 0 };
  }

  #runPieces(bytes, end, asText, list, malformedList, chunks) {
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
        { text, list, count, base, end: ends, isCut: flush || isMalformed, sequences, asText },
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
    sequences?.find(text, piece, flush, this.#beforePiece, malformedList);
    const count = sequences?.merge(list, unencodable) ?? unencodable;
    if (unencodable === 0) return { count, base: count === 0 ? 0 : sequences.base };
    const state = new Uint8Array(this.#beforePiece);
    return {
      count,
      base: findOffsets(this.#from, this.#settings, piece, flush, state, list, count),
    };
  }

  // Goes back to behind the bytes of the code unit that ends at `end`; returns how many bytes of the piece that is.
  #goBack(piece, flush, text, list, { end }) {
    const decoder = this.#decoder;
    copyBytes(decoder, this.#beforePiece);
    if (end <= 0) return 0;
    list[0] = end - 1;
    const base = findOffsets(this.#from, this.#settings, piece, flush, decoder, list, 1);
    this.#carried = text.slice(end, list[NUMBERS_PER_ENTRY + 1]);
    this.#carriedOffset = base + list[2];
    this.#sequences?.read(piece, list[NUMBERS_PER_ENTRY]);
    return list[NUMBERS_PER_ENTRY];
  }
}

module.exports = {
  SubstitutingTranscoder,
  MalformedSequences,
  malformedIn,
};
