// Tests the demo's documents, and its command line for the user's files.

import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TextDecoder } from '../../lib/index.mjs';
import { documents, knownText } from './documents.mjs';
import { forms } from './forms.mjs';
import { cut, width } from './table.mjs';
import { showWriting } from './write.mjs';

const demo = fileURLToPath(new URL('./demo.mjs', import.meta.url));
const folder = new URL(`../../build/demo-${process.pid}/`, import.meta.url);

/** Runs the demo with arguments. File names are relative to the folder of this test. */
function run(args, input) {
  const env = { ...process.env, INIT_CWD: fileURLToPath(folder) };
  const options = { encoding: 'utf8', env, input: input ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo, ...args], options);
  return { status, stdout, stderr };
}

describe('demo', () => {
  before(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL('nihon.txt', folder), Buffer.from('93fa967b0a', 'hex'));
    writeFileSync(new URL('ascii.txt', folder), 'plain\n');
    writeFileSync(new URL('broken.txt', folder), Buffer.from('41815b42', 'hex'));
  });

  after(() => rmSync(folder, { recursive: true }));

  for (const document of documents) {
    it(`decodes to the expected text: ${document.file}`, () => {
      const bytes = readFileSync(new URL(`./documents/${document.file}`, import.meta.url));
      const decoder = new TextDecoder(document.charset);
      equal(decoder.encoding, document.encoding.toLowerCase());
      equal(decoder.decode(bytes), knownText(document));
    });
  }

  it('writes the text of files, and nothing else, to standard output', () => {
    const { status, stdout, stderr } = run(['nihon.txt', 'nihon.txt', '--encoding', 'sjis']);
    deepEqual([status, stdout, stderr], [0, '日本\n日本\n', '']);
  });

  it('reads standard input for the name -', () => {
    const { status, stdout } = run(['-', '-e', 'euc-kr'], Buffer.from('b0a1', 'hex'));
    deepEqual([status, stdout], [0, '가']);
  });

  it('replaces malformed sequences without --fatal', () => {
    const { status, stdout } = run(['broken.txt', '-e', 'big5']);
    deepEqual([status, stdout], [0, 'A\uFFFD[B']);
  });

  it('says where a file is malformed with --fatal, and decodes the next', () => {
    const { status, stdout, stderr } = run(['broken.txt', 'ascii.txt', '-e', 'euc-kr', '--fatal']);
    deepEqual([status, stdout], [1, 'plain\n']);
    equal(stderr, 'broken.txt: malformed euc-kr at byte 1, length 1: unmapped\n');
  });

  it('says which file cannot be read, and decodes the next', () => {
    const { status, stdout, stderr } = run(['nowhere.txt', 'nihon.txt', '-e', 'sjis']);
    deepEqual([status, stdout], [1, '日本\n']);
    match(stderr, /^nowhere\.txt: ENOENT/);
  });

  it('refuses unknown labels, unknown options and a missing label with exit code 2', () => {
    for (const args of [
      ['nihon.txt', '-e', 'klingon'],
      ['nihon.txt', '-e', 'iso-2022-kr'],
      ['nihon.txt', '--charset', 'sjis'],
      ['nihon.txt'],
      ['--fatal'],
    ]) {
      const { status, stdout, stderr } = run(args);
      deepEqual([status, stdout], [2, '']);
      notEqual(stderr, '');
    }
  });

  it('writes every document to a file, and reads every form back', async () => {
    let shown = '';
    const isExact = await showWriting({ write: (text) => (shown += text) });
    const [files, posted] = [documents.length, forms.length];
    const sum = `✓ ${files} of ${files} files and ${posted} of ${posted} forms exact\n`;
    ok(shown.includes(sum));
    match(shown, /^Shift_JIS +%82%A8%96%BC%91O=/m);
    doesNotMatch(shown, /[^\P{Cc}\n]/u);
    ok(isExact);
  });

  it('counts two columns for East Asian wide characters and none for marks', () => {
    deepEqual(['日本', 'ｶﾅ', 'น้ำ', '한글', 'é'].map(width), [4, 2, 2, 4, 1]);
    equal(cut('日本語の文書', 7), '日本語…');
    equal(cut('short', 7), 'short');
  });
});
