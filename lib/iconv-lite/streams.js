'use strict';

// The streams of iconv-lite: a decoder or an encoder inside a stream.Transform of Node.js. They push what a chunk
// becomes during its write(), because callers exist that never end a stream.

const { invalidArgument } = require('../base/errors.js');
const { concatBytes, isUint8Array } = require('../base/webidl.js');
const { withOwn } = require('./codec.js');
const { lazySubclass } = require('../transcoding/transform.js');

/** A Transform around an object with write() and end(), which is its property `conv`. */
class ConverterStream extends lazySubclass(() => require('node:stream').Transform) {
  constructor(conv, options) {
    super(options);
    this.conv = conv;
  }

  _transform(chunk, _encoding, callback) {
    this._convert(() => this.conv.write(this._check(chunk)), callback);
  }

  _flush(callback) {
    this._convert(() => this.conv.end(), callback);
  }

  _convert(convert, callback) {
    let output;
    try {
      output = convert();
    } catch (error) {
      callback(error);
      return;
    }
    if (output !== undefined && output.length > 0) this.push(output, this.encoding);
    callback();
  }

  // Collects the output, and calls `callback(error, output)` once.
  _collect(callback, join) {
    const chunks = [];
    this.on('error', callback);
    this.on('data', (chunk) => chunks.push(chunk));
    this.on('end', () => callback(null, join(chunks)));
    return this;
  }
}

/** Returns a chunk if it is right, and otherwise throws the error of iconv-lite. */
function checked(chunk, isRight, stream, input) {
  if (isRight) return chunk;
  throw invalidArgument('chunk', `${stream} stream needs ${input} as its input`, chunk);
}

class IconvLiteEncoderStream extends ConverterStream {
  constructor(conv, options) {
    super(conv, withOwn(options, { decodeStrings: false }));
  }

  _check(chunk) {
    return checked(chunk, typeof chunk === 'string', 'a string: Iconv encoding', 'strings');
  }

  collect(callback) {
    return this._collect(callback, (chunks) =>
      chunks.length === 0 ? Buffer.alloc(0) : concatBytes(chunks),
    );
  }
}

class IconvLiteDecoderStream extends ConverterStream {
  constructor(conv, options) {
    super(conv, withOwn(options, { encoding: 'utf8' }));
    this.encoding = 'utf8';
  }

  _check(chunk) {
    return checked(chunk, isUint8Array(chunk), 'a Buffer: Iconv decoding', 'buffers');
  }

  collect(callback) {
    return this._collect(callback, (chunks) => chunks.join(''));
  }
}

module.exports = { ConverterStream, IconvLiteDecoderStream, IconvLiteEncoderStream };
