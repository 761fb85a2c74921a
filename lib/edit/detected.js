'use strict';

// Finds the encoding of the bytes of a file.

const { coded, invalidArgument } = require('../base/errors.js');
const { optionOf, optionsOf, toDictionary } = require('../base/webidl.js');
const { handleOf, names } = require('../labels/encodings.js');
const { detect } = require('../detect/detect.js');

const optionNames = ['allow', 'codePages', 'language', 'topLevelDomain'];
const namesByLine = [...optionNames, 'fallback'];

/** The error that nothing says surely which encoding bytes are in, which are those of a file or have null as their path. */
function notCertain(detection, isByLine, path) {
  const { encoding, candidates } = detection;
  const likely = candidates.slice(0, 2).map((one) => one.encoding);
  const found = encoding === null ? 'not known' : `not certain, perhaps ${likely.join(' or ')}`;
  const code = `ERR_ENCODING_NOT_${encoding === null ? 'DETECTED' : 'CERTAIN'}`;
  const whole =
    path === null ? 'name it: new EditableText(bytes, name)' : 'name it with the option `encoding`';
  const advice = isByLine
    ? 'name that of lines that are not UTF-8 with the option `fallback`'
    : whole;
  const message = `The encoding of ${path ?? 'the bytes'} is ${found}; ${advice}`;
  return coded(Error, code, message, { detection });
}

/** Returns the Lines of bytes, and the answer about them. */
function linesOf(bytes, options) {
  const { toDetectSettings } = require('../detect/options.js');
  const { Lines } = require('./lines.js');
  const encoding = new Lines(bytes, toDetectSettings(optionsOf(options, namesByLine), true));
  return { encoding, detection: encoding.detection };
}

/** Returns the encoding of bytes as a handle, or null, and the answer about them. */
function wholeOf(bytes, options) {
  const detection = detect(bytes, { ...optionsOf(options, optionNames), isWhole: true });
  const { encoding: name } = detection;
  return { encoding: name === null ? null : handleOf(names.indexOf(name)), detection };
}

/**
 * Returns { encoding, detection, isReliable, error } for the bytes of a whole file: the handle of the encoding, or null, or a Lines with the
 * option `byLine`; the answer about them; and a function that makes the error for an answer that is not reliable. The other options are
 * those of the detector that say what is known. `path` is that of the file, if there is one.
 */
function encodingOf(bytes, given, path = null) {
  const options = toDictionary(given, 'options') ?? null;
  const isByLine = Boolean(optionOf(options, 'byLine'));
  const fallback = optionOf(options, 'fallback') ?? undefined;
  if (!isByLine && fallback !== undefined) {
    throw invalidArgument('options.fallback', 'left out: it is only for byLine', fallback);
  }
  const { encoding, detection } = (isByLine ? linesOf : wholeOf)(bytes, options);
  return {
    encoding,
    detection,
    isReliable: detection.isReliable,
    error: () => notCertain(detection, isByLine, path),
  };
}

module.exports = { encodingOf };
