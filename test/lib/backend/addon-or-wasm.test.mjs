// Tests which backend the package loads, where it looks for it, and the error when none loads. Each test runs
// a process on a copy of the package, in the layout of an npm install, a clone or a release.

import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tools } from '../../../lib/backend/load-error.js';
import { binaries, elsewhere } from '../../tools/release/targets.mjs';
import { temporaryFolder } from '../../tools/run/folders.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const addon = join(root, 'build/Release/whatwg_transcoder.node');
const prebuilt = `prebuilds/${process.platform}-${process.arch}/whatwg_transcoder.node`;
const built = 'build/Release/whatwg_transcoder.node';

const wasm = 'build/wasm/whatwg_transcoder.js';

// The tests say themselves when they demand a backend.
const { WHATWG_TRANSCODER_BACKEND: _, ...environment } = process.env;

const major = Number.parseInt(process.versions.node, 10);
const permission = major < 23 ? '--experimental-permission' : '--permission';

/** A script that loads the package and prints the path of the addon, or the error. */
const script = `
  try {
    const { backend, decode } = require(process.env.PACKAGE);
    const files = Object.keys(require.cache).filter((file) => file.endsWith('.node'));
    console.log(JSON.stringify({ backend, text: decode(Uint8Array.of(0x93, 0xfa), 'shift_jis'), files }));
  } catch (error) {
    const { name, code, message, cause } = error;
    console.log(JSON.stringify({ name, code, message, cause: String(cause) }));
  }`;

describe('Loading a backend', () => {
  let scratch;

  beforeEach(() => {
    scratch = temporaryFolder('addon-or-wasm');
  });

  /** Copies the package to `path`, and puts `files` into the copy: `true` means the addon or the WebAssembly module. */
  function copyPackage(path, files = {}) {
    const folder = join(scratch, path);
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(root, 'lib'), join(folder, 'lib'), { recursive: true });
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      if (content === true)
        copyFileSync(name === wasm ? join(root, wasm) : addon, join(folder, name));
      else writeFileSync(join(folder, name), content);
    }
    return folder;
  }

  const { scripts, ...released } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = 'node_modules/whatwg-transcoder';
  const install = (files) =>
    copyPackage(installed, { 'package.json': JSON.stringify(released), ...files });
  const installFromRepository = (files) => copyPackage(installed, files);
  const clone = (files) => copyPackage('clone', files);

  function load(folder, { options = [], env = {}, before = '' } = {}) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...options, '-e', before + script],
      { encoding: 'utf8', env: { ...environment, PACKAGE: folder, ...env } },
    );
    equal(status, 0, stderr);
    return JSON.parse(stdout);
  }

  function failure(folder, options) {
    const error = load(folder, options);
    equal(error.name, 'Error');
    equal(error.code, 'ERR_NATIVE_ADDON_NOT_LOADED');
    return error;
  }

  it('loads the prebuilt addon of an installed package, and looks for no other file', () => {
    const folder = install({ [prebuilt]: true, [built]: 'not an addon' });
    const before = `
      const { Module } = require('node:module');
      const resolve = Module._resolveFilename;
      const asked = [];
      Module._resolveFilename = (request, ...rest) => {
        if (/(?<!addon-or-)wasm[.-]|[.]node$/.test(request)) asked.push(request);
        return resolve.call(Module, request, ...rest);
      };
      process.on('exit', () => {
        const paths = asked.map((path) => require('node:path').normalize(path));
        require('node:assert').deepEqual(paths, [${JSON.stringify(join(folder, prebuilt))}]);
      });`;
    const { backend, text, files } = load(folder, { before });
    equal(backend, 'native');
    equal(text, '日');
    deepEqual(files, [join(folder, prebuilt)]);
  });

  it('loads the addon that was built in an installed package without a prebuilt one', () => {
    const folder = install({ [built]: true });
    deepEqual(load(folder).files, [join(folder, built)]);
  });

  it('loads the addon that was built when the prebuilt one does not load', () => {
    const folder = install({ [prebuilt]: 'not an addon', [built]: true });
    deepEqual(load(folder).files, [join(folder, built)]);
  });

  it('in a checkout, loads the addon that was built there and not a prebuilt one', () => {
    const folder = clone({ [built]: true, [prebuilt]: 'an old addon' });
    deepEqual(load(folder).files, [join(folder, built)]);
  });

  it('loads a prebuilt addon in a folder of any name', () => {
    const folder = copyPackage('vendor', { [prebuilt]: true });
    deepEqual(load(folder).files, [join(folder, prebuilt)]);
  });

  it('has each path of a prebuilt addon as a literal, which bundlers can follow', () => {
    const source = readFileSync(join(root, 'lib/backend/addon.js'), 'utf8');
    for (const { platform } of [...binaries, ...elsewhere]) {
      const file = `../../prebuilds/${platform}/whatwg_transcoder.node`;
      ok(source.includes(`return require('${file}');`), file);
    }
  });

  it('lists platform, architecture, C library and the tried files in the error', () => {
    const folder = install();
    const { message, cause } = failure(folder);
    let platform = `${process.platform}-${process.arch}`;
    if (process.platform === 'linux') {
      const maps = readFileSync('/proc/self/maps', 'utf8');
      platform += maps.includes('ld-musl') ? ' (musl)' : ' (glibc)';
    }
    ok(message.includes(` on ${platform}, Node.js `), message);
    ok(message.includes(process.versions.node));
    for (const file of [prebuilt, built, wasm]) {
      ok(message.includes(`\n  ${join(folder, file)}: no such file\n`), message);
    }
    match(cause, /^Error: Cannot find module /);
  });

  it('sets the cause of the error when a file exists but does not load', () => {
    const folder = install({ [prebuilt]: 'not an addon' });
    const { message, cause } = failure(folder);
    match(cause, /whatwg_transcoder\.node/);
    doesNotMatch(cause, /Cannot find module/);
    ok(message.includes(`${join(folder, built)}: no such file`));
  });

  it('reports a platform that has no prebuilt addon', () => {
    const before = `Object.defineProperty(process, 'arch', { value: 'riscv64' });`;
    match(failure(install(), { before }).message, /-riscv64\b/);
  });

  it('explains in an installed package how to build its sources, and does not mention a checkout', () => {
    const folder = install();
    const { message } = failure(folder);
    ok(message.includes(`node ${join(folder, 'source/build.mjs')} `), message);
    ok(message.includes(`(it takes ${tools})`), message);
    doesNotMatch(message, /checkout|npm run build/);
  });

  for (const [platform, tools] of [
    ['win32', /Visual Studio 2022 .*C\+\+ Clang tools .*Python 3/],
    ['darwin', /Xcode 14 .*Python 3/],
  ]) {
    it(`tries the prebuilt addon of ${platform} there, and names the tools to build it`, () => {
      const before = `Object.defineProperty(process, 'platform', { value: '${platform}' });`;
      const folder = install();
      const { message } = failure(folder, { before });
      const file = join(folder, `prebuilds/${platform}-${process.arch}/whatwg_transcoder.node`);
      ok(message.includes(`\n  ${file}: no such file\n`), message);
      match(message, tools);
      doesNotMatch(message, /g\+\+|make/);
    });
  }

  it('explains in a package that was installed from its repository what was missing', () => {
    const { message } = failure(installFromRepository());
    const where = `Install it again where ${tools} are and install scripts are allowed`;
    ok(message.includes(where), message);
    doesNotMatch(message, /checkout|npm run build/);
  });

  it('explains in a checkout how to build it', () => {
    const folder = clone();
    const { message } = failure(folder);
    ok(message.includes(`run "npm install" and "npm run build" in ${folder}`), message);
  });

  it('asks for --allow-addons under the permission model, and loads when it is given', () => {
    const folder = install({ [prebuilt]: true });
    const options = [permission, '--allow-fs-read=*', '--no-warnings'];
    const env = { WHATWG_TRANSCODER_BACKEND: 'native' };
    const { message } = failure(folder, { options, env });
    match(message, /Start Node\.js with --allow-addons/);
    doesNotMatch(message, /--no-addons|build\.mjs/);
    equal(load(folder, { options: [...options, '--allow-addons'], env }).text, '日');
  });

  it('asks for --allow-ffi when loading fails in the same way as in Deno without it', () => {
    const before = `
      require('node:module').Module._extensions['.node'] = () => {
        throw Object.assign(new Error('Requires ffi access'), { name: 'NotCapable' });
      };`;
    const { message } = failure(install({ [prebuilt]: true }), { before });
    match(message, /Start Deno with --allow-ffi/);
  });

  it('loads the WebAssembly module where no addon is for the platform, or the addon does not load', () => {
    for (const [files, before] of [
      [{}, undefined],
      [{ [prebuilt]: 'not an addon' }, undefined],
      [{ [prebuilt]: true }, "Object.defineProperty(process, 'arch', { value: 'riscv64' });"],
    ]) {
      const {
        backend,
        text,
        files: addons,
      } = load(install({ ...files, [wasm]: true }), { before });
      equal(backend, 'wasm');
      equal(text, '日');
      deepEqual(addons, []);
    }
  });

  it('loads the WebAssembly module where addons are forbidden', () => {
    const folder = install({ [prebuilt]: true, [wasm]: true });
    for (const how of [
      { options: ['--no-addons'] },
      { env: { NODE_OPTIONS: '--no-warnings --no-addons' } },
      { options: [permission, '--allow-fs-read=*', '--no-warnings'] },
    ]) {
      equal(load(folder, how).backend, 'wasm');
    }
  });

  it("loads the addon where the resolver does not know the condition node-addons, as in Yarn's Plug'n'Play", () => {
    const folder = install({ [prebuilt]: true, [wasm]: true });
    const before = `
      const { Module } = require('node:module');
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (request, ...rest) =>
        resolve.call(Module, request === '#backend' ? './wasm-only.js' : request, ...rest);`;
    equal(load(folder, { before }).backend, 'native');
    equal(load(folder, { before, options: ['--no-addons'] }).backend, 'wasm');
  });

  it('loads what the bundler has found for #backend where neither the addon nor the file that chooses is there', () => {
    const folder = install({ [wasm]: true });
    rmSync(join(folder, 'lib/backend/addon-or-wasm.js'));
    const bundled = { ...released, imports: { '#backend': './lib/backend/wasm-only.js' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(bundled));
    equal(load(folder).backend, 'wasm');
    const { message } = failure(folder, { env: { WHATWG_TRANSCODER_BACKEND: 'native' } });
    match(message, /this bundle has none/);
  });

  it('loads the backend that the environment demands', () => {
    const folder = install({ [prebuilt]: true, [wasm]: true });
    for (const backend of ['native', 'wasm']) {
      const env = { WHATWG_TRANSCODER_BACKEND: backend };
      equal(load(folder, { env }).backend, backend);
    }
    equal(load(folder, { env: { WHATWG_TRANSCODER_BACKEND: '' } }).backend, 'native');
  });

  it('throws when the backend that the environment demands does not load', () => {
    const noModule = failure(install({ [prebuilt]: true }), {
      env: { WHATWG_TRANSCODER_BACKEND: 'wasm' },
    });
    match(noModule.message, /cannot load its WebAssembly module/);
    match(noModule.cause, /Cannot find module/);
    const native = { WHATWG_TRANSCODER_BACKEND: 'native' };
    const { message } = failure(install({ [wasm]: true }), { env: native });
    match(message, /cannot load its native addon/);
    const folder = install({ [prebuilt]: true, [wasm]: true });
    const forbidden = failure(folder, { env: native, options: ['--no-addons'] });
    match(forbidden.message, /without --no-addons/);
  });

  it('refuses the name of a backend that does not exist', () => {
    const error = load(install({ [prebuilt]: true }), {
      env: { WHATWG_TRANSCODER_BACKEND: 'gpu' },
    });
    equal(error.name, 'TypeError');
    equal(error.code, 'ERR_INVALID_ARG_TYPE');
    match(
      error.message,
      /^WHATWG_TRANSCODER_BACKEND must be 'native' or 'wasm'; received the string "gpu"/,
    );
  });

  it('says that --jitless removes WebAssembly where the addon cannot be loaded either', () => {
    const folder = install({ [wasm]: true });
    for (const options of [['--jitless'], ['--jitless', '--no-addons']]) {
      match(failure(folder, { options }).message, /WebAssembly.*--jitless/s);
    }
    equal(load(install({ [prebuilt]: true }), { options: ['--jitless'] }).backend, 'native');
  });

  // Elsewhere it stays loaded from the first external string on.
  const itOnLinux = process.platform === 'linux' ? it : () => {};
  itOnLinux('keeps it loaded when the only thread that has loaded it ends', () => {
    const code = `
      const { readFileSync } = require('node:fs');
      const { Worker } = require('node:worker_threads');
      const isLoaded = () => readFileSync('/proc/self/maps', 'utf8').includes('whatwg_transcoder.node');
      const before = isLoaded();
      new Worker('require(process.env.PACKAGE)', { eval: true })
        .on('exit', (code) => console.log(before, code, isLoaded()));`;
    const env = { ...environment, PACKAGE: root };
    const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', env });
    equal(stdout, 'false 0 true\n');
  });
});
