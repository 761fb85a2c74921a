// Reads the programs of the page on engines, and makes text to convert.

import { readFileSync } from 'node:fs';
import { root } from '../tools/run/cmake.mjs';

const page = readFileSync(`${root}lib/cli/engines.md`, 'utf8');

/** The programs of the page, by the name of their files: the blocks that have a name behind their language. */
const blocks = new Map(
  Array.from(page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name, code]) => [name, code]),
);

/** The names of the programs that no engine has asked for. */
export const unused = new Set(blocks.keys());

export function blockOf(name) {
  if (!blocks.has(name)) throw new Error(`the page has no ${name}`);
  unused.delete(name);
  return blocks.get(name);
}

/** Returns a text of so many lines, no two of which are the same. */
export const linesOf = (count, first = 0) =>
  Array.from({ length: count }, (_, i) => `${first + i} 日本語の文字、ｶﾀｶﾅ、ソ表\n`).join('');
