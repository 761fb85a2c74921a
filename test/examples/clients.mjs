// Tests the recipes for HTTP clients in lib/http/README.md, and other ways to use these clients, in Node 20 and in Node 24. Prints
// a table of what each gives for each content coding.

import { equal } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runtimePath } from '../runtimes/runtimes.mjs';
import { heading, runAndKeep, test } from '../tools/run/suites.mjs';
import { packages } from './packages.mjs';
import { examples } from './project.mjs';

const program = fileURLToPath(new URL('client-run.mjs', import.meta.url));
const recipes = examples.filter(
  ({ code }) => code.includes('decodeResponse(') && code.includes('(url, options)'),
);
for (const recipe of recipes) recipe.isUsed = true;

const codings = ['gzip', 'deflate', 'deflate, raw', 'br', 'zstd', 'gzip, br'];
const isCompressed = (coding) => codings.includes(coding);
const ambiguous = 'ERR_CONTENT_ENCODING_AMBIGUOUS';

/**
 * Returns what a client and coding give in place of the right text, or undefined. Some clients fail themselves: they take « deflate »
 * without the header of zlib for damaged. got does so for some bodies only.
 */
function expectedRefusal(client, coding) {
  const isRaw = coding === 'deflate, raw';
  if (isRaw && /^(superagent|needle)/.test(client)) return 'client: Z_DATA_ERROR';
  if (isRaw && client.startsWith('undici request, decompress'))
    return 'ERR_CONTENT_ENCODING_INVALID';
  if (isRaw && client.startsWith('got') && !client.includes('decompress: false')) {
    return client.startsWith('got stream')
      ? 'ERR_CONTENT_ENCODING_INVALID'
      : 'ERR_READING_RESPONSE_STREAM';
  }
  // It does not tell a body that was read from one that does not come.
  if (client === 'make-fetch-happen, HEAD') return 'ERR_BODY_NOT_READABLE';
  if (!isCompressed(coding) || client.includes('isDecompressed')) return undefined;
  if (client.includes(', compress: false')) return ambiguous;
  if (client === 'undici fetch') return coding === 'zstd' ? ambiguous : undefined;
  // These give a list, and zstd, as it came, in a stream of the same class as for anything else.
  const isOfNodeFetch = /^(node-fetch|make-fetch-happen)/.test(client);
  return isOfNodeFetch && ['gzip, br', 'zstd'].includes(coding) ? ambiguous : undefined;
}

for (const name of ['node-20', 'node-24']) {
  heading(`HTTP clients, ${name}`);
  const runnable = recipes.filter(({ packages: own }) =>
    own.every((one) => name === 'node-24' || packages[one].runtime === undefined),
  );
  const args = runnable.map(({ file, path }) => `${file}=${path}`);
  const { status, stdout, output } = await runAndKeep([runtimePath(name), program, ...args], {
    timeout: 300_000,
  });
  await test(`${name}: the clients run`, () => equal(status, 0, output));
  if (status !== 0) continue;
  const rows = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1));
  for (const [client, results] of Object.entries(rows)) {
    console.log(
      `    ${client.padEnd(44)} ${Object.entries(results)
        .map((one) => one.join(' '))
        .join(' | ')}`,
    );
    await test(`${name}: ${client}`, () => {
      for (const [coding, result] of Object.entries(results)) {
        const expected = expectedRefusal(client, coding);
        equal(result, expected ?? 'right', coding);
      }
    });
  }
}
