// Tests threads and processes that end at a bad moment. npm run test:soak -- threads runs more of them.

import { match } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runNode } from '../harness/run-node.mjs';

const tool = fileURLToPath(new URL('./threads.mjs', import.meta.url));

/** Runs the tool and asserts that it has found no problem. */
function survives(...args) {
  match(runNode([tool, ...args]), /: 0 problems$/m);
}

describe('a process', () => {
  it('survives when 300 threads end while they load the backend', () => {
    survives('--rounds', '300', '--exits', '0', '--calls', '0');
  });

  it('ends with its own exit code while threads load the backend or are in the middle of calls, 48 times', () => {
    survives('--rounds', '0', '--exits', '40', '--calls', '0');
  });

  it('survives when threads end in the middle of calls of each kind', () => {
    survives('--rounds', '0', '--exits', '0', '--calls', '5');
  });
});
