'use strict';

// Finds the encoding for a name that mail, databases, Windows or other libraries use, or for the number of a code page: one of
// the standard, or a code page of several bytes. lib/labels.d.ts describes the exports.

const { invalidArgument } = require('../base/errors.js');
const { toText } = require('../base/webidl.js');
const { encodingId, encodings } = require('./encodings.js');
const { codePages, labelOfName } = require('./other-names.js');

/** Returns the name of the encoding of a label. A code page of several bytes has its name in the place of a label. */
const encodingOf = (label) => encodings[encodingId(label)] ?? label;

function resolveLabel(name) {
  const text = toText(name, 'name');
  const label = encodingId(text) === undefined ? labelOfName(text) : text;
  return label === undefined ? null : encodingOf(label);
}

function labelFromCodePage(codePage) {
  if (typeof codePage !== 'number') throw invalidArgument('codePage', 'a number', codePage);
  const label = codePages.get(codePage);
  return label === undefined ? null : encodingOf(label);
}

module.exports = { encodingOf, labelFromCodePage, resolveLabel };
