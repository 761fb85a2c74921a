// Tests the recipes for HTTP clients in lib/http/README.md, and other ways to use these clients, in Node 20 and in Node 24. Prints
// a table of what each gives for each content coding.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runtimePath } from '../runtimes.mjs';
import { heading, runAndKeep } from '../suites.mjs';
import { packages } from './packages.mjs';
import { examples, test } from './project.mjs';

const program = fileURLToPath(new URL('client-run.mjs', import.meta.url));
const recipes = examples.filter(
  ({ code }) => code.includes('decodeResponse(') && code.includes('(url, options)'),
);
for (const recipe of recipes) recipe.isUsed = true;

const ambiguous = 'ERR_CONTENT_ENCODING_AMBIGUOUS';

/** What is refused, as a function of the client and the coding: undefined for what gives the right text. */
function expectedRefusal(client, coding, runtime) {
  const isCompressed = ['gzip', 'deflate', 'deflate, raw', 'br', 'zstd', 'gzip, br'].includes(
    coding,
  );
  if (!isCompressed) return undefined;
  // The client itself fails.
  if (client.startsWith('superagent') && coding === 'deflate, raw') return 'client: Z_DATA_ERROR';
  if (client.includes('compress: false') && !client.includes('isDecompressed')) return ambiguous;
  if (client === 'undici fetch' && coding === 'zstd') return ambiguous;
  const passesThrough = client.startsWith('node-fetch') || client.startsWith('make-fetch-happen');
  const isUndone = ['gzip', 'deflate', 'deflate, raw', 'br'].includes(coding);
  if (passesThrough && !isUndone && !client.includes('isDecompressed')) {
    const isUnpacked =
      client.startsWith('make-fetch-happen') && coding === 'zstd' && runtime === 'zstd';
    return isUnpacked ? undefined : ambiguous;
  }
  return undefined;
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
  await test(`${name}: the clients run`, () => assert.equal(status, 0, output));
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
        const expected = expectedRefusal(client, coding, name === 'node-24' ? 'zstd' : '');
        assert.equal(result, expected ?? 'right', coding);
      }
    });
  }
}
