// Tests that memory is used again and given back. These tests take long: npm run test:all runs them. Those of memory that does not grow in a
// long run are in test/soak/.

import { equal, ok } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { itOfAddon } from '../../harness/of-the-addon.mjs';
import { lib, evaluateWithGc as run, runNode } from '../../harness/run-node.mjs';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

describe('memory that does not grow', () => {
  it('does not grow when there are ten thousand long strings', () => {
    const megabytes = run(`
      const { TextDecoder } = require(${lib('index.js')});
      const input = Buffer.alloc(300_000, Buffer.from([0xc0, 0xe1, 0x20]));
      const decoder = new TextDecoder('windows-1251');
      let maxResident = 0;
      for (let round = 0; round < 10_000; round += 1) {
        if (decoder.decode(input).length !== input.length) throw new Error('wrong length');
        if (round % 50 === 0) maxResident = Math.max(maxResident, process.memoryUsage.rss());
      }
      console.log(maxResident / 2 ** 20);`);
    // All strings together have 6 GB.
    ok(megabytes < 400, `${megabytes} MB`);
  });

  for (const thread of ['main', 'worker']) {
    itOfAddon(
      `returns to within 32 MB of what it was, two seconds after a burst, ${thread} thread`,
      () => {
        // bursts.mjs says what this setting of the C library does.
        const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '32768' };
        const stdout = runNode(['--expose-gc', pathOf('../../soak/bursts.mjs'), thread], { env });
        equal(stdout.match(/^fine /gm)?.length, 7, stdout);
      },
    );
  }

  itOfAddon(
    'keeps at most 256 MB free for reuse in a program that never returns to its event loop',
    () => {
      const [mostFree, free] = run(`
      const { freeMemory } = require(${lib('backend/backend.js')});
      const { decode, encode, transcode } = require(${lib('index.js')});
      let mostFree = 0;
      for (const size of [140_000, 70_000, 1_000_000, 5_000_000, 140_000]) {
        const bytes = Buffer.alloc(size, 0xe0);
        (() => {
          const strings = Array.from({ length: 4e8 / size }, () => decode(bytes, 'windows-1251'));
          if (strings.some((text) => text.length !== size)) throw new Error('wrong length');
        })();
        gc();
        mostFree = Math.max(mostFree, freeMemory());
        encode(decode(bytes, 'windows-1251'), 'koi8-r');
        transcode(bytes, 'windows-1251');
        mostFree = Math.max(mostFree, freeMemory());
      }
      console.log(JSON.stringify([mostFree, freeMemory()]));`);
      ok(mostFree <= 256 * 2 ** 20, `${mostFree} free bytes at most`);
      ok(free > 2 ** 20, `only ${free} free bytes, so nothing is reused`);
    },
  );
});
