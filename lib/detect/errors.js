'use strict';

// Makes the errors of the detector.

const { coded, quote, withAdvice } = require('../base/errors.js');

/** For a label or a handle of an encoding that is never detected; `advice` is that of withAdvice(). */
function notDetectable(label, advice = undefined) {
  const message = withAdvice(`The ${quote(`${label}`)} encoding is never detected`, advice);
  return coded(RangeError, 'ERR_ENCODING_NOT_DETECTABLE', message);
}

/** For an encoding, by its name, whose text cannot be cut into lines that are read alone. */
function notByLine(name) {
  const message = `Text in the ${quote(name)} encoding cannot be read line by line, only as a whole`;
  return coded(RangeError, 'ERR_ENCODING_NOT_DETECTABLE', message);
}

function notDetected() {
  const message =
    'The bytes cannot be read as text in any encoding that may be detected; the option `fallback` names an encoding for such bytes';
  return coded(Error, 'ERR_ENCODING_NOT_DETECTED', message);
}

function endedDetector() {
  const message = 'The detector has ended: make another one for another stream';
  return coded(Error, 'ERR_DETECTOR_ENDED', message);
}

function closedStream() {
  const message = 'The stream was destroyed before its encoding was detected';
  return coded(Error, 'ERR_STREAM_PREMATURE_CLOSE', message);
}

module.exports = { closedStream, endedDetector, notByLine, notDetectable, notDetected };
