// The command: any arguments, in a folder with a few files. It must end with one of its statuses, and with the same files, output and
// messages on both backends. Names of files are those of the folder alone.

import { equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { fastFolder, readTree } from '../../lib/cli/command.mjs';
import { root } from '../../tools/run/cmake.mjs';
import { byteValuesFor, inOrder, labelsOf, oneOf, weighted } from '../arbitraries.mjs';

const require = createRequire(import.meta.url);
const { settingsOf } = require('../../../lib/cli/arguments.js');
const { CommandError } = require('../../../lib/cli/errors.js');

const names = weighted(
  [6, oneOf('utf-8 shift_jis iso-2022-jp gb18030 utf-16le windows-1252 auto ascii cp437 utf-32')],
  [2, fc.constantFrom(...labelsOf.index, ...labelsOf.encodings, ...labelsOf.others)],
  [1, fc.string({ maxLength: 8 })],
);
const suffixes = fc.constantFrom('', '', '', '//TRANSLIT', '//IGNORE', '//translit//ignore', '/');
const modes = fc.constantFrom('fatal', 'replace', 'skip', 'html', 'other', '');
const files = oneOf('a b c folder folder/d none - --');

/** The arguments of one option, or a file. */
const option = weighted(
  [5, fc.tuple(fc.constantFrom('-f', '--from-code'), names)],
  [5, fc.tuple(fc.constantFrom('-t', '--to-code'), inOrder(names, suffixes))],
  [3, fc.tuple(inOrder(fc.constantFrom('--malformed=', '--unencodable='), modes))],
  [2, fc.tuple(fc.constant('-o'), oneOf('a out folder made/ -'))],
  [2, fc.tuple(fc.constantFrom('--in-place', '--in-place=.old', '--in-place=', '--in-place=~'))],
  [2, fc.tuple(fc.array(names, { maxLength: 3 }).map((list) => `--allow=${list.join(',')}`))],
  [1, fc.tuple(fc.constant('--files0-from'), fc.constantFrom('list', 'a', '-'))],
  [
    5,
    fc.tuple(
      oneOf(
        '-c --bom --skip-utf8 --follow-symlinks --check -r --json -s -q -l -h -V --omit --silent -cs --bom=x',
      ),
    ),
  ],
  [8, fc.tuple(files)],
  [1, fc.tuple(fc.constant('detect'))],
);
const lines = fc.array(option, { maxLength: 6 }).map((list) => list.flat());
const inFolder = fc.record({
  lines: fc.array(lines, { minLength: 1, maxLength: 30 }),
  content: fc.record({
    a: byteValuesFor('shift_jis'),
    b: byteValuesFor('utf-8'),
    c: byteValuesFor('iso-2022-jp'),
    'folder/d': byteValuesFor('utf-16le'),
  }),
});

const statuses = new Set([0, 1, 64, 141]);

// The statuses go to a file, because the command itself writes to the standard output.
const script = `
  const { main } = require(${JSON.stringify(join(root, 'lib/cli/main.js'))});
  (async () => {
    const statuses = [];
    for (const args of JSON.parse(process.argv[1])) statuses.push(await main(args));
    require('node:fs').writeFileSync('statuses', JSON.stringify(statuses));
  })();`;

export default [
  {
    name: 'settings',
    arbitrary: fc.record({ line: lines }),
    runs: 500,
    run(_product, { line }) {
      try {
        return settingsOf(line);
      } catch (error) {
        ok(error instanceof CommandError, error);
        return error.message;
      }
    },
  },
  {
    name: 'arguments',
    arbitrary: inFolder,
    runs: 5,
    run({ backend }, { lines: list, content }) {
      const folder = mkdtempSync(join(fastFolder, 'whatwg-transcoder-fuzz-'));
      const output = openSync(`${folder}-output`, 'a+');
      try {
        mkdirSync(join(folder, 'folder'));
        for (const [name, bytes] of Object.entries(content)) {
          writeFileSync(join(folder, name), Buffer.from(bytes));
        }
        writeFileSync(join(folder, 'list'), 'a\0folder/d\0none\0');
        const { status } = spawnSync(process.execPath, ['-e', script, JSON.stringify(list)], {
          cwd: folder,
          env: { ...process.env, WHATWG_TRANSCODER_BACKEND: backend },
          stdio: ['ignore', output, output],
          timeout: 60_000,
        });
        const printed = readFileSync(`${folder}-output`, 'latin1');
        equal(status, 0, printed);
        const found = readTree(folder);
        const ended = JSON.parse(Buffer.from(found.statuses, 'hex'));
        ok(
          ended.every((each) => statuses.has(each)),
          `${ended}`,
        );
        equal(ended.length, list.length);
        ok(!/\n {4}at /.test(printed), printed);
        return { found, printed };
      } finally {
        closeSync(output);
        rmSync(`${folder}-output`);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
