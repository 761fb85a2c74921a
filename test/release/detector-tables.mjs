// Stands in the tarball's sources in the place of indexes/detect/tables.mjs. The tarball has the detector's tables, and
// not the counts that they are made from, which take more room.

import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Makes lines of 24 numbers of each table that is written in base64. */
const withNumbers = (source) =>
  source.replace(/base64 (\S+)/g, (_, text) => {
    const bytes = Buffer.from(text, 'base64');
    let lines = '';
    for (let at = 0; at < bytes.length; at += 24) {
      lines += `\n    ${bytes.subarray(at, at + 24).join(', ')},`;
    }
    return lines;
  });

/** Returns what the module in the repository returns. */
export const detectTables = () => ({
  header: read('detect.h'),
  source: (folder) => withNumbers(read('detect.cc')).replace('"tables.h"', `"${folder}/tables.h"`),
});
