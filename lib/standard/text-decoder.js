'use strict';

// The room standard/ has the interfaces and the hooks of the standard, in its words.
// May require base/, backend/, labels/ and transcoding/.
//
// TextDecoder decodes bytes to strings, in one call or as a stream of chunks; TextDecoderStream is a TextDecoder inside a
// TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textdecoder
// https://encoding.spec.whatwg.org/#interface-textdecoderstream

const { idOfHandle, namesInLowercase } = require('../labels/encodings.js');
const { invalidArgument, invalidEncodedData, invalidThis } = require('../base/errors.js');
const { toDecodeFlags, toEncodingId } = require('../transcoding/options.js');
const { ChunkDecoder, FATAL, IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const {
  bytesOf,
  checkBufferSource,
  defineInterface,
  defineTransformStream,
  getter,
  isUint8Array,
  newTransform,
  restOf,
  stableBytes,
  toDOMString,
  toDictionary,
} = require('../base/webidl.js');

class TextDecoder {
  #id; // the core's number of the encoding
  #settings; // FATAL and IGNORE_BOM
  // For streams, made for the first chunk, because most decoders never decode a stream. While it is open, the standard's "do not
  // flush" is true.
  #stream = null;
  #ioQueue = null; // the bytes left unread by a fatal error in the stream that is open

  constructor(label = 'utf-8', options = undefined) {
    const isLabel = typeof label === 'string' || idOfHandle(label) !== undefined;
    const encoding = isLabel ? label : toDOMString(label);
    this.#settings = toDecodeFlags(options);
    this.#id = toEncodingId(encoding);
  }

  get encoding() {
    return namesInLowercase[TextDecoder.#check(this).#id];
  }

  get fatal() {
    return (TextDecoder.#check(this).#settings & FATAL) !== 0;
  }

  get ignoreBOM() {
    return (TextDecoder.#check(this).#settings & IGNORE_BOM) !== 0;
  }

  decode(input = undefined, options = undefined) {
    TextDecoder.#check(this);
    const isBytes = isUint8Array(input);
    if (!isBytes) checkBufferSource(input, 'input');
    const stream =
      options === undefined ? false : Boolean(toDictionary(options, 'options')?.stream);
    const bytes = isBytes ? input : bytesOf(input);
    const text =
      stream || this.#stream?.isOpen
        ? this.#decodeChunk(bytes, stream)
        : this.#textOf(decodeWhole(this.#id, this.#settings, bytes));
    if (typeof text === 'string') return text;
    throw text;
  }

  // Returns a text as it is, and an error for the core's description of one.
  #textOf(result) {
    return typeof result === 'string'
      ? result
      : invalidEncodedData(namesInLowercase[this.#id], result);
  }

  #decodeChunk(bytes, stream) {
    this.#stream ??= new ChunkDecoder(this.#id, this.#settings);
    return (this.#settings & FATAL) === 0
      ? this.#stream.decode(bytes, !stream)
      : this.#decodeFatal(bytes, stream);
  }

  // Returns the text of a chunk, or the error for it. Where there is not enough memory, or stack, everything stays as it was before the
  // call, so the last steps are assignments alone.
  #decodeFatal(bytes, stream) {
    // After an error the rest of a chunk is read again, so shared memory, which may change meanwhile, is copied.
    const chunk = stableBytes(bytes);
    const queue = this.#ioQueue;
    const result = this.#stream.tryDecode(queue?.with(chunk) ?? chunk, !stream);
    const text = this.#textOf(result);
    let unread = null;
    if (text !== result && stream) {
      const { queueOf } = require('../transcoding/pieces.js');
      unread = queue ?? queueOf(restOf(chunk, result.read));
    }
    this.#stream.accept(!stream, unread === null ? null : queue, result.read);
    this.#ioQueue = unread;
    return text;
  }

  static #check(decoder) {
    // Object(decoder) would say the same, but V8 could then not do without memory for a decoder that is used once.
    if (typeof decoder === 'object' && decoder !== null && #id in decoder) return decoder;
    throw invalidThis('TextDecoder');
  }
}

defineInterface(TextDecoder);

// Captured at load, so that user code that replaces the members of TextDecoder later cannot change TextDecoderStream.
const { decode: decodeChunk } = TextDecoder.prototype;
const encodingOf = getter(TextDecoder.prototype, 'encoding');
const fatalOf = getter(TextDecoder.prototype, 'fatal');
const ignoreBOMOf = getter(TextDecoder.prototype, 'ignoreBOM');

class TextDecoderStream {
  #decoder;
  #transform;

  constructor(label = 'utf-8', options = undefined) {
    const decoder = new TextDecoder(label, options);
    const decodeAndEnqueue = (controller, chunk, stream) => {
      const text = decodeChunk.call(decoder, chunk, { stream });
      if (text !== '') controller.enqueue(text);
    };
    this.#decoder = decoder;
    this.#transform = newTransform({
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
    return encodingOf(TextDecoderStream.#check(this).#decoder);
  }

  get fatal() {
    return fatalOf(TextDecoderStream.#check(this).#decoder);
  }

  get ignoreBOM() {
    return ignoreBOMOf(TextDecoderStream.#check(this).#decoder);
  }

  static #check(stream) {
    if (#transform in Object(stream)) return stream;
    throw invalidThis('TextDecoderStream');
  }

  static {
    defineTransformStream(
      TextDecoderStream,
      (stream) => TextDecoderStream.#check(stream).#transform,
    );
  }
}

module.exports = { TextDecoder, TextDecoderStream };
