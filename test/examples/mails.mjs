// Tests that mailparser and postal-mime read mails in many charsets, as lib/transcoding/README.md says: mailparser with
// whatwg-transcoder/iconv-lite in the place of iconv-lite, and postal-mime with whatwg-transcoder/polyfill. Neither may lose what a
// parser reads alone. Prints a table.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { heading, test } from '../tools/run/suites.mjs';
import { examples } from './project.mjs';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const maxBuffer = 1 << 28;
const project = examples[0].path;

/** A mail whose header is in a form that few programs write: [kind, header, subject, name of the file]. */
const headers = [
  [
    'a parameter in parts (RFC 2231, 4.1)',
    "Content-Disposition: attachment; filename*0*=windows-1251''%C4%EE; filename*1*=%EC; filename*2=.pdf",
    undefined,
    'Дом.pdf',
  ],
  [
    'a parameter in parts that cut a character',
    "Content-Disposition: attachment; filename*0*=euc-kr''%C7%D1%B1; filename*1*=%DB.hwp",
    undefined,
    '한글.hwp',
  ],
  [
    'a parameter with quotation marks around its charset',
    'Content-Disposition: attachment; filename*="iso-8859-2\'\'%A3%F3d%BC.txt"',
    undefined,
    'Łódź.txt',
  ],
  [
    'an encoded word in place of a parameter',
    'Content-Disposition: attachment; filename="=?koi8-r?B?5M/NLnR4dA==?="',
    undefined,
    'Дом.txt',
  ],
  ['encoded words whose labels differ in case', 'Subject: =?Big5?B?pKQ=?= =?BIG5?B?pOU=?=', '中文'],
  [
    'encoded words that cut a character, and whose labels differ in case',
    'Subject: =?Shift_JIS?B?k/qW?= =?shift_jis?B?ew==?=',
    '日本',
  ],
];

/** Returns a mail as mails.py gives it. */
function mailOf([kind, header, subject, file = null]) {
  const isFile = file !== null;
  const lines = isFile
    ? [
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: application/octet-stream',
        header,
        '',
        'data',
        '--b--',
        '',
      ]
    : [header, '', 'text', ''];
  const mail = Buffer.from(lines.join('\r\n')).toString('base64');
  const found = { subject, text: isFile ? undefined : 'text', name: undefined, file };
  return { charset: kind, kind, mail, found: JSON.parse(JSON.stringify(found)) };
}

heading('Mails');
const { stdout, stderr } = spawnSync('python3', [fileOf('mails.py')], { maxBuffer });
const mails = `${stdout}`.trimEnd().split('\n').map(JSON.parse);
await test('there are 143 mails in 44 charsets', () => {
  assert.equal(mails.length, 143, `${stderr}`);
  assert.equal(new Set(mails.map(({ charset }) => charset)).size, 44);
});
mails.push(...headers.map(mailOf));
const input = mails.map((mail) => JSON.stringify(mail)).join('\n');

/** Returns, for each parser, of which mails it has found all. */
function read(way) {
  const args = [fileOf('mails-run.cjs'), way, project];
  const { stdout: output, stderr: errors } = spawnSync(process.execPath, args, {
    input,
    maxBuffer,
  });
  const rows = `${output}`.split('\n').filter((line) => line.startsWith('found '));
  assert.equal(rows.length, mails.length, `${errors}`);
  const found = rows.map((line) => JSON.parse(line.slice(6)));
  const isRight = (parser) => found.map((row, i) => isDeepStrictEqual(row[parser], mails[i].found));
  return { mailparser: isRight('mailparser'), 'postal-mime': isRight('postal-mime') };
}

const alone = read('alone');

// What is not read, or not in all mails. mailparser refuses UTF-7 before it asks iconv-lite. It joins the words of a subject, so that a
// second byte order mark stays. The API of iconv-lite knows the names of iconv-lite. postal-mime reads what TextDecoder reads.
const unread = {
  mailparser: ['ibm037', 'utf-7', 'utf-32', 'hz-gb-2312', 'iso-2022-kr', 'johab'],
  'postal-mime': [
    ...['cp437', 'cp850', 'ibm037', 'utf-7', 'utf-16', 'utf-32', 'cp852'],
    ...['hz-gb-2312', 'iso-2022-kr', 'johab'],
    'encoded words that cut a character, and whose labels differ in case',
  ],
};

for (const [way, parser] of [
  ['override', 'mailparser'],
  ['polyfill', 'postal-mime'],
]) {
  const results = read(way)[parser];
  const count = (list) => list.filter(Boolean).length;
  const title = `${parser}, ${way}: ${count(results)} of ${mails.length} right; alone ${count(alone[parser])}`;
  await test(title, () => {
    const wrong = mails.filter((_, i) => !results[i]).map(({ charset }) => charset);
    assert.deepEqual([...new Set(wrong)], unread[parser]);
  });
  await test(`${parser}, ${way}: nothing is lost that it reads alone`, () => {
    const worse = mails.filter((_, i) => alone[parser][i] && !results[i]);
    assert.deepEqual(
      worse.map(({ charset, kind }) => `${charset}, ${kind}`),
      [],
    );
  });
  const charsets = new Set(mails.filter((_, i) => !alone[parser][i]).map(({ charset }) => charset));
  console.log(`    not read by ${parser} alone: ${[...charsets].join(' ')}`);
}
