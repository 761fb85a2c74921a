'use strict';

// Transliteration on request: similar text for a character that an encoding does not contain. It takes one character at a time,
// so that neither the text around it nor the way a stream is cut changes the result.

const { measureText, unencodables } = require('../backend/encode.js');

/**
 * What stands for characters that Unicode does not decompose, or decomposes to something else than readers expect. Each row has
 * characters and, after a space, the text for each of them, or several texts with spaces between, the best first: the first text
 * that the encoding contains is taken.
 */
const rows = [
  // Quotation marks.
  "‘’‚‛′‵ʹʻʼʽˈ '",
  '“”„‟″‶ʺ "',
  '‹〈 <',
  '›〉 >',
  '«《 <<',
  '»》 >>',
  // Dashes, and signs that look like one.
  '‐‑‒–−⁃˗ -',
  '—― ― — --',
  '〜～ ～ 〜 ~',
  '‖∥ ∥ ‖ ||',
  '⁄∕ /',
  // Accents that stand alone. Unicode decomposes them to a space and a combining mark.
  "´ˊ΄ '",
  'ˋ `',
  'ˆ ^',
  '˜ ~',
  '¨ "',
  '¸ ,',
  '¯ˉ -',
  // Currencies.
  '€ EUR',
  '£ ￡ GBP',
  '¥ ￥ JPY',
  '¢ ￠ c',
  'ƒ f',
  '₤ £ GBP',
  '₩ ￦ KRW',
  '₪ ILS',
  '₫ VND',
  '₱ PHP',
  '₴ UAH',
  '₹ INR',
  '₺ TRY',
  '₽ RUB',
  // Letters.
  'ß ss',
  'ẞ ß SS',
  'Æ AE',
  'æ ae',
  'Œ OE',
  'œ oe',
  'Ø O',
  'ø o',
  'ĐÐ D',
  'đð d',
  'Þ TH',
  'þ th',
  'Ħ H',
  'ħ h',
  'İ I',
  'ı i',
  'ȷ j',
  'ĸ k',
  'Ł L',
  'ł l',
  'Ŋ NG',
  'ŋ ng',
  'Ŧ T',
  'ŧ t',
  'Ə E',
  'ə e',
  'µ μ u',
  'μ µ u',
  "ʾʿ '",
  // Signs. U+FFFD stands for malformed input, which is not to vanish.
  '\uFFFD ?',
  '© (C)',
  '® (R)',
  '™ (TM)',
  '•‣◦⁌⁍ · ・ *',
  '·∙⋅・･ ・ · .',
  '§ S',
  '¶ P',
  '† +',
  '‡ ++',
  '‰ %o',
  '¡ !',
  '¿ ?',
  '¦ ￤ |',
  '¬ ￢ -',
  '° deg',
  '± +-',
  '× x',
  '÷ /',
  '≈ ~',
  '≠ !=',
  '≤ ≦ <=',
  '≥ ≧ >=',
  '≪ <<',
  '≫ >>',
  '← <-',
  '→ ->',
  '↔ <->',
  '⇐ <=',
  '⇒ =>',
  '⇔ <=>',
  '↑ ^',
  '↓ v',
  '✓✔ v',
  '✗✘ x',
  // Japanese marks of voiced and half-voiced sounds change what a syllable says.
  '\u3099 ゛ ﾞ "',
  '\u309A ゜ ﾟ °',
];

const similarTexts = new Map();
for (const row of rows) {
  const [characters, ...texts] = row.split(' ');
  for (const character of characters) similarTexts.set(character, texts);
}

/**
 * Ranges of code points that are left out. They show nothing of their own: the soft hyphen, marks that join, separate or order
 * letters, the byte order mark and variation selectors; or they are marks on the letter before them: combining marks, the points
 * of Hebrew and the vowel marks of Arabic. A stroke through a letter, such as U+0338, is none of them: it makes « = » « ≠ ».
 */
const omittedRanges = [
  [0x00ad, 0x00ad],
  [0x0300, 0x0333],
  [0x0339, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  [0x0610, 0x061a],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x06d6, 0x06dc],
  [0x06df, 0x06e4],
  [0x06e7, 0x06e8],
  [0x06ea, 0x06ed],
  [0x0898, 0x089f],
  [0x08ca, 0x08e1],
  [0x08e3, 0x08ff],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x20d0, 0x20f0],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
  [0xe0100, 0xe01ef],
];

const isOmitted = (codePoint) =>
  omittedRanges.some(([first, last]) => codePoint >= first && codePoint <= last);

const isMark = (character) => isOmitted(character.codePointAt(0));

/** Returns the first text of the table that the encoding contains for a character; undefined if there is none. */
function similarText(character, contains) {
  return similarTexts.get(character)?.find(contains);
}

/** Tells whether an encoding, by the core's number, contains a text. */
const isEncodable = (id, text) =>
  !Object.hasOwn(measureText(id, unencodables.fatal, text), 'codePoint');

/** Adds to a text those of the marks that the encoding contains by themselves. */
const withMarks = (text, marks, contains) => text + marks.filter(contains).join('');

/** Returns the best text for a base character with its combining marks; undefined if the encoding does not contain the base. */
function textOfCluster([base, ...marks], contains) {
  // The base with one or more marks, such as « ê » of « ế ». A cluster of Unicode has at most three marks.
  const heads = marks.map((_, index) => marks.slice(0, marks.length - index));
  heads.push(...marks.slice(1).map((mark) => [mark]));
  for (const head of heads) {
    const composed = (base + head.join('')).normalize('NFC');
    const isComposed = composed !== base + head.join('');
    if (isComposed && contains(composed)) {
      const others = marks.filter((mark) => !head.includes(mark));
      return withMarks(composed, others, contains);
    }
  }
  // Unicode writes an accent that stands alone as a space with a mark.
  if (base === ' ' && marks.length > 0) return undefined;
  const text = contains(base) ? base : similarText(base, contains);
  return text === undefined ? undefined : withMarks(text, marks, contains);
}

// In the decomposition of a fraction such as « ½ ». « 3½ » becomes « 3 1/2 », because « 31/2 » is another number.
const FRACTION_SLASH = '\u2044';

/** Returns what a character decomposes to, as far as the encoding contains it; undefined if it does not decompose so. */
function decomposedText(character, contains) {
  const decomposed = character.normalize('NFKD');
  if (decomposed === character) return undefined;
  const clusters = [];
  for (const each of decomposed) {
    if (clusters.length > 0 && isMark(each)) clusters.at(-1).push(each);
    else clusters.push([each]);
  }
  const texts = clusters.map((cluster) => textOfCluster(cluster, contains));
  if (texts.includes(undefined)) return undefined;
  const text = texts.join('');
  return decomposed.includes(FRACTION_SLASH) ? ` ${text}` : text;
}

// A transliterator keeps what it has found for so many code points, so that text of one language is quick.
const MAX_KEPT = 1024;

/**
 * Returns a function that takes a code point which an encoding does not contain. It returns similar text that the encoding does
 * contain, which is empty for a combining mark; or undefined if there is none. `contains(text)` tells whether the encoding
 * contains a text of up to 36 UTF-16 code units, and must not depend on the text before it.
 */
function transliteratorOf(contains) {
  const kept = new Map();
  const find = (codePoint) => {
    const character = String.fromCodePoint(codePoint);
    const similar = similarText(character, contains);
    if (similar !== undefined) return similar;
    return isOmitted(codePoint) ? '' : decomposedText(character, contains);
  };
  return (codePoint) => {
    if (kept.has(codePoint)) return kept.get(codePoint);
    if (kept.size === MAX_KEPT) kept.clear();
    const text = find(codePoint);
    kept.set(codePoint, text);
    return text;
  };
}

module.exports = { isEncodable, transliteratorOf };
