// The mutations of the sources that `npm run test:core -- mutations` makes, one of each kind, and the suites that must find them.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const node = process.execPath;
const mocha = (...args) => [
  [node, 'node_modules/mocha/bin/mocha.js', '--no-config', '--timeout', '240000', ...args],
];
const fences = './test/harness/fences.cjs';
const jobs = String(availableParallelism());
const wasm = { WHATWG_TRANSCODER_BACKEND: 'wasm' };

/**
 * The suites by their names. Each is a list of commands, which run in the root folder of a copy of the sources until one of them fails,
 * and what they need in the environment. A suite is as small as it can be.
 */
export const suites = {
  'proof of ISO-2022-JP': { commands: [[node, 'test/tools/run/proof.mjs', 'ISO-2022-JP']] },
  'proof of EUC-KR': { commands: [[node, 'test/tools/run/proof.mjs', 'EUC-KR']] },
  'C++ test of a kernel': {
    commands: [
      ['cmake', '-S', '.', '-B', 'build/cmake', '-DCORE_TESTS=ON', '--log-level=WARNING'],
      ['cmake', '--build', 'build/cmake', '--target', 'core_tests', '--parallel', jobs],
      ['build/cmake/core_tests', '--gtest_brief=1', '--gtest_filter=*EveryKernel.CopyAscii/*'],
    ],
  },
  'tests of encodeInto() between fences': {
    commands: mocha('--require', fences, 'test/standard/text-encoder.test.mjs'),
    env: wasm,
  },
  'count of steps': {
    commands: mocha('--grep', 'in the head of', 'test/lib/http/sniff-options.long.test.mjs'),
    env: wasm,
  },
  'resident memory': {
    commands: [
      ['npm', 'run', 'build'],
      [node, 'test/soak/memory.mjs', '--megabytes=16', '--objects=0', '--only=encode(), 64'],
    ],
    env: { JOBS: jobs },
  },
  'tests of errors': { commands: mocha('test/lib/base/errors.test.mjs'), env: wasm },
};

/**
 * `name` is an argument of the command, and `what` says what is wrong. `replacement` takes the place of `text` in the file. `expected`
 * matches what the suite prints about this mutation alone.
 */
export const mutations = [
  {
    name: 'state',
    what: 'the decoder of ISO-2022-JP forgets the state that it goes back to after an error',
    file: 'src/codecs/iso_2022_jp.cc',
    text: '  output_state_ = state_;\n',
    replacement: '',
    suite: 'proof of ISO-2022-JP',
    expected: /ISO-2022-JP: after 1B .* the core and the reference differ: error or none/,
  },
  {
    name: 'pending-byte',
    what: 'the decoder of EUC-KR loses a leading byte at the end of a chunk',
    file: 'src/codecs/double_byte-inl.h',
    text: '  if (!flush) return Finished(at);\n  leading_ = 0x00;\n',
    replacement: '  leading_ = 0x00;\n  if (!flush) return Finished(at);\n',
    suite: 'proof of EUC-KR',
    expected:
      /EUC-KR: after 81, with \(empty chunk\), the core and the reference differ: pending bytes/,
  },
  {
    name: 'kernel',
    what: 'a kernel takes a block that ends one byte behind its input',
    file: 'src/simd/vector-inl.h',
    text: 'if (at + V::kBytes > size) {',
    replacement: 'if (at + V::kBytes > size + 1) {',
    suite: 'C++ test of a kernel',
    expected: /A call has written before or behind a block of \d+ values/,
  },
  {
    name: 'byte-beyond',
    what: 'encodeInto() of the WebAssembly backend writes one byte behind its result',
    file: 'lib/backend/wasm.js',
    text: 'if (bytes !== 0) copyBytes(target, restOf(all, OUTPUT, bytes), written);',
    replacement:
      'if (bytes !== 0) copyBytes(target, restOf(all, OUTPUT, Math.min(bytes + 1, lengthOf(target) - written)), written);',
    suite: 'tests of encodeInto() between fences',
    expected: /Fence: encodeInto\(\) of wasm: a byte behind what is reported/,
  },
  {
    name: 'quadratic',
    what: 'the search for <meta> reads a comment without an end again from each "<!--" in it',
    file: 'lib/http/prescan.js',
    text: '    this.#skipTo(end);\n',
    replacement: '    if (end !== -1) this.#skipTo(end);\n',
    suite: 'count of steps',
    expected: /<!--.*: \d+ and \d+ steps/,
  },
  {
    name: 'leak',
    what: 'a block of scratch memory is neither kept nor freed',
    file: 'src/node_memory/arena.cc',
    text: '  arena->KeepOrFree(block);\n',
    replacement: '',
    suite: 'resident memory',
    expected: /0 flat, 1 grew/,
  },
  {
    name: 'code',
    what: 'the error for an argument of a wrong type has no code',
    file: 'lib/base/errors.js',
    text: "return coded(TypeError, 'ERR_INVALID_ARG_TYPE', message);",
    replacement: 'return new TypeError(message);',
    suite: 'tests of errors',
    expected: /\[undefined\]\s+\+\s+"ERR_INVALID_ARG_TYPE"/,
  },
];

/** Returns the file of a mutation in a folder, with the mutation. Throws when `text` is not exactly once in the file. */
export function mutate({ name, file, text, replacement }, folder) {
  const parts = readFileSync(join(folder, file), 'utf8').split(text);
  if (parts.length !== 2) {
    const found = parts.length - 1;
    throw new Error(`The text of the mutation "${name}" is ${found} times in ${file}, not once`);
  }
  return parts.join(replacement);
}
