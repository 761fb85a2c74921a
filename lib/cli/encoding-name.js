'use strict';

// Turns the names of encodings on the command line into encodings: those of the standard, code pages and UTF-32.

const { unsupportedEncoding } = require('../base/errors.js');
const { encodingId, encodings } = require('../native/encodings.js');
const { resolveLabel } = require('../labels/resolve-label.js');
const { CommandError, status } = require('./errors.js');
const { Transcoder } = require('../transcoding/transcoder.js');

// Code pages are loaded when a name is no label of the standard.
const codePages = () => require('../standard/code-pages.js');

/**
 * Returns the name of the encoding that a text names. A label of the standard comes first, then a label of
 * whatwg-transcoder/codepages, and then a name of other programs: `tis620` has an encoding of its own, and is also what some
 * programs call windows-874.
 */
function findEncoding(text) {
  return encodings[encodingId(text)] ?? codePages().getEncoding(text) ?? resolveLabel(text);
}

/** Returns the name of an encoding to read or to write; throws CommandError for any other name. */
function toEncoding(text) {
  const encoding = findEncoding(text);
  if (encoding !== null && encoding !== 'replacement') return encoding;
  const { adviceFor } = require('../transcoding/label-advice.js');
  throw new CommandError(unsupportedEncoding(text, adviceFor(text)).message, status.failed);
}

/** Returns the encoding of the input. As in iconv, a name may end with `//`. */
function toSource(text) {
  const [name, ...suffixes] = text.split('//');
  if (suffixes.some((suffix) => suffix !== '')) {
    throw new CommandError(`//${suffixes.join('//')} may only follow the name after -t`);
  }
  return toEncoding(name);
}

const suffixesOfTarget = ['IGNORE', 'TRANSLIT'];

/**
 * Returns { encoding, omit, transliterate } of the output: after the name, `//IGNORE` has the meaning of the option -c, and
 * `//TRANSLIT` asks for similar text in the place of what the encoding does not contain.
 */
function toTarget(text) {
  const [name, ...rest] = text.split('//');
  const given = rest.flatMap((part) => part.split(',')).filter((suffix) => suffix !== '');
  const suffixes = given.map((suffix) => suffix.toUpperCase());
  const unknown = suffixes.findIndex((suffix) => !suffixesOfTarget.includes(suffix));
  if (unknown !== -1) throw new CommandError(`the suffix //${given[unknown]} is not known`);
  return {
    encoding: toEncoding(name),
    omit: suffixes.includes('IGNORE'),
    transliterate: suffixes.includes('TRANSLIT'),
  };
}

/** Returns the class that transcodes between two encodings, which are given by their names. */
function transcoderFor(from, to) {
  const isStandard = encodings.includes(from) && encodings.includes(to);
  return isStandard ? Transcoder : codePages().Transcoder;
}

module.exports = { toSource, toTarget, transcoderFor };
