'use strict';

// Transcodes a stream of bytes. What does so is loaded for the first Transcoder, because most programs have none.

const { defineGetters } = require('../base/webidl.js');
const { TranscodingStream } = require('./transcoding-stream.js');

class Transcoder {
  #stream;

  constructor(from, to = 'utf-8', options = undefined) {
    this.#stream = new TranscodingStream(from, to, options);
  }

  write(chunk) {
    return this.#stream.write(chunk);
  }

  end(chunk = undefined) {
    return this.#stream.end(chunk);
  }

  reset() {
    this.#stream.reset();
  }

  static {
    const names = ['from', 'to', 'replacements', 'firstErrorOffset'];
    defineGetters(Transcoder, names, (transcoder) => transcoder.#stream);
  }
}

module.exports = { Transcoder };
