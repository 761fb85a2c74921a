'use strict';

// The limits of a conversion: how many errors it passes over, and how many bytes of output it makes. Beside them are the parts of the output,
// which count against them, and what puts a stream back where a call fails, for example because of a limit.

const { constants } = require('node:buffer');
const { stringTooLong } = require('../base/errors.js');
const { copyBytes, copyOf, lengthOf } = require('../base/webidl.js');
const { outputTooLarge } = require('./errors.js');

/** Counts the errors and the output of one stream against the options `maxErrors` and `maxOutputBytes`. */
class Limits {
  maxErrors;
  #maxOutputBytes;
  /** How many errors, and how many bytes of output, have been counted. */
  errors = 0;
  outputBytes = 0;

  constructor(maxErrors, maxOutputBytes) {
    this.maxErrors = maxErrors;
    this.#maxOutputBytes = maxOutputBytes;
  }

  /** Counts an error; returns false if it is one too many, which is not counted. */
  takeError() {
    if (this.errors >= this.maxErrors) return false;
    this.errors++;
    return true;
  }

  /** Counts a Buffer, or the UTF-8 bytes of a string without lone surrogates; throws RangeError if there are too many. */
  takeOutput(output) {
    if (this.#maxOutputBytes === Infinity) return;
    this.outputBytes += typeof output === 'string' ? Buffer.byteLength(output) : lengthOf(output);
    if (this.outputBytes > this.#maxOutputBytes) throw outputTooLarge(this.#maxOutputBytes);
  }

  /**
   * Throws RangeError if this many UTF-16 code units, each of which becomes at least one byte, would be too many, without
   * counting them.
   */
  checkUnits(units) {
    if (this.outputBytes + units > this.#maxOutputBytes) throw outputTooLarge(this.#maxOutputBytes);
    if (units > constants.MAX_STRING_LENGTH) throw stringTooLong();
  }
}

/**
 * Returns a function that gives objects the public fields that they have now, and the bytes of a field `state`. It puts a stream back where
 * a call fails, or where another stream begins.
 */
function restorerOf(objects) {
  const kept = objects.map((object) => {
    const fields = { ...object };
    return { object, fields, bytes: Object.hasOwn(fields, 'state') ? copyOf(fields.state) : null };
  });
  return () => {
    for (const { object, fields, bytes } of kept) {
      for (const name of Object.keys(fields)) object[name] = fields[name];
      if (bytes !== null) copyBytes(object.state, bytes);
    }
  };
}

/** The parts of the output of one call, Buffers or strings, which count against limits. */
class Chunks extends Array {
  #limits;
  #keeps;
  /** In UTF-16 code units or bytes. */
  total = 0;

  /** `limits` may be null. Without `keeps` there is nothing but the total. */
  constructor(limits, keeps = true) {
    super();
    this.#limits = limits;
    this.#keeps = keeps;
  }

  push(output) {
    this.#limits?.takeOutput(output);
    this.total += output.length;
    if (!this.#keeps) return 0;
    const isText = typeof output === 'string';
    if (isText && this.total > constants.MAX_STRING_LENGTH) throw stringTooLong();
    return super.push(output);
  }
}

module.exports = { Chunks, Limits, restorerOf };
