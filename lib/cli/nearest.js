'use strict';

// Finds the name that somebody who has written a wrong one may have meant.

/** How many letters one of two words has beyond those of the other, in any order. So letters that have changed places do not count. */
function difference(word, other) {
  let rest = other;
  for (const letter of word) rest = rest.replace(letter, '');
  return Math.max(rest.length, word.length - other.length + rest.length);
}

// In UTF-16 code units: no name is longer.
const MAX_UNITS = 64;

/** Returns the first of the names that differ least from a word, in one letter or at most a quarter of them; undefined if there is none. */
function nearest(text, names) {
  const fold = (name) => name.toLowerCase().replace(/[-_ ]/g, '');
  const word = fold(text.slice(0, MAX_UNITS));
  let found;
  let least = Math.max(1, Math.floor(word.length / 4)) + 1;
  for (const name of names) {
    const letters = difference(word, fold(name));
    if (letters >= least) continue;
    found = name;
    least = letters;
  }
  return found;
}

module.exports = { nearest };
