// Runs one file of web-platform-tests in this thread and posts { error, tests: [{ name, message }]
// }.

import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { TextDecoder, TextDecoderStream, TextEncoder, TextEncoderStream } from 'whatwg-transcoder';
import { Browser } from './browser.mjs';

const { root, path, variant, kind, scripts } = workerData;

// Files that web-platform-tests' own server offers under another path.
const aliases = { '/resources/WebIDLParser.js': 'resources/webidl2/lib/webidl2.js' };

const pathOf = (reference) =>
  aliases[reference] ??
  (reference.startsWith('/') ? reference.slice(1) : posix.join(dirname(path), reference));
const load = (file) => readFileSync(`${root}/${file}`);
const runScript = (code, filename) => vm.runInThisContext(code, { filename });

/**
 * Puts values on the global object with the same property attributes as interfaces in a browser.
 */
function expose(values) {
  for (const [name, value] of Object.entries(values)) {
    const attributes = { writable: true, enumerable: false, configurable: true };
    Object.defineProperty(globalThis, name, { value, ...attributes });
  }
}

const location = new URL(`http://web-platform.test/${path.replace(/\.js$/, '.html')}${variant}`);
expose({
  self: globalThis,
  location,
  GLOBAL: { isWindow: () => kind !== 'any', isWorker: () => false, isShadowRealm: () => false },
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  fetch: async (reference) => new Response(load(pathOf(reference))),
});

// Without a document, testharness.js treats this environment as a shell.
runScript(load('resources/testharness.js').toString(), 'testharness.js');
const { add_completion_callback, setup } = globalThis;
setup({ output: false });
add_completion_callback((tests, { status, message }) => {
  parentPort.postMessage({
    error: status === 0 ? null : (message ?? `harness status ${status}`),
    tests: tests.map((test) => ({
      name: test.name,
      message: test.status === 0 ? null : (test.message ?? `status ${test.status}`),
    })),
  });
});

// All scripts run in one task, because testharness.js treats the end of the task as the end of
// loading.
const browser = new Browser({ load, pathOf, runScript });
// idlharness.js needs the name Window to decide which interfaces must exist.
expose({ XMLHttpRequest: browser.XMLHttpRequest, Window: class Window {} });
try {
  if (kind === 'page') {
    browser.open(path, expose);
  } else {
    if (kind === 'window') browser.openBlank(expose);
    for (const script of scripts) runScript(load(pathOf(script)).toString(), script);
    runScript(load(path).toString(), path);
  }
} catch (error) {
  // This message comes before any results: only the first message counts.
  parentPort.postMessage({ error: error?.stack ?? String(error), tests: [] });
}
