// Tests that the types of the package compile.

import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const tsc = require.resolve('typescript/bin/tsc');
const run = promisify(execFile);

describe('Package: types', () => {
  for (const [what, project] of [
    ['ES modules and CommonJS modules under node16', 'tsconfig.json'],
    ['ES modules with the types of a browser', 'tsconfig.dom.json'],
  ]) {
    it(`compile in ${what}`, async () => {
      const path = fileURLToPath(new URL(`../../types/${project}`, import.meta.url));
      const { stdout } = await run(process.execPath, [tsc, '-p', path]).catch((error) => error);
      equal(stdout, '');
    });
  }
});
