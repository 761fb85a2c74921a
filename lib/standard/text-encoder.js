'use strict';

// TextEncoder: encodes strings to UTF-8.
// https://encoding.spec.whatwg.org/#interface-textencoder

const { encodeInto, encodeUtf8Apart, unencodables } = require('../native/encode.js');
const { encodingId } = require('../native/encodings.js');
const { invalidArgument, invalidThis } = require('../base/errors.js');
const { defineInterface, toDOMString } = require('../base/webidl.js');
const { isUint8Array } = require('node:util').types;

const utf8 = encodingId('utf-8');

class TextEncoder {
  #encoding = 'utf-8';

  get encoding() {
    return TextEncoder.#check(this).#encoding;
  }

  encode(input = '') {
    TextEncoder.#check(this);
    return encodeUtf8Apart(utf8, toDOMString(input));
  }

  encodeInto(source, destination) {
    TextEncoder.#check(this);
    // biome-ignore lint/complexity/noArguments: Web IDL counts them before it looks at any.
    if (arguments.length < 2) throw invalidArgument('destination', 'a Uint8Array', destination);
    const text = toDOMString(source);
    if (!isUint8Array(destination)) {
      throw invalidArgument('destination', 'a Uint8Array', destination);
    }
    return encodeInto(utf8, unencodables.fatal, text, destination);
  }

  static #check(encoder) {
    if (typeof encoder !== 'object' || encoder === null || !(#encoding in encoder)) {
      throw invalidThis('TextEncoder');
    }
    return encoder;
  }
}

defineInterface(TextEncoder);

module.exports = { TextEncoder };
