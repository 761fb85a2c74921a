'use strict';

// Puts fences around every buffer that a backend is given or gives. A test process loads this module first (`--require`), as
// `npm run test:all` does; from then on each backend that is loaded is checked, whoever calls it.
//
// A call gets copies of its buffers, with a fence before and behind each. A fence is memory that is filled before the call and
// compared after it. The call must also leave its input as it was, and its output beyond what it reports. What it has written is
// then copied to the caller's buffers. A fence around each place in the slab shows that no result changes another. In the
// WebAssembly module there are fences around each range of its memory that a call of the module may use.
//
// Not checked: memory that another thread can write to, and buffers of more than 16 MB, whose copies would change what tests of
// memory measure. These are given to the call as they are.
//
// A broken fence is printed, throws, and ends the process with an error code, so that no test can hide it.

const { writeSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { types } = require('node:util');
const { isMainThread } = require('node:worker_threads');

/** In bytes: more than the widest kernel writes at once. */
const FENCE_BYTES = 128;

// In many encodings this byte can begin a character, and can end one. So a call that reads a fence as input makes other text.
const MARK = 0xa5;

/** In bytes: the longest buffer of which a copy is made. */
const MAX_COPIED_BYTES = 16 * 1024 * 1024;

/** In bytes: a place in a copy has the same remainder as in the caller's memory, because kernels depend on it. */
const ALIGNMENT = 16;

const EXIT_CODE = 70;

/** Reports a broken fence so that the run fails, whatever the test does with the error. */
function failRun(message) {
  const error = new Error(`Fence: ${message}`);
  writeSync(2, `${error.stack}\n`);
  // The exit code of a worker is not that of the process.
  if (!isMainThread) process.kill(process.pid, 'SIGABRT');
  process.once('exit', () => {
    process.exitCode = EXIT_CODE;
  });
  throw error;
}

// Each Buffer has memory of its own. In the pool that Node's small Buffers share, a view beyond the bytes of a Buffer would be on the bytes
// of others; without the pool it throws.
Buffer.poolSize = 0;

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name) =>
  Function.prototype.call.bind(Object.getOwnPropertyDescriptor(typedArray, name).get);
const bufferOf = getter('buffer');
const offsetOf = getter('byteOffset');
const sizeOf = getter('byteLength');
const copyBytes = Function.prototype.call.bind(typedArray.set);
const fill = Function.prototype.call.bind(typedArray.fill);
const { apply } = Reflect;
const { compare } = Buffer;
const { isSharedArrayBuffer, isTypedArray, isUint8Array, isUint32Array } = types;

/** Whether the bytes from `start` to `end` are those of a fence. A loop takes less time than to compare two views. */
function isWhole(bytes, start, end) {
  for (let at = start; at < end; at++) if (bytes[at] !== MARK) return false;
  return true;
}

const isSame = (a, b, start, end) => compare(a.subarray(start, end), b.subarray(start, end)) === 0;

const plainView = (view) => new Uint8Array(bufferOf(view), offsetOf(view), sizeOf(view));

// Memory for copies, which calls use again. A call that runs inside another takes other memory.
const free = [];

function takeMemory(size) {
  const memory = free.pop();
  return memory !== undefined && memory.length >= size ? memory : new Uint8Array(2 * size + 4096);
}

/** A copy of a caller's buffer between two fences. */
class Fenced {
  #caller; // undefined where there are no bytes: a detached buffer takes no views
  #inside;
  #memory;
  #start;

  constructor(view) {
    const size = sizeOf(view);
    const offset = offsetOf(view);
    this.#memory = takeMemory(size + 2 * FENCE_BYTES + ALIGNMENT);
    this.#start = FENCE_BYTES + (offset % ALIGNMENT);
    const end = this.#start + size;
    fill(this.#memory, MARK, this.#start - FENCE_BYTES, this.#start);
    fill(this.#memory, MARK, end, end + FENCE_BYTES);
    this.#inside = new Uint8Array(this.#memory.buffer, this.#start, size);
    if (size !== 0) {
      this.#caller = plainView(view);
      copyBytes(this.#inside, this.#caller);
    }
    this.view = isUint8Array(view)
      ? this.#inside
      : new Uint32Array(this.#memory.buffer, this.#start, size / 4);
  }

  /** Says what is wrong with the fences, or with the bytes from `kept` on, which the call must not change. */
  wrong(kept) {
    const end = this.#start + this.#inside.length;
    if (!isWhole(this.#memory, this.#start - FENCE_BYTES, this.#start)) return 'a byte before';
    if (!isWhole(this.#memory, end, end + FENCE_BYTES)) return 'a byte behind';
    // Where JavaScript has detached the caller's buffer meanwhile, there is nothing to compare.
    const size = this.#caller?.length ?? 0;
    if (size !== 0 && kept < size && !isSame(this.#inside, this.#caller, kept, size)) {
      return kept === 0 ? 'a byte of input' : 'a byte behind what is reported';
    }
    return undefined;
  }

  copyBack() {
    if (this.#caller?.length > 0) copyBytes(this.#caller, this.#inside);
  }

  release() {
    if (free.length < 8) free.push(this.#memory);
  }
}

const canCopy = (value) =>
  (isUint8Array(value) || isUint32Array(value)) &&
  !isSharedArrayBuffer(bufferOf(value)) &&
  sizeOf(value) <= MAX_COPIED_BYTES;

const nothing = () => 0;
const everything = () => Infinity;

/**
 * What each call does with its arguments after the first: how many bytes of each it may change, from what it is given and what it
 * returns. `description` is the core's.
 */
function rolesOf({ answer, numbersPerEntry }) {
  const entry = 4 * numbersPerEntry;
  const perUnit = ([, text]) => entry * (text.length + 1);
  const found = (_, count) => entry * count;
  // The last argument gets the numbers of the answer.
  const written = ([, , , numbers]) =>
    new Float64Array(new Uint8Array(numbers).buffer)[answer.written];
  return {
    decode: [nothing, nothing, everything],
    detect: [nothing, nothing, everything, nothing, everything],
    detectOptions: [everything, nothing, nothing, nothing],
    encode: [nothing, nothing, everything],
    encodeAround: [nothing, nothing, everything, perUnit],
    encodeInto: [nothing, nothing, written, everything],
    encodeShort: [],
    findUnencodables: [nothing, nothing, found],
    measureBytes: [nothing, nothing, everything],
    measureText: [nothing, nothing, everything],
    progress: [nothing, everything],
    transcode: [nothing, nothing, everything],
    transcodeOffsets: [nothing, nothing, everything, found, nothing, everything],
    transcodeShort: [nothing],
  };
}

/** Calls that are given no buffer, and give none but the slab. */
const withoutBuffers = ['configure', 'externalMemory', 'freeMemory', 'newSlab', 'tick'];

// How many bytes of each slab belong to results already.
const usedOfSlabs = new WeakMap();

// The slabs of which nobody knows how much belongs to results: a call that uses one is under way, or a timeout of node:vm has cut
// it off.
const unknown = new WeakSet();

/** The memory before and behind what a call may use of the slab. */
class SlabFence {
  #before;
  #bytes;
  #end;
  #flags;
  #isKnown;
  #memory;
  #used;

  constructor(memory, { flags, slabBytes, slabRoomBytes }) {
    this.#memory = memory;
    this.#flags = flags;
    this.#used = usedOfSlabs.get(memory) ?? 0;
    // Where the first result begins is not known: in one backend numbers are in front of it.
    this.#isKnown = this.#used !== 0 && !unknown.has(memory);
    this.#end = this.#isKnown ? Math.min(this.#used + slabRoomBytes, slabBytes) : slabBytes;
    unknown.add(memory);
    this.#bytes = new Uint8Array(memory);
    this.#before = this.#around();
  }

  /** Copies of the last bytes of earlier results, and of the first bytes behind what is reserved. */
  #around() {
    const earlier = this.#bytes.slice(Math.max(8, this.#used - FENCE_BYTES), this.#used);
    return [earlier, this.#bytes.slice(this.#end, this.#end + FENCE_BYTES)];
  }

  /** Says what is wrong with the place that a call returns, or with the memory outside what is reserved for it. */
  wrong(place) {
    const wrong = this.#wrong(place);
    // A call whose result is not in the slab does not show how much an earlier one has taken.
    if (this.#isKnown || typeof place === 'number') unknown.delete(this.#memory);
    return wrong;
  }

  #wrong(place) {
    // JavaScript may detach the slab.
    if (this.#bytes.length === 0) return undefined;
    const [earlier, behind] = this.#around();
    if (compare(earlier, this.#before[0]) !== 0) return 'a byte of an earlier result';
    if (compare(behind, this.#before[1]) !== 0) return 'a byte behind what is reserved';
    if (typeof place !== 'number') return undefined;
    const start = place >>> this.#flags.placeShift;
    const size = place & ((1 << this.#flags.placeShift) - 1);
    if (start < this.#used || start + size > this.#end) return 'a place that is not reserved';
    usedOfSlabs.set(this.#memory, start + size);
    return undefined;
  }
}

/** The Buffer that a call has made, if it has made one. */
const bufferIn = (result) => (isUint8Array(result) ? result : result?.output);

/** Returns `call` of a backend with fences around what it is given and gives. */
function fenceCall(name, call, roles, backend, report) {
  const { description, slab } = backend;
  const inSlab = description.flags.inSlab << description.flags.flagsShift;

  function fenced(...values) {
    const isShort = name.endsWith('Short');
    const descriptor = isShort ? slab.start[0] | inSlab : values[0];
    const usesSlab =
      (isShort || ['encode', 'encodeAround', 'transcode'].includes(name)) &&
      slab.memory !== null &&
      (descriptor & inSlab) !== 0;
    const slabFence = usesSlab ? new SlabFence(slab.memory, description) : undefined;
    const copies = values.map((value, at) =>
      roles[at] !== undefined && canCopy(value) ? new Fenced(value) : undefined,
    );
    const check = (wrong, where) => {
      if (wrong !== undefined) report(`${name}() of ${backend.backend}: ${wrong} (${where})`);
    };
    const given = values.map((value, at) => copies[at]?.view ?? value);
    let result;
    let isDone = false;
    try {
      result = apply(call, this, given);
      isDone = true;
    } finally {
      if (!isDone) check(slabFence?.wrong(undefined), 'the slab');
      for (const [at, copy] of copies.entries()) {
        if (copy === undefined) continue;
        // A call that throws reports nothing, so that only its input must be as it was.
        const kept = isDone || roles[at] === nothing ? roles[at](given, result) : Infinity;
        const wrong = copy.wrong(kept);
        if (kept !== 0) copy.copyBack();
        copy.release();
        check(wrong, `argument ${at}`);
      }
    }
    const place = isShort ? slab.start[1] || undefined : result;
    check(slabFence?.wrong(place), 'the slab');
    const made = bufferIn(result);
    if (
      isTypedArray(made) &&
      (offsetOf(made) !== 0 || sizeOf(made) !== bufferOf(made).byteLength)
    ) {
      report(`${name}() of ${backend.backend}: a Buffer that has no memory of its own`);
    }
    return result;
  }

  // Tests look at the names of functions.
  for (const property of ['name', 'length']) {
    Object.defineProperty(fenced, property, Object.getOwnPropertyDescriptor(call, property));
  }
  return fenced;
}

/** Puts fences around all calls of a backend, in its own object; returns that. */
function fenceBackend(backend, report = failRun) {
  const roles = rolesOf(backend.description);
  for (const [name, call] of Object.entries(backend)) {
    if (typeof call !== 'function' || withoutBuffers.includes(name)) continue;
    if (roles[name] === undefined)
      throw new Error(`Fences do not know what ${name}() does with its buffers: see rolesOf()`);
    backend[name] = fenceCall(name, call, roles[name], backend, report);
  }
  return backend;
}

/**
 * Returns the exports of an instance of the WebAssembly module, with fences around the ranges of its memory that a call may use:
 * the input, which no call changes, and the room in the output and in the list. `report` is called as failRun() is.
 */
function fenceInstance(core, report = failRun) {
  const all = new Uint8Array(core.memory.buffer);
  core.__wasm_call_ctors();
  const places = new Uint32Array(all.buffer, core.places(), 8);
  const [INPUT, INPUT_BYTES, OUTPUT, OUTPUT_BYTES, LIST, MAX_LISTED, STATE] = places;
  const text = Buffer.from(all.buffer, OUTPUT, core.describe()).toString('latin1');
  const { answer, detectStateSize, maxPendingBytes, numbersPerEntry } = JSON.parse(text);
  const answers = new Float64Array(all.buffer, places[7], answer.fields);
  const entry = 4 * numbersPerEntry;
  let stateSize = 0;

  // How many bytes each call reads of the input, and how many it may write to the output and to the list.
  const bytesToText = (size) => OUTPUT_BYTES - 2 * (INPUT_BYTES - size);
  const calls = {
    decode: (size) => [size, bytesToText(size), 0],
    detect: (size) => [size, 0, 0],
    detectOptions: (...sizes) => [sizes.reduce((sum, size) => sum + size), OUTPUT_BYTES, 0],
    encode: (start, size) => [2 * (start + size), OUTPUT_BYTES, 0],
    encodeAround: (start, size) => [2 * (start + size), OUTPUT_BYTES, entry * (size + 1)],
    encodeInto: (size, _isLast, room) => [2 * size, room, 0],
    findUnencodables: (size, _isLast, most) => [2 * size, 0, entry * Math.min(most, MAX_LISTED)],
    measureBytes: (size) => [size, 0, 0],
    measureText: (size) => [2 * size, 0, 0],
    progress: () => [0, 0, 0],
    transcode: (start, size) => [start + size, OUTPUT_BYTES, 0],
    transcodeOffsets: (size, count) => [size, 0, entry * Math.max(count, size + maxPendingBytes)],
  };

  const fence = (name, call) =>
    function (...values) {
      const check = (isRight, where) => {
        if (!isRight) report(`${name}() of the module: a byte ${where}`);
      };
      const [input, output, list] = calls[name](...values);
      // In the order of their addresses: the end of what is used of a range, and the start of the next one. The state of a
      // detector takes all room for a state.
      const gaps = [
        ['input', INPUT + input, OUTPUT],
        ['output', OUTPUT + output, LIST],
        ['list', LIST + list, STATE],
        ['state', STATE + stateSize, STATE + detectStateSize],
      ].filter(([, start, end]) => start < end);
      const fences = gaps.flatMap(([range, start, end]) => [
        [start, Math.min(start + FENCE_BYTES, end), `behind the ${range}`],
        [Math.max(start, end - FENCE_BYTES), end, `at the end of the room for the ${range}`],
      ]);
      if (name === 'encodeInto') all.fill(MARK, OUTPUT, OUTPUT + output);
      for (const [start, end] of fences) all.fill(MARK, start, end);
      const copy = all.slice(INPUT - FENCE_BYTES, INPUT + input);
      const result = apply(call, this, values);
      for (const [start, end, where] of fences) check(isWhole(all, start, end), where);
      const after = all.subarray(INPUT - FENCE_BYTES, INPUT + input);
      check(compare(after, copy) === 0, 'of the input, or before it');
      if (name === 'encodeInto') {
        const start = OUTPUT + answers[answer.written];
        const end = Math.min(start + FENCE_BYTES, OUTPUT + output);
        check(start <= OUTPUT + output && isWhole(all, start, end), 'behind what is reported');
      }
      return result;
    };

  const begin = (descriptor, size, hasState) => {
    stateSize = size;
    return core.begin(descriptor, size, hasState);
  };
  const beginDetect = (descriptor, hasState) => {
    stateSize = detectStateSize;
    return core.beginDetect(descriptor, hasState);
  };
  const fenced = { ...core, __wasm_call_ctors() {}, begin, beginDetect };
  for (const name of Object.keys(calls)) fenced[name] = fence(name, core[name]);
  return fenced;
}

module.exports = { FENCE_BYTES, fenceBackend, fenceInstance };

// Where the backends come from. Each file is known by its path, so that a copy of the package elsewhere is left alone.
const lib = join(__dirname, '../../lib/backend/');
const load = Module._extensions['.js'];

Module._extensions['.js'] = function (module, file) {
  const { Instance } = globalThis.WebAssembly ?? {};
  const isWasm = file === join(lib, 'wasm.js') && Instance !== undefined;
  try {
    if (isWasm) {
      WebAssembly.Instance = class {
        constructor(module) {
          this.exports = fenceInstance(new Instance(module).exports);
        }
      };
    }
    apply(load, this, [module, file]);
  } finally {
    if (isWasm) WebAssembly.Instance = Instance;
  }
  if (isWasm) fenceBackend(module.exports);
  if (file === join(lib, 'addon.js')) {
    const { loadAddon } = module.exports;
    module.exports.loadAddon = (failures) => {
      const addon = loadAddon(failures);
      return addon && fenceBackend(addon);
    };
  }
};
