// Constant memory; npm run test:memory sends more through each adapter, and says how much it took.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const tool = fileURLToPath(new URL('../leak/streams.mjs', import.meta.url));

describe('memory', () => {
  // Were as little as half of a stream held on to, the tool would say that it grew.
  it('does not grow while 224 MB go through each adapter', () => {
    const args = [tool, '--megabytes', '224', '--objects', '0'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^9 flat, 0 grew$/m);
  });
});
