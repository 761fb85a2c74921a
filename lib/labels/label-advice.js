'use strict';

// Says which label to use instead of one that is not supported. It is loaded when a program first uses such a label.

const { unsupportedEncoding } = require('../base/errors.js');
const { decodableId, encodingId, encodings, normalize } = require('./encodings.js');
const { otherLabels, valueName } = require('./other-labels.js');
const { entriesOf, labelOfName } = require('./other-names.js');

const isReplacement = (label) => encodings[encodingId(label)] === 'replacement';

const subPath = 'whatwg-transcoder/encodings';

/** The value that has a label which is not the standard's. */
const ownValue = (label) => `${valueName(otherLabels[label])} of ${subPath}`;

const partOf = (codePage) => `it is not ${codePage}, which has 96 characters more`;

// Names of more than one encoding, or of one that has no decoder in the core.
const adviceByName = new Map(
  [
    [
      'utf-7 utf7 unicode-1-1-utf-7 unicode11utf7 utf-7-imap utf7imap',
      'whatwg-transcoder/iconv-lite supports it',
    ],
    [
      'utf-32 utf32 utf_32 ucs-4 ucs4 iso-10646-ucs-4',
      `did you mean utf32le or utf32be of ${subPath}?`,
    ],
    ['ebcdic', `did you mean ibm037, ibm500, ibm1047 or another one of ${subPath}?`],
    ['ebcdic-us ebcdicus csebcdicus', partOf('ibm037')],
    ['ebcdic-int ebcdicint cp038 ibm038 csibm038', partOf('ibm500')],
  ].flatMap(([names, advice]) => entriesOf(names, advice)),
);

/** Returns advice for an error about a label that is not supported, or undefined when there is none. */
function adviceFor(label) {
  if (decodableId(label) !== undefined) return 'whatwg-transcoder supports it';
  const normal = normalize(label);
  const advice = adviceByName.get(normal);
  if (advice !== undefined) return advice;
  if (otherLabels[normal] !== undefined) return `pass the value ${ownValue(normal)}`;
  if (isReplacement(normal)) {
    return 'it is a label of the replacement encoding, which exists so that content is refused';
  }
  const other = labelOfName(label);
  if (other === undefined) return normal.startsWith('utf') ? 'did you mean utf-8?' : undefined;
  if (otherLabels[other] !== undefined) return `did you mean the value ${ownValue(other)}?`;
  return isReplacement(other) ? undefined : `did you mean ${other}?`;
}

/** Makes the error for a label that is not supported, with the advice for it. */
const unsupportedLabel = (label) => unsupportedEncoding(label, adviceFor(label));

module.exports = { adviceFor, unsupportedLabel };
