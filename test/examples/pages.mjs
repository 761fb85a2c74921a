// Reads the ```js blocks of README.md and of the pages in lib/, and the lines that each one prints according to its
// comments « // → … ».

import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../tools/run/cmake.mjs';

/** The pages: README.md, and those beside the code, as paths from the root of the checkout. */
export const pages = ['README.md'].concat(
  readdirSync(`${root}lib`, { recursive: true })
    .map((path) => `lib/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort(),
);

/** The packages that the code imports: without modules of Node, and without this package. */
function packagesOf(code) {
  const specifiers = Array.from(code.matchAll(/^import .*from '(.*)';$/gm), ([, name]) => name);
  return specifiers
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0])
    .filter((name) => !name.startsWith('node:') && name !== 'whatwg-transcoder');
}

/**
 * All examples of a page, in order: { line, file, code, expected, packages }. `expected` are the lines that the
 * example prints. The first line of an example may be a comment with the name of its file.
 */
export function examplesOf(path) {
  const page = readFileSync(`${root}${path}`, 'utf8');
  return Array.from(page.matchAll(/^```js\n(.*?)^```$/gms), ([block, code], i) => ({
    line: page.slice(0, page.indexOf(block)).split('\n').length + 1,
    file:
      /^\/\/ ([\w-]+\.mjs)\n/.exec(code)?.[1] ??
      `example-${i + 1}.${/\brequire\(/.test(code) ? 'cjs' : 'mjs'}`,
    code,
    expected: Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, text]) => text),
    packages: packagesOf(code),
  }));
}

export const examples = examplesOf('README.md');
