// Tests that mailparser and postal-mime read mails in many charsets: mailparser with whatwg-transcoder/iconv-lite in the place of
// iconv-lite, and both with the recipe of lib/transcoding/README.md. Neither may lose what a parser reads alone. Prints a table.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { heading } from '../run/suites.mjs';
import { examples, test } from './project.mjs';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const maxBuffer = 1 << 28;
const recipe = examples.find(({ file }) => file === 'mail.mjs').path;

heading('Mails');
const { stdout: input, stderr } = spawnSync('python3', [fileOf('mails.py')], { maxBuffer });
const mails = `${input}`.trimEnd().split('\n').map(JSON.parse);
await test('there are 143 mails in 44 charsets', () => {
  assert.equal(mails.length, 143, `${stderr}`);
  assert.equal(new Set(mails.map(({ charset }) => charset)).size, 44);
});

/** Returns, for each parser, of which mails it has found all. */
function read(way) {
  const args = [fileOf('mails-run.cjs'), way, recipe];
  const { stdout, stderr: errors } = spawnSync(process.execPath, args, { input, maxBuffer });
  const rows = `${stdout}`.split('\n').filter((line) => line.startsWith('found '));
  assert.equal(rows.length, mails.length, `${errors}`);
  const found = rows.map((line) => JSON.parse(line.slice(6)));
  const isRight = (parser) => found.map((row, i) => isDeepStrictEqual(row[parser], mails[i].found));
  return { mailparser: isRight('mailparser'), 'postal-mime': isRight('postal-mime') };
}

const alone = read('alone');

// mailparser refuses UTF-7 before it asks iconv-lite. It joins the words of a subject, so that a second byte order mark stays.
const outOfReach = [
  "utf-7, Python's email package",
  'utf-7, base64',
  'utf-7, quoted-printable',
  "utf-32, Python's email package",
];

// The face of iconv-lite knows the names of iconv-lite, so that these charsets are only read by a program that asks for them.
const refused = mails
  .filter(({ charset }) => ['ibm037', 'hz-gb-2312', 'iso-2022-kr', 'johab'].includes(charset))
  .map(({ charset, kind }) => `${charset}, ${kind}`);

for (const [way, parser, expected] of [
  ['override', 'mailparser', [...outOfReach, ...refused]],
  ['recipe', 'mailparser', []],
  ['recipe', 'postal-mime', []],
]) {
  const results = read(way)[parser];
  const count = (list) => list.filter(Boolean).length;
  const title = `${parser}, ${way}: ${count(results)} of ${mails.length} right; alone ${count(alone[parser])}`;
  const titleOf = (i) => `${mails[i].charset}, ${mails[i].kind}`;
  await test(title, () => {
    const wrong = mails.flatMap((_, i) => (results[i] ? [] : [titleOf(i)]));
    assert.deepEqual(wrong.sort(), [...expected].sort());
    const worse = alone[parser].flatMap((isRight, i) =>
      isRight && !results[i] ? [titleOf(i)] : [],
    );
    assert.deepEqual(worse, []);
  });
  const charsets = new Set(mails.filter((_, i) => !alone[parser][i]).map(({ charset }) => charset));
  console.log(`    not read by ${parser} alone: ${[...charsets].join(' ')}`);
}
