// Each fence is broken once, by a backend that writes where it must not. That fences change nothing else is what `npm run test:all` shows.

import { deepEqual, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

const require = createRequire(import.meta.url);
const { fenceBackend, fenceInstance } = require('./fences.cjs');
const { description } = require('../../lib/backend/wasm.js');

const { flags, numbersPerEntry, slabRoomBytes } = description;
const IN_SLAB = flags.inSlab << flags.flagsShift;

/** Sets a byte of the memory that a view is on, `at` bytes from the start of the view; returns `result`. */
function plant(view, at, result = undefined) {
  new Uint8Array(view.buffer)[view.byteOffset + at] = 1;
  return result;
}

/** A fenced backend with one call, and what its fences have reported. */
function fence(calls, slab = { memory: null, start: null }) {
  const reports = [];
  const report = (message) => reports.push(message);
  return { ...fenceBackend({ backend: 'fake', description, slab, ...calls }, report), reports };
}

/** A view of `size` bytes in the middle of memory. */
const view = (size, at = 37) => new Uint8Array(new ArrayBuffer(size + at + 37), at, size).fill(9);

/** Memory for the numbers of an answer. */
const answerBytes = () => new Uint8Array(8 * description.answer.fields);

/** Answers that so many bytes are written. */
function report(answer, written) {
  const numbers = new Float64Array(description.answer.fields);
  numbers[description.answer.written] = written;
  answer.set(new Uint8Array(numbers.buffer));
}

/** The place of a result in the slab, as a call returns it. */
const place = (start, size) => (start << flags.placeShift) | size;

/** Returns a fenced backend with a slab, of which `encode` is one call, and the bytes of the slab. */
function fenceSlab(encode) {
  const memory = new ArrayBuffer(description.slabBytes);
  return { backend: fence({ encode }, { memory, start: null }), bytes: new Uint8Array(memory) };
}

describe('fences around the buffers of a backend', () => {
  // What is reported, the place in the target that a call of encodeInto() changes, and how much it says that it has written.
  for (const [message, at, written] of [
    ['a byte before', -1, 4],
    ['a byte behind', 8, 8],
    ['a byte behind what is reported', 4, 4],
  ]) {
    it(`reports ${message}`, () => {
      const backend = fence({
        encodeInto: (_head, _text, target, answer) => plant(target, at, report(answer, written)),
      });
      backend.encodeInto(0, '', view(8), answerBytes());
      deepEqual(backend.reports, [`encodeInto() of fake: ${message} (argument 2)`]);
    });
  }

  it('reports a byte of input', () => {
    const backend = fence({ decode: (_head, bytes) => plant(bytes, 7, '') });
    backend.decode(0, view(8));
    deepEqual(backend.reports, ['decode() of fake: a byte of input (argument 1)']);
  });

  it('reports a byte beyond the state and beyond the list of a call, and beyond the entries that it reports', () => {
    const backend = fence({
      decode: (_head, _bytes, state) => plant(state, 48, ''),
      transcodeOffsets: (_head, _bytes, _state, list) => plant(list, list.byteLength),
      findUnencodables: (_head, _text, list) => plant(list, 4 * numbersPerEntry, 1),
    });
    const list = new Uint32Array(numbersPerEntry * 9);
    backend.decode(0, view(8), view(48));
    backend.transcodeOffsets(0, view(3), view(48), list, 8);
    backend.findUnencodables(0, 'text', list);
    deepEqual(backend.reports, [
      'decode() of fake: a byte behind (argument 2)',
      'transcodeOffsets() of fake: a byte behind (argument 3)',
      'findUnencodables() of fake: a byte behind what is reported (argument 2)',
    ]);
  });

  it('reports what a call does beyond the place that it takes of the slab', () => {
    let next = () => place(8, 20);
    const { backend, bytes } = fenceSlab(() => next());
    for (const [call, ...reports] of [
      [next],
      [() => place(27, 5), 'a place that is not reserved'],
      [() => place(28 + slabRoomBytes, 1), 'a place that is not reserved'],
      [() => plant(bytes, 27, place(28, 5)), 'a byte of an earlier result'],
      [() => plant(bytes, 28 + slabRoomBytes, place(28, 5)), 'a byte behind what is reserved'],
      [() => plant(bytes, 27 + slabRoomBytes, place(28, 5))],
    ]) {
      next = call;
      backend.encode(IN_SLAB, '');
      deepEqual(
        backend.reports.splice(0),
        reports.map((each) => `encode() of fake: ${each} (the slab)`),
      );
    }
  });

  it('does not know how much of the slab a call has taken that a timeout has cut off', () => {
    let next = () => place(8, 20);
    const { backend, bytes } = fenceSlab(() => next());
    const call = () => backend.encode(IN_SLAB, '');
    call();
    next = () => {
      for (;;);
    };
    throws(() => runInNewContext('call()', { call }, { timeout: 20 }), /timed out/);
    // A call whose result is not in the slab does not show it either.
    next = () => view(5, 0).slice();
    call();
    next = () => {
      throw new Error('no text');
    };
    throws(call, /no text/);
    // The call may have taken 4 KB, so that the next one may write as far behind the place that was the last to be seen.
    next = () => plant(bytes, 28 + slabRoomBytes, place(28 + 4096, 4096));
    call();
    deepEqual(backend.reports, []);
    next = () => plant(bytes, 28 + 8192 + slabRoomBytes, place(28 + 8192, 5));
    call();
    deepEqual(backend.reports, ['encode() of fake: a byte behind what is reserved (the slab)']);
  });

  it('reports a Buffer whose memory contains something else', () => {
    const backend = fence({ transcode: () => view(5), encode: () => ({ output: view(5) }) });
    backend.transcode(0, view(8));
    backend.encode(0, '');
    deepEqual(backend.reports, [
      'transcode() of fake: a Buffer that has no memory of its own',
      'encode() of fake: a Buffer that has no memory of its own',
    ]);
  });

  it('leaves a function its name and length, and what it has written before it throws', () => {
    const error = new Error('The call has failed');
    const { decode } = fence({
      decode(_head, _bytes, state) {
        plant(state, 47);
        throw error;
      },
    });
    deepEqual([decode.name, decode.length], ['decode', 3]);
    const state = view(48);
    throws(() => decode(0, view(3), state), error);
    deepEqual([...state.subarray(46)], [9, 1]);
  });

  it('throws when a backend has a call that it does not know', () => {
    throws(() => fence({ compress() {} }), /do not know what compress\(\) does/);
  });
});

describe('fences in the memory of the WebAssembly module', () => {
  const base64 = require('../../build/wasm/whatwg_transcoder.js');
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'));

  /** Runs `call` of an instance after which `spoil(all, places)` changes memory; returns what the fences report. */
  function run(call, values, spoil) {
    const { exports } = new WebAssembly.Instance(module);
    const all = new Uint8Array(exports.memory.buffer);
    const spoilt = (...given) => {
      const result = exports[call](...given);
      spoil(all, new Uint32Array(all.buffer, exports.places(), 8));
      return result;
    };
    const reports = [];
    const core = fenceInstance({ ...exports, [call]: spoilt }, (message) => reports.push(message));
    core.begin(0, description.decodeStateSize, 0);
    core[call](...values);
    return reports;
  }

  const ROOM = 2 * (10 + description.maxPendingBytes + 64); // in bytes, of the text that 10 bytes are decoded to
  const ofInput = 'of the input, or before it';
  const faults = {
    'before the input': [([input]) => input - 1, ofInput],
    'of the input': [([input]) => input + 9, ofInput],
    'behind the input': [([input]) => input + 10, 'behind the input'],
    'before the output': [([, , output]) => output - 1, 'at the end of the room for the input'],
    'behind the room for text': [([, , output]) => output + ROOM, 'behind the output'],
    'behind the output': [([, , , , list]) => list - 1, 'at the end of the room for the output'],
    'of a list that the call does not make': [([, , , , list]) => list, 'behind the list'],
    'before the state': [([, , , , , , state]) => state - 1, 'at the end of the room for the list'],
    'behind the state': [
      ([, , , , , , state]) => state + description.decodeStateSize,
      'behind the state',
    ],
  };
  for (const [name, [place, message]] of Object.entries(faults)) {
    it(`report a byte ${name}`, () => {
      const spoil = (all, places) => {
        all[place([...places])] ^= 0xff;
      };
      deepEqual(run('decode', [10, 1], spoil), [`decode() of the module: a byte ${message}`]);
    });
  }

  for (const [room, at, message] of [
    [4, 4, 'behind the output'],
    [20, 19, 'behind what is reported'],
  ]) {
    it(`report a byte ${message} of encodeInto()`, () => {
      const spoil = (all, places) => {
        all[places[2] + at] ^= 0xff;
      };
      deepEqual(run('encodeInto', [10, 1, room], spoil), [
        `encodeInto() of the module: a byte ${message}`,
      ]);
    });
  }

  it('report nothing where a call writes what it may', () => {
    const spoil = (all, places) => {
      all[places[2]] ^= 0xff;
      all[places[2] + ROOM - 1] ^= 0xff;
      all[places[6] + description.decodeStateSize - 1] ^= 0xff;
    };
    deepEqual(run('decode', [10, 1], spoil), []);
  });
});
