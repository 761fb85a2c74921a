'use strict';

// Finds the code pages that the standard does not have, which whatwg-transcoder/codepages has.

const { names } = require('../native/encodings.js');
const { labels } = require('../standard/code-pages.js');

const isLetterOrDigit = (unit) => (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a);

/** Returns a label of a code page, which is in lowercase, without punctuation. */
const withoutPunctuation = (label) =>
  Array.from(label)
    .filter((character) => isLetterOrDigit(character.charCodeAt(0)))
    .join('');

const idOf = new Map(
  Object.entries(labels).map(([label, name]) => [withoutPunctuation(label), names.indexOf(name)]),
);

/** Returns the core's number of the code page with this name, which has no punctuation; undefined for another name. */
const codePageId = (name) => idOf.get(name);

module.exports = { codePageId };
