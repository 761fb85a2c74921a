'use strict';

// A Transform that stops within a chunk while its consumer wants no more.

const { invalidArgument } = require('../base/errors.js');

/**
 * Stands for stream.Transform, and becomes a subclass of it when the first stream is made, because node:stream takes more
 * than a millisecond to load.
 */
function LazyTransform(options) {
  const { Transform } = require('node:stream');
  Object.setPrototypeOf(LazyTransform, Transform);
  Object.setPrototypeOf(LazyTransform.prototype, Transform.prototype);
  return Reflect.construct(Transform, [options], new.target);
}

/**
 * Lets a stream stop until its consumer wants more. `goOn` is then called once, unless the stream is destroyed. It
 * continues with the chunk, and calls the callback of the chunk at its end.
 */
let pause;

// The options with which Node's Transform replaces the methods of a stream. A stream of this package would then wait forever.
const methodOptions = ['destroy', 'final', 'flush', 'read', 'transform', 'write', 'writev'];

/** Throws TypeError for options that would replace methods of the stream. `options` is an object, null or undefined. */
function checkMethods(options) {
  for (const name of methodOptions) {
    const method = options?.[name] ?? null;
    if (method === null) continue;
    throw invalidArgument(
      `options.${name}`,
      'left out: the stream has a method of its own',
      method,
    );
  }
}

class PausingTransform extends LazyTransform {
  #goOn = null;
  #hasPushed = false; // since the last call of _read()

  constructor(options) {
    checkMethods(options);
    super(options);
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

  _destroy(error, callback) {
    // A signal that is already aborted destroys the stream before the constructor has made its fields.
    if (#goOn in this) this.#goOn = null;
    super._destroy(error, callback);
  }

  static {
    pause = (stream, goOn) => {
      stream.#goOn = goOn;
    };
  }
}

module.exports = { LazyTransform, PausingTransform, pause };
