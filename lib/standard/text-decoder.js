'use strict';

// TextDecoder decodes bytes to strings, in one call or as a stream of chunks; TextDecoderStream is a TextDecoder inside a
// TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textdecoder
// https://encoding.spec.whatwg.org/#interface-textdecoderstream

const { EncodingHandle, namesInLowercase } = require('../labels/encodings.js');
const { invalidArgument, invalidEncodedData, invalidThis } = require('../base/errors.js');
const { flags, headOf, placeFlags } = require('../backend/backend.js');
const { toDecodeFlags, toEncodingId } = require('../transcoding/options.js');
const { decodeChunk, decodeWhole, newDecodeState } = require('../backend/decode.js');
const {
  bytesOf,
  checkBufferSource,
  defineInterface,
  isUint8Array,
  restOf,
  stableBytes,
  toDOMString,
  toDictionary,
} = require('../base/webidl.js');

/** Returns the core's number of the encoding in the first argument of a native call. */
const idOf = (head) => head & 0xff;

let headOfDecoder; // returns the first argument of native calls of a TextDecoder

/** Tells whether the first argument of a native call has a flag. */
const has = (head, flag) => (head & headOf(0, flag)) !== 0;

// What a decoder needs for streams. It is made for the first chunk, because most decoders never decode a stream.
class DecoderStream {
  isOpen = false; // the standard's "do not flush"
  state = newDecodeState(); // of the stream that is open, or memory for the next
  ioQueue = null; // the bytes left unread by a fatal error in the stream that is open
}

class TextDecoder {
  #head; // of native calls: the encoding, `fatal` and `ignoreBOM`
  #stream = null;

  constructor(label = 'utf-8', options = undefined) {
    const encoding = EncodingHandle.id(label) === undefined ? toDOMString(label) : label;
    const settings = toDecodeFlags(options);
    this.#head = headOf(toEncodingId(encoding), settings);
  }

  get encoding() {
    return namesInLowercase[idOf(TextDecoder.#check(this).#head)];
  }

  get fatal() {
    return has(TextDecoder.#check(this).#head, flags.fatal);
  }

  get ignoreBOM() {
    return has(TextDecoder.#check(this).#head, flags.ignoreBOM);
  }

  decode(input = undefined, options = undefined) {
    TextDecoder.#check(this);
    const isBytes = isUint8Array(input);
    if (!isBytes) checkBufferSource(input, 'input');
    const stream =
      options === undefined ? false : Boolean(toDictionary(options, 'options')?.stream);
    const bytes = isBytes ? input : bytesOf(input);
    const result =
      stream || this.#stream?.isOpen
        ? this.#decodeChunk(bytes, stream)
        : decodeWhole(this.#head, bytes);
    if (typeof result === 'string') return result;
    throw invalidEncodedData(namesInLowercase[idOf(this.#head)], result);
  }

  // Decodes one chunk of a stream. If the core throws, because there is not enough memory or the text is too long for a
  // string, the decoder stays as it was before the call.
  #decodeChunk(bytes, stream) {
    this.#stream ??= new DecoderStream();
    const { isOpen, state, ioQueue } = this.#stream;
    const head = this.#head | headOf(0, placeFlags(!isOpen, !stream));
    // After an error the rest of a chunk is read again, so shared memory, which may change meanwhile, is copied.
    const chunk = has(head, flags.fatal) ? stableBytes(bytes) : bytes;
    const result = decodeChunk(head, ioQueue === null ? chunk : ioQueue.with(chunk), state);
    this.#stream.isOpen = stream;
    if (typeof result === 'string' || !stream) {
      this.#stream.ioQueue = null;
    } else if (ioQueue === null) {
      const { queueOf } = require('../transcoding/io-queue.js');
      this.#stream.ioQueue = queueOf(restOf(chunk, result.read));
    } else {
      ioQueue.read(result.read);
    }
    return result;
  }

  static {
    headOfDecoder = (decoder) => decoder.#head;
  }

  static #check(decoder) {
    // Object(decoder) would say the same, but V8 could then not do without memory for a decoder that is used once.
    if (typeof decoder === 'object' && decoder !== null && #head in decoder) return decoder;
    throw invalidThis('TextDecoder');
  }
}

defineInterface(TextDecoder);

// Captured at load, so that user code that replaces the members of TextDecoder later cannot change TextDecoderStream.
const { decode } = TextDecoder.prototype;

class TextDecoderStream {
  #head; // that of the decoder
  #transform;

  constructor(label = 'utf-8', options = undefined) {
    const decoder = new TextDecoder(label, options);
    const decodeAndEnqueue = (controller, chunk, stream) => {
      const text = decode.call(decoder, chunk, { stream });
      if (text !== '') controller.enqueue(text);
    };
    this.#head = headOfDecoder(decoder);
    // Loaded here because it takes milliseconds, and few programs need it.
    const { TransformStream } = require('node:stream/web');
    this.#transform = new TransformStream({
      __proto__: null, // The runtime must not find methods on Object.prototype.
      // https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
      transform: (chunk, controller) => {
        // decode() would accept undefined, as no bytes; a chunk must be a buffer or a view.
        if (chunk === undefined) throw invalidArgument('chunk', 'a buffer or a view on one', chunk);
        decodeAndEnqueue(controller, chunk, true);
      },
      // https://encoding.spec.whatwg.org/#flush-and-enqueue
      flush: (controller) => decodeAndEnqueue(controller, undefined, false),
    });
  }

  get encoding() {
    return namesInLowercase[idOf(TextDecoderStream.#check(this).#head)];
  }

  get fatal() {
    return has(TextDecoderStream.#check(this).#head, flags.fatal);
  }

  get ignoreBOM() {
    return has(TextDecoderStream.#check(this).#head, flags.ignoreBOM);
  }

  get readable() {
    return TextDecoderStream.#check(this).#transform.readable;
  }

  get writable() {
    return TextDecoderStream.#check(this).#transform.writable;
  }

  static #check(stream) {
    if (#transform in Object(stream)) return stream;
    throw invalidThis('TextDecoderStream');
  }
}

defineInterface(TextDecoderStream);

module.exports = { TextDecoder, TextDecoderStream };
