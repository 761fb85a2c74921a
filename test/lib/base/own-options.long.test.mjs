// Tests that no name of a property that lib/ reads or has changes a result when Object.prototype has it: each public call is made
// with each name, as a number, a text, a function, a getter and a setter.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const lib = pathOf('../../../lib/');

/** Returns the names of properties in the code of lib/: behind a dot, in an object or a pattern, and in quotation marks. */
function namesInLib() {
  const names = new Set();
  const files = readdirSync(lib, { recursive: true }).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const code = readFileSync(lib + file, 'utf8').replace(/^\s*(\/\/|\*).*$/gm, '');
    for (const [, name] of code.matchAll(/\.([A-Za-z_$][\w$]*)/g)) names.add(name);
    for (const [, name] of code.matchAll(/'([A-Za-z]\w*)'/g)) names.add(name);
    for (const [, inside] of code.matchAll(/\{([^{}]*)\}/g)) {
      for (const part of inside.split(',')) {
        const name = /^\s*([A-Za-z_$][\w$]*)\s*(?:[:=]|$)/.exec(part)?.[1];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return [...names].filter((name) => !(name in Object.prototype));
}

describe('Object.prototype', () => {
  it('changes no result by any name, but for the members that Web IDL describes', () => {
    const names = namesInLib();
    assert.ok(names.length > 1143, `${names.length}`);
    const { stdout, stderr } = spawnSync(process.execPath, [pathOf('polluted.cjs')], {
      input: JSON.stringify(names),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    assert.notEqual(stdout, '', stderr);
    const { calls, changes } = JSON.parse(stdout);
    assert.ok(calls > 200, `${calls}`);
    // Node's own EventEmitter reads the last one.
    const allowed = /^(fatal|ignoreBOM|stream|newListener) /;
    assert.deepEqual(
      changes.filter((change) => !allowed.test(change)),
      [],
    );
    const ofNode = changes.filter((change) => change.startsWith('newListener'));
    assert.deepEqual(
      ofNode.filter((change) => !change.includes('Stream ')),
      [],
    );
  }).timeout(900_000);
});
