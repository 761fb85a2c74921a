// Counts the characters and the pairs of kinds of characters in texts of Chinese, Japanese and Korean.

import { cjkClass } from './languages.mjs';

const bump = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
const joined = (counts) =>
  [...counts]
    .sort()
    .map(([key, n]) => key + n)
    .join(' ');

/**
 * The counts of lines, as lines of a file: pairs of classes; pairs of half-width characters, where "_" is another one; characters
 * by 2 × log2 of their count.
 */
export function countCjk(lines) {
  const characters = new Map();
  const pairs = new Map();
  const halves = new Map();
  for (const line of lines) {
    let previous = 'a';
    let half = '_';
    for (const character of line) {
      const own = cjkClass(character.codePointAt(0));
      const isAscii = own === 'a' || own === 'l';
      if (!isAscii) bump(characters, character);
      if (!isAscii || !'al'.includes(previous)) bump(pairs, previous + own);
      if (own === 'w') bump(halves, half + character);
      half = own === 'w' ? character : '_';
      previous = own;
    }
  }
  const sorted = [...characters]
    .filter(([, n]) => n > 1)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  // Characters of the same rounded count share a line.
  const steps = new Map();
  for (const [character, n] of sorted) {
    const step = Math.round(Math.log2(n) * 2);
    steps.set(step, (steps.get(step) ?? '') + character);
  }
  return [joined(pairs), joined(halves), ...[...steps].map(([step, list]) => `${step} ${list}`)];
}
