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

/** Returns { encoding, omit } of the output: `//IGNORE` after the name has the meaning of the option -c. */
function toTarget(text) {
  const [name, ...rest] = text.split('//');
  const suffixes = rest.flatMap((part) => part.split(',')).filter((suffix) => suffix !== '');
  for (const suffix of suffixes) {
    const upper = suffix.toUpperCase();
    if (upper === 'TRANSLIT') {
      throw new CommandError(
        '//TRANSLIT is refused: the Encoding Standard does not say which characters are similar, so that the text ' +
          'would change in another way on each system; --unencodable=html and --unencodable=replace say what to write',
      );
    }
    if (upper !== 'IGNORE') throw new CommandError(`the suffix //${suffix} is not known`);
  }
  return { encoding: toEncoding(name), omit: suffixes.length > 0 };
}

/** Returns the class that transcodes between two encodings, which are given by their names. */
function transcoderFor(from, to) {
  const isStandard = encodings.includes(from) && encodings.includes(to);
  return isStandard ? Transcoder : codePages().Transcoder;
}

module.exports = { toSource, toTarget, transcoderFor };
