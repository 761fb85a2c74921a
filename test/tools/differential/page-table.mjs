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

/**
 * Joins the rows of a table for which `keyOf`, a function of the cells from the third on, returns the same. Where their cells differ,
 * the joined row lists them.
 */
export function joinRows(rows, keyOf = (cells) => cells.join(' | ')) {
  const joined = new Map();
  for (const row of rows) {
    const cells = row.slice('| '.length).split(' | ');
    const key = keyOf(cells.slice(2));
    joined.set(key, [...(joined.get(key) ?? []), cells]);
  }
  return [...joined.values()].map((own) => {
    const cells = own[0].map((first, at) =>
      at > 0 && own.every((row) => row[at] === first)
        ? first
        : own.map((row) => row[at]).join(', '),
    );
    return `| ${cells.join(' | ')}`;
  });
}

/** The key of rows that have the same reason in their last cell, and zeros at the same places. */
export const sameReason = (cells) =>
  cells.map((cell) => (/^[1-9][\d,]*$/.test(cell) ? 'some' : cell)).join(' | ');
