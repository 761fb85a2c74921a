'use strict';

// The base of this package's streams of Node.js.
// Required inside functions alone, because node:stream takes more than a millisecond to load.

const { Transform } = require('node:stream');
const { invalidArgument } = require('../base/errors.js');
const { setTimeout } = require('./codecs.js');
const { Failure, noEncodingToSet } = require('./errors.js');

// The options with which Node's Transform replaces the methods of a stream. A stream of this package would then wait forever.
const methodOptions = ['destroy', 'final', 'flush', 'read', 'transform', 'write', 'writev'];

/** Throws TypeError if one of these options is given. */
function refuse(options, names, expected) {
  const name = names.find((each) => options[each]);
  if (name !== undefined) throw invalidArgument(`options.${name}`, expected, options[name]);
}

// In milliseconds: the longest pause before a stream looks again whether its destination has written everything.
const MAX_PAUSE_MS = 32;

// In bytes or UTF-16 code units: how much of a chunk is converted before the stream asks whether the consumer wants more,
// so that the output that waits for the consumer does not grow with the chunk.
const SLICE_LENGTH = 64 * 1024;

function pieceOf(chunk, start, end) {
  return typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end);
}

/**
 * Tells whether a destination of pipe() contains no data that would be lost if it were destroyed. For a Transform its
 * output counts too, while it has a consumer that has not paused it. A corked stream counts as empty, because it may itself
 * be waiting for the error.
 */
function isAtRest(destination) {
  if (destination.destroyed || destination.writableCorked > 0) return true;
  if (destination.writableLength > 0) return false;
  // Not `instanceof`: the Transform of the package readable-stream, on which through2 stands, is another class.
  if (destination._transform === undefined || typeof destination.readableFlowing !== 'boolean') {
    return true;
  }
  const isPaused = destination.isPaused() && destination.listenerCount('data') > 0;
  return destination.readableLength === 0 && !isPaused;
}

/** An error that waits until the consumer has read everything that comes before it. */
class WaitingError {
  report;
  isScheduled = false; // whether a look is planned: the stream then checks whether it can report the error
  isAskedFor = false; // whether the consumer has called read() since the last look
  hasNews = true; // whether the next look emits « readable »
  pause = 1; // in milliseconds: the time until the next look at a destination that is still writing

  constructor(report) {
    this.report = report;
  }
}

/**
 * A Transform that converts chunks piece by piece, and stops within a chunk while its consumer wants no more. It reports an error only when
 * the consumer has read everything that comes before the error and continues to read.
 */
class ConvertStream extends Transform {
  #convert;
  #givesObjects;
  #goOn = null; // continues with the chunk in which the stream has stopped
  #hasPushed = false; // since the last call of _read()
  #waitingError = null;
  #isIterated = false; // whether the stream has been asked for an async iterator
  #destinations = new Set(); // streams that this stream is piped to

  /**
   * `convert(piece)` returns the output or a Failure; null in place of a piece ends the stream. With `givesObjects` it is given whole
   * chunks, and returns an iterator of objects.
   */
  constructor(convert, options, givesObjects = false) {
    const settings = { __proto__: null, ...options, decodeStrings: false };
    const names = ['objectMode', 'writableObjectMode'];
    if (!givesObjects) names.push('readableObjectMode');
    refuse(settings, names, 'false or left out: this is a stream of bytes and text');
    refuse(settings, methodOptions, 'left out: the stream has a method of its own');
    if (givesObjects) Object.assign(settings, { readableObjectMode: true, encoding: undefined });
    super(settings);
    this.#convert = convert;
    this.#givesObjects = givesObjects;
  }

  setEncoding(encoding) {
    if (this.#givesObjects) throw noEncodingToSet();
    return super.setEncoding(encoding);
  }

  _transform(chunk, _encoding, callback) {
    this.#pushFrom(this.#outputsOf(chunk), callback);
  }

  _flush(callback) {
    this.#pushFrom(this.#outputsOf(null), callback);
  }

  push(chunk, encoding) {
    this.#hasPushed = true;
    return super.push(chunk, encoding);
  }

  _read(size) {
    const goOn = this.#goOn;
    this.#goOn = null;
    this.#hasPushed = false;
    if (goOn !== null) goOn();
    // A Transform whose buffer is full keeps the callback of a chunk for the next _read(), which comes only after a push().
    if (!this.#hasPushed) super._read(size);
  }

  // While an error waits, a consumer that asks for more bytes than there are gets the rest, as at the end of a stream.
  read(size) {
    const waiting = this.#waitingError;
    if (waiting === null) return super.read(size);
    const isByConsumer = size !== 0 && this.readableFlowing !== true;
    const isTooMuch = size > this.readableLength;
    const chunk = super.read(isTooMuch ? this.readableLength : size);
    if (chunk !== null) waiting.hasNews = true;
    if (isByConsumer && (chunk === null || !this.#isIterated)) waiting.isAskedFor = true;
    this.#lookLater();
    return chunk;
  }

  [Symbol.asyncIterator]() {
    this.#isIterated = true;
    return super[Symbol.asyncIterator]();
  }

  iterator(options) {
    this.#isIterated = true;
    return super.iterator(options);
  }

  pipe(destination, options) {
    const result = super.pipe(destination, options);
    this.#destinations.add(destination);
    return result;
  }

  unpipe(destination) {
    if (destination === undefined) this.#destinations.clear();
    else this.#destinations.delete(destination);
    super.unpipe(destination);
    this.#lookLater();
    return this;
  }

  _destroy(error, callback) {
    // A signal that is already aborted destroys the stream before the constructor has made its fields.
    if (#convert in this) {
      this.#waitingError = null;
      this.#goOn = null;
    }
    super._destroy(error, callback);
  }

  // Returns an iterator of the output of a chunk. The chunk null is the end of the stream.
  #outputsOf(chunk) {
    if (this.#givesObjects || chunk?.length > SLICE_LENGTH) return this.#manyOutputsOf(chunk);
    return { next: () => ({ done: true, value: this.#convert(chunk) }) };
  }

  // Yields objects, or what the pieces of a chunk become, and returns what the last one does.
  *#manyOutputsOf(chunk) {
    if (this.#givesObjects) return yield* this.#convert(chunk);
    let at = 0;
    for (; at + SLICE_LENGTH < chunk.length; at += SLICE_LENGTH) {
      yield this.#convert(pieceOf(chunk, at, at + SLICE_LENGTH));
    }
    return this.#convert(pieceOf(chunk, at));
  }

  // Pushes what an iterator gives, until the consumer wants no more. Calls the callback of a chunk at its end.
  #pushFrom(iterator, callback) {
    for (;;) {
      let next;
      try {
        next = iterator.next();
      } catch (error) {
        next = { value: new Failure(error, '') };
      }
      const { done, value } = next;
      if (value instanceof Failure) {
        this.#failLater(value, callback);
        return;
      }
      const wantsMore = value === undefined || this.#pushOutput(value);
      if (done) {
        callback();
        return;
      }
      if (this.destroyed) return;
      if (!wantsMore) {
        this.#goOn = () => this.#pushFrom(iterator, callback);
        return;
      }
    }
  }

  // Pushes output; returns whether the consumer wants more.
  #pushOutput(output) {
    if (output.length === 0) return true;
    // Under the encoding that the consumer has asked for, Node hands the string on without another conversion.
    return typeof output === 'string'
      ? this.push(output, this.readableEncoding)
      : this.push(output);
  }

  // Keeps an error back until the output has been read, because an error destroys the stream with the output in it.
  #failLater({ error, output }, callback) {
    this.#pushOutput(output);
    // Node takes a falsy value for « no error », but a caller's function may have thrown one.
    const reported = error || new Error(`A function threw ${String(error)}`, { cause: error });
    this.#waitingError = new WaitingError(() => callback(reported));
    // A consumer that begins to listen when nothing is left to read would get no event.
    this.on('newListener', (name) => {
      if (name === 'readable') this.#lookLater();
    });
    this.#lookLater();
  }

  #lookLater() {
    const waiting = this.#waitingError;
    if (waiting === null || waiting.isScheduled) return;
    waiting.isScheduled = true;
    process.nextTick(() => this.#look(waiting));
  }

  // Reports the error if everything before it has been read, and otherwise leaves it waiting.
  #look(waiting) {
    const { isAskedFor, hasNews } = waiting;
    waiting.isScheduled = false;
    waiting.isAskedFor = false;
    waiting.hasNews = false;
    if (this.#waitingError === null) return;
    // A consumer may be waiting for more bytes than there are, or may read only once for each event.
    if (hasNews && this.listenerCount('readable') > 0) this.emit('readable');
    if (this.#waitingError === null || this.readableLength !== 0) return;
    if (!isAskedFor && !this.#isReadOn()) return;
    if (![...this.#destinations].every(isAtRest)) this.#lookAfterPause(waiting);
    else {
      this.#waitingError = null;
      waiting.report();
    }
  }

  // Looks again after a pause: if write() of a destination returned true, no event tells that it has written the chunk.
  #lookAfterPause(waiting) {
    if (waiting.isScheduled) return;
    waiting.isScheduled = true;
    setTimeout(() => this.#look(waiting), waiting.pause);
    waiting.pause = Math.min(2 * waiting.pause, MAX_PAUSE_MS);
  }

  // Tells whether the consumer continues to read. A consumer that has paused the stream, or that has an iterator, may still
  // be working on what it has read, but not if it has read nothing yet.
  #isReadOn() {
    if (this.readableFlowing !== false) return true;
    if (this.listenerCount('readable') > 0) return !this.#isIterated;
    return !this.readableDidRead || this.listenerCount('data') === 0;
  }
}

module.exports = { ConvertStream };
