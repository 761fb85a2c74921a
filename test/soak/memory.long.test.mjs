// Tests that memory does not grow, whatever goes through the package, in Node, Bun and Deno. `npm run test:soak -- memory` sends more data
// through it, and also makes many objects.

import { match } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runHere } from '../harness/runtimes-here.mjs';

const tool = fileURLToPath(new URL('./memory.mjs', import.meta.url));

describe('memory', () => {
  // If half of each stream stayed in memory, the last third of a run would grow by 37 MB. The tool allows 32 MB.
  it('does not grow while 224 MB go through each adapter', function test() {
    this.timeout(20 * 60_000);
    const { stdout, stderr } = runHere(tool, [
      '--megabytes',
      '224',
      '--objects',
      '0',
      '--growth',
      '32',
    ]);
    match(stdout, /^15 flat, 0 grew$/m, `${stdout}${stderr}`);
  });
});
