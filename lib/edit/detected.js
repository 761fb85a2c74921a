'use strict';

// Finds the encoding of the bytes of a file.

const { coded } = require('../base/errors.js');
const { optionsOf, toDictionary } = require('../base/webidl.js');
const { handleOf, names } = require('../labels/encodings.js');
const { detect } = require('../detect/detect.js');

const optionNames = ['allow', 'codePages', 'language', 'topLevelDomain'];

/** The error that nothing says surely which encoding bytes are in. */
function notCertain(detection) {
  const { encoding, candidates } = detection;
  const likely = candidates.slice(0, 2).map((one) => one.encoding);
  const found = encoding === null ? 'not known' : `not certain, perhaps ${likely.join(' or ')}`;
  const code = `ERR_ENCODING_NOT_${encoding === null ? 'DETECTED' : 'CERTAIN'}`;
  return coded(Error, code, `The encoding of the bytes is ${found}: name it`, { detection });
}

/**
 * Returns { encoding, isReliable, error } for the bytes of a whole file: the handle of the encoding, or null, and a function that makes the
 * error for an answer that is not reliable. The options are those of the detector that say what is known.
 */
function encodingOf(bytes, options) {
  const own = optionsOf(toDictionary(options, 'options') ?? null, optionNames);
  const detection = detect(bytes, { ...own, isWhole: true });
  const { encoding, isReliable } = detection;
  return {
    encoding: encoding === null ? null : handleOf(names.indexOf(encoding)),
    isReliable,
    error: () => notCertain(detection),
  };
}

module.exports = { encodingOf };
