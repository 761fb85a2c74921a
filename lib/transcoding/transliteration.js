'use strict';

// Transliteration on request: similar text for a character that an encoding does not contain. It takes one cluster at a time,
// which is a letter with the marks behind it, so that neither the text around it nor the way a stream is cut changes the result.

const { getOrMake } = require('../base/webidl.js');
const { unitsOf } = require('./pieces.js');

/**
 * The text for characters that Unicode does not decompose, or decomposes to something else than readers expect. Each row has
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
  "\u1FFD ´ '",
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

// In code points: the most marks that belong to one letter. Text of languages has at most three.
const MAX_MARKS = 32;

// Marks that are not left out, but that are part of composed characters: the stroke of « ≠ », the marks of voiced and half-voiced
// sounds, and the vowels and last consonants of Hangul. The second half of a surrogate pair belongs to the first like a mark.
const composedRanges = [
  [0x0338, 0x0338],
  [0x1161, 0x1175],
  [0x11a8, 0x11c2],
  [0x3099, 0x309a],
  [0xdc00, 0xdfff],
];

const isIn = (ranges, codePoint) =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

const isMark = (codePoint) =>
  codePoint >= 0x300 && (isIn(omittedRanges, codePoint) || isIn(composedRanges, codePoint));

// No smaller code point, such as a line end, and not U+FFFD is composed with a mark. They begin no cluster, and so wait for nothing.
const takesMarks = (codePoint) => codePoint >= 0x3c && codePoint !== 0xfffd;

/** Returns where the cluster ends that begins at `start`. */
function endOfCluster(text, start) {
  const first = text.codePointAt(start);
  let end = start + unitsOf(first);
  for (let marks = 0; takesMarks(first) && marks < MAX_MARKS && end < text.length; marks++) {
    const codePoint = text.codePointAt(end);
    if (!isMark(codePoint)) break;
    end += unitsOf(codePoint);
  }
  return end;
}

// In the decomposition of a fraction such as « ½ ». « 3½ » becomes « 3 1/2 », because « 31/2 » is another number.
const FRACTION_SLASH = '\u2044';

// In characters: the most for which a Transliterator keeps what it has found, so that text of one language is quick.
const MAX_KEPT = 1024;

/** Finds the clusters of well-formed text, and text for them that an encoding contains. */
class Transliterator {
  #contains;
  #kept = new Map();

  /** `contains(text)` tells whether the encoding contains a text of up to 36 UTF-16 code units, and must not depend on the text before it. */
  constructor(contains) {
    this.#contains = contains;
  }

  /** Returns where the cluster around an index begins and ends; `start` is the begin of a cluster. */
  clusterAround(text, start, index) {
    let from = index;
    while (from > start && isMark(text.codePointAt(from))) from--;
    let to = endOfCluster(text, from);
    while (to <= index) {
      from = to;
      to = endOfCluster(text, from);
    }
    return [from, to];
  }

  /** Returns where the last cluster begins if it may go on behind the text, or else the end of the text. */
  startOfOpen(text) {
    if (text === '') return 0;
    const [from] = this.clusterAround(text, 0, text.length - 1);
    const longer = `${text.slice(from)}\u0301`;
    return endOfCluster(longer, 0) === longer.length ? from : text.length;
  }

  /**
   * Returns a cluster with as many of its marks as possible in a composed character that the encoding contains, such as « ê » of
   * « ế ». The rest of it may be unencodable. Returns the cluster itself where there is no such character.
   */
  compose(cluster) {
    const [base, ...marks] = cluster.normalize('NFD');
    // No character of Unicode is composed of a letter and more than three marks.
    const heads = [[0, 3], [0, 2], ...marks.map((_, at) => [at, at + 1])];
    for (const [from, to] of heads) {
      const text = (base + marks.slice(from, to).join('')).normalize('NFC');
      if (text.length === unitsOf(text.codePointAt(0)) && this.#contains(text)) {
        return text + marks.toSpliced(from, to - from).join('');
      }
    }
    return cluster;
  }

  /** Returns a character that the encoding contains, or similar text, which is empty for a combining mark; or undefined if there is none. */
  textFor(character) {
    const find = () => this.#ownText(character) ?? this.#decomposedText(character);
    return getOrMake(this.#kept, character, find, MAX_KEPT);
  }

  /** Returns similar text for a cluster, with `otherwise` where there is none. */
  textForCluster(cluster, otherwise) {
    return Array.from(this.compose(cluster), (each) => this.textFor(each) ?? otherwise).join('');
  }

  #ownText(character) {
    const texts = [character, ...(similarTexts.get(character) ?? [])];
    const isOmitted = isIn(omittedRanges, character.codePointAt(0));
    return texts.find(this.#contains) ?? (isOmitted ? '' : undefined);
  }

  // Returns what a character decomposes to, as far as the encoding contains it; undefined if it does not decompose so.
  #decomposedText(character) {
    const decomposed = character.normalize('NFKD');
    // Unicode writes an accent that stands alone as a space with a mark.
    const isAccent = decomposed[0] === ' ' && isIn(omittedRanges, decomposed.codePointAt(1));
    if (decomposed === character || isAccent) return undefined;
    let result = decomposed.includes(FRACTION_SLASH) ? ' ' : '';
    for (let start = 0, end; start < decomposed.length; start = end) {
      end = endOfCluster(decomposed, start);
      for (const each of this.compose(decomposed.slice(start, end))) {
        const text = this.#ownText(each);
        if (text === undefined) return undefined;
        result += text;
      }
    }
    return result;
  }
}

module.exports = { Transliterator };
