// The tables that comparisons with other programs make for pages of lib/.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/cmake.mjs';

const end = '\n\n<!-- end of table -->';

/**
 * Returns whether the table with a name on a page is this one. With --write among the arguments of the program it is written there
 * first.
 */
export function isOnPage(path, name, table) {
  const isWritten = process.argv.includes('--write');
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  const begin = `<!-- table: ${name} -->\n\n`;
  const start = text.indexOf(begin) + begin.length;
  const written = text.slice(0, start) + table + text.slice(text.indexOf(end, start));
  if (isWritten) writeFileSync(file, written);
  return isWritten || written === text;
}

/** Joins the rows of a table that differ in their first two cells alone. The cells of a joined row list these. */
export function joinRows(rows) {
  const joined = new Map();
  for (const row of rows) {
    const [name, second, ...others] = row.slice('| '.length).split(' | ');
    const rest = others.join(' | ');
    joined.set(rest, [...(joined.get(rest) ?? []), { name, second }]);
  }
  return [...joined].map(([rest, own]) => {
    const names = own.map(({ name }) => name).join(', ');
    const isSame = own.every(({ second }) => second === own[0].second);
    const seconds = isSame ? own[0].second : own.map(({ second }) => second).join(', ');
    return `| ${names} | ${seconds} | ${rest}`;
  });
}
