'use strict';

// What the codecs of this folder have in common, and how a codec is asked for more than iconv-lite's codecs have: by symbols,
// because a property of Object.prototype, or of a codec that a caller has added, could have any name.

/** Decodes a whole stream of bytes, a Uint8Array, without options. */
const decodeAll = Symbol('decodeAll');

/** Encodes a whole text, a string, without options. */
const encodeAll = Symbol('encodeAll');

/** Returns a decoder that removes a byte order mark by itself, which is faster than doing so afterwards. */
const strippingDecoder = Symbol('strippingDecoder');

/** Returns a decoder that throws for a malformed sequence. */
const strictDecoder = Symbol('strictDecoder');

/** Returns an encoder that throws for an unencodable code point, or leaves it out if the argument is true. */
const strictEncoder = Symbol('strictEncoder');

/** A codec of this folder. Those of its fields that iconv-lite reads are its own, so that no prototype can change them. */
class Codec {
  constructor(encodingName, bomAware) {
    this.encodingName = encodingName;
    this.bomAware = bomAware;
  }
}

module.exports = { Codec, decodeAll, encodeAll, strictDecoder, strictEncoder, strippingDecoder };
