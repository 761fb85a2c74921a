// Makes the checkout ready: npm packages, the addon and, with --core, what CTest needs.
// Runs on Node alone, before node_modules exists. Everything it says goes to stderr, so that the
// command after it owns stdout.  Usage: node test/tools/setup.mjs [--core]

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stampFile = new URL('../../node_modules/.setup-stamp.json', import.meta.url);

const say = (line) => process.stderr.write(`setup: ${line}\n`);

/** Runs a command to its end; `status` is null when it could not be started. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  return { status: result.status, output: `${result.stdout ?? ''}${result.stderr ?? ''}` };
}

const succeeds = (command, args, options) => run(command, args, options).status === 0;

function fail(message, output = '') {
  if (output !== '') process.stderr.write(`${output.trimEnd()}\n`);
  say(message);
  process.exit(1);
}

/** Runs npm quietly; on failure shows all it printed and ends with `hint`. */
function npm(args, hint) {
  const cli = process.env.npm_execpath;
  const options = { maxBuffer: 1 << 28 };
  const { status, output } =
    cli !== undefined && basename(cli) === 'npm-cli.js'
      ? run(process.execPath, [cli, ...args], options)
      : run('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) fail(hint, output);
}

function timed(what, work) {
  const start = performance.now();
  say(`${what} …`);
  work();
  say(`${what}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

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

const compiler = process.env.CXX ?? 'c++';
const compiles = (source) =>
  succeeds(compiler, ['-std=gnu++20', '-fsyntax-only', '-x', 'c++', '-'], { input: source });

/** What the core's own build lacks, as Debian package names. */
function missingForCore() {
  const missing = [];
  if (!succeeds('cmake', ['--version']) || !succeeds('ctest', ['--version'])) missing.push('cmake');
  if (!succeeds('make', ['--version'])) missing.push('make');
  if (!compiles('#include <span>\nint main() { return std::span<int>{}.size() != 0; }\n')) {
    missing.push('g++');
  }
  // Elsewhere GoogleTest may lie outside the compiler's own paths; there CMake itself looks for it.
  if (process.platform === 'linux' && !compiles('#include <gtest/gtest.h>\n')) {
    missing.push('libgtest-dev');
  }
  return missing;
}

function installCoreTools() {
  const missing = missingForCore();
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const mayInstall =
    succeeds('apt-get', ['--version']) &&
    (sudo.length === 0 || succeeds(sudo[0], [...sudo.slice(1), 'true']));
  if (mayInstall) {
    timed(`installing Debian packages ${names}`, () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const aptGet = (...args) => {
        const [command, ...rest] = [...sudo, 'apt-get', '-q', '-y', ...args];
        return run(command, rest, { env, maxBuffer: 1 << 28 });
      };
      aptGet('update');
      const { status, output } = aptGet('install', '--no-install-recommends', ...missing);
      if (status !== 0) fail(`apt-get could not install ${names}`, output);
    });
  }
  const still = missingForCore();
  if (still.length > 0) {
    fail(
      `the C++ tests need ${still.join(', ')} (names of Debian packages), which this machine lacks ` +
        `and this user may not install. As root: apt-get install ${still.join(' ')}; ` +
        'elsewhere: CMake, make, a C++20 compiler and GoogleTest',
    );
  }
}

const nodeMajor = Number(process.versions.node.split('.')[0]);
if (nodeMajor < 20) fail(`Node 20 or newer is needed; this is ${process.version}`);
if (process.argv.includes('--core')) installCoreTools();
installPackages();
buildAddon();
