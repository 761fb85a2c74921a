// Tests that lib/ can be loaded again and again with one addon, as test runners do for each test
// file.

import { ok } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { evaluate } from '../../harness/run-node.mjs';

const entry = JSON.stringify(fileURLToPath(new URL('../../../lib/index.js', import.meta.url)));

// Uses all exports of a new copy of the package, so that the copy gives the core everything that it
// ever gives to the core.
const use = `
  function use({ decode, encode, transcode, TextDecoder }) {
    const bytes = Buffer.alloc(200_000, Buffer.from([0x93, 0xfa, 0x41]));
    const text = decode(bytes, 'shift_jis');
    if (decode(encode(text, 'euc-jp'), 'euc-jp') !== text) throw new Error('wrong text');
    if (encode('日本語'.repeat(9), 'gbk').length !== 54) throw new Error('wrong length');
    if (transcode(bytes, 'shift_jis').toString() !== text) throw new Error('wrong UTF-8');
    new TextDecoder('big5').decode(bytes, { stream: true });
  }`;

/**
 * Loads 30 copies of the package with load() in a separate process. Returns how many are collected.
 */
function collected(load) {
  const script = `
    ${use}
    ${load}
    (async () => {
      const refs = [];
      for (let i = 0; i < 30; i += 1) {
        (() => {
          const copy = load();
          use(copy);
          refs.push(new WeakRef(copy), new WeakRef(copy.TextDecoder));
        })();
      }
      // require() keeps a reference to the last copy. This extra copy takes its place.
      load();
      // Before the second collection, the timer of the core's memory has run.
      for (let i = 0; i < 2; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        gc();
      }
      const gone = refs.filter((ref) => ref.deref() === undefined).length / 2;
      use(load());
      console.log(gone);
    })();`;
  return evaluate(script, '--expose-gc');
}

describe('a copy of the package that is loaded again beside the same addon', () => {
  it('is collected when it is no longer used: 29 of 30 copies from require()', () => {
    const gone = collected(`
      const { createRequire } = require('node:module');
      function load() {
        for (const file of Object.keys(require.cache)) {
          if (file.endsWith('.js')) delete require.cache[file];
        }
        // Node keeps a list of what a module has loaded, so each copy is loaded by a new module.
        return createRequire(${entry})(${entry});
      }`);
    ok(gone >= 29, `${gone} of 30`);
  });

  it('is collected when it is no longer used: 29 of 30 copies in separate contexts', () => {
    const gone = collected(`
      const vm = require('node:vm');
      const path = require('node:path');
      const fs = require('node:fs');
      const { createRequire } = require('node:module');
      function load() {
        const context = vm.createContext({ Buffer, process });
        const modules = new Map();
        const from = (file) => {
          const outer = createRequire(file);
          return (name) => {
            const found = outer.resolve(name);
            if (!path.isAbsolute(found) || found.endsWith('.node')) return outer(found);
            if (!modules.has(found)) {
              const own = { exports: {} };
              modules.set(found, own);
              const names = 'module, exports, require, __dirname, __filename';
              const wrapped = '(function (' + names + ') {' + fs.readFileSync(found) + '\\n})';
              const run = new vm.Script(wrapped, { filename: found }).runInContext(context);
              run(own, own.exports, from(found), path.dirname(found), found);
            }
            return modules.get(found).exports;
          };
        };
        return from(${entry})(${entry});
      }`);
    ok(gone >= 29, `${gone} of 30`);
  });
});
