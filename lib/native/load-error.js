'use strict';

// Says why the native addon could not be loaded, and what helps.

const { closeSync, openSync, readSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { addonNotLoaded } = require('../base/errors.js');

const root = resolve(__dirname, '../..');
const tools = 'a C++20 compiler (g++ 12, clang 14 or newer), make and Python 3';

function runtime() {
  const { bun, deno } = process.versions;
  if (deno !== undefined) return `Deno ${deno}`;
  return bun !== undefined ? `Bun ${bun}` : `Node.js ${process.versions.node}`;
}

/**
 * The path in the program header PT_INTERP of a 64-bit little-endian ELF file: the dynamic loader that
 * starts it. Undefined where the file has none.
 */
function interpreter(file) {
  const PT_INTERP = 3;
  const descriptor = openSync(file, 'r');
  try {
    const read = (length, position) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
    };
    const header = read(64, 0);
    if (header.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return undefined;
    const start = Number(header.readBigUInt64LE(32));
    const size = header.readUInt16LE(54);
    const count = header.readUInt16LE(56);
    for (let i = 0; i < count; i++) {
      const entry = read(size, start + i * size);
      if (entry.readUInt32LE(0) !== PT_INTERP) continue;
      const length = Math.min(Number(entry.readBigUInt64LE(32)), 4096);
      return read(length, Number(entry.readBigUInt64LE(8))).toString('latin1');
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The C library of the running process on Linux. `process.report` also tells it, but can take minutes. */
function libc() {
  let loader;
  try {
    // Deno would ask the user for permission to read the file, and knows the answer by itself.
    loader = globalThis.Deno?.build.target ?? interpreter('/proc/self/exe');
  } catch {
    // A process may not have the permission to read its own executable.
  }
  if (loader === undefined) return 'unknown libc';
  if (loader.includes('musl')) return 'musl';
  return /ld-linux|ld64|gnu/.test(loader) ? 'glibc' : 'unknown libc';
}

function platform() {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === 'linux' ? `${name} (${libc()})` : name;
}

const isMissing = ({ code }) => code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';

const isForbiddenByDeno = ({ name }) => name === 'NotCapable' || name === 'PermissionDenied';

function adviceOnDisabledAddons() {
  // The options tell it: the permission model has no scope that tells whether addons are allowed.
  const options = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  const advice = [];
  if (options.includes('--no-addons')) {
    advice.push('The option --no-addons forbids native addons: start Node.js without it.');
  }
  if (process.permission !== undefined && !options.includes('--allow-addons')) {
    advice.push('The permission model forbids native addons: start Node.js with --allow-addons.');
  }
  if (advice.length === 0) advice.push('Native addons are forbidden in this process.');
  return advice.join(' ');
}

/** What helps where the addon's file is missing, or is not for this machine. */
function adviceOnBuilding() {
  // A release has no scripts. The manifest tells it without a look at the file system, for which Deno
  // would ask the user.
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
  return error.code === 'ERR_DLOPEN_DISABLED' ? adviceOnDisabledAddons() : adviceOnBuilding();
}

/** `failures` has each `file` that was tried, relative to the package, and its `error`. */
function loadError(failures) {
  // A file that is there and does not load says more than one that is missing.
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

module.exports = { loadError };
