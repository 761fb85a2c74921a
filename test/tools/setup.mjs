// Makes the checkout ready: npm packages, the addon and, with --core, what CTest needs.
// Runs on Node alone, before node_modules exists. Everything it says goes to stderr, so that the
// command after it owns stdout.  Usage: node test/tools/setup.mjs [--core]

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compiles, hasCxx20, stepsOf, succeeds } from './machine.mjs';

const stampFile = new URL('../../node_modules/.setup-stamp.json', import.meta.url);

const { say, fail, timed, npm, installDebianPackages } = stepsOf('setup');

function installPackages() {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url));
  const wanted = {
    platform: `${process.platform}-${process.arch}`,
    manifest: createHash('sha256').update(manifest).digest('hex'),
  };
  let found = {};
  try {
    found = JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // No stamp: never installed, or not by this script.
  }
  if (found.platform === wanted.platform && found.manifest === wanted.manifest) return;
  if (found.platform !== undefined && found.platform !== wanted.platform) {
    // Binaries of another platform are of no use here, and npm does not notice them by itself.
    say(`node_modules and build come from ${found.platform}; starting afresh`);
    rmSync(new URL('../../node_modules', import.meta.url), { recursive: true, force: true });
    rmSync(new URL('../../build', import.meta.url), { recursive: true, force: true });
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
  const built = existsSync(new URL('../../build/Release/whatwg_transcoder.node', import.meta.url));
  timed(built ? 'building what changed in the addon' : 'building the addon (about a minute)', () =>
    npm(
      ['run', 'build'],
      'the addon did not build (output above); it needs a C++20 compiler, make and Python 3, ' +
        'on Debian: apt-get install g++ make python3',
    ),
  );
}

/** What the core's own build lacks, as Debian package names. */
function missingForCore() {
  const missing = [];
  if (!succeeds('cmake', ['--version']) || !succeeds('ctest', ['--version'])) missing.push('cmake');
  if (!succeeds('make', ['--version'])) missing.push('make');
  if (!hasCxx20()) missing.push('g++');
  // Elsewhere GoogleTest may lie outside the compiler's own paths; there CMake itself looks for it.
  if (process.platform === 'linux' && !compiles('#include <gtest/gtest.h>\n')) {
    missing.push('libgtest-dev');
  }
  return missing;
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node 20.19 or newer is needed; this is ${process.version}`);
}
if (process.argv.includes('--core')) {
  installDebianPackages(
    missingForCore,
    'the C++ tests need',
    'CMake, make, a C++20 compiler and GoogleTest',
  );
}
installPackages();
buildAddon();
