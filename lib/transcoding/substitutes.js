'use strict';

// Encodes text with a caller's function for unencodable code points or for malformed sequences, or with a limit of both. The
// text is encoded piece by piece: one native call finds all unencodable code points of a piece, and the text for each of them
// is then encoded in its place.

const {
  encodeChunk,
  findUnencodables,
  newEncodeState,
  unencodables,
} = require('../backend/encode.js');
const {
  NUMBERS_PER_ENTRY,
  PIECE_UNITS,
  eachPiece,
  sequenceOf,
  unitsOf,
  withList,
} = require('./pieces.js');
const { isUnicode } = require('../labels/encodings.js');
const { invalidArgument } = require('../base/errors.js');
const { transliterating } = require('./options.js');
const { tooManyErrors } = require('./errors.js');
const { REPLACEMENT } = require('../base/webidl.js');

// In UTF-16 code units: pieces and their substitutes are collected in one text. The text is encoded as soon as it is longer
// than this.
const MAX_COMPOSED_UNITS = 8 * PIECE_UNITS;

// In UTF-16 code units: a longer text is encoded in parts, so that a limit of the output is noticed in time.
const MAX_ENCODED_UNITS = 2 * MAX_COMPOSED_UNITS;

// In UTF-16 code units: isPlain() checks a substitute of up to this length, and the core a longer one.
const MAX_PLAIN_UNITS = 64;

/** Tells whether a text is short and printable ASCII, which every encoding contains in every state. */
function isPlain(text) {
  if (text.length > MAX_PLAIN_UNITS) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** Does what findUnencodables() does, for an encoding of which only ASCII is written. */
function findBeyondAscii(text, list) {
  const most = Math.floor(list.length / NUMBERS_PER_ENTRY);
  let count = 0;
  for (let i = 0; i < text.length && count < most; i++) {
    if (text.charCodeAt(i) < 0x80) continue;
    const codePoint = text.codePointAt(i);
    list[NUMBERS_PER_ENTRY * count] = i;
    list[NUMBERS_PER_ENTRY * count + 1] = codePoint;
    count += 1;
    if (codePoint > 0xffff) i += 1;
  }
  return count;
}

/** Returns entries of a list with each index and each place moved. */
const moved = (entries, index, place) =>
  entries.map((value, at) => value + [index, 0, place][at % NUMBERS_PER_ENTRY]);

/** The text that each mode of the option `unencodable` writes for a code point. The mode `fatal` writes nothing: there it is an error. */
const textByMode = {
  fatal: null,
  html: (codePoint) => `&#${codePoint};`,
  replace: () => '?',
  skip: () => '',
};

/** The function of a mode, by the core's number of the mode. */
const substituteOf = (mode) =>
  textByMode[Object.keys(unencodables).find((name) => unencodables[name] === mode)];

/** An error that ended the encoding of a piece. */
class Stop {
  error;
  /** Where the code point that caused it ends in the piece; 0 or less if that is before the piece. */
  end = 0;
  isUnreplaced = false; // whether it is a malformed sequence for which there is no text

  constructor(error) {
    this.error = error;
  }
}

// The text in front of the next piece, its entries of the list, and what the places count from: a letter and marks that may go on, or what
// carry() was given.
const noCluster = { text: '', entries: [], base: undefined };

/**
 * Encodes a stream of text with the text that a function returns in the place of each unencodable code point, and of each
 * U+FFFD that stands for a malformed sequence.
 */
class SubstitutingEncoder {
  #own;
  #substitute; // the function for unencodable code points, or null where these are errors
  #first = new Uint32Array(NUMBERS_PER_ENTRY); // the first unencodable code point of a substitute
  #lastText = ''; // the last text that the core has found to be encodable
  #hasReplacement = null; // whether the encoding contains U+FFFD
  #similar = null; // where similar text is asked for
  state = newEncodeState();
  isStarted = false;
  held = noCluster;
  /** How many code points have been replaced so far. */
  replacements = 0;

  /**
   * `own` has `to`, the core's number of the encoding; `isOnlyAscii`, with which only ASCII can be encoded; `mode` and `substitute`, as
   * toEncodeOptions() returns them; `malformed(bytes, offset, reason)`, which returns the text for a malformed sequence, or is null;
   * `call(name, ownFunction, ...args)`, which calls the function that is the option `name`; the `limits` of the stream; `errorOf()`, which
   * makes the error for a malformed sequence or for { offset, codePoint }; and perhaps `lines`, a LineCounter, which is at the place of a
   * code point when a function is called for it, and at that of an error when the stream ends with one.
   */
  constructor(own) {
    this.#own = own;
    this.#substitute = own.substitute ?? substituteOf(own.mode);
    if (!transliterating.has(own.substitute) || isUnicode(own.to)) return;
    // Few programs ask for similar text.
    const { Transliterator } = require('./transliteration.js');
    this.#similar = new Transliterator((text) => this.find(text, this.#first) === 0);
  }

  /** Fills a list with the unencodable code points of a piece of text; returns how many there are. */
  find(text, list) {
    const { to, isOnlyAscii } = this.#own;
    if (isOnlyAscii) return findBeyondAscii(text, list);
    return isUnicode(to) ? 0 : findUnencodables(to, text, list);
  }

  /**
   * Encodes a piece of well-formed text, and adds Buffers to `chunks`, or the text itself with `asText`, which only UTF-8
   * allows. The first `count` entries of the list are the unencodable code points of the text and the malformed sequences, whose bytes
   * `sequences` has. The functions and the errors get `base` plus the place in the list; `end`
   * means that no text follows, and `isCut` that no mark that follows belongs to the last letter. Returns null, or a Stop if a
   * function throws, or returns text that cannot be encoded, or at an error; the text before that has then been encoded, and the
   * next piece must begin after it. Throws only when there is not enough memory, or too much output.
   */
  encode({ text: piece, list, count: own, base, end, sequences, isCut = end, asText }, chunks) {
    const { text: before, entries: first, base: origin = base } = this.held;
    const shift = before.length;
    const text = before + piece;
    const entries = list.subarray(0, NUMBERS_PER_ENTRY * own);
    const all =
      shift === 0 ? list : Uint32Array.from([...first, ...moved(entries, shift, base - origin)]);
    const count = first.length / NUMBERS_PER_ENTRY + own;
    // Keeps a part of the text and its entries, from `number` up to `most`, for the next piece.
    const hold = (from, to, number, most) => {
      const rest = moved(all.slice(NUMBERS_PER_ENTRY * number, NUMBERS_PER_ENTRY * most), -from, 0);
      this.held =
        from < to ? { text: text.slice(from, to), entries: rest, base: origin } : noCluster;
    };
    const open = (isCut ? null : this.#similar?.startOfOpen(text)) ?? text.length;
    // The parts are joined at once: a string that is made by adding parts keeps each of them alive in V8.
    let parts = [];
    let length = 0;
    const flush = (isLast) => {
      this.#append(parts.join(''), isLast, asText, chunks);
      parts = [];
      length = 0;
    };
    const add = (part) => {
      if (length + part.length > MAX_COMPOSED_UNITS) flush(false);
      parts.push(part);
      length += part.length;
    };
    let start = 0;
    const { lines } = this.#own;
    let number = 0;
    for (; number < count; number++) {
      const index = all[NUMBERS_PER_ENTRY * number];
      if (index >= open) break;
      // A letter has been encoded with all of its marks.
      if (index < start) continue;
      lines?.countTo(text, index);
      const place = origin + all[NUMBERS_PER_ENTRY * number + 2];
      const named = all[NUMBERS_PER_ENTRY * number + 1];
      const sequence = sequenceOf(named, place);
      const codePoint = sequence === null ? named : REPLACEMENT.charCodeAt(0);
      let from = index;
      let to = index + unitsOf(codePoint);
      let substitute = null;
      if (sequence !== null) {
        substitute = this.#textForMalformed(sequence, sequences);
      } else if (this.#similar !== null) {
        const cluster = this.#similar.clusterAround(text, start, index);
        substitute = this.#textForCluster(text.slice(...cluster), place);
        if (substitute !== null) [from, to] = cluster;
      }
      substitute ??= this.#textForUnencodable(codePoint, place);
      if (from > start) add(text.slice(start, from));
      start = to;
      if (substitute instanceof Stop) {
        flush(false);
        substitute.end = to - shift;
        hold(to, shift, number + 1, count - own);
        return substitute;
      }
      add(substitute);
    }
    lines?.countAll(text.slice(0, open));
    add(text.slice(start, open));
    hold(open, text.length, number, count);
    flush(end);
    return null;
  }

  /** Puts text in front of the next piece. All of it comes from the bytes at the place `base`. */
  carry(text, base) {
    if (text === '') return;
    this.held = withList((list) => {
      const entries = list.slice(0, NUMBERS_PER_ENTRY * this.find(text, list));
      for (let at = 2; at < entries.length; at += NUMBERS_PER_ENTRY) entries[at] = 0;
      return { text, entries, base };
    });
  }

  // The next functions return encodable text, or a Stop.

  #textForUnencodable(codePoint, place) {
    if (this.#substitute !== null && !this.#own.limits.takeError()) {
      return this.#tooMany({ offset: place, codePoint });
    }
    return this.#substituteFor(codePoint, place);
  }

  // Returns the text for a letter and its marks; null if there are no marks, or at an error.
  #textForCluster(cluster, place) {
    if (cluster.length === unitsOf(cluster.codePointAt(0))) return null;
    const text = this.#substituteIn(this.#similar.compose(cluster), place, true);
    return text instanceof Stop ? null : text;
  }

  #textForMalformed(sequence, sequences) {
    const text = this.#replacementOf(sequence, sequences);
    if (text instanceof Stop) {
      text.isUnreplaced = true;
      return text;
    }
    if (isPlain(text)) return text;
    if (text === REPLACEMENT) {
      this.#hasReplacement ??= this.#isEncodable(REPLACEMENT);
      return this.#hasReplacement ? text : this.#substituteFor(text.charCodeAt(0), sequence.offset);
    }
    const wellFormed = text.toWellFormed();
    return this.#isEncodable(wellFormed)
      ? wellFormed
      : this.#substituteIn(wellFormed, sequence.offset);
  }

  // Returns the text that replaces a malformed sequence, which may be unencodable.
  #replacementOf(sequence, sequences) {
    if (!this.#own.limits.takeError()) return this.#tooMany(sequence);
    if (this.#own.malformed === null) return REPLACEMENT;
    const { offset, reason } = sequence;
    return this.#call(
      'malformed',
      this.#own.malformed,
      sequences.bytesOf(sequence),
      offset,
      reason,
    );
  }

  #substituteFor(codePoint, place) {
    if (this.#substitute === null) return this.#unencodable(codePoint, place);
    const similar = this.#similar?.textFor(String.fromCodePoint(codePoint));
    const text = similar ?? this.#call('unencodable', this.#substitute, codePoint, place);
    if (text instanceof Stop) return text;
    const isSure = isPlain(text);
    const wellFormed = isSure ? text : text.toWellFormed();
    if (!isSure && !this.#isEncodable(wellFormed)) {
      return this.#unencodable(this.#first[1], place);
    }
    this.replacements++;
    return wellFormed;
  }

  // Returns a text with substitutes in the place of its unencodable code points. In the text for a malformed sequence these do not
  // count as errors: the malformed sequence is one.
  #substituteIn(text, place, countsErrors = false) {
    const before = this.replacements;
    let result = '';
    const stop = withList((list) =>
      eachPiece(text, PIECE_UNITS, (piece) => {
        const count = this.find(piece, list);
        let start = 0;
        for (let number = 0; number < count; number++) {
          const index = list[NUMBERS_PER_ENTRY * number];
          const codePoint = list[NUMBERS_PER_ENTRY * number + 1];
          const substitute = countsErrors
            ? this.#textForUnencodable(codePoint, place)
            : this.#substituteFor(codePoint, place);
          if (substitute instanceof Stop) return substitute;
          const plain = piece.slice(start, index);
          this.#own.limits.checkUnits(result.length + plain.length + substitute.length);
          result += plain + substitute;
          start = index + unitsOf(codePoint);
        }
        result += piece.slice(start);
        return null;
      }),
    );
    if (stop === null) return result;
    this.replacements = before;
    return stop;
  }

  // Calls the function that is the option `name`; returns a Stop if it throws, or returns no text.
  #call(name, ownFunction, ...args) {
    try {
      const text = this.#own.call(name, ownFunction, ...args);
      if (typeof text === 'string') return text;
      return new Stop(invalidArgument(`What options.${name} returns`, 'a string', text));
    } catch (error) {
      return new Stop(error);
    }
  }

  #unencodable(codePoint, offset) {
    return new Stop(this.#own.errorOf({ offset, codePoint }));
  }

  #tooMany(error) {
    return new Stop(tooManyErrors(this.#own.limits.maxErrors, this.#own.errorOf(error)));
  }

  // Tells whether the encoding contains a well-formed text. If it does not, #first has the first code point that it lacks.
  #isEncodable(text) {
    if (text === this.#lastText) return true;
    if (this.find(text, this.#first) !== 0) return false;
    this.#lastText = text;
    return true;
  }

  // Encodes a text that has no unencodable code point, and adds its bytes.
  #append(text, end, asText, chunks) {
    if (text === '' && (asText || !end)) return;
    if (asText) {
      chunks.push(text);
      return;
    }
    eachPiece(text, MAX_ENCODED_UNITS, (part, isLast) => {
      const ends = end && isLast;
      const isFirst = !this.isStarted;
      chunks.push(encodeChunk(this.#own.to, unencodables.fatal, part, isFirst, ends, this.state));
      this.isStarted = !ends;
    });
  }
}

module.exports = { SubstitutingEncoder, textByMode };
