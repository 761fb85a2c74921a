// Makes long strings for strings.mjs, in a process whose strings are all external or all copied.
//
// Its argument is JSON: `policy` is 'external' or 'copied', `heap` the MB of live objects. It answers
// each message { way, width, bytes } with the figures of one batch.

import { createRequire } from 'node:module';
import { MB } from './corpora.mjs';
import { fillHeap } from './heap.mjs';

const { policy, heap } = JSON.parse(process.argv[2]);

// The first call of configure() decides for the thread. The package makes it when it is loaded, so the
// settings are replaced on the way.
const require = createRequire(import.meta.url);
const native = require('../../../build/Release/whatwg_transcoder.node');
const { configure } = native;
const from = policy === 'external' ? 0 : Infinity;
const policySettings = {
  from,
  alwaysFrom: from,
  smallHeap: policy === 'external' ? Infinity : 0,
};
native.configure = (settings) => {
  for (const name of Object.keys(policySettings)) {
    if (!(name in settings)) throw new Error(`the package has no setting ${name}`);
  }
  return configure({ ...settings, ...policySettings });
};
const { TextDecoder } = require('../../../lib/index.js');

// In bytes of string: a collection begins with every 64 MB of external strings, so a batch has several.
const BATCH = 256 * MB;

// How many results are alive at a time.
const ALIVE = 4;

/** Returns the function that makes one string of `bytes` bytes, with `width` bytes for each character. */
function makerOf(way, width, bytes) {
  const input = Buffer.alloc(bytes / width, width === 1 ? 0x61 : 0xe6);
  if (way === 'decode') {
    const decoder = new TextDecoder(width === 1 ? 'utf-8' : 'windows-1251');
    return () => decoder.decode(input);
  }
  const text = width === 1 ? input : Buffer.from('\u0436'.repeat(bytes / 2), 'utf16le');
  return width === 1 ? () => text.latin1Slice() : () => text.ucs2Slice();
}

/**
 * Makes one batch. Times are in milliseconds: by the clock and by processors for each string, and for
 * the longest single call.
 */
function runBatch({ way, width, bytes }) {
  const make = makerOf(way, width, bytes);
  const count = Math.ceil(BATCH / bytes);
  const alive = new Array(ALIVE).fill(null);
  const cpu = process.cpuUsage();
  const { minorPageFault } = process.resourceUsage();
  const start = performance.now();
  let last = start;
  let longest = 0;
  for (let k = 0; k < count; k++) {
    const text = make();
    if (text.length !== bytes / width || text.charCodeAt(k) === 0) throw new Error('wrong text');
    alive[k % ALIVE] = text;
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    wall: (last - start) / count,
    processor: (user + system) / 1000 / count,
    longest,
    faults: (process.resourceUsage().minorPageFault - minorPageFault) / count,
  };
}

fillHeap(heap * MB);
process.send({ version: process.versions.node });
process.on('message', (message) => process.send(runBatch(message)));
