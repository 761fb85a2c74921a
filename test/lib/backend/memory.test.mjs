// Tests that memory is freed, and is reported to the engine. memory.long.test.mjs tests that it does not grow.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { itOfAddon } from '../../harness/of-the-addon.mjs';
import { lib, evaluateWithGc as run } from '../../harness/run-node.mjs';

const require = createRequire(import.meta.url);
const { externalStrings } = require('../../../lib/backend/memory.js');

describe('memory', () => {
  itOfAddon('gives free memory back to the system after a while without use', () => {
    const free = run(`
      const { freeMemory } = require(${lib('backend/backend.js')});
      const { decode } = require(${lib('index.js')});
      const bytes = Buffer.alloc(300_000, 0xe0);
      for (let i = 0; i < 50; i += 1) decode(bytes, 'windows-1251');
      gc();
      const free = [freeMemory()];
      setTimeout(() => {
        free.push(freeMemory());
        decode(bytes, 'windows-1251');
        setTimeout(() => {
          // The timer of the core has stopped by now, so the memory of a string that this collection
          // frees must go back at once.
          gc();
          free.push(freeMemory());
          console.log(JSON.stringify(free));
        }, 1_500);
      }, 1_500);`);
    ok(free[0] > 2 ** 20, `${free[0]} free bytes`);
    deepEqual(free.slice(1), [0, 0]);
  });

  it('has a timer that keeps no process alive', () => {
    const active = run(`
      const { decode } = require(${lib('index.js')});
      decode(Buffer.alloc(140_000, 0xe0), 'windows-1251');
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
      process.on('exit', () => console.log(timers().length));`);
    equal(active, 0);
  });
});

describe('external strings', () => {
  const versions = { v8: '12.4.254.21-node.33' };

  it('are made in Node, and by a newer engine, which keeps memory for the next string, from a greater length on', () => {
    const settings = externalStrings({ release: { name: 'node' }, versions });
    ok(settings.from < 200_000 && settings.alwaysFrom < 100_000_000);
    const newer = externalStrings({ release: { name: 'node' }, versions: { v8: '14.1.146.11' } });
    ok(newer.from > settings.from && newer.from < 1_000_000);
  });

  it('are made in no other runtime', () => {
    for (const process of [
      { release: { name: 'node' }, versions: { ...versions, bun: '1.4.5' } },
      { release: { name: 'node' }, versions: { ...versions, deno: '2.9.6' } },
      { release: { name: 'node' }, versions: { ...versions, electron: '40.0.0' } },
      { release: { name: 'other' }, versions },
      { versions },
    ]) {
      const settings = externalStrings(process);
      for (const from of [settings.from, settings.alwaysFrom]) {
        equal(from, Number.POSITIVE_INFINITY);
      }
    }
  });

  itOfAddon(
    'are not made, and the heap size is not read, in a runtime that reports itself as Bun',
    () => {
      const [asked, held] = run(`
      Object.defineProperty(process, 'versions', { value: { ...process.versions, bun: '1.4.5' } });
      const v8 = require('node:v8');
      let asked = 0;
      v8.getHeapSpaceStatistics = () => {
        asked += 1;
        return [];
      };
      const { externalMemory } = require(${lib('backend/backend.js')});
      const { decode } = require(${lib('index.js')});
      const memory = () => externalMemory().reduce((known, untold) => known + untold);
      const inputs = [140_000, 9_000_000].map((size) => Buffer.alloc(size, 0xe0));
      const before = memory();
      const strings = inputs.flatMap((bytes) => Array.from({ length: 9 }, () => decode(bytes, 'windows-1251')));
      if (strings.length !== 18) throw new Error('wrong length');
      console.log(JSON.stringify([asked, memory() - before]));`);
      equal(asked, 0);
      ok(held < 1_000_000, `${held} bytes`);
    },
  );
});
