'use strict';

// Makes the streams that find the encoding of their bytes before they decode them: one of Node.js, and a pair of web streams.
//
// Both take a decoder, which `newDecoder` makes of the arguments of the constructor. It has `run(chunk, asText)`, which decodes a
// chunk, or the end of the stream in place of null, as TranscodingStream.run() does; `end(error)`, which says that nothing more will
// be decoded; the promise `detected`; and `replacements` and `firstErrorOffset`. With `givesObjects`, run() returns an iterator of
// objects. `attach(flush)` gets a function that has the stream run FLUSH.

const { invalidThis } = require('../base/errors.js');
const { defineGetters, defineTransformStream, newTransform } = require('../base/webidl.js');
const { Failure } = require('./errors.js');
const { LazyConvertStream, isUtf8 } = require('./transform.js');

/** Stands for a chunk that gives on what waits. It is an empty Buffer, which a stream of Node.js takes. */
const FLUSH = Buffer.alloc(0);

/** The properties of a decoder that its stream has, too. */
const propertiesOfDecoder = ['detected', 'replacements', 'firstErrorOffset'];

/** Returns the class of a stream of Node.js. The last parameter of `newDecoder` is also the options of the Transform. */
function findingStream(name, newDecoder) {
  const optionsAt = newDecoder.length - 1;
  let decoderOf;
  const Stream = {
    [name]: class extends LazyConvertStream {
      #decoder;

      constructor(...args) {
        const decoder = newDecoder(...args);
        const convert = (piece) => decoder.run(piece, isUtf8(this.readableEncoding));
        super(convert, args[optionsAt], decoder.givesObjects);
        this.#decoder = decoder;
        decoder.attach(() => this.flush());
        // A signal that is already aborted has destroyed the stream.
        if (this.destroyed) decoder.end(this.errored);
      }

      _destroy(error, callback) {
        if (#decoder in this) this.#decoder.end(error);
        super._destroy(error, callback);
      }

      static {
        decoderOf = (stream) => stream.#decoder;
      }
    },
  }[name];
  defineGetters(Stream, propertiesOfDecoder, decoderOf);
  return Stream;
}

/** Returns the class of a pair of web streams. With `hasFlush` it has the method of the decoder that gives on what waits. */
function findingTransform(name, newDecoder, hasFlush = false) {
  // Each returns a field of an object of the class; throws for another object.
  let decoderOf;
  let transformOf;
  const Interface = {
    [name]: class {
      #decoder;
      #transform;

      constructor(...args) {
        const decoder = newDecoder(...args);
        const decodeAndEnqueue = (controller, chunk) => {
          const output = decoder.run(chunk, true);
          if (decoder.givesObjects) {
            for (const object of output) controller.enqueue(object);
            return;
          }
          const text = output instanceof Failure ? output.output : output;
          if (text !== '') controller.enqueue(text);
          if (output instanceof Failure) throw output.error;
        };
        let written = 0; // chunks
        let decoded = 0; // of these
        const flushes = []; // how many chunks come before each FLUSH that waits
        const sizeOf = () => {
          written++;
          return 1;
        };
        const flushDue = (controller) => {
          while (flushes[0] <= decoded) {
            flushes.shift();
            // A flush() that the function `malformed` calls waits until this one has ended.
            decoded--;
            decodeAndEnqueue(controller, FLUSH);
            decoded++;
          }
        };
        this.#decoder = decoder;
        this.#transform = newTransform(
          {
            start(controller) {
              decoder.attach(() => {
                if (flushes.at(-1) !== written) flushes.push(written);
                try {
                  flushDue(controller);
                } catch (error) {
                  controller.error(error);
                }
              });
            },
            transform(chunk, controller) {
              // toBytes() refuses undefined and strings; null would be the end of the stream.
              decodeAndEnqueue(controller, chunk ?? undefined);
              decoded++;
              flushDue(controller);
            },
            flush: (controller) => decodeAndEnqueue(controller, null),
            cancel: (reason) => decoder.end(reason),
          },
          // The runtime asks for the size of a chunk when it is written.
          { __proto__: null, highWaterMark: 1, size: sizeOf },
          // The encoding is found before anybody reads.
          { __proto__: null, highWaterMark: 1 },
        );
      }

      static {
        const check = (stream) => {
          if (#transform in Object(stream)) return stream;
          throw invalidThis(name);
        };
        decoderOf = (stream) => check(stream).#decoder;
        transformOf = (stream) => check(stream).#transform;
      }
    },
  }[name];
  defineGetters(Interface, propertiesOfDecoder, decoderOf);
  if (hasFlush) {
    const { flush } = {
      flush() {
        decoderOf(this).flush();
      },
    };
    Interface.prototype.flush = flush;
  }
  defineTransformStream(Interface, transformOf);
  return Interface;
}

module.exports = { FLUSH, findingStream, findingTransform };
