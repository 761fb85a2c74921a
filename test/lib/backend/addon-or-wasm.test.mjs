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

const demanding = (backend) => ({ WHATWG_TRANSCODER_BACKEND: backend });

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

  /** Asserts what the error of a failure says, in texts or patterns, and what it does not say. Returns it. */
  function says(folder, options, parts, others) {
    const error = failure(folder, options);
    for (const part of parts) {
      if (typeof part === 'string') ok(error.message.includes(part), error.message);
      else match(error.message, part);
    }
    if (others !== undefined) doesNotMatch(error.message, others);
    return error;
  }

  const notAnAddon = { [prebuilt]: 'not an addon' };
  const riscv = "Object.defineProperty(process, 'arch', { value: 'riscv64' });";
  const none = (folder, file) => `${join(folder, file)}: no such file`;

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

  for (const [title, make, files, loaded] of [
    ['the addon that was built without a prebuilt one', install, { [built]: true }, built],
    [
      'the addon that was built when the prebuilt one does not load',
      install,
      { ...notAnAddon, [built]: true },
      built,
    ],
    [
      'in a checkout, the addon that was built there and not a prebuilt one',
      clone,
      { ...notAnAddon, [built]: true },
      built,
    ],
    [
      'a prebuilt addon in a folder of any name',
      (files) => copyPackage('vendor', files),
      { [prebuilt]: true },
      prebuilt,
    ],
  ]) {
    it(`loads ${title}`, () => {
      const folder = make(files);
      deepEqual(load(folder).files, [join(folder, loaded)]);
    });
  }

  it('has each path of a prebuilt addon as a literal, which bundlers can follow', () => {
    const source = readFileSync(join(root, 'lib/backend/addon.js'), 'utf8');
    for (const { platform } of [...binaries, ...elsewhere]) {
      const file = `../../prebuilds/${platform}/whatwg_transcoder.node`;
      ok(source.includes(`return backendOf(require('${file}'));`), file);
    }
  });

  it('lists platform, architecture, C library and the tried files in the error', () => {
    const folder = install();
    let platform = `${process.platform}-${process.arch}`;
    if (process.platform === 'linux') {
      const maps = readFileSync('/proc/self/maps', 'utf8');
      platform += maps.includes('ld-musl') ? ' (musl)' : ' (glibc)';
    }
    const { cause } = says(folder, {}, [
      ` on ${platform}, Node.js ${process.versions.node}. Tried:`,
      ...[prebuilt, built, wasm].map((file) => `\n  ${none(folder, file)}\n`),
    ]);
    match(cause, /^Error: Cannot find module /);
  });

  it('sets the cause of the error when a file exists but does not load', () => {
    for (const folder of [install(notAnAddon), clone(notAnAddon)]) {
      const { cause } = says(folder, {}, [none(folder, built)]);
      match(cause, /whatwg_transcoder\.node/);
      doesNotMatch(cause, /Cannot find module/);
    }
  });

  it('reports a platform that has no prebuilt addon', () => {
    says(install(), { before: riscv }, [/-riscv64\b/]);
  });

  for (const [platform, own] of [
    ['win32', /Visual Studio 2022 .*C\+\+ Clang tools .*Python 3/],
    ['darwin', /Xcode 14 .*Python 3/],
  ]) {
    it(`tries the prebuilt addon of ${platform} there, and names the tools to build it`, () => {
      const before = `Object.defineProperty(process, 'platform', { value: '${platform}' });`;
      const folder = install();
      const file = `prebuilds/${platform}-${process.arch}/whatwg_transcoder.node`;
      says(folder, { before }, [`\n  ${none(folder, file)}\n`, own], /g\+\+|make/);
    });
  }

  const ofCheckout = /checkout|npm run build/;

  it('explains how to build it: in an installed package, in one from its repository, in a checkout', () => {
    const released = install();
    const script = `node ${join(released, 'source/build.mjs')} `;
    says(released, {}, [script, `(it takes ${tools})`], ofCheckout);
    const where = `Install it again where ${tools} are and install scripts are allowed`;
    says(installFromRepository(), {}, [where], ofCheckout);
    const checkout = clone();
    says(checkout, {}, [`run "npm install" and "npm run build" in ${checkout}`]);
  });

  it('asks for --allow-addons under the permission model, and loads when it is given', () => {
    const folder = install({ [prebuilt]: true });
    const options = [permission, '--allow-fs-read=*', '--no-warnings'];
    const how = { options, env: demanding('native') };
    says(folder, how, [/Start Node\.js with --allow-addons/], /--no-addons|build\.mjs/);
    equal(load(folder, { ...how, options: [...options, '--allow-addons'] }).text, '日');
  });

  it('asks for --allow-ffi when loading fails in the same way as in Deno without it', () => {
    const before = `
      require('node:module').Module._extensions['.node'] = () => {
        throw Object.assign(new Error('Requires ffi access'), { name: 'NotCapable' });
      };`;
    says(install({ [prebuilt]: true }), { before }, [/Start Deno with --allow-ffi/]);
  });

  it('loads the WebAssembly module where no addon is for the platform, or the addon does not load', () => {
    for (const [files, before] of [
      [{}, undefined],
      [notAnAddon, undefined],
      [{ [prebuilt]: true }, riscv],
    ]) {
      const loaded = load(install({ ...files, [wasm]: true }), { before });
      deepEqual(loaded, { backend: 'wasm', text: '日', files: [] });
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
    says(folder, { env: demanding('native') }, [/this bundle has none/]);
  });

  it('loads the backend that the environment demands', () => {
    const folder = install({ [prebuilt]: true, [wasm]: true });
    for (const [name, backend = name] of [['native'], ['wasm'], ['', 'native']]) {
      equal(load(folder, { env: demanding(name) }).backend, backend);
    }
  });

  it('throws when the backend that the environment demands does not load', () => {
    const env = demanding('native');
    const noModule = says(install({ [prebuilt]: true }), { env: demanding('wasm') }, [
      /cannot load its WebAssembly module/,
    ]);
    match(noModule.cause, /Cannot find module/);
    says(install({ [wasm]: true }), { env }, [/cannot load its native addon/]);
    const folder = install({ [prebuilt]: true, [wasm]: true });
    says(folder, { env, options: ['--no-addons'] }, [/without --no-addons/]);
  });

  it('takes nothing for the addon that is none, such as the path that a bundler puts in its place', () => {
    const before = "require.extensions['.node'] = (module, path) => { module.exports = path; };";
    const folder = install({ [prebuilt]: true, [wasm]: true });
    equal(load(folder, { before }).backend, 'wasm');
    const problem = /prebuilds\S+whatwg_transcoder[.]node: \S*configure is not a function/;
    says(folder, { before, env: demanding('native') }, [problem]);
  });

  it('refuses the name of a backend that does not exist', () => {
    const { name, code, message } = load(install({ [prebuilt]: true }), { env: demanding('gpu') });
    deepEqual([name, code], ['TypeError', 'ERR_INVALID_ARG_TYPE']);
    match(
      message,
      /^WHATWG_TRANSCODER_BACKEND must be 'native' or 'wasm'; received the string "gpu"/,
    );
  });

  it('says that --jitless removes WebAssembly where the addon cannot be loaded either', () => {
    const folder = install({ [wasm]: true });
    for (const options of [['--jitless'], ['--jitless', '--no-addons']]) {
      says(folder, { options }, [/WebAssembly.*--jitless.*--build-snapshot/s]);
    }
    const how = { options: ['--jitless'], env: demanding('wasm') };
    match(says(folder, how, [/WebAssembly.*--jitless/s]).cause, /--jitless/);
    equal(load(install({ [prebuilt]: true }), { options: ['--jitless'] }).backend, 'native');
  });

  it('says what lets WebAssembly run where addresses are limited', () => {
    const folder = install({ [wasm]: true });
    const before = `WebAssembly.Instance = class {
      constructor() { throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance'); }
    };`;
    for (const env of [{}, demanding('wasm')]) {
      says(folder, { before, env }, [/Wasm memory .*ulimit.*--disable-wasm-trap-handler/]);
    }
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
