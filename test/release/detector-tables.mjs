// Stands in the tarball's sources in the place of indexes/detect/tables.mjs. The tarball has the detector's tables, and
// not the counts that they are made from, which take more room.

import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Makes lines of numbers of each table that is written in base64. */
const withNumbers = (source) =>
  source.replace(/base64 (\S+)/g, (_, text) =>
    Buffer.from(text, 'base64')
      .join(', ')
      .replace(/(.{80,100},) /g, '$1\n'),
  );

/** Returns what the module in the repository returns. */
export const detectTables = () => ({
  header: read('detect.h'),
  source: (folder) => withNumbers(read('detect.cc')).replace('"tables.h"', `"${folder}/tables.h"`),
});
