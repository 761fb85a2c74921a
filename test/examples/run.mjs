// Runs the examples of the pages in lib/ that need other packages, with these packages from the npm registry: each as a process
// of its own, and the servers among them with requests of many kinds. `npm test` runs the other examples.
// Usage: npm run test:runtimes -- examples

import { deepEqual } from 'node:assert/strict';
import { backend } from 'whatwg-transcoder';
import { counts, heading, sumUp, test } from '../tools/run/suites.mjs';
import { packages } from './packages.mjs';
import { examples, runExample } from './project.mjs';

// Express then does not print the errors that it answers with.
process.env.NODE_ENV = 'test';

heading('Examples');
const databases = ['mysql2', 'pg'];
for (const example of examples) {
  const needsServer = example.packages.some((name) => databases.includes(name));
  if (example.expected.length === 0 || needsServer) continue;
  await test(`${example.page}, line ${example.line}: ${example.file}`, () => runExample(example));
}

await import('./databases.mjs');
await import('./bodies.mjs');
await import('./clients.mjs');
await import('./forms.mjs');
await import('./mails.mjs');
await import('./zips.mjs');

heading('All');
await test('every example has been used', () => {
  const unused = examples.filter(({ isUsed }) => !isUsed);
  deepEqual(
    unused.map(({ page, line }) => `${page}:${line}`),
    [],
  );
});

const versions = Object.entries(packages).map(([name, { version }]) => `${name}@${version}`);
console.log(`\n${backend}; ${versions.join(', ')}`);
sumUp({ examples: counts });
