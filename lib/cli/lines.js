'use strict';

// Converts text whose lines are in UTF-8 or in another encoding, for `-f lines:NAME`.

const { lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { checkLine, endOfLine } = require('../detect/by-line.js');
const { isUtf8, uncutLength, weightOf } = require('../detect/votes.js');
const { FileError } = require('../files/errors.js');
const { isAsciiCompatible, names } = require('../labels/encodings.js');
const { Outputs } = require('../transcoding/errors.js');
const { queueOf } = require('../transcoding/pieces.js');

/** In bytes: as many tell what a longer line is. */
const MAX_LINE_BYTES = 64 * 1024;

const UTF8 = 'UTF-8';

/** Does what a TranscodingStream does. */
class LinesTranscoder {
  #other;
  #isSame; // whether ASCII is
  #newTranscoder;
  #waiting = queueOf(noBytes); // the beginning of a line
  #isKnown = false; // whether what is read next belongs to a line whose encoding is known
  #from = UTF8;
  #transcoder;
  #offset = 0; // in bytes
  #replacements = 0;

  /** `newTranscoder(from, origin)` makes a TranscodingStream for the bytes from `origin` on; `other` names an encoding. */
  constructor(other, newTranscoder) {
    this.#other = other;
    this.#isSame = isAsciiCompatible(names.indexOf(other));
    this.#newTranscoder = newTranscoder;
    this.#transcoder = newTranscoder(this.#from, 0);
  }

  get replacements() {
    return this.#replacements + this.#transcoder.replacements;
  }

  run(bytes, stream, asText) {
    const outputs = new Outputs(asText);
    this.#convert(this.#waiting.with(bytes), stream, outputs);
    return outputs.result();
  }

  // Converts lines, and keeps the beginning of one.
  #convert(bytes, stream, outputs) {
    const length = lengthOf(bytes);
    let start = 0;
    let at = 0;
    for (let isEnded = true; at < length && isEnded; ) {
      const end = endOfLine(bytes, at, length);
      isEnded = end !== -1;
      if (!isEnded && stream && length - at < MAX_LINE_BYTES) break;
      const line = restOf(bytes, at, (isEnded ? end : length) - at);
      const isFirst = this.#offset + at === 0;
      const from = this.#isKnown ? null : this.#encodingOf(line, stream && !isEnded, isFirst);
      if (from !== null && from !== this.#from) {
        const goesOn =
          this.#runPart(restOf(bytes, start, at - start), true, outputs) &&
          this.#runPart(noBytes, false, outputs);
        if (!goesOn) return;
        start = at;
        this.#replacements += this.#transcoder.replacements;
        this.#transcoder = this.#newTranscoder(from, this.#offset);
        this.#from = from;
      }
      at += isEnded || !stream || from !== UTF8 ? lengthOf(line) : uncutLength(line);
      this.#isKnown = !isEnded && (this.#isKnown || from !== null);
    }
    this.#runPart(restOf(bytes, start, at - start), stream, outputs);
    this.#waiting.read(at);
  }

  // Returns the name of a line's encoding. Null stands for ASCII that both encodings read alike. Throws FileError for UTF-16.
  #encodingOf(line, isCut, isFirst) {
    try {
      checkLine(line, isFirst);
    } catch ({ code, message }) {
      throw new FileError(code, message);
    }
    if (weightOf(line) === 0) return this.#isSame ? null : this.#other;
    return isUtf8(line, isCut) ? UTF8 : this.#other;
  }

  // Converts bytes; returns whether the stream goes on.
  #runPart(bytes, stream, outputs) {
    const output = this.#transcoder.run(bytes, stream, outputs.asText);
    this.#offset += lengthOf(bytes);
    return outputs.add(output);
  }
}

module.exports = { LinesTranscoder };
