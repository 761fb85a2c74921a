'use strict';

// Transcodes a stream of bytes. What does so is loaded for the first Transcoder, because most programs have none.

const { TranscodingStream } = require('./transcoding-stream.js');

class Transcoder {
  #stream;

  constructor(from, to = 'utf-8', options = undefined) {
    this.#stream = new TranscodingStream(from, to, options);
  }

  get from() {
    return this.#stream.from;
  }

  get to() {
    return this.#stream.to;
  }

  get replacements() {
    return this.#stream.replacements;
  }

  get firstErrorOffset() {
    return this.#stream.firstErrorOffset;
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
}

module.exports = { Transcoder };
