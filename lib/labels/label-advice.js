'use strict';

// Says which label to use instead of one that is not supported. It is loaded when a program first uses such a label.

const { unsupportedEncoding } = require('../base/errors.js');
const { encodingId, encodings, historicalRows, normalize } = require('./encodings.js');
const { codePageRows } = require('./code-page-labels.js');
const { labelOfName } = require('./other-names.js');

const labelsIn = (rows) => new Set(rows.flatMap(([, ...own]) => own));
const historicalLabels = labelsIn(historicalRows);
const codePageLabels = labelsIn(codePageRows);

const isReplacement = (label) => encodings[encodingId(label)] === 'replacement';

// Names of more than one encoding, or of one that has no decoder in the core.
const adviceByName = new Map([
  ...['utf-7', 'utf7', 'unicode-1-1-utf-7', 'unicode11utf7', 'utf-7-imap', 'utf7imap'].map(
    (name) => [name, 'whatwg-transcoder/iconv-lite supports it'],
  ),
  ...['utf-32', 'utf32', 'utf_32', 'ucs-4', 'ucs4', 'iso-10646-ucs-4'].map((name) => [
    name,
    'did you mean utf-32le or utf-32be of whatwg-transcoder/codepages?',
  ]),
  ['ebcdic', 'did you mean ibm037, ibm500, ibm1047 or another one of whatwg-transcoder/codepages?'],
]);

/** Returns advice for an error about a label that is not supported, or undefined when there is none. */
function adviceFor(label) {
  const id = encodingId(label);
  // A sub-path does not have the encodings of the standard.
  if (id !== undefined && encodings[id] !== 'replacement') return 'whatwg-transcoder supports it';
  const normal = normalize(label);
  const advice = adviceByName.get(normal);
  if (advice !== undefined) return advice;
  if (historicalLabels.has(normal)) return 'whatwg-transcoder/historical supports it';
  if (isReplacement(normal)) {
    return 'it is a label of the replacement encoding, which exists so that content is refused';
  }
  const other = labelOfName(label);
  const isStandard = other !== undefined && encodingId(other) !== undefined;
  if (isStandard && !isReplacement(other)) return `did you mean ${other}?`;
  if (codePageLabels.has(normal)) return 'whatwg-transcoder/codepages supports it';
  if (other !== undefined && !isStandard) {
    return `did you mean ${other} of whatwg-transcoder/codepages?`;
  }
  return normal.startsWith('utf') ? 'did you mean utf-8?' : undefined;
}

/** Makes the error for a label that is not supported, with the advice for it. */
const unsupportedLabel = (label) => unsupportedEncoding(label, adviceFor(label));

module.exports = { adviceFor, unsupportedLabel };
