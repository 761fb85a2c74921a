// Compares every index and every label of this folder with the canonical files of the standard
// (index-*.txt and encodings.json) in a folder.  Usage: npm run indexes:check -- DIR

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { differences, indexNames, readEncodings, readIndex } from './files.mjs';

const argument = process.argv[2];
if (argument === undefined) {
  console.error('Usage: npm run indexes:check -- DIR');
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
process.exitCode = differing === 0 ? 0 : 1;
