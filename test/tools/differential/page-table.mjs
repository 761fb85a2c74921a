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
