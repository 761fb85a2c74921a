// Tests the text that Node itself writes. In place of the function that tells how the engine keeps a string, which Node 20 lacks, there is
// one that says of every text that it has one byte for each code unit: no answer of it makes a result wrong.

import { deepEqual } from 'node:assert/strict';
import { evaluate, lib } from '../../harness/run-node.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';

const setUp = `
  require('node:v8').isStringOneByteRepresentation = (text) => text !== '\\u0100';
  // Without this function nothing keeps a program from detaching memory.
  require('node:worker_threads').markAsUntransferable = undefined;
  const { encode } = require(${lib('index.js')});
  const binding = require(${lib('backend/backend.js')});
  const words = 'Some words of text';
  for (let i = 0; i < 5000; i++) encode(words);`;

describe('text that Node writes', () => {
  itInNode(
    'becomes the bytes that the core writes, which no later result overwrites, in memory of its own from 4 KB on',
    () => {
      const wrong = evaluate(`${setUp}
      const idOf = (name) => binding.encodings.findIndex(([own]) => own === name);
      const byCore = (id, text) =>
        binding.encode(binding.descriptorOf(id, binding.unencodables.replace), text);
      const fillers = ['a', '\\xE9', 'a\\xE9', 'a\\x1B', '\\u3042', '\\uD83D'];
      const made = [];
      for (const name of ['UTF-8', 'windows-1252', 'Shift_JIS', 'ISO-2022-JP', 'UTF-16LE']) {
        const id = idOf(name);
        for (const length of [13, 64, 1365, 1366, 2048, 2049, 4095, 4096, 4097, 12_000]) {
          for (const filler of fillers) {
            const most = filler.repeat(length);
            for (const text of [most, 'a'.repeat(length - 1) + filler, most + 'a'.repeat(length)]) {
              const bytes = encode(text, name, { unencodable: 'replace' });
              made.push({ at: [name, length, escape(filler)], bytes, right: byCore(id, text) });
            }
          }
        }
      }
      const isRight = ({ bytes, right }) =>
        right.equals(bytes) && (right.length <= 4096 || bytes.buffer.byteLength === right.length);
      const wrong = made.filter((each) => !isRight(each)).map(({ at }) => at);
      console.log(JSON.stringify(wrong));`);
      deepEqual(wrong, []);
    },
  );

  itInNode(
    'shares memory where it is short in UTF-8, also after a program has detached that',
    () => {
      const found = evaluate(`${setUp}
      const found = [];
      for (let i = 0; i < 2; i++) {
        const { buffer } = encode(words);
        found.push(binding.isPlain || buffer === binding.shared.memory);
        structuredClone(buffer, { transfer: [buffer] });
        found.push(buffer.byteLength, encode(words).latin1Slice() === words);
      }
      console.log(JSON.stringify(found));`);
      deepEqual(found, [true, 0, true, true, 0, true]);
    },
  );
});
