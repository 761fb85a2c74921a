'use strict';

// Makes the errors of the detector.

const { coded, quote, withAdvice } = require('../base/errors.js');

const notDetectableFor = (reason) => coded(RangeError, 'ERR_ENCODING_NOT_DETECTABLE', reason);

/** For a label or a handle of an encoding that is never detected; `advice` is that of withAdvice(). */
const notDetectable = (label, advice = undefined) =>
  notDetectableFor(withAdvice(`The ${quote(`${label}`)} encoding is never detected`, advice));

/** For an encoding, by its name, whose text cannot be cut into lines that are read alone. */
const notByLine = (name) =>
  notDetectableFor(
    `Text in the ${quote(name)} encoding cannot be read line by line, only as a whole`,
  );

const notDetected = () =>
  coded(
    Error,
    'ERR_ENCODING_NOT_DETECTED',
    'The bytes cannot be read as text in any encoding that may be detected; the option `fallback` names an encoding for such bytes',
  );

const endedDetector = () =>
  coded(Error, 'ERR_DETECTOR_ENDED', 'The detector has ended: make another one for another stream');

const closedStream = () =>
  coded(
    Error,
    'ERR_STREAM_PREMATURE_CLOSE',
    'The stream was destroyed before its encoding was detected',
  );

module.exports = { closedStream, endedDetector, notByLine, notDetectable, notDetected };
