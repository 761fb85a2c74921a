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
const cjkOrder = [...'alphkwgifs'];

/** The index of a language, from the place in its table of costs to the code point, and where its rarer characters begin. */
const cjkIndexes = {
  ja: {
    index: 'jis0208',
    size: 94 * 94,
    place: (pointer) => pointer,
    isRare: (place) => place >= 47 * 94,
  },
  // Rows from 0xA1 on with trailing bytes from 0xA1 on.
  'zh-Hans': {
    index: 'gb18030',
    size: 87 * 94,
    place: (pointer) => {
      const [leading, trailing] = [Math.floor(pointer / 190) + 0x81, pointer % 190];
      return leading < 0xa1 || trailing < 96 || leading > 0xf7
        ? undefined
        : (leading - 0xa1) * 94 + trailing - 96;
    },
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
    place: (pointer) => {
      const [leading, trailing] = [Math.floor(pointer / 190) + 0x81, pointer % 190];
      return leading < 0xa1 || trailing < 96 ? undefined : (leading - 0xa1) * 94 + trailing - 96;
    },
    isRare: (place) => place >= (0xca - 0xa1) * 94,
  },
};

export function readCjk(tag) {
  const [pairLine, ...rows] = readLines(tag).filter((line) => line !== '');
  const pairs = new Map();
  for (const each of pairLine.split(' ')) pairs.set(each.slice(0, 2), Number(each.slice(2)));
  const one = new Map();
  for (const [key, n] of pairs) one.set(key[1], (one.get(key[1]) ?? 0) + n);
  const all = [...one.values()].reduce((a, b) => a + b, 0);
  const costs = [];
  for (const b of cjkOrder) {
    const counts = cjkOrder.map((c) =>
      'al'.includes(b) && 'al'.includes(c) ? 0 : (pairs.get(b + c) ?? 0),
    );
    const sum = counts.reduce((x, y) => x + y, 0);
    const types = Math.max(1, counts.filter((n) => n > 0).length);
    for (const [at, c] of cjkOrder.entries()) {
      if ('al'.includes(b) && 'al'.includes(c)) costs.push(0);
      else
        costs.push(
          Math.min(
            255,
            points(
              -Math.log((counts[at] + types * (((one.get(c) ?? 0) + 0.5) / all)) / (sum + types)),
            ),
          ),
        );
    }
  }
  const counts = new Map();
  const totals = new Map();
  for (const row of rows) {
    const at = row.indexOf(' ');
    const n = 2 ** (Number(row.slice(0, at)) / 2);
    for (const character of row.slice(at + 1)) {
      const own = cjkClass(character.codePointAt(0));
      counts.set(character, n);
      totals.set(own, (totals.get(own) ?? 0) + n);
    }
  }
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
    const weight = other === 0 ? 1 : level === 1 ? 0.92 : 0.08;
    const even = weight / levels.get(own + level);
    const known = (counts.get(String.fromCodePoint(codePoint)) ?? 0) / ((totals.get(own) ?? 0) + 1);
    return quantize(0.75 * known + 0.25 * even);
  });
  return { pairs: costs, costs: nibbles(values) };
}
