// Memory that is constant, comes back and is counted; npm run test:memory sends more through each adapter, and says how
// much memory that took.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { externalStrings } = require('../../lib/native/memory.js');

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const lib = (name) => JSON.stringify(pathOf(`../../lib/${name}`));

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

/** Runs a script in a process of its own; returns what it prints, parsed. */
const evaluate = (script) => JSON.parse(run(['--expose-gc', '--eval', script]));

describe('memory', () => {
  // Were as little as half of a stream held on to, a third of that would be 37 MB, and the tool would say that it grew.
  it('does not grow while 224 MB go through each adapter', () => {
    const args = ['--megabytes', '224', '--objects', '0', '--growth', '32'];
    const stdout = run([pathOf('../leak/streams.mjs'), ...args]);
    assert.match(stdout, /^13 flat, 0 grew$/m);
  });

  for (const thread of ['main', 'worker']) {
    it(`that is resident is within 32 MB of before two seconds after a burst, ${thread} thread`, () => {
      const stdout = run(['--expose-gc', pathOf('../leak/bursts.mjs'), thread]);
      assert.equal(stdout.match(/^fine /gm)?.length, 7, stdout);
    });
  }

  it('that is free is at most 256 MB in a program that never returns to its event loop', () => {
    const [most, free] = evaluate(`
      const { freeMemory } = require(${lib('native/backend.js')});
      const { decode, encode, transcode } = require(${lib('index.js')});
      let most = 0;
      for (const size of [140_000, 70_000, 1_000_000, 5_000_000, 140_000]) {
        const bytes = Buffer.alloc(size, 0xe0);
        (() => {
          const strings = Array.from({ length: 4e8 / size }, () => decode(bytes, 'windows-1251'));
          if (strings.some((text) => text.length !== size)) throw new Error('length');
        })();
        gc();
        most = Math.max(most, freeMemory());
        encode(decode(bytes, 'windows-1251'), 'koi8-r');
        transcode(bytes, 'windows-1251');
        most = Math.max(most, freeMemory());
      }
      console.log(JSON.stringify([most, freeMemory()]));`);
    assert.ok(most <= 256 * 2 ** 20, `${most} bytes`);
    assert.ok(free > 2 ** 20, `${free} bytes, so that nothing is used again`);
  });

  it('that is free goes back to the system when nobody has used it for a while', () => {
    const free = evaluate(`
      const { freeMemory } = require(${lib('native/backend.js')});
      const { decode } = require(${lib('index.js')});
      const bytes = Buffer.alloc(140_000, 0xe0);
      for (let i = 0; i < 50; i += 1) decode(bytes, 'windows-1251');
      gc();
      const free = [freeMemory()];
      setTimeout(() => {
        free.push(freeMemory());
        decode(bytes, 'windows-1251');
        setTimeout(() => {
          // The string is released while the clock stands still.
          gc();
          free.push(freeMemory());
          console.log(JSON.stringify(free));
        }, 1_500);
      }, 1_500);`);
    assert.ok(free[0] > 2 ** 20, `${free[0]} bytes`);
    assert.deepEqual(free.slice(1), [0, 0]);
  });

  it('has a clock that keeps no process alive', () => {
    const active = evaluate(`
      const { decode } = require(${lib('index.js')});
      decode(Buffer.alloc(140_000, 0xe0), 'windows-1251');
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
      process.on('exit', () => console.log(timers().length));`);
    assert.equal(active, 0);
  });
});

describe('external strings', () => {
  const versions = { v8: '12.4.254.21-node.33' };

  it('are made in Node itself', () => {
    const settings = externalStrings({ release: { name: 'node' }, versions });
    assert.ok(settings.twoByteFrom < 1_000_000 && settings.alwaysFrom < 100_000_000);
    assert.equal(settings.oneByteFrom, settings.twoByteFrom);
    const newer = externalStrings({ release: { name: 'node' }, versions: { v8: '14.1.146.11' } });
    assert.equal(newer.oneByteFrom, Number.POSITIVE_INFINITY);
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
      for (const from of [settings.twoByteFrom, settings.oneByteFrom, settings.alwaysFrom]) {
        assert.equal(from, Number.POSITIVE_INFINITY);
      }
    }
  });

  it('are not made, nor is the heap asked after, where the runtime says that it is Bun', () => {
    const [asked, held] = evaluate(`
      Object.defineProperty(process, 'versions', { value: { ...process.versions, bun: '1.4.5' } });
      const v8 = require('node:v8');
      let asked = 0;
      v8.getHeapSpaceStatistics = () => {
        asked += 1;
        return [];
      };
      const { externalMemory } = require(${lib('native/backend.js')});
      const { decode } = require(${lib('index.js')});
      const memory = () => externalMemory().reduce((known, untold) => known + untold);
      const inputs = [140_000, 9_000_000].map((size) => Buffer.alloc(size, 0xe0));
      const before = memory();
      const strings = inputs.flatMap((bytes) => Array.from({ length: 9 }, () => decode(bytes, 'windows-1251')));
      if (strings.length !== 18) throw new Error('length');
      console.log(JSON.stringify([asked, memory() - before]));`);
    assert.equal(asked, 0);
    assert.ok(held < 1_000_000, `${held} bytes`);
  });
});
