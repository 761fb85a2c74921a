// Tests the memory that a long stream takes.

import { equal, ok } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Transcoder } from 'whatwg-transcoder';
import { hex } from '../../harness/decoders.mjs';

/** Returns a function that collects all garbage. Bun has one, and other runtimes have one behind a flag. */
function garbageCollector() {
  if (process.versions.bun !== undefined) return () => globalThis.Bun.gc(true);
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

describe('Transcoder: streams', () => {
  it('does not need more memory for a longer stream', async () => {
    const collectGarbage = garbageCollector();
    const size = 1 << 20;
    const chunk = Buffer.alloc(size, hex('82 A0 41 FF'));
    for (const to of ['utf-8', 'gb18030', 'iso-2022-jp']) {
      const transcoder = new Transcoder('shift_jis', to, { unencodable: 'html' });
      const held = async () => {
        for (let i = 0; i < 3; i += 1) {
          collectGarbage();
          await setImmediate();
        }
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const { length } = transcoder.write(chunk);
      const before = await held();
      for (let i = 0; i < 64; i += 1) ok(transcoder.write(chunk).length >= length);
      ok((await held()) - before < 8 * size);
      // When U+FFFD cannot be encoded either, it counts once more.
      const each = to === 'iso-2022-jp' ? 2 : 1;
      equal(transcoder.replacements, 65 * each * (size / 4));
    }
  });
});
