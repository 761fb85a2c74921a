'use strict';

// What the decoders of a detecting stream share: the options of decoding, and the timer that gives on what waits.

const { optionsOf } = require('../base/webidl.js');
const { handleOf } = require('../labels/encodings.js');
const { clearTimeout, setTimeout } = require('../transcoding/codecs.js');
const { FindingDecoder } = require('../transcoding/finding-decoder.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { Limits } = require('../transcoding/limits.js');
const { toDecodeOptions, toLimit } = require('../transcoding/options.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');
const { closedStream } = require('./errors.js');

/** In bytes: how many are held at most before the best answer is taken, or the longest line. */
const DEFAULT_MAX_BYTES = 64 * 1024;

/** In milliseconds: the longest time that a timer of the runtime takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const optionNames = [
  'maxBytes',
  'idle',
  'fatal',
  'ignoreBOM',
  'malformed',
  'maxErrors',
  'maxOutputBytes',
];

class WaitingDecoder extends FindingDecoder {
  #idle;
  #timer = null;
  #flush = null;
  #decodeOptions;
  #limits;
  maxBytes;

  constructor(options) {
    super();
    const own = optionsOf(options, optionNames);
    this.maxBytes = toLimit(own.maxBytes ?? DEFAULT_MAX_BYTES, 'maxBytes');
    this.#idle = toLimit(own.idle, 'idle');
    this.#decodeOptions = toDecodeOptions(own);
    this.#limits = new Limits(this.#decodeOptions.maxErrors, this.#decodeOptions.maxOutputBytes);
  }

  /** `flush` makes the stream run FLUSH. */
  attach(flush) {
    this.#flush = flush;
  }

  flush() {
    this.#flush?.();
  }

  end(error) {
    this.stopTimer();
    this.#flush = null;
    super.end(error ?? closedStream());
  }

  stopTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Starts the timer where bytes wait behind a chunk. Null stands for the end of the stream, which nothing follows. */
  startTimer(chunk) {
    if (chunk === null) this.#flush = null;
    if (this.#flush === null || this.#idle > MAX_TIMEOUT_MS) return;
    if (chunk === FLUSH || !this.isHolding) return;
    this.#timer = setTimeout(this.#flush, this.#idle);
    // A program that waits for nothing else ends.
    this.#timer.unref?.();
  }

  /** Returns a TranscodingStream to UTF-8 for the bytes from `origin` on, under the limits of the whole stream. */
  transcoderOf(id, origin) {
    const { ignoreBOM } = this.#decodeOptions;
    const options = { ...this.#decodeOptions, ignoreBOM: ignoreBOM || origin > 0 };
    const place = { origin, limits: this.#limits };
    return new TranscodingStream(handleOf(id), 'utf-8', options, undefined, place);
  }
}

module.exports = { WaitingDecoder };
