// Runs packages that use iconv-lite with whatwg-transcoder-iconv-lite in its place, by npm's `overrides`: bodies in servers on
// loopback, and the calls of parsers of databases and of mail. With a folder that has checkouts of packages under their names, their
// own tests run too: those of body-parser, libmime, needle, raw-body 3 and whatwg-encoding, with iconv-lite and with ours, which
// must be the same; and those of iconv-lite 0.7, of which those fail that peers/suite.mjs lists by the differences that
// lib/iconv-lite/README.md names. A checkout of whatwg-encoding needs the files that its package has in lib/.
// Usage: npm run test:runtimes -- peers [DIR]

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backend } from 'whatwg-transcoder';
import { counts, heading, sumUp } from '../tools/run/suites.mjs';
import { packages } from './project.mjs';
import { runSuite } from './suite.mjs';
import { compareSuites } from './with-and-without.mjs';

// Express then does not print the errors that it answers with.
process.env.NODE_ENV = 'test';

heading('Packages');
await import('./bodies.mjs');
await import('./parsers.mjs');

const [given] = process.argv.slice(2);
if (given !== undefined) {
  const checkouts = resolve(process.env.INIT_CWD ?? '.', given);
  heading('The tests of packages, with iconv-lite and with ours');
  await compareSuites(checkouts);
  const checkout = join(checkouts, 'iconv-lite');
  heading('The tests of iconv-lite');
  if (existsSync(checkout)) await runSuite(checkout);
}

const versions = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
console.log(`\n${process.version}, ${backend}; ${versions.join(', ')}`);
sumUp({ peers: counts });
