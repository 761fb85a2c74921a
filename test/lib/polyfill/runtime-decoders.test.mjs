// Tests `whatwg-transcoder/polyfill` in separate processes, in a runtime that decodes wrongly and in one that does not. Modules
// that are loaded first make the runtime so, whatever the running one is.

import { deepEqual, equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluateHere, isNode } from '../../harness/runtimes-here.mjs';

const require = createRequire(import.meta.url);
const href = (path) => new URL(`../../../${path}`, import.meta.url).href;
const path = (name) => fileURLToPath(href(name));
const polyfill = path('lib/polyfill.mjs');
const all = [
  'TextDecoder',
  'TextDecoderStream',
  'stream/web.TextDecoderStream',
  'util.TextDecoder',
];

const prelude = `
  import util from 'node:util';
  // Keeps the attributes of the property.
  const put = (holder, name, value) => {
    const { enumerable } = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, { value, writable: true, enumerable, configurable: true });
  };
  const makeWrong = (Decoder) => class TextDecoder extends Decoder {
    decode(bytes, options) {
      return super.decode(bytes, options).replace('\\x80', '\\uFFFD');
    }
  };
`;
// A decoder that follows the standard and is not this package's: that of @exodus/bytes, which takes no null for the options.
const right = `
  const { TextDecoder: Exodus } = await import('${import.meta.resolve('@exodus/bytes/encoding.js')}');
  const Right = class TextDecoder extends Exodus {
    decode(bytes, options) {
      return super.decode(bytes, options ?? undefined);
    }
  };
`;
const wrong = `const Wrong = makeWrong(globalThis.TextDecoder);\n`;

const modules = {
  rightRuntimeAlone: `${right} globalThis.TextDecoder = util.TextDecoder = Right;`,
  wrongRuntime: `${wrong} put(globalThis, 'TextDecoder', Wrong); put(util, 'TextDecoder', Wrong);`,
  rightRuntime: `${right} put(globalThis, 'TextDecoder', Right); put(util, 'TextDecoder', Right);`,
  rightGlobal: `${wrong} ${right} put(globalThis, 'TextDecoder', Right); put(util, 'TextDecoder', Wrong);`,
  wrongGlobal: `${right} ${wrong} put(globalThis, 'TextDecoder', Wrong); put(util, 'TextDecoder', Right);`,
  // Bun makes node:stream/web of the global classes when it is first loaded.
  ownStream:
    "await import('node:stream/web'); put(globalThis, 'TextDecoderStream', class TextDecoderStream { own = true; });",
  fixed:
    "Object.defineProperty(globalThis, 'TextDecoder', { value: globalThis.TextDecoder, writable: false, configurable: false });",
  captured:
    'globalThis.Captured = globalThis.TextDecoder; globalThis.old = new Captured("shift_jis");',
  noDecoder:
    "await import('node:stream/web'); delete globalThis.TextDecoder; delete globalThis.TextDecoderStream; put(util, 'TextDecoder', undefined);",
};

const head = `
  import util from 'node:util';
  import web from 'node:stream/web';
  import { createRequire } from 'node:module';
  import { replaced } from '${href('lib/polyfill.mjs')}';
  const require = createRequire('${href('lib/')}');
  const print = (value) => console.log(JSON.stringify(value));
  const bytes = Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x80);
`;

describe('polyfill', () => {
  let folder;
  before(() => {
    // A folder inside the checkout, where Deno knows the package's CommonJS modules as such.
    folder = fileURLToPath(new URL(`../../../build/polyfill-${process.pid}`, import.meta.url));
    mkdirSync(folder, { recursive: true });
    for (const [name, lines] of Object.entries(modules)) {
      writeFileSync(join(folder, `${name}.mjs`), `${prelude}${lines}\n`);
    }
    mkdirSync(join(folder, 'scripts'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const moduleOf = (name) => (name === 'polyfill' ? polyfill : join(folder, `${name}.mjs`));
  const scriptOf = (name, lines) => {
    const script = join(folder, 'scripts', name);
    writeFileSync(script, lines);
    return script;
  };

  /** What a script prints after some modules of the table above; 'polyfill' is the polyfill. */
  const evaluate = (names, lines, options = {}) =>
    evaluateHere(scriptOf('script.mjs', `${head}${lines}`), {
      preload: names.map(moduleOf),
      ...options,
    });

  // These are parts of the scripts of the tests. `names` gives the sorted names of what was replaced, `without` gives all names but one, and
  // `text` gives the text that the global decoder returns.
  const names = '[...replaced].sort()';
  const without = (name) => all.filter((each) => each !== name);
  const text = `new TextDecoder('shift_jis').decode(bytes)`;
  const own = `require('./index.js')`;
  const loaded = `Object.keys(require.cache).filter((name) => /lib.(native|standard)/.test(name)).length`;
  const places = `[
    ${names},
    globalThis.TextDecoder === ${own}.TextDecoder,
    util.TextDecoder === ${own}.TextDecoder,
    globalThis.TextDecoderStream === ${own}.TextDecoderStream,
    web.TextDecoderStream === ${own}.TextDecoderStream,
    [globalThis.TextEncoder, util.TextEncoder].includes(${own}.TextEncoder),
    web.TextEncoderStream === ${own}.TextEncoderStream,
  ]`;
  const everywhere = [all, true, true, true, true, false, false];
  const judged = `
    const { deviates } = require('${path('lib/polyfill/runtime-decoders.js')}');
    print([replaced.length, deviates(globalThis.TextDecoder), deviates(util.TextDecoder)]);`;
  // Such a class is that of an environment of Jest that has ended, in which no file can be loaded for the error of a label.
  const foreign = `
    const { runInNewContext } = await import('node:vm');
    const { deviates } = require('${path('lib/polyfill/runtime-decoders.js')}');
    const Foreign = runInNewContext('TypeError');
    const asked = [];
    class TextDecoder extends ${own}.TextDecoder {
      constructor(label, options) {
        asked.push(label);
        super(label, options);
      }
      decode(bytes, options) {
        try {
          return super.decode(bytes, options);
        } catch ({ message }) {
          throw new Foreign(message);
        }
      }
    }
    print([deviates(TextDecoder), asked.includes('replacement')]);`;
  const again = `
    const first = globalThis.TextDecoder;
    const again = require('./polyfill.js');
    print([again.replaced === replaced, Object.isFrozen(replaced), first === globalThis.TextDecoder, replaced.length]);`;
  const copied = `
    const first = globalThis.TextDecoder;
    for (const name of Object.keys(require.cache)) delete require.cache[name];
    const again = require('./polyfill.js');
    print([again.replaced === replaced, again.replaced, first === globalThis.TextDecoder]);`;
  const instances = `
    const made = new TextDecoder('shift_jis');
    print([
      made instanceof TextDecoder, made instanceof util.TextDecoder, made instanceof Captured,
      old instanceof TextDecoder, old instanceof Captured, made.decode(bytes), old.decode(bytes),
      new TextDecoderStream() instanceof TextDecoderStream, Object.prototype.toString.call(made), TextDecoder.name,
    ]);`;
  const body = `
    const body = () => new Response(new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    }));
    let text = '';
    for await (const part of body().body.pipeThrough(new TextDecoderStream('shift_jis'))) text += part;
    print([text, await body().text()]);`;
  const modulesOfBoth = `
    const named = await import('whatwg-transcoder/polyfill');
    print([Object.keys(named), named.replaced === replaced, require('whatwg-transcoder/polyfill').replaced === replaced]);`;

  // Each row: the modules that are loaded before the script, the script or what it prints, and what it must print.
  for (const [title, ...rows] of [
    [
      'replaces what deviates, everywhere, and TextEncoder nowhere',
      ['wrongRuntime polyfill', places, everywhere],
      // The script imports the polyfill itself, which does the same.
      ['wrongRuntime', places, everywhere],
      ['noDecoder', places, [without('TextDecoderStream'), true, true, false, true, false, false]],
    ],
    [
      'leaves a right runtime alone, and does not load the core then',
      ['rightRuntime polyfill', `[replaced, ${text}, ${loaded}]`, [[], '日本\x80', 0]],
    ],
    [
      'judges a class of another realm without a label that is refused',
      ['', foreign, [true, false]],
    ],
    ['judges the running runtime', ['', judged, [isNode ? 4 : 0, false, false]]],
    [
      'judges each place by itself, and a stream by the decoder of the runtime',
      ['rightGlobal polyfill', names, without('TextDecoder')],
      ['wrongGlobal polyfill', names, ['TextDecoder']],
    ],
    [
      'leaves a TextDecoderStream that is not the one of the runtime',
      [
        'wrongRuntime ownStream polyfill',
        `[${names}, new TextDecoderStream().own]`,
        [without('TextDecoderStream'), true],
      ],
    ],
    [
      'leaves a property that cannot be changed, and says so',
      [
        'wrongRuntime fixed polyfill',
        `[${names}, ${text}]`,
        [without('TextDecoder'), '日本\uFFFD'],
      ],
    ],
    [
      'is done once, however often and in whatever way it is loaded',
      ['wrongRuntime polyfill polyfill', again, [true, true, true, 4]],
    ],
    [
      'does nothing where another copy has replaced the decoders',
      ['wrongRuntime polyfill', copied, [false, [], true]],
    ],
    [
      'makes instances of the new class, and leaves those of the old one what they are',
      [
        'wrongRuntime captured polyfill',
        instances,
        [
          ...[true, true, false, false, true, '日本\x80', '日本\uFFFD'],
          ...[true, '[object TextDecoder]', 'TextDecoder'],
        ],
      ],
    ],
    [
      'decodes the body of a Response through the new TextDecoderStream, and leaves text() as it was',
      ['wrongRuntime polyfill', body, ['日本\x80', '\uFFFD\uFFFD\uFFFD{\uFFFD']],
    ],
    [
      'has the same list for CommonJS and ES modules, with the name of the package',
      ['', modulesOfBoth, [['replaced'], true, true]],
    ],
  ]) {
    it(title, () => {
      for (const [modules, script, expected] of rows) {
        const lines = script.includes('print(') ? script : `print(${script});`;
        deepEqual(evaluate(modules.split(' ').filter(Boolean), lines), expected, modules);
      }
    });
  }

  it('keeps the attributes of the properties', () => {
    const attributes = `
      const attributes = () => [[globalThis, 'TextDecoder'], [globalThis, 'TextDecoderStream'], [util, 'TextDecoder'], [web, 'TextDecoderStream']]
        .map(([holder, name]) => {
          const { writable, get, enumerable, configurable } = Object.getOwnPropertyDescriptor(holder, name);
          return [get !== undefined || writable, enumerable, configurable];
        });`;
    writeFileSync(
      join(folder, 'before.mjs'),
      `import web from 'node:stream/web'; ${prelude}${attributes} globalThis.before = attributes();`,
    );
    const lines = `${attributes} print([globalThis.before, attributes()]);`;
    const [before, after] = evaluate(['before', 'wrongRuntime', 'polyfill'], lines);
    deepEqual(after, before);
    if (isNode) deepEqual(after[0], [true, false, true]);
  });

  // What follows is about the flags and modules of Node, whose own decoder deviates.
  if (isNode) {
    /** Runs Node with arguments; returns what it prints, as one line for each value. */
    const run = (args, options = {}) => {
      const ended = spawnSync(process.execPath, args, { encoding: 'utf8', ...options });
      equal(ended.status, 0, ended.stderr);
      return ended.stdout.trimEnd().split('\n');
    };
    const flags = { '--import': polyfill, '--require': path('lib/polyfill.js') };
    // Node's own decoder makes another character of this byte: nodejs/node#61041.
    const isRight = `new TextDecoder('shift_jis').decode(Uint8Array.of(0x1a)) === '\\x1a'`;

    for (const [flag, file] of Object.entries(flags)) {
      it(`works with ${flag}, in an ES module, in CommonJS and in a string`, () => {
        const lines = `console.log(${isRight});`;
        for (const name of ['main.mjs', 'main.cjs']) {
          deepEqual(run([flag, file, scriptOf(name, lines)]), ['true'], name);
        }
        deepEqual(run([flag, file, '--eval', lines]), ['true']);
        deepEqual(run(['--eval', lines]), ['false']);
      });

      it(`reaches worker threads, child processes and NODE_OPTIONS with ${flag}`, () => {
        const lines = `console.log(${isRight});`;
        const names = ['worker.mjs', 'worker.cjs'].map((name) => scriptOf(name, lines));
        const main = scriptOf(
          'main.mjs',
          `import { fork } from 'node:child_process';
           import { once } from 'node:events';
           import { Worker } from 'node:worker_threads';
           for (const name of ${JSON.stringify(names)}) {
             await once(new Worker(name), 'exit');
             await once(fork(name), 'exit');
           }`,
        );
        const expected = Array(4).fill('true');
        deepEqual(run([flag, file, main]), expected);
        const env = { ...process.env, NODE_OPTIONS: `${flag}=${file}` };
        deepEqual(run([main], { env }), expected);
      });
    }

    it('reaches a worker of a string only with --require, and no worker when the program imports it', () => {
      const worker = JSON.stringify(`console.log(${isRight});`);
      const lines = `const { Worker } = require('node:worker_threads'); new Worker(${worker}, { eval: true });`;
      const main = scriptOf('main.cjs', lines);
      deepEqual(run(['--require', flags['--require'], main]), ['true']);
      deepEqual(run(['--import', flags['--import'], main]), ['false']);
      const importing = scriptOf(
        'main.cjs',
        `require(${JSON.stringify(flags['--require'])}); ${lines}`,
      );
      deepEqual(run([importing]), ['false']);
    });

    it('reaches what ES modules have imported from node:util and node:stream/web', () => {
      const main = scriptOf(
        'main.mjs',
        `import { TextDecoder as Decoder } from 'node:util';
         import { TextDecoderStream as Stream } from 'node:stream/web';
         const before = [Decoder, Stream];
         await import('${href('lib/polyfill.mjs')}');
         console.log(before[0] !== Decoder && before[1] !== Stream);
         console.log(Decoder === TextDecoder && Stream === TextDecoderStream);`,
      );
      deepEqual(run([main]), ['true', 'true']);
    });

    it('replaces nothing where the package cannot be loaded, and throws its error', () => {
      const lines = `
        const before = [TextDecoder, require('node:util').TextDecoder];
        try {
          require(${JSON.stringify(flags['--require'])});
        } catch ({ code }) {
          console.log(code, before[0] === TextDecoder, before[1] === require('node:util').TextDecoder);
        }`;
      const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: 'native' };
      const args = ['--no-addons', '--eval', lines];
      deepEqual(run(args, { env }), ['ERR_NATIVE_ADDON_NOT_LOADED true true']);
    });

    it('loads node:stream/web only where it replaces something', () => {
      const name = 'internal/webstreams/transformstream';
      const lines = `console.log(process.moduleLoadList.includes('NativeModule ${name}'));`;
      const stub = moduleOf('rightRuntimeAlone');
      const [before] = run(['--import', stub, '--eval', lines]);
      deepEqual(run(['--import', stub, '--import', polyfill, '--eval', lines]), [before]);
      deepEqual(run(['--import', polyfill, '--eval', lines]), ['true']);
    });
  }

  it('is the same module for require and import', () => {
    equal(require.resolve('whatwg-transcoder/polyfill'), path('lib/polyfill.js'));
  });
});
