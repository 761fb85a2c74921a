// Tests the runner of web-platform-tests, on a checkout of two small tests and a small harness.

import { equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('./wpt.mjs', import.meta.url));
const checkout = new URL(`../../../build/wpt-${process.pid}/`, import.meta.url);

// The part of testharness.js that the runner and the tests below use.
const harness = `
const results = [];
let callback;
self.setup = () => {};
self.add_completion_callback = (f) => { callback = f; };
self.assert_equals = (a, b) => { if (a !== b) throw new Error(a + ' is not ' + b); };
self.test = (f, name) => {
  try {
    f();
    results.push({ name, status: 0, message: null });
  } catch (error) {
    results.push({ name, status: 1, message: error.message });
  }
};
Promise.resolve().then(() => callback(results, { status: 0, message: null }));
`;

const files = {
  'resources/testharness.js': harness,
  'encoding/resources/help.js': 'self.label = location.search.slice(1);',
  'encoding/a.any.js': `// META: script=resources/help.js
// META: variant=?sjis
// META: variant=?shift_jis
test(() => {
  const decoder = new TextDecoder(label);
  assert_equals(decoder.encoding, 'shift_jis');
  assert_equals(decoder.decode(Uint8Array.of(0x80)), '\\u0080');
}, 'decodes');
`,
  'encoding/link.html': `<!doctype html><meta charset=shift_jis>
<script src=/resources/testharness.js></script>
<script>
test(() => {
  const a = document.createElement('a');
  a.href = 'https://example.com/?\\u2261\\u203D';
  assert_equals(a.search, '?%81%DF%26%238253%3B');
}, 'links');
</script>
`,
  'encoding/eof-page.html': '<!doctype html>',
};

/** Runs the runner on the files and on `more`. Returns its exit code and output. */
function run(more = {}, args = []) {
  rmSync(checkout, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    const file = new URL(path, checkout);
    mkdirSync(new URL('./', file), { recursive: true });
    writeFileSync(file, text);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [runner, fileURLToPath(checkout), ...args],
    { encoding: 'utf8' },
  );
  equal(stderr, '');
  return { status, stdout };
}

describe('test:differential -- wpt', () => {
  after(() => rmSync(checkout, { recursive: true }));

  it('runs scripts in each variant and pages, and lists what is not run', () => {
    const { status, stdout } = run();
    match(stdout, /^✓ encoding\/a\.any\.js\?sjis: 1 passed, 0 failed$/m);
    match(stdout, /^✓ encoding\/a\.any\.js\?shift_jis: 1 passed, 0 failed$/m);
    match(stdout, /^✓ encoding\/link\.html: 1 passed, 0 failed$/m);
    match(stdout, /^Not run, 1 files:\n {2}encoding\/eof-page\.html: /m);
    match(stdout, /^2 of 2 files passed; tests: 3 passed, 0 failed/m);
    equal(status, 0);
  });

  it('fails for a failed test, an exception and a file without tests', () => {
    for (const [code, message] of [
      ["test(() => assert_equals(1, 2), 'sums')", /^ {4}sums: 1 is not 2$/m],
      ["test(() => {}, 'runs'); throw new Error('thrown')", /thrown/],
      ['', /has no test/],
    ]) {
      const { status, stdout } = run({ 'encoding/b.any.js': code }, ['b.any.js']);
      match(stdout, message);
      match(stdout, /^0 of 1 files passed; tests: \d passed, [1-9]\d* failed/m);
      equal(status, 1);
    }
  });

  it('fails when no file was run, and prints its usage', () => {
    equal(run({}, ['nothing']).status, 1);
    const { status, stderr } = spawnSync(process.execPath, [runner], { encoding: 'utf8' });
    equal(status, 2);
    match(stderr, /^Usage: npm run test:differential -- wpt DIR/);
  });
});
