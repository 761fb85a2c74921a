// Tests the package as its users see it: entry points, hidden files, and types.

import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readEncodings } from '../../../indexes/files.mjs';
import { sameInstances } from './same-instances.mjs';

const require = createRequire(import.meta.url);
const root = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const subPaths = Object.keys(manifest.exports).filter((path) => path !== './package.json');
const paths = subPaths.map((path) => `whatwg-transcoder${path.slice(1)}`);
const run = promisify(execFile);

/** Runs this Node in the folder of the package. Returns { stdout, stderr }. */
const runHere = (...args) => run(process.execPath, args, { cwd: fileURLToPath(root) });

/** What a script prints there. */
const printed = async (...args) => (await runHere(...args)).stdout;

describe('Package: entry points', () => {
  it('lets CommonJS replace what it exports', async () => {
    const script = `
      const library = require('whatwg-transcoder');
      const { TextDecoder, decode, encode } = library;
      Object.assign(library, { encode: 1, decode: 2, Transcoder: 3, transcode: 4 });
      library.TextDecoder = class extends TextDecoder {};
      const { encode: a, decode: b, Transcoder: c, transcode: d } = require('whatwg-transcoder');
      console.log(a, b, c, d, library.TextDecoder !== TextDecoder, decode(encode('\u20ac')));
      console.log(Object.keys(library).length);`;
    const stdout = await printed('-e', script);
    equal(stdout, `1 2 3 4 true \u20ac\n${Object.keys(require('whatwg-transcoder')).length}\n`);
  });

  it('exports plain values and no getters, which tools that mock modules turn into undefined', async () => {
    const script = `
      for (const path of ${JSON.stringify(paths)}) {
        const rows = Object.entries(Object.getOwnPropertyDescriptors(require(path)));
        const isPlain = ([, own]) =>
          own.value !== undefined && own.writable && own.enumerable && own.configurable;
        console.log(path, rows.length > 0, rows.every(isPlain));
      }`;
    const stdout = await printed('-e', script);
    const expected = paths.map((path) => `${path} true true\n`);
    equal(stdout, expected.join(''));
  });

  // What is loaded of the runtime, by the last of these modules alone: not before the package, nor by the first script, but by the second.
  for (const [what, modules, first, second] of [
    [
      'web streams only when the first one is made',
      ['internal/webstreams/transformstream'],
      "const { TextDecoderStream } = require('whatwg-transcoder');",
      'new TextDecoderStream();',
    ],
    [
      'node:stream only when the first stream is made',
      ['stream'],
      `const { EncodeStream } = require('whatwg-transcoder');
      require('whatwg-transcoder/hooks');
      require('whatwg-transcoder/encodings');
      require('whatwg-transcoder/http').decodeBody(Buffer.from('a'), 'text/html');
      require('whatwg-transcoder/labels');
      require('whatwg-transcoder/detect').detect(Buffer.from('a'));
      new (require('whatwg-transcoder/edit').EditableText)(Buffer.from('a')).edit(0, 1, 'b');
      require('whatwg-transcoder/iconv-lite').decode(Buffer.from('a'), 'gbk');`,
      'new EncodeStream();',
    ],
    [
      'node:worker_threads only when many results have been made, which share memory from then on',
      ['worker_threads'],
      `const { encode, transcode } = require('whatwg-transcoder');
      encode('a');
      transcode(Buffer.from('a'), 'shift_jis', 'utf-8');`,
      "for (let i = 0; i < 40; i++) encode('a');",
    ],
    [
      'node:zlib, node:http and web streams with whatwg-transcoder/http only when they are needed',
      ['zlib', 'http', 'internal/webstreams/transformstream'],
      "const http = require('whatwg-transcoder/http'); new http.DecodeBodyStream();",
      'new http.DecodeBodyTransform();',
    ],
  ]) {
    it(`loads ${what}`, async () => {
      const script = `
        const loaded = () =>
          ${JSON.stringify(modules)}.filter((name) => process.moduleLoadList.includes('NativeModule ' + name)).join();
        const before = loaded();
        ${first}
        const after = loaded();
        ${second}
        console.log([before, after, loaded()].join('|'));`;
      equal(await printed('-e', script), `||${modules.at(-1)}\n`);
    });
  }

  for (const name of ['DecodeStream', 'EncodeStream', 'TranscodeStream']) {
    it(`makes a stream.Transform of the first ${name}, which may be of a subclass`, async () => {
      const labels = name === 'TranscodeStream' ? "'utf-8', 'utf-8'" : "'utf-8'";
      const script = `
        const { ${name} } = require('whatwg-transcoder');
        class Own extends ${name} {
          constructor() {
            super(${labels}, { highWaterMark: 9 });
          }
          _flush(callback) {
            this.push('!');
            super._flush(callback);
          }
        }
        const stream = new Own();
        const { Duplex, Transform } = require('node:stream');
        const isRight = (made) =>
          [${name}, Transform, Duplex].every((Class) => made instanceof Class) &&
          made.constructor.from === Duplex.from;
        const other = new ${name}('utf-8');
        console.log(isRight(stream), stream instanceof Own, isRight(other), other instanceof Own);
        console.log(stream.readableHighWaterMark, ${name}.prototype instanceof Transform);
        stream.setEncoding('utf8').on('data', (text) => console.log(text));
        stream.end(${name === 'EncodeStream' ? "'a'" : "Buffer.from('a')"});`;
      const stdout = await printed('-e', script);
      equal(stdout, 'true true true false\n9 true\na\n!\n');
    });
  }

  it('hides every file that is not in the exports', async () => {
    const files = readdirSync(new URL('lib/', root));
    ok(files.includes('index.js'));
    for (const file of files) {
      const specifier = `whatwg-transcoder/lib/${file}`;
      throws(() => require(specifier), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
      await rejects(import(specifier), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
    }
    for (const path of ['', 'index.js', 'lib', 'lib/text-decoder', 'build/Release', '.npmrc']) {
      throws(() => require(`whatwg-transcoder/${path}`), {
        code: /^ERR_PACKAGE_PATH_NOT_EXPORTED$|^ERR_INVALID_MODULE_SPECIFIER$/,
      });
    }
  });

  it('is built from every source file, which the linker does not check', async () => {
    const [, script] = read('binding.gyp').match(/'sources': \[\s*'<!@\(node ([\w/.-]+)\)',/);
    const named = (await printed(script)).trim().split('\n');
    const files = readdirSync(new URL('src/', root), { recursive: true })
      .map((path) => `src/${path.replaceAll('\\', '/')}`)
      // The functions of the C++ runtime, which only the addon for release needs; the WebAssembly module; the library for C++ and C.
      .filter(
        (path) =>
          path.endsWith('.cc') &&
          !/^src\/(node_memory\/runtime|(wasm|library)\/\w+)\.cc$/.test(path),
      );
    deepEqual(named.sort(), files.sort());
  });

  it('exports its package.json', () => {
    deepEqual(require('whatwg-transcoder/package.json'), manifest);
  });

  it('exports from each entry point the same names and instances to CommonJS and ES modules', async () => {
    ok(paths.includes('whatwg-transcoder/hooks'));
    // In another process, because the polyfill changes the global object.
    const script = sameInstances(paths, import.meta.url);
    const stdout = await printed('--input-type=module', '--eval', script);
    deepEqual(stdout.trimEnd().split('\n'), paths);
  });

  it('has no install script, and depends only on what is needed to compile from the repository', () => {
    for (const script of ['preinstall', 'install', 'postinstall']) {
      ok(!Object.hasOwn(manifest.scripts, script), script);
    }
    deepEqual(Object.keys(manifest.dependencies), ['node-addon-api']);
  });

  it('has the types of Node.js as an optional peer dependency', () => {
    deepEqual(Object.keys(manifest.peerDependencies), ['@types/node']);
    deepEqual(manifest.peerDependenciesMeta, { '@types/node': { optional: true } });
  });

  it('requires the same version of Node.js in the manifest and in the README', () => {
    const [, old, newer] = manifest.engines.node.match(/^\^(\d+\.\d+)\.0 \|\| >=(\d+\.\d+)\.0$/);
    for (const page of ['README.md', 'lib/backend/README.md']) {
      const versions = Array.from(
        read(page).matchAll(/Node(?:\.js)? ([\d., ]+) or newer/g),
        ([, v]) => v,
      );
      ok(versions.length > 0, page);
      for (const version of versions) equal(version, `${old}, ${newer}`);
    }
  });

  it('has the same version in both manifests, the header, the changelog and the pages', () => {
    const { version } = manifest;
    const second = JSON.parse(read('lib/iconv-lite/package/package.json'));
    equal(second.version, version);
    equal(second.dependencies['whatwg-transcoder'], version);
    equal(read('CHANGELOG.md').match(/^## (\S+)$/m)[1], version);
    const header = read('src/library/whatwg_encoding.h');
    equal(header.match(/WHATWG_ENCODING_VERSION "(.*)"/)[1], version);
    const [major, minor, patch] = version.split('-')[0].split('.').map(Number);
    const number = 10000 * major + 100 * minor + patch;
    equal(Number(header.match(/WHATWG_ENCODING_VERSION_NUMBER (\d+)/)[1]), number);
    const pages = [
      'README',
      'lib/backend/README',
      'lib/iconv-lite/README',
      'lib/iconv-lite/package/README',
    ];
    for (const page of pages) {
      const named = read(`${page}.md`).matchAll(
        /whatwg-transcoder(?:-iconv-lite)?[-@](\d.*?)(?:\.tgz|["\s])/g,
      );
      const versions = Array.from(named, ([, found]) => found);
      ok(versions.length > 0, page);
      for (const found of versions) equal(found, version, page);
    }
  });

  it('adds nothing to the global object and does not change the decoders there', async () => {
    const code = `
      // The runtime makes some properties when they are read, and may then add others.
      for (const name of Reflect.ownKeys(globalThis)) void globalThis[name];
      const before = Reflect.ownKeys(globalThis);
      const own = globalThis.TextDecoder;
      require('whatwg-transcoder');
      const after = Reflect.ownKeys(globalThis);
      console.log(after.length - before.length, own === globalThis.TextDecoder);`;
    const stdout = await printed('-e', code);
    equal(stdout.trim(), '0 true');
  });

  it('prints nothing when it is loaded, and lets the process end', async () => {
    for (const code of [
      "require('whatwg-transcoder')",
      "import('whatwg-transcoder')",
      "new (require('whatwg-transcoder').TextDecoder)().decode(Buffer.of(1), { stream: true })",
    ]) {
      const { stdout, stderr } = await runHere('-e', code);
      equal(stdout + stderr, '');
    }
  });
});

describe('Package: types', () => {
  const names = read('lib/labels/names.d.ts');

  /** The members of a union of string literals that names.d.ts declares, in which `types` stand first. */
  function union(name, types = '') {
    const declaration = new RegExp(`export type ${name} =${types}((?:\\s*\\| '[^']+')+);`);
    const [, body] = names.match(declaration);
    return Array.from(body.matchAll(/'([^']+)'/g), ([, member]) => member);
  }

  it('name the encodings of the standard', () => {
    deepEqual(
      union('EncodingName'),
      readEncodings().map(({ name }) => name),
    );
  });

  it('name the labels of the standard', () => {
    const labelsOf = (keep) =>
      readEncodings()
        .filter(({ name }) => keep === (name === 'replacement'))
        .flatMap(({ labels }) => labels);
    // Each name in lowercase is a label.
    const lowercase = union('EncodingName')
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'replacement');
    const others = union('DecoderLabel', "\\s*\\| Exclude<Lowercase<EncodingName>, 'replacement'>");
    deepEqual([...lowercase, ...others].sort(), labelsOf(false).sort());
    deepEqual(union('ReplacementLabel'), labelsOf(true));
  });

  /** The doc comments of the declarations in a text, whose members stand at a depth of two spaces. */
  const commentsOf = (text, indent) => text.match(new RegExp(`^${indent}/\\*\\*[^]*?\\*/$`, 'gm'));

  it('point to a section of a standard in the doc comment of every part of whatwg-transcoder/http', () => {
    const comments = commentsOf(read('lib/http.d.ts'), '');
    ok(comments.length >= 40);
    for (const comment of comments) {
      match(comment, /https:\/\/(\w+\.spec\.whatwg|www\.rfc-editor)\.org\//);
    }
  });

  it('point to a section of a standard in the doc comment of every export and member', () => {
    const types = read('lib/index.d.ts');
    const classes = types.match(/^export declare class [\s\S]*?^}$/gm).join('\n');
    const comments = [...commentsOf(`${names}\n${types}`, ''), ...commentsOf(classes, '  ')];
    ok(comments.length >= 18);
    for (const comment of comments) {
      match(comment, /https:\/\/(encoding|webidl)\.spec\.whatwg\.org\/#/);
    }
  });
});
