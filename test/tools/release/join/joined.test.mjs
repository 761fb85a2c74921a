// Tests the package as a release has it, with joined modules, beside the sources.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../run/machine.mjs';
import { sameInstances } from '../same-instances.mjs';
import { joinModules } from './join.mjs';
import { layCheckout } from './lay.mjs';

const run = promisify(execFile);
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const subPaths = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => `whatwg-transcoder${path.slice(1)}`);
const described = fileURLToPath(new URL('described.cjs', import.meta.url));

describe('Package: joined modules', function () {
  this.timeout(120_000);
  let scratch;
  let folder;

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-joined-'));
    folder = join(scratch, 'node_modules/whatwg-transcoder');
    await layCheckout(root, folder);
    cpSync(described, join(scratch, 'described.cjs'));
  });

  after(() => rmSync(scratch, { recursive: true, force: true }));

  /** Runs a program in the project that has the joined package. Returns its output. */
  async function runHere(...args) {
    const { stdout } = await run(process.execPath, args, { cwd: scratch });
    return stdout;
  }

  for (const path of subPaths) {
    it(`exports from ${path} what the sources export: names, lengths, tags, descriptors`, async () => {
      const [sources, joined] = await Promise.all([
        run(process.execPath, [described, path], { cwd: root, maxBuffer: 1e9 }),
        run(process.execPath, ['described.cjs', path], { cwd: scratch, maxBuffer: 1e9 }),
      ]);
      assert.ok(sources.stdout.length > 500, sources.stdout);
      assert.equal(joined.stdout, sources.stdout);
    });
  }

  it('is one instance for all entry points, required or imported', async () => {
    const script = `${sameInstances(subPaths, join(scratch, 'script.mjs'))}
      const { TextDecoder, decode } = require('whatwg-transcoder');
      const { DecodeBodyStream } = await import('whatwg-transcoder/http');
      const hooks = require('whatwg-transcoder/hooks');
      const { getEncoding } = await import('whatwg-transcoder');
      // A handle is known only by the class that made it.
      const { ibm437 } = await import('whatwg-transcoder/encodings');
      assert.equal(decode(Uint8Array.of(0x82), ibm437), '\\u00e9');
      const files = Object.keys(require.cache).filter((file) => file.includes('whatwg-transcoder'));
      console.log(files.filter((file) => file.endsWith('core.js')).length, files.length < 30);`;
    const printed = await runHere('--input-type=module', '--eval', script);
    assert.equal(printed, `${subPaths.join('\n')}\n1 true\n`);
  });

  it('loads for the package root one file beside the entry point', async () => {
    // The module of the other backend has files of its own.
    const script = `process.env.WHATWG_TRANSCODER_BACKEND = 'native';
      require('whatwg-transcoder');
      console.log(Object.keys(require.cache).filter((file) => file.endsWith('.js')).length);`;
    assert.equal(await runHere('--eval', script), '2\n');
  });

  it('runs both backends, and the command', async () => {
    const script =
      "const m = require('whatwg-transcoder'); console.log(m.backend, m.decode(Buffer.of(0x82, 0xa0), 'sjis'))";
    for (const backend of ['native', 'wasm']) {
      const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
      const { stdout, stderr } = await run(process.execPath, ['-e', script], { cwd: scratch, env });
      assert.equal(stdout + stderr, `${backend} \u3042\n`);
    }
    // A system can execute the file.
    const command = join(folder, manifest.bin['whatwg-transcoder']);
    const { stdout } = await run(command, ['--version']);
    assert.equal(stdout, `whatwg-transcoder ${manifest.version}\n`);
  });

  it('says what was tried where neither backend loads, or not the one that is demanded', async () => {
    const script =
      "try { require('whatwg-transcoder') } catch ({ code, message }) { console.log(code, message) }";
    const one = 'ERR_NATIVE_ADDON_NOT_LOADED whatwg-transcoder cannot load its native addon on ';
    for (const [demanded, start, ...options] of [
      ['', one, '--no-addons', '--jitless'],
      ['native', one, '--no-addons'],
      [
        'wasm',
        'ERR_NATIVE_ADDON_NOT_LOADED whatwg-transcoder cannot load its WebAssembly module: ',
        '--jitless',
      ],
    ]) {
      const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: demanded };
      const { stdout } = await run(process.execPath, [...options, '-e', script], {
        cwd: scratch,
        env,
      });
      assert.ok(stdout.startsWith(start), stdout);
    }
  });

  it('has no module twice, and every module of the sources', async () => {
    const { files, sources } = await joinModules(root, manifest);
    const headings = files.flatMap(({ text }) => text.match(/^[/][/] lib[/].*[.]js$/gm) ?? []);
    assert.deepEqual(headings.sort(), sources.map((path) => `// ${path}`).sort());
    const modules = readdirSync(`${root}lib`, { recursive: true })
      .map((path) => `lib/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.js') && !path.startsWith('lib/iconv-lite/package/'));
    assert.deepEqual(sources.toSorted(), modules.sort());
  });

  it('has a command that no other file needs', async () => {
    const { files } = await joinModules(root, manifest);
    for (const { path, text } of files) {
      if (!path.startsWith('lib/cli/'))
        assert.doesNotMatch(text, /require[(]'[^']*[/]cli[/]/, path);
    }
  });

  it('names entry points that exist, with the types first, and imports a file that bundlers can follow', () => {
    const { exports, main, types } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    assert.deepEqual(exports, manifest.exports);
    for (const file of [main, types]) readFileSync(join(folder, file));
    for (const path of Object.keys(exports)) {
      if (path === './package.json') continue;
      for (const conditions of Object.values(exports[path])) {
        assert.equal(Object.keys(conditions)[0], 'types');
        for (const file of Object.values(conditions)) readFileSync(join(folder, file));
      }
      const text = readFileSync(join(folder, exports[path].import.default), 'utf8');
      assert.match(text, /^import \w+ from '[.][/][\w-]+[.]js';$/m);
      assert.doesNotMatch(text, /require/);
    }
  });

  it('says on a version of Node that is too old which version it needs', async () => {
    // Such a version has no process.getBuiltinModule.
    writeFileSync(join(scratch, 'old.cjs'), 'delete process.getBuiltinModule;\n');
    const message = `whatwg-transcoder needs Node.js 20.19, 22.3 or newer, and this is Node.js ${process.version}`;
    const refused = (...args) =>
      run(process.execPath, ['-r', './old.cjs', ...args], { cwd: scratch });
    const isRefused = {
      code: 1,
      stderr: new RegExp(`^Error: ${message.replaceAll('.', '[.]')}$`, 'm'),
    };
    for (const path of subPaths) {
      await assert.rejects(refused('-e', `require('${path}')`), isRefused, path);
      await assert.rejects(
        refused('--input-type=module', '-e', `import '${path}'`),
        isRefused,
        path,
      );
    }
    const command = join(folder, manifest.bin['whatwg-transcoder']);
    await assert.rejects(refused(command, '--version'), { code: 1, stderr: `${message}\n` });
  });

  // Each program provokes an error. `frames` are the functions that its stack names, from the innermost on.
  const provoked = [
    {
      title: 'a label that is not one',
      program: "require('whatwg-transcoder').decode(new Uint8Array(1), 'utf-9');",
      frames: ['decode'],
    },
    {
      title: 'malformed bytes',
      program:
        "new (require('whatwg-transcoder').TextDecoder)('gbk', { fatal: true }).decode(Uint8Array.of(255, 255));",
      frames: ['TextDecoder.decode'],
    },
    {
      title: 'an option of a body',
      program:
        "require('whatwg-transcoder/http').decodeBody(new Uint8Array(1), 'text/html', { prescanBytes: -1 });",
      frames: ['decodeBody'],
    },
  ];
  for (const { title, program, frames } of provoked) {
    it(`has readable stack traces: ${title}`, async () => {
      const file = join(scratch, 'provoke.cjs');
      writeFileSync(file, `try { ${program} } catch (error) { console.log(error.stack); }`);
      const stack = await runHere(file);
      const mapped = await runHere('--enable-source-maps', file);
      for (const name of frames)
        assert.match(stack, new RegExp(`^ +at (Object[.])?${name} [(]`, 'm'));
      const places = [...stack.matchAll(/[/]whatwg-transcoder[/](lib[/][^:]*):(\d+):(\d+)/g)];
      assert.ok(places.length > 0, stack);
      const lineOf = (path, line) => readFileSync(path, 'utf8').split('\n')[line - 1];
      for (const [, path, line, column] of places) {
        // A function that stands for one of a file that is loaded later is in no source.
        if (
          /^function .* return [(]load_\w+[(][)][.]\w+[)][(]/.test(lineOf(join(folder, path), line))
        )
          continue;
        const map = new SourceMap(JSON.parse(readFileSync(join(folder, `${path}.map`), 'utf8')));
        const { originalSource, originalLine } = map.findEntry(line - 1, column - 1);
        const source = join('lib', path.slice(4), '..', originalSource);
        const original = lineOf(join(root, source), originalLine + 1);
        // Variables may have other names in the joined file.
        assert.equal(
          lineOf(join(folder, path), line)
            .replaceAll(/[$]\d+|\blib_\w+_js[._]/g, '')
            .trim(),
          original.trim(),
        );
        assert.ok(mapped.includes(`${source}:${originalLine + 1}:`), mapped);
      }
    });
  }
});
