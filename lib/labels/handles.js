'use strict';

// The handles of the encodings that the standard does not have: code pages, UTF-32, and those of its edition of 2012. No string names
// these encodings in the package root, because a filter that does not know some of them sees other text than a decoder does.
// lib/encodings.d.ts describes the exports.

const { toText } = require('../base/webidl.js');
const { handleOf, names } = require('./encodings.js');
const { otherLabels, otherRows, valueName } = require('./other-labels.js');

// Finds an encoding by a name that resolveLabel() knows.
function encodingFor(name) {
  const { tableOfName } = require('./other-names.js');
  const encoding = tableOfName(toText(name, 'name'));
  return encoding === null || encoding === 'replacement' ? null : handleOf(names.indexOf(encoding));
}

const handles = Object.fromEntries(
  otherRows.map(([name]) => [valueName(name), handleOf(names.indexOf(name))]),
);

module.exports = { encodingFor, labels: otherLabels, ...handles };
