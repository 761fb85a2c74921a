// Runs packages that use iconv-lite with whatwg-transcoder-iconv-lite in its place, by npm's `overrides`: bodies in servers on
// loopback, and the calls of parsers of databases and of mail. With a folder, which is a checkout of iconv-lite 0.7, its own tests
// run too; those that fail must be the ones that peers/suite.mjs lists, each a difference of the table in
// lib/iconv-lite/README.md.
// Usage: npm run test:peers [-- DIR]

import { backend } from 'whatwg-transcoder';
import { counts, packages } from './peers/project.mjs';
import { runSuite } from './peers/suite.mjs';
import { heading, sumUp } from './suites.mjs';

// Express then does not print the errors that it answers with.
process.env.NODE_ENV = 'test';

heading('Packages');
await import('./peers/bodies.mjs');
await import('./peers/parsers.mjs');

const [checkout] = process.argv.slice(2);
if (checkout !== undefined) {
  heading('The tests of iconv-lite');
  await runSuite(checkout);
}

const versions = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
console.log(`\n${process.version}, ${backend}; ${versions.join(', ')}`);
const isGood = sumUp({ peers: { ...counts, ok: counts.passed > 0 && counts.failed === 0 } });
process.exitCode = isGood ? 0 : 1;
