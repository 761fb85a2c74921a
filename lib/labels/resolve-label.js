'use strict';

// Finds the encoding for a name that mail, databases, Windows or other libraries use, or for the number of a code page: one of
// the standard, or a code page of several bytes. lib/labels.d.ts describes the exports.

const { codePages, labelOfName, namesBySource } = require('./other-names.js');
const { encodingId, encodings } = require('./encodings.js');
const { invalidArgument } = require('../base/errors.js');
const { toText } = require('../base/webidl.js');
const { codePageDifferences, nameDifferences } = require('./differences.js');

// The code pages of several bytes are named by their names.
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

/** Makes the list of other names: a name that several sources use stands there once. */
function listOfNames() {
  const sourcesByName = new Map();
  for (const [source, names] of Object.entries(namesBySource)) {
    for (const name of Object.values(names).flat()) {
      sourcesByName.set(name, [...(sourcesByName.get(name) ?? []), source]);
    }
  }
  return [...sourcesByName].sort().map(([name, sources]) =>
    Object.freeze({
      name,
      encoding: resolveLabel(name),
      sources: Object.freeze(sources),
      difference: nameDifferences.get(name) ?? null,
    }),
  );
}

const otherNames = Object.freeze(listOfNames());

const windowsCodePages = Object.freeze(
  Array.from(codePages, ([codePage, label]) =>
    Object.freeze({
      codePage,
      encoding: encodingOf(label),
      difference: codePageDifferences.get(codePage) ?? null,
    }),
  ),
);

module.exports = { labelFromCodePage, otherNames, resolveLabel, windowsCodePages };
