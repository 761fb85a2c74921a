// Reads the ```js blocks of README.md, and the lines that each one prints according to its comments
// « // → … ».

import { readFileSync } from 'node:fs';
import { root } from './cmake.mjs';

const readme = readFileSync(`${root}README.md`, 'utf8');

/**
 * All examples, in order: { line, file, code, expected }. `expected` are the lines that the example
 * prints.
 */
export const examples = Array.from(readme.matchAll(/^```js\n(.*?)^```$/gms), (match, i) => ({
  line: readme.slice(0, match.index).split('\n').length + 1,
  file: `example-${i + 1}.${/\brequire\(/.test(match[1]) ? 'cjs' : 'mjs'}`,
  code: match[1],
  expected: Array.from(match[1].matchAll(/\/\/ → (.*)$/gm), ([, text]) => text),
}));
