// Compares how lib/http reads a header Content-Type with the Response of the running Node, on made headers that have several
// values with commas between them: « extract a MIME type » of the Fetch standard.
// Usage: npm run test:differential -- media-types [NUMBER] [SEED]
//
// Exit code: 0 when all headers were read alike, 1 otherwise.

import { isDeepStrictEqual } from 'node:util';
import { headersOf, isKnownDifference, readBoth } from '../../harness/media-type-cases.mjs';

const MAX_SHOWN = 20;

const [number = '100000', seed = '1'] = process.argv.slice(2);
const makeHeader = headersOf(seed);
const counts = { compared: 0, withCharset: 0, known: 0, differed: 0 };
while (counts.compared < Number(number)) {
  const header = makeHeader();
  const both = await readBoth(header);
  if (both === null) continue;
  counts.compared++;
  if (both.expected?.charset) counts.withCharset++;
  if (isDeepStrictEqual(both.actual, both.expected)) continue;
  if (isKnownDifference(both)) {
    counts.known++;
    continue;
  }
  counts.differed++;
  if (counts.differed <= MAX_SHOWN) console.log('✗', JSON.stringify(header), both);
}
console.log(
  `${counts.compared} headers, seed ${seed}, ${counts.withCharset} with a charset: ${counts.known} differ as known, ` +
    `${counts.differed} otherwise; Node ${process.version}`,
);
process.exitCode = counts.differed === 0 ? 0 : 1;
