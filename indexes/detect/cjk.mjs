// Makes the tables of Chinese, Japanese and Korean: what each character of an index costs, and what one kind of characters costs
// behind another.

import { readIndex } from '../files.mjs';
import { most, nibbles, points, quantize } from './costs.mjs';
import { cjkClass } from './languages.mjs';
import { readLines } from './models.mjs';

export const cjkNames = {
  ja: 'kJapaneseCosts',
  'zh-Hans': 'kSimplifiedCosts',
  'zh-Hant': 'kTraditionalCosts',
  ko: 'kKoreanCosts',
};
// In the order of CjkClass.
const cjkOrder = [...'alphkwgifbns'];

// How much the counts of names and lists weigh beside those of prose: of characters in their kind, and of kinds.
const listsOfCharacters = 0.65;
const listsOfClasses = 0.4;
// How much of the characters of a kind is spread evenly over all of the kind, and how much of that over the rarer ones.
const evenShare = 0.06;
const rareShare = 0.08;
// How much of the ideographs in GBK are characters beyond GB 2312, which are those of traditional Chinese.
const extensionShare = 0.12;
// How probable kana is at least, behind another kind of characters.
const shareOfKana = 0.0005;
// The costs of characters beyond GB 2312: an entry of two bits is a place in this list.
const extensionSteps = [9, 11, 13, 18];

/** The place in rows of 94 from 0xA1A1 on. */
function placeInRows(pointer, last) {
  const [leading, trailing] = [Math.floor(pointer / 190) + 0x81, pointer % 190];
  return leading < 0xa1 || trailing < 96 || leading > last
    ? undefined
    : (leading - 0xa1) * 94 + trailing - 96;
}

/** The index of a language, from the place in its table of costs to the code point, and where its rarer characters begin. */
const cjkIndexes = {
  ja: {
    index: 'jis0208',
    size: 94 * 94,
    place: (pointer) => pointer,
    isRare: (place) => place >= 47 * 94,
  },
  'zh-Hans': {
    index: 'gb18030',
    size: 87 * 94,
    place: (pointer) => placeInRows(pointer, 0xf7),
    isRare: (place) => place >= (0xd8 - 0xa1) * 94,
  },
  'zh-Hant': {
    index: 'big5',
    size: (0xc6 - 0xa1 + 1) * 157,
    place: (pointer) => {
      const place = pointer - (0xa1 - 0x81) * 157;
      return place < 0 || place >= (0xc6 - 0xa1 + 1) * 157 ? undefined : place;
    },
    isRare: () => false,
  },
  ko: {
    index: 'euc-kr',
    size: 94 * 94,
    place: (pointer) => placeInRows(pointer, 0xfe),
    isRare: (place) => place >= (0xca - 0xa1) * 94,
  },
};

/** The counts of a file: those of pairs of classes, of pairs of half-width characters, and of characters. */
function readCounts(name) {
  const [pairLine, halfLine, ...rows] = readLines(name);
  const pairsOf = (line) =>
    new Map(
      line
        .split(' ')
        .filter(Boolean)
        .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
    );
  const characters = new Map();
  for (const row of rows.filter(Boolean)) {
    const at = row.indexOf(' ');
    const count = 2 ** (Number(row.slice(0, at)) / 2);
    for (const character of row.slice(at + 1)) characters.set(character, count);
  }
  return { pairs: pairsOf(pairLine), halves: pairsOf(halfLine), characters };
}

/** Returns the probability of a member of a list behind another one, with Witten-Bell's weights. */
function behind(counts, order) {
  const one = new Map();
  let all = 0;
  for (const [key, n] of counts) {
    one.set(key[1], (one.get(key[1]) ?? 0) + n);
    all += n;
  }
  return (b) => {
    const row = order.map((c) => counts.get(b + c) ?? 0);
    const sum = row.reduce((x, y) => x + y, 0);
    const types = Math.max(1, row.filter((n) => n > 0).length);
    return order.map(
      (c, at) =>
        (row[at] + (types * ((one.get(c) ?? 0) + 0.5)) / (all + order.length / 2)) / (sum + types),
    );
  };
}

/** What a class costs behind another one, in points. Where kana is rare, it goes on as in Japanese. */
function classCosts(tag) {
  const rowsOf = (each) => bothOf(each).map(({ pairs }) => behind(pairs, cjkOrder));
  const [own, japanese] = [rowsOf(tag), rowsOf('ja')];
  return cjkOrder.flatMap((b) => {
    const [most, other] = (isKana(b) ? japanese : own).map((row) => row(b));
    return cjkOrder.map((c, at) => {
      if ('al'.includes(b) && 'al'.includes(c)) return 0;
      const share = most[at] * (1 - listsOfClasses) + other[at] * listsOfClasses;
      return Math.min(255, points(-Math.log(isKana(c) ? Math.max(share, shareOfKana) : share)));
    });
  });
}

/** Returns the share of a character in its class, and how many of the class were counted. */
function sharesOf({ characters }) {
  const totals = new Map();
  // A list has the same symbol in each line, so its count says more than it should.
  const countOf = (n, own) => (own === 's' ? Math.sqrt(n) : n);
  for (const [character, n] of characters) {
    const own = cjkClass(character.codePointAt(0));
    totals.set(own, (totals.get(own) ?? 0) + countOf(n, own));
  }
  return {
    total: (own) => totals.get(own) ?? 0,
    share: (character, own) =>
      countOf(characters.get(character) ?? 0, own) / ((totals.get(own) ?? 0) + 1),
  };
}

const isKana = (own) => 'hk'.includes(own);

/** Returns the share of a character in its class, in prose and lists together. Kana has the shares that it has in Japanese. */
function mixedShare(tag) {
  const [inProse, inLists] = bothOf(tag).map(sharesOf);
  const ofKana = tag === 'ja' ? undefined : mixedShare('ja');
  return (character, own) => {
    if (ofKana !== undefined && isKana(own)) return ofKana(character, own);
    // Few characters in prose say little.
    const known = inProse.total(own);
    const weight = (1 - listsOfCharacters) * (known / (known + 500));
    return inProse.share(character, own) * weight + inLists.share(character, own) * (1 - weight);
  };
}

const bothOf = (tag) => [readCounts(tag), readCounts(`${tag}-lists`)];

export function readCjk(tag) {
  const shareOf = mixedShare(tag);
  const { index, size, place, isRare } = cjkIndexes[tag];
  const table = new Array(size).fill(undefined);
  const levels = new Map();
  for (const [pointer, codePoint] of readIndex(index)) {
    const at = place(pointer);
    if (at === undefined || at >= size) continue;
    table[at] = codePoint;
    const key = `${cjkClass(codePoint)}${isRare(at) ? 2 : 1}`;
    levels.set(key, (levels.get(key) ?? 0) + 1);
  }
  const values = table.map((codePoint, at) => {
    if (codePoint === undefined) return most;
    const own = cjkClass(codePoint);
    const level = isRare(at) ? 2 : 1;
    const other = levels.get(`${own}${3 - level}`) ?? 0;
    const weight = other === 0 ? 1 : level === 1 ? 1 - rareShare : rareShare;
    const even = weight / levels.get(own + level);
    const known = shareOf(String.fromCodePoint(codePoint), own);
    return quantize((1 - evenShare) * known + evenShare * even);
  });
  return { pairs: classCosts(tag), costs: nibbles(values) };
}

/** What characters of GBK beyond GB 2312 cost: two bits for each pointer. */
export function extensionCosts() {
  const shareOf = mixedShare('zh-Hant');
  const bytes = new Array(Math.ceil((126 * 190) / 4)).fill(0);
  for (let pointer = 0; pointer < 126 * 190; pointer++)
    bytes[pointer >> 2] |= 3 << (2 * (pointer & 3));
  for (const [pointer, codePoint] of readIndex('gb18030')) {
    const own = cjkClass(codePoint);
    const share = shareOf(String.fromCodePoint(codePoint), own);
    const cost = quantize((isKana(own) ? 1 : extensionShare) * share, extensionSteps.at(-1));
    const level = extensionSteps.findIndex((each, at) => cost <= each + (at === 3 ? 0 : 1));
    bytes[pointer >> 2] ^= (3 ^ level) << (2 * (pointer & 3));
  }
  return { bytes, steps: extensionSteps };
}

/** What a half-width character costs behind another one, or behind one of full width: rows of 64 from U+FF60 on. */
export function halfWidthCosts() {
  const order = Array.from({ length: 63 }, (_, at) => String.fromCharCode(0xff61 + at));
  const after = behind(readCounts('ja-lists').halves, order);
  return nibbles(['_', ...order].flatMap((b) => [most, ...after(b).map((p) => quantize(p))]));
}
