// Stands in the tarball's sources in the place of indexes/detect/tables.mjs. The tarball has the detector's tables, and
// not the counts that they are made from, which take more room.

import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Puts lines of 24 numbers in the place of each table whose bytes are in tables.bin. Numbers of 16 bits begin with the low byte. */
function withNumbers(source) {
  const bytes = readFileSync(new URL('tables.bin', import.meta.url));
  let at = 0;
  return source.replace(/numbers of (\d+) bits in (\d+) bytes/g, (_, bits, length) => {
    const table = bytes.subarray(at, at + Number(length));
    at += table.length;
    const numbers =
      bits === '8'
        ? [...table]
        : Array.from({ length: table.length / 2 }, (_, place) => table.readUInt16LE(2 * place));
    let lines = '';
    for (let from = 0; from < numbers.length; from += 24) {
      lines += `\n    ${numbers.slice(from, from + 24).join(', ')},`;
    }
    return lines;
  });
}

/** Returns what the module in the repository returns. */
export const detectTables = () => ({
  header: read('detect.h'),
  source: (folder) => withNumbers(read('detect.cc')).replace('"tables.h"', `"${folder}/tables.h"`),
});
