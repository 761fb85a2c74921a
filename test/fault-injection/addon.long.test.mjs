// Where there is no memory for what the addon makes: each call that it makes for memory fails once. missing.cc does that.

import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { run } from '../tools/run/machine.mjs';
import { checkFaults } from './faults.mjs';

process.env.WHATWG_TRANSCODER_BACKEND = 'native';

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = here('../../build/Release/whatwg_transcoder.node');
const entry = here('../../lib/index.js');

/** Compiles the addon that makes calls fail, and loads it. */
function loadMissing() {
  const built = join(temporaryFolder('missing'), 'missing.node');
  const headers = require('node-api-headers').include_dir;
  const flags = ['-std=gnu++20', '-O1', '-shared', '-fPIC', '-DNAPI_VERSION=8', `-I${headers}`];
  const compiler = process.env.CXX ?? 'c++';
  const { status, output } = run(compiler, [...flags, here('missing.cc'), '-o', built]);
  equal(status, 0, output);
  return require(built);
}

/** Loads the files of lib/ and the addon once more. */
function reload() {
  for (const path of Object.keys(require.cache)) {
    if (/[/\\]lib[/\\]|whatwg_transcoder/.test(path)) delete require.cache[path];
  }
  return require(entry);
}

describe('where there is no memory for what the addon makes', () => {
  const missing = loadMissing();
  const unused = missing.install(file);
  const addon = require(file);
  const { scenariosOf } = require('./scenarios.cjs');

  /** Has the addon give back its free memory, so that each call maps what it needs. */
  const freeAll = () => {
    while (addon.tick());
  };

  /** Runs a step while the call of this number fails. */
  function withoutCall(number, step) {
    freeAll();
    missing.begin(number);
    try {
      const result = step();
      return { result, isMissing: missing.end() !== '' };
    } catch (error) {
      return { error, isMissing: missing.end() !== '' };
    }
  }

  it('the addon never calls the operator new that must not fail', () => {
    deepEqual(unused, ['mmap', 'operator new']);
  });

  for (const { title, steps } of scenariosOf(require)) {
    it(`nothing changes but that the call throws: ${title}`, () => {
      checkFaults(steps, withoutCall);
    });
  }

  it('each call that fails leaves the state of its stream as it was', () => {
    const core = require('../../lib/backend/backend.js');
    const { flags, descriptorOf, idOfName, transcodeDescriptorOf } = core;
    const [sjis, iso2022jp] = [idOfName('Shift_JIS'), idOfName('ISO-2022-JP')];
    const [bytes, none, list] = [
      Buffer.of(0x82, 0xa0, 0xff, 0x82),
      Buffer.of(),
      new Uint32Array(50),
    ];
    const options = new Uint8Array(core.detectOptionsSize);
    core.detectOptions(options, Uint8Array.of(sjis), none, none);
    const [start, fatal] = [flags.start | flags.stream, flags.stream | flags.fatal];
    const descriptors = (id, first, then) => [descriptorOf(id, first), descriptorOf(id, then)];
    const [decodeStart, decodeMore] = descriptors(sjis, start, flags.stream);
    const [, decodeFatal] = descriptors(sjis, start, fatal | flags.keepText);
    const [encodeStart, encodeMore] = descriptors(iso2022jp, start, flags.stream);
    const transcodeDescriptor = (set) => transcodeDescriptorOf(sjis, iso2022jp, set);
    const begin = {
      decode: (state) => core.decode(decodeStart, none, state),
      encode: (state) => core.encode(encodeStart, '', state),
      transcode: (state) => core.transcode(transcodeDescriptor(start), none, state),
      detect: (state) => core.detect(start, none, none, options, state),
    };
    const text = '\u3042\u{1F4A9}';
    const rows = [
      ['decode', (state) => core.decode(decodeMore, bytes, state)],
      ['decode', (state) => core.decode(decodeFatal, bytes, state)],
      [
        'decode',
        (state) => core.transcodeOffsets(decodeMore, bytes, state, list, 1, core.answerBytes),
      ],
      ['encode', (state) => core.encode(encodeMore, '\u3042', state)],
      ['encode', (state) => core.encode(encodeMore, text, state)],
      ['encode', (state) => core.encodeAround(encodeMore, text, state, list)],
      ['transcode', (state) => core.transcode(transcodeDescriptor(flags.stream), bytes, state)],
      ['transcode', (state) => core.transcode(transcodeDescriptor(fatal), bytes, state)],
      [
        'detect',
        (state) => core.detect(descriptorOf(0, flags.stream), bytes, none, options, state),
      ],
    ];
    for (const [kind, call] of rows) {
      const state = new Uint8Array(core[`${kind}StateSize`]);
      begin[kind](state);
      const before = state.slice();
      for (let number = 1; ; number++) {
        list.set([0, 0x3042, 0]);
        const { error, isMissing } = withoutCall(number, () => call(state));
        if (!isMissing) break;
        equal(error.code, 'ERR_MEMORY_ALLOCATION_FAILED');
        deepEqual(state, before, `${kind}: ${call}, fault ${number}`);
      }
      notDeepEqual(state, before, `${kind}: ${call}`);
    }
  });

  it('no memory stays mapped', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc');
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await setTimeout(10);
    }
    freeAll();
    equal(missing.mappedBytes(), 0);
  });

  /** Loads the package while the call of this number fails. Returns how it is then, and whether there was such a call. */
  function loadWithout(number) {
    missing.begin(number);
    try {
      return { ...reload(), isMissing: missing.end() !== '' };
    } catch (error) {
      return { error, isMissing: missing.end() !== '' };
    }
  }

  const [bytes, text] = [Buffer.alloc(200_000, Buffer.of(0x82, 0xa0)), '\u3042'.repeat(100_000)];
  for (const demanded of ['native', '']) {
    it(`the package loads with what there is: ${demanded || 'no'} backend demanded`, () => {
      const seen = new Set();
      for (let number = 1, isOver = false; !isOver; number++) {
        process.env.WHATWG_TRANSCODER_BACKEND = demanded;
        const { isMissing, error, backend, decode } = loadWithout(number);
        isOver = !isMissing;
        seen.add(error?.code ?? backend);
        if (error === undefined) equal(decode(bytes, 'shift_jis'), text);
        else equal(error.cause.code, 'ERR_MEMORY_ALLOCATION_FAILED');
        equal(reload().backend, 'native');
      }
      deepEqual([...seen], [demanded === '' ? 'wasm' : 'ERR_NATIVE_ADDON_NOT_LOADED', 'native']);
    });
  }
});
