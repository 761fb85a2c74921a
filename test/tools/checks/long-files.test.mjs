// Tests that the files of long tests load: `npm test` leaves them out, so that nothing else shows it before the night.

import { equal } from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../run/cmake.mjs';
import { run } from '../run/machine.mjs';
import { isLong, testFiles } from '../run/mocha.mjs';

describe('files of long tests', () => {
  it('load', () => {
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
    const args = [mocha, '--no-config', '--dry-run', '--exit', '--reporter', 'dot'];
    const { status, output } = run(process.execPath, [...args, ...testFiles().filter(isLong)]);
    equal(status, 0, output);
  });
});
