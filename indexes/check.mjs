// Compares every index and every label of this folder with the canonical files of the standard
// (index-*.txt and encodings.json) in a folder. If that folder has a folder history-2012, the
// indexes of the 2012 edition in it are compared with the entries that the historical encodings
// use.
// Usage: npm run indexes -- check DIR

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  differences,
  historicalDirectory,
  indexNames,
  readEncodings,
  readIndex,
} from './files.mjs';
import { eucKrBytes, gb18030Bytes } from './pointers.mjs';

const argument = process.argv[2];
if (argument === undefined) {
  console.error('Usage: npm run indexes -- check DIR');
  process.exit(2);
}
const canonical = pathToFileURL(`${resolve(argument)}/`);

let differing = 0;
function report(what, count, { missing, surplus }) {
  differing += missing.length + surplus.length;
  console.log(`${what}\t${count} entries\t${missing.length} missing\t${surplus.length} surplus`);
  for (const entry of missing.slice(0, 5)) console.log(`  missing\t${entry}`);
  for (const entry of surplus.slice(0, 5)) console.log(`  surplus\t${entry}`);
}

const names = new Set([...indexNames(), ...indexNames(canonical)]);
for (const name of [...names].sort()) {
  const [ours, theirs] = [undefined, canonical].map((folder) => {
    try {
      return readIndex(name, folder);
    } catch {
      return [];
    }
  });
  report(`index ${name}`, ours.length, differences(ours, theirs));
}

const ours = readEncodings();
const theirs = JSON.parse(readFileSync(new URL('encodings.json', canonical), 'utf8')).flatMap(
  (chapter) => chapter.encodings,
);
const pairs = (encodings) =>
  encodings.flatMap(({ name, labels }) => labels.map((label) => [label, name]));
report('labels', pairs(ours).length, differences(pairs(ours), pairs(theirs)));
const order = ours.map(({ name }) => name).join() === theirs.map(({ name }) => name).join();
if (!order) differing++;
console.log(
  `encodings\t${ours.length} names\torder ${order ? 'as in' : 'differs from'} the standard`,
);

console.log(`${names.size} indexes and ${pairs(ours).length} labels: ${differing} differences`);

// Below, the indexes of the 2012 edition are compared, as far as the historical encodings use them.

/** The entries whose leading byte passes a test, as [seven-bit bytes as one number, code point]. */
const reached = (entries, bytesOf, test) =>
  entries
    .map(([pointer, codePoint]) => [bytesOf(pointer).map((byte) => byte - 0x80), codePoint])
    .filter(([[lead, trail]]) => test(lead) && trail >= 0x21 && trail <= 0x7e)
    .map(([[lead, trail], codePoint]) => [(lead << 8) | trail, codePoint]);

/**
 * The code points that index gb18030 has and index gbk of 2012 did not have: private use, the
 * vertical forms that GB18030-2005 and GB18030-2022 moved out of private use, and U+1E3F.
 */
const isLaterThan2012 = (codePoint) =>
  (codePoint >= 0xe000 && codePoint <= 0xf8ff) ||
  (codePoint >= 0xfe10 && codePoint <= 0xfe19) ||
  codePoint === 0x1e3f;

/** In rows from 0xC7 on, index euc-kr of 2012 counted 94 pointers per row; it now counts 178. */
function eucKrBytesOf2012(pointer) {
  const rows = (0xc7 - 0x81) * 178;
  if (pointer >= rows) {
    const rest = pointer - rows;
    return [Math.floor(rest / 94) + 0xc7, (rest % 94) + 0xa1];
  }
  const trail = pointer % 178;
  const offset = trail < 26 ? 0x41 : trail < 52 ? 0x61 - 26 : 0x81 - 52;
  return [Math.floor(pointer / 178) + 0x81, trail + offset];
}

function checkHistorical(folder) {
  report(
    'index ibm864 of 2012',
    readIndex('ibm864', historicalDirectory).length,
    differences(readIndex('ibm864', historicalDirectory), readIndex('ibm864', folder)),
  );
  const hz = (lead) => lead >= 0x20 && lead <= 0x7d;
  const gb18030 = reached(readIndex('gb18030'), gb18030Bytes, hz);
  const gbk = reached(readIndex('gbk', folder), gb18030Bytes, hz);
  const known = differences(gb18030, gbk).surplus.filter((entry) =>
    isLaterThan2012(Number(entry.split('\t')[1])),
  ).length;
  const unlike = gb18030.filter(([, codePoint]) => !isLaterThan2012(codePoint));
  report('index gbk of 2012, by hz-gb-2312', unlike.length, differences(unlike, gbk));
  console.log(
    `  known\t${known} additional entries here, as expected: private use, U+FE10 to U+FE19 and U+1E3F`,
  );
  const kr = (lead) => lead >= 0x21 && lead <= 0x7e;
  const eucKr = reached(readIndex('euc-kr'), eucKrBytes, kr);
  const eucKrOf2012 = reached(readIndex('euc-kr', folder), eucKrBytesOf2012, kr);
  report('index euc-kr of 2012, by iso-2022-kr', eucKr.length, differences(eucKr, eucKrOf2012));
}

const history = new URL('history-2012/', canonical);
if (existsSync(history)) checkHistorical(history);
process.exitCode = differing === 0 ? 0 : 1;
