// Compares whatwg-transcoder/iconv-lite with iconv-lite in every encoding that iconv-lite knows. What is lost is the table in
// lib/iconv-lite/README.md; test/lib/iconv-lite/names.long.test.mjs fails where it is not exact.
//
//   npm run test:differential -- iconv-lite [--write]
//
// With --write the table is written; else the exit code is 0 when the table is right.

import { compareAll } from './iconv-lite-differences.mjs';
import { isOnPage } from './page-table.mjs';

const { table, counts, problems } = compareAll();
const name = 'npm run test:differential -- iconv-lite';
if (!isOnPage('lib/iconv-lite/README.md', name, table)) {
  problems.push('the table in lib/iconv-lite/README.md is out of date');
}
for (const problem of problems) console.log(`FAILED  ${problem}`);
console.log(
  `${counts.names} names of iconv-lite; names × characters not kept: ${counts.lost}; ` +
    `names × sequences of bytes read otherwise: ${counts.readOtherwise}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
