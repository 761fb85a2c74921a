'use strict';

// Reads and writes UTF-7 and CESU-8, which the core does not have, with the codecs of iconv-lite/.

const { noBytes } = require('../base/webidl.js');
const { Units } = require('../iconv-lite/codec.js');
const { Cesu8Codec } = require('../iconv-lite/unicode-codecs.js');
const { Utf7Codec } = require('../iconv-lite/utf-7.js');

const codecOf = {
  'UTF-7': () => new Utf7Codec({ form: 'utf7' }),
  'UTF-7-IMAP': () => new Utf7Codec({ form: 'utf7imap' }),
  'CESU-8': () => new Cesu8Codec({}),
};

/** Stands for malformed input: a surrogate alone, which is malformed in UTF-16 too. */
const MALFORMED = 0xdc00;

/** In code units: no less than a letter with its marks, which a TranscodingStream that transliterates holds until the next letter. */
const MAX_HELD_UNITS = 128;

/** Keeps the offset of the bytes of each code unit. */
class PlacedUnits extends Units {
  places = [];

  put(unit, place) {
    this.places.push(place);
    super.put(unit);
  }
}

/** Makes UTF-16LE of the bytes of a stream. What is malformed becomes a surrogate alone. */
class FormReader {
  #units = new PlacedUnits(MALFORMED);
  #decoder;
  #before = 0; // the code units before those whose places are kept

  constructor(name) {
    this.#decoder = codecOf[name]().newDecoder(undefined, this.#units);
  }

  read(bytes, isLast) {
    const { places } = this.#units;
    this.#units.places = places.slice(-MAX_HELD_UNITS);
    this.#before += places.length - this.#units.places.length;
    const text = this.#decoder.write(bytes);
    return Buffer.from(isLast ? text + (this.#decoder.end() ?? '') : text, 'utf16le');
  }

  /** Returns the offset in the stream for an offset in the UTF-16LE, which is in the last chunk or was held. */
  placeOf(offset) {
    return this.#units.places[offset / 2 - this.#before];
  }
}

/** Returns a function that encodes the texts of a stream. */
function formWriterOf(name) {
  const encoder = codecOf[name]().newEncoder();
  return (text, isLast) => {
    const bytes = encoder.write(text);
    return isLast ? Buffer.concat([bytes, encoder.end() ?? noBytes]) : bytes;
  };
}

module.exports = { FormReader, formWriterOf };
