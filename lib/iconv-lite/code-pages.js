'use strict';

// Finds the encodings that the standard does not have: the code pages and UTF-32 of whatwg-transcoder/codepages, and those of
// whatwg-transcoder/historical.

const { historicalEncodings } = require('../backend/backend.js');
const { names } = require('../labels/encodings.js');
const { labels } = require('../other-encodings/code-pages.js');

const isLetterOrDigit = (unit) => (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a);

/** Returns the digits and the lowercase letters of ASCII in a text. */
function withoutPunctuation(text) {
  const parts = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isLetterOrDigit(text.charCodeAt(at))) continue;
    if (at > start) parts.push(text.slice(start, at));
    start = at + 1;
  }
  return parts.join('');
}

const rows = Object.entries(labels);
for (const [name, ...own] of historicalEncodings) for (const label of own) rows.push([label, name]);
const idOf = new Map(rows.map(([label, name]) => [withoutPunctuation(label), names.indexOf(name)]));

/** Returns the core's number of the encoding with this name, which has no punctuation; undefined for another name. */
const codePageId = (name) => idOf.get(name);

module.exports = { codePageId, withoutPunctuation };
