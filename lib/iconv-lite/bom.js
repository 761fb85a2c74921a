'use strict';

// Adds a byte order mark in front of text, and removes it from decoded text.

const BOM = '\uFEFF';

/** An encoder that adds a byte order mark to the first chunk of a stream. */
class AddingEncoder {
  #encoder;
  #isFirst = true;

  constructor(encoder) {
    this.#encoder = encoder;
  }

  write(text) {
    const whole = this.#isFirst ? BOM + text : text;
    this.#isFirst = false;
    return this.#encoder.write(whole);
  }

  end() {
    this.#isFirst = true;
    return this.#encoder.end();
  }
}

/** A decoder that removes a byte order mark at the start of a stream, and then calls `onBOM`. */
class StrippingDecoder {
  #decoder;
  #onBOM;
  #isFirst = true;

  constructor(decoder, onBOM) {
    this.#decoder = decoder;
    this.#onBOM = onBOM;
  }

  write(chunk) {
    return this.#strip(this.#decoder.write(chunk));
  }

  end() {
    const text = this.#strip(this.#decoder.end());
    this.#isFirst = true;
    return text || undefined;
  }

  #strip(text) {
    if (!this.#isFirst || !text) return text;
    this.#isFirst = false;
    if (text.charCodeAt(0) !== 0xfeff) return text;
    this.#onBOM?.();
    return text.slice(1);
  }
}

module.exports = { AddingEncoder, StrippingDecoder };
