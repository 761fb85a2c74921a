// Says what the letters of a script are in one byte, and so what each byte of an encoding is for the detector.

import { scriptOf } from './languages.mjs';

// What a byte is in the script of an encoding. Lower-case letters come from `firstLetter` on, and behind them the capitals.
export const codes = {
  boundary: 0, // ASCII between words
  invalid: 1, // the encoding has no character, or a control character
  quote: 2, // punctuation that does not stand between two letters
  joiner: 3, // a dash, a space
  apostrophe: 4,
  ellipsis: 5,
  symbol: 6,
  unit: 7, // a symbol that begins a unit of measurement
  suffix: 8, // a symbol that stands behind a letter of ASCII or a digit
  exponent: 9, // one that stands behind a unit or a digit
  mark: 10, // a symbol that is frequent between words and numbers
  opening: 11, // punctuation that stands before a word, as in ¿Qué?
  foreign: 12, // a letter of another script
  ascii: 13, // a letter of ASCII, in another script than Latin
  rare: 14, // a letter of the script that none of our languages has
  rareCapital: 15,
  firstLetter: 16,
};
const { firstLetter } = codes;

// What stands between words too: what may join two, and what may not stand between two letters.
const joiners = /[\u00a0–—\u200c-\u200f]/u;
const quotes = /[«»‘‚‛“”„‟―\u060c\u061b\u061f\u0384\u0385\u00b4]/u;
// Symbols of units as °C and µm, those behind a word or a number as in 3ª and Name™, those behind a unit as in m², and others that are
// frequent.
const units = /[°µ]/u;
const suffixes = /[ªº™®]/u;
const exponents = /[²³]/u;
const openings = /[¡¿]/u;
const marks = /[•·©§¶€£¥¢±×½¼¾]/u;

/**
 * What a script's letters are in one byte: the codes of lower-case letters, then those of capitals. `written` has the characters
 * that encodings have: another letter needs no code.
 */
export function alphabetOf(models, written) {
  const lower = [...new Set(models.flatMap(({ letters }) => letters))]
    .filter((letter) => letter === letter.toLowerCase())
    .filter((letter) => written.has(letter) || written.has(letter.toUpperCase()))
    .sort();
  const code = new Map(lower.map((letter, at) => [letter, firstLetter + at]));
  // The capital of a letter without a dot is that of i.
  const capitals = new Map();
  for (const letter of lower) {
    const capital = letter.toUpperCase();
    if (capital !== letter && capital.length === 1 && letter !== 'ı') capitals.set(capital, letter);
  }
  if (lower.includes('ı')) capitals.set('İ', 'i');
  for (const capital of capitals.keys()) code.set(capital, firstLetter + code.size);
  const folded = new Array(256).fill(0);
  for (const letter of lower) folded[code.get(letter)] = code.get(letter);
  for (const [capital, letter] of capitals) folded[code.get(capital)] = code.get(letter);
  if (code.size + firstLetter > 256) throw new Error('a script has more letters than codes');
  if (lower.length >= 128)
    throw new Error('a script has more letters than a key of three has room for');
  return { code, folded, firstCapital: firstLetter + lower.length };
}

// The counts of Vietnamese have the tone behind the letter, as windows-1258 has it.
export const withoutTone = (character) =>
  character
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0303\u0309\u0323]/gu, '')
    .normalize('NFC');
export const tones = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323'];

// The letters of Romanian in Unicode, and those of the older encodings, which the counts have.
const cedillas = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };
export const letterOf = (codePoint) => {
  const character = String.fromCodePoint(codePoint);
  return cedillas[character] ?? character;
};

/** The code of a code point in an encoding of a script. */
export function codeOf(codePoint, script, alphabet) {
  if (codePoint === undefined || (codePoint >= 0x80 && codePoint < 0xa0)) return codes.invalid;
  const character = letterOf(codePoint);
  const own = scriptOf(character);
  if (own === script) {
    const known = alphabet.code.get(character) ?? alphabet.code.get(withoutTone(character));
    if (known !== undefined) return known;
    return character.toLowerCase() === character ? codes.rare : codes.rareCapital;
  }
  if (own === 'latin' && codePoint < 0x80) return codes.ascii;
  if (units.test(character)) return codes.unit;
  if (suffixes.test(character)) return codes.suffix;
  if (exponents.test(character)) return codes.exponent;
  if (marks.test(character)) return codes.mark;
  if (openings.test(character)) return codes.opening;
  if (own !== undefined) return codes.foreign;
  if (codePoint < 0x80) return codes.boundary;
  if (codePoint >= 0xe000 && codePoint <= 0xf8ff) return codes.symbol;
  if (character === '’') return codes.apostrophe;
  if (character === '…') return codes.ellipsis;
  if (joiners.test(character)) return codes.joiner;
  return quotes.test(character) ? codes.quote : codes.symbol;
}
