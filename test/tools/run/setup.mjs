// Makes the checkout ready to use: npm packages and the addon; with --core, what the C++ tests need; with --mocha, what all Mocha
// tests need, the WebAssembly module among it. It needs only Node, because it runs before node_modules exists. All its messages go to stderr, so that stdout belongs
// to the command that runs after it. It says what it installs before it does.
// Usage: node test/tools/run/setup.mjs [--core] [--mocha]

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiles, hasCxx20, missingFor, stepsOf } from './machine.mjs';
import { buildWasm } from './wasm.mjs';

const stampFile = new URL('../../../node_modules/.setup-stamp.json', import.meta.url);

const { say, fail, timed, npm, installDebianPackages } = stepsOf('setup');

/** Tells whether the process runs that has written its number to a file. */
function isHeld(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Waits until no other setup works in this checkout, because two at once break each other's builds. */
function waitForTurn() {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 16);
  const lock = join(tmpdir(), `whatwg-transcoder-setup-${checkout}`);
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (isFirst) say('waiting for another setup of this checkout');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  process.once('exit', () => rmSync(lock, { force: true }));
}

function installPackages() {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url));
  const wanted = {
    platform: `${process.platform}-${process.arch}`,
    manifest: createHash('sha256').update(manifest).digest('hex'),
  };
  let found = {};
  try {
    found = JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // There is no stamp: nothing was installed, or another program installed it.
  }
  if (found.platform === wanted.platform && found.manifest === wanted.manifest) return;
  if (found.platform !== undefined && found.platform !== wanted.platform) {
    // Binaries of another platform do not work here, and npm does not notice that.
    say(`node_modules and build were made for ${found.platform}; they are removed and made again`);
    rmSync(new URL('../../../node_modules', import.meta.url), { recursive: true, force: true });
    rmSync(new URL('../../../build', import.meta.url), { recursive: true, force: true });
  }
  timed('installing npm packages', () =>
    npm(
      ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
      'npm install failed (its output is above); a registry must be within reach',
    ),
  );
  writeFileSync(stampFile, `${JSON.stringify(wanted)}\n`);
}

function buildAddon() {
  const built = existsSync(
    new URL('../../../build/Release/whatwg_transcoder.node', import.meta.url),
  );
  timed(built ? 'building what changed in the addon' : 'building the addon (about a minute)', () =>
    npm(
      ['run', 'build'],
      'the addon did not build (output above); it needs a C++20 compiler, make and Python 3, ' +
        'on Debian: apt-get install g++ make python3',
      // node-gyp starts one compiler unless it is told to start more.
      { env: { JOBS: String(availableParallelism()), ...process.env } },
    ),
  );
}

const [isForCore, isForMocha] = ['--core', '--mocha'].map((flag) => process.argv.includes(flag));

/** The Debian packages that the tests need and this machine does not have. */
function missingForTests() {
  const isLinux = process.platform === 'linux';
  const missing = missingFor({
    ...(isForMocha && isLinux && { parallel: 'parallel' }),
    ...(isForCore && { cmake: 'cmake', ctest: 'cmake', make: 'make' }),
  });
  if (!isForCore) return missing;
  if (!hasCxx20()) missing.push('g++');
  // On other systems GoogleTest may be outside the compiler's default paths; there CMake looks for it.
  if (isLinux && !compiles('#include <gtest/gtest.h>\n')) missing.push('libgtest-dev');
  return missing;
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node 20.19 or newer is needed; this is ${process.version}`);
}
installDebianPackages(
  missingForTests,
  'the tests need',
  'CMake, make, a C++20 compiler, GoogleTest and GNU parallel',
);
waitForTurn();
installPackages();
buildAddon();
if (isForMocha) buildWasm();
