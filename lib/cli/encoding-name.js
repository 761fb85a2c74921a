'use strict';

// Turns the names of encodings on the command line into encodings.

const { unsupportedEncoding } = require('../base/errors.js');
const { resolveLabel } = require('../labels/resolve-label.js');
const { CommandError, status } = require('./errors.js');

/** Returns the name of an encoding to read or to write; throws CommandError for any other name. */
function toEncoding(text) {
  const encoding = resolveLabel(text);
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

module.exports = { toSource, toTarget };
