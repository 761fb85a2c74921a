'use strict';

// https://encoding.spec.whatwg.org/#interface-textdecoder

const { decode, decodeStateSize } = require('./binding.js');
const { EncodingHandle, namesInLowercase } = require('./encodings.js');
const { invalidEncodedData, invalidThis } = require('./errors.js');
const {
  FATAL,
  IGNORE_BOM,
  START,
  STREAM,
  headOf,
  toDecodeFlags,
  toEncodingId,
} = require('./options.js');
const { LONGEST, decodeShort } = require('./short.js');
const { newState } = require('./states.js');
const {
  bytesOf,
  checkBufferSource,
  isShared,
  lengthOf,
  toDOMString,
  toDictionary,
} = require('./webidl.js');
const { isUint8Array } = require('node:util').types;

/** A whole stream: the text, or the core's description of the error that ended it. */
function decodeWhole(id, bytes, flags) {
  const length = lengthOf(bytes);
  if (length <= LONGEST) {
    const text = decodeShort(id, bytes, length);
    if (text !== null) return text;
  }
  return decode(headOf(id, flags), bytes);
}

class TextDecoder {
  #id;
  #flags;
  #doNotFlush = false;
  #state = null; // of the stream that is open, or room for the next
  #ioQueue = null; // the bytes left unread by a fatal error in the stream that is open

  constructor(label = 'utf-8', options = undefined) {
    const encoding = EncodingHandle.id(label) === undefined ? toDOMString(label) : label;
    this.#flags = toDecodeFlags(options);
    this.#id = toEncodingId(encoding);
  }

  get encoding() {
    return namesInLowercase[TextDecoder.#check(this).#id];
  }

  get fatal() {
    return (TextDecoder.#check(this).#flags & FATAL) !== 0;
  }

  get ignoreBOM() {
    return (TextDecoder.#check(this).#flags & IGNORE_BOM) !== 0;
  }

  decode(input = undefined, options = undefined) {
    TextDecoder.#check(this);
    const isBytes = isUint8Array(input);
    if (!isBytes) checkBufferSource(input, 'input');
    const stream =
      options === undefined ? false : Boolean(toDictionary(options, 'options')?.stream);
    const bytes = isBytes ? input : bytesOf(input);
    const result =
      stream || this.#doNotFlush
        ? this.#decodeChunk(bytes, stream)
        : decodeWhole(this.#id, bytes, this.#flags);
    if (typeof result === 'string') return result;
    throw invalidEncodedData(namesInLowercase[this.#id], result);
  }

  // One call's part of a stream. When the core throws, for lack of memory or of room in a string, the
  // decoder is left as it was before the call.
  #decodeChunk(bytes, stream) {
    let flags = this.#flags;
    if (stream) flags |= STREAM;
    if (!this.#doNotFlush) flags |= START;
    // After an error the rest of a chunk is looked at again, and shared memory is looked at once.
    const chunk = flags & FATAL && isShared(bytes) ? new Uint8Array(bytes) : bytes;
    this.#ioQueue?.push(chunk);
    this.#state ??= newState(decodeStateSize);
    let result;
    try {
      const waiting = this.#ioQueue === null ? chunk : this.#ioQueue.bytes;
      result = decode(headOf(this.#id, flags), waiting, this.#state);
    } catch (error) {
      this.#ioQueue?.unpush(lengthOf(chunk));
      throw error;
    }
    this.#doNotFlush = stream;
    if (typeof result === 'string' || !stream) {
      this.#ioQueue = null;
    } else {
      if (this.#ioQueue === null) {
        const { IoQueue } = require('./io-queue.js');
        this.#ioQueue = new IoQueue();
        this.#ioQueue.push(chunk);
      }
      this.#ioQueue.read(result.read);
    }
    return result;
  }

  static #check(decoder) {
    if (typeof decoder !== 'object' || decoder === null || !(#id in decoder)) {
      throw invalidThis('TextDecoder');
    }
    return decoder;
  }
}

Object.defineProperties(TextDecoder.prototype, {
  encoding: { enumerable: true },
  fatal: { enumerable: true },
  ignoreBOM: { enumerable: true },
  decode: { enumerable: true },
  [Symbol.toStringTag]: { value: 'TextDecoder', configurable: true },
});

module.exports = { TextDecoder, decodeWhole };
