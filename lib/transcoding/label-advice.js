'use strict';

// Says which label to use instead of one that is not supported. It is loaded when a program first uses such a label.

const binding = require('../native/backend.js');
const { encodingId, encodings, normalize } = require('../native/encodings.js');
const labelsByCodePage = require('./code-page-labels.js');
const { labelOfName } = require('./other-names.js');

const historicalLabels = new Set(binding.historicalEncodings.flatMap(([, ...own]) => own));

const codePageLabels = new Set(Object.values(labelsByCodePage).flatMap((own) => own.split(' ')));

const isReplacement = (label) => encodings[encodingId(label)] === 'replacement';

/** Returns advice for an error about a label that is not supported, or undefined when there is none. */
function adviceFor(label) {
  const normal = normalize(label);
  if (historicalLabels.has(normal)) return 'whatwg-transcoder/historical supports it';
  if (isReplacement(normal)) {
    return 'it is a label of the replacement encoding, which exists so that content is refused';
  }
  const other = labelOfName(label);
  if (other !== undefined && encodingId(other) === undefined) {
    return codePageLabels.has(normal)
      ? 'whatwg-transcoder/codepages supports it'
      : `did you mean ${other} of whatwg-transcoder/codepages?`;
  }
  if (other !== undefined && !isReplacement(other)) return `did you mean ${other}?`;
  return codePageLabels.has(normal) ? 'whatwg-transcoder/codepages supports it' : undefined;
}

module.exports = { adviceFor };
