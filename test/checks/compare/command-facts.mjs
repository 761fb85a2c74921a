// Writes down what the command of an unpacked package prints, and with which status it ends.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const japanese = Buffer.of(0x41, 0x82, 0xa0, 0x42, 0x0a);
const malformed = Buffer.of(0x41, 0xff, 0x82, 0xf0, 0x9f, 0x42, 0x0a);

const argumentLists = [
  ...[[], ['--help'], ['--version'], ['--list'], ['-l'], ['doctor'], ['--unknown'], ['detect']],
  ...[
    ['-f'],
    ['-f', 'unknown'],
    ['-f', 'cp932', '-t', 'utf-8'],
    ['-f', 'sjis', '-t', 'replacement'],
  ],
  ...[
    ['-f', 'sjis', 'japanese.txt'],
    ['-f', 'sjis', 'none.txt'],
    ['-f', 'sjis', 'malformed.txt'],
  ],
  ...[
    ['-c', '-f', 'sjis', 'malformed.txt'],
    ['-f', 'sjis', '-t', 'latin1', 'japanese.txt'],
  ],
  ...[
    ['-f', 'sjis', '-t', 'ascii//TRANSLIT', 'japanese.txt'],
    ['-f', 'sjis', '.'],
  ],
  ...[
    ['-f', 'sjis', '-t', 'ascii//IGNORE', 'japanese.txt'],
    ['-f', 'sjis', '-o', '.', 'japanese.txt'],
  ],
  ...[
    ['--check', '-f', 'sjis', 'japanese.txt', 'malformed.txt'],
    ['--check', 'malformed.txt'],
  ],
  ...[['--in-place'], ['--in-place', '-f', 'sjis', 'none.txt'], ['-f', 'sjis', '-o']],
];

/** Returns the output of each list of arguments, which run in the folder of the project. */
export function commandFacts(project) {
  const folder = join(project, 'node_modules/whatwg-transcoder');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(project, 'japanese.txt'), japanese);
  writeFileSync(join(project, 'malformed.txt'), malformed);
  const facts = {};
  for (const args of argumentLists) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, bin['whatwg-transcoder']), ...args],
      { cwd: project, input: japanese },
    );
    const output = [stdout.toString('latin1'), stderr.toString('latin1')];
    facts[`whatwg-transcoder ${args.join(' ')}`] = [`status ${status}`, ...output]
      .join('\n')
      .replaceAll(project, '.');
  }
  return facts;
}
