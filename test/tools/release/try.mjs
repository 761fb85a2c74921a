// Installs the tarball of a release on this machine, and runs it. The prebuilt addon of this platform
// must load and must give the results that are in the file beside the tarball.
// Usage: npm run release -- try FILE.tgz [--runtime PROGRAM]
// With a PROGRAM, such as Electron's, that runs the package in place of this Node.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../run/folders.mjs';
import { stepsOf } from '../run/machine.mjs';
import { differences, expectedName, resultsOf } from './results.mjs';
import { addon } from './targets.mjs';

const { say, fail, npm } = stepsOf('release');
const { values, positionals } = parseArgs({
  options: { runtime: { type: 'string', default: process.execPath } },
  allowPositionals: true,
});
if (positionals.length !== 1) fail('usage: npm run release -- try FILE.tgz [--runtime PROGRAM]');
const tarball = resolve(process.env.INIT_CWD ?? '.', positionals[0]);
const expected = JSON.parse(readFileSync(join(dirname(tarball), expectedName), 'utf8'));

const project = temporaryFolder('try');
npm(
  ['install', '--prefix', project, '--ignore-scripts', '--no-audit', '--no-fund', tarball],
  'npm could not install the tarball (its output is above)',
  { cwd: project },
);
const folder = join(project, 'node_modules/whatwg-transcoder');
const found = resultsOf([values.runtime], folder, say);
if (found === undefined) fail('the package did not run to its end');
const wrong = differences(found.results, expected.results);
if (wrong.length > 0) fail(`wrong results for ${wrong.join(', ')}`);
const platform = `${process.platform}-${process.arch}`;
if (!found.addons.join().endsWith(`/prebuilds/${platform}/${addon}`)) {
  fail(`did not load the prebuilt addon of ${platform}, but ${found.addons.join(', ') || 'none'}`);
}
const count = Object.keys(found.results).length;
console.log(`${found.platform} ${found.libc}: run (kernels ${found.kernels}; ${count} encodings)`);
