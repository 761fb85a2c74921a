'use strict';

// Makes the error that says why the native addon could not be loaded, and what to do. It is loaded only for that error.

const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { addonNotLoaded } = require('../base/errors.js');

const root = resolve(__dirname, '../..');

/** The tools that a build of the addon needs. */
const tools =
  {
    darwin: 'the command line tools of Xcode 14 or newer, and Python 3',
    win32:
      'Visual Studio 2022 or newer with the C++ tools and C++ Clang tools for Windows, and Python 3',
  }[process.platform] ?? 'a C++20 compiler (g++ 12, clang 14 or newer), make and Python 3';

function runtime() {
  const { bun, deno } = process.versions;
  if (deno !== undefined) return `Deno ${deno}`;
  return bun !== undefined ? `Bun ${bun}` : `Node.js ${process.versions.node}`;
}

/** Returns the C library of this process on Linux. `process.report` knows it too, but can take minutes. */
function libc() {
  let loaded = '';
  try {
    // Deno would ask the user for the permission to read the file, but it also tells its own platform.
    loaded = globalThis.Deno?.build.target ?? readFileSync('/proc/self/maps', 'latin1');
  } catch {
    // The process may not be allowed to read which files it has loaded.
  }
  if (/(ld|linux)-musl/.test(loaded)) return 'musl';
  return /linux-gnu|\/libc[.-]/.test(loaded) ? 'glibc' : 'unknown libc';
}

function platform() {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === 'linux' ? `${name} (${libc()})` : name;
}

const isMissing = ({ code }) => code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';

const isForbiddenByDeno = ({ name }) => name === 'NotCapable' || name === 'PermissionDenied';

/** Says what to do when the addon's file is missing or is not for this machine. */
function adviceOnBuilding() {
  // The manifest of a release has no scripts. require() is used because Deno would ask the user for the permission to read
  // a file in another way.
  const isRelease = require('../../package.json').scripts === undefined;
  if (isRelease) {
    const script = join(root, 'source', 'build.mjs');
    return `Build it on this machine with: node ${script} (it takes ${tools}).`;
  }
  if (!__dirname.includes('node_modules')) {
    return `This is a checkout: run "npm install" and "npm run build" in ${root}, which takes ${tools}.`;
  }
  return (
    'The package was installed from its repository, and its addon was not compiled then. ' +
    `Install it again where ${tools} are and install scripts are allowed, or install the released ` +
    'package, which has the addon in it.'
  );
}

function advise(error) {
  if (isForbiddenByDeno(error)) return 'Start Deno with --allow-ffi, which native addons need.';
  if (error.code !== 'ERR_DLOPEN_DISABLED') return adviceOnBuilding();
  return process.permission === undefined
    ? 'Start Node.js without --no-addons, which forbids native addons.'
    : 'Start Node.js with --allow-addons, which the permission model asks for.';
}

/** Makes the error. `failures` has each `file` that was tried, relative to the package, and its `error`. */
function loadError(failures) {
  // The error of a file that exists but does not load says more than that of a missing file.
  const { error: cause } = failures.find(({ error }) => !isMissing(error)) ?? failures[0];
  const tried = failures.map(({ file, error }) => {
    const problem = isMissing(error) ? 'no such file' : String(error.message).split('\n', 1)[0];
    return `  ${join(root, file)}: ${problem}`;
  });
  const message = [
    `whatwg-transcoder cannot load its native addon on ${platform()}, ${runtime()}. Tried:`,
    ...tried,
    advise(cause),
  ].join('\n');
  return addonNotLoaded(message, cause);
}

module.exports = { loadError, tools };
