// Reads the ```js blocks of README.md and of other pages, and the lines that each one prints according to its comments
// « // → … ».

import { readFileSync } from 'node:fs';
import { root } from './cmake.mjs';

/**
 * All examples of a page, in order: { line, file, code, expected }. `expected` are the lines that the example
 * prints.
 */
export function examplesOf(path) {
  const page = readFileSync(`${root}${path}`, 'utf8');
  return Array.from(page.matchAll(/^```js\n(.*?)^```$/gms), (match, i) => ({
    line: page.slice(0, match.index).split('\n').length + 1,
    file: `example-${i + 1}.${/\brequire\(/.test(match[1]) ? 'cjs' : 'mjs'}`,
    code: match[1],
    expected: Array.from(match[1].matchAll(/\/\/ → (.*)$/gm), ([, text]) => text),
  }));
}

export const examples = examplesOf('README.md');
