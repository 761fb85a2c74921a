'use strict';

// Streams that find the encoding of bytes, and decode them: one of Node.js, and a pair of web streams.

const { optionOf, toDictionary } = require('../base/webidl.js');
const { FLUSH, findingStream, findingTransform } = require('../transcoding/finding-streams.js');
const { toDetectSettings } = require('./options.js');

/** Makes the decoder of a stream. The first stream loads it, because compiling it takes as long as all that detect() needs. */
function newDecoder(options) {
  const dictionary = toDictionary(options, 'options');
  const isByLine = Boolean(optionOf(dictionary, 'lines'));
  const settings = toDetectSettings(dictionary, isByLine);
  const Decoder = isByLine
    ? require('./lines.js').LinesDecoder
    : require('./detect-decoder.js').DetectDecoder;
  return new Decoder(settings, dictionary);
}

// A stream of Node.js.
class DetectDecodeStream extends findingStream('DetectDecodeStream', newDecoder) {
  flush() {
    if (!this.destroyed && !this.writableEnded) this.write(FLUSH);
  }
}

// A pair of web streams.
const DetectDecodeTransform = findingTransform('DetectDecodeTransform', newDecoder, true);

module.exports = { DetectDecodeStream, DetectDecodeTransform };
