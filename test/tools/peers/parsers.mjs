// The calls of parsers of databases and of mail.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { iconv, pathOf, requirePackage, test } from './project.mjs';

const text = '日本語';

// Character sets of MySQL that iconv-lite does not know either.
const unknownToIconvLite = ['dec8', 'geostd8', 'hp8', 'keybcs2', 'swe7'];

await test('mysql2: the names of its character sets, and its parser of strings', () => {
  const charsets = requirePackage(pathOf('node_modules/mysql2/lib/constants/charset_encodings.js'));
  const names = [...new Set(charsets.filter(Boolean))];
  const missing = names.filter((name) => !Buffer.isEncoding(name) && !iconv.encodingExists(name));
  assert.deepEqual(
    missing.filter((name) => !unknownToIconvLite.includes(name)),
    [],
  );
  const { decode, encode } = requirePackage(pathOf('node_modules/mysql2/lib/parsers/string.js'));
  for (const name of ['cp932', 'eucjp', 'sjis', 'cesu8', 'gb18030']) {
    const bytes = encode(text, name);
    for (let round = 0; round < 2; round++) {
      assert.equal(decode(bytes, name, 0, bytes.length), text, name);
      const cut = decode(bytes, name, 0, bytes.length - 1);
      assert.ok(cut.startsWith('日本') && cut.endsWith('\ufffd'), name);
    }
  }
});

await test('mariadb: its packets', async () => {
  const { default: Packet } = await import(
    pathToFileURL(pathOf('node_modules/mariadb/lib/io/packet-node-iconv.js')).href
  );
  const bytes = iconv.encode(text, 'euckr');
  assert.equal(Packet.readString('euckr', bytes, 0, bytes.length), iconv.decode(bytes, 'euckr'));
  const packet = new Packet('cp932').update(iconv.encode(text, 'cp932'), 0, 6);
  assert.equal(packet.readStringRemaining(), text);
});

await test('tedious: the code pages of its collations, and what varchar sends', () => {
  const { codepageByLanguageId, codepageBySortId } = requirePackage('tedious/lib/collation.js');
  const names = Object.values({ ...codepageByLanguageId, ...codepageBySortId });
  assert.ok(names.length > 20);
  const missing = [...new Set(names)].filter((name) => !iconv.encodingExists(name));
  assert.deepEqual(missing, []);
  const varchar = requirePackage('tedious/lib/data-types/varchar.js');
  const collation = { codepage: 'CP932' };
  assert.equal(varchar.validate(`${text}é`, collation).toString('hex'), '93fa967b8cea3f');
});

await test('libmime: refuses UTF-7 by identity, decodes words and streams', async () => {
  const libmime = requirePackage('libmime');
  assert.equal(libmime.decodeWords('=?gbk?B?xOO6ww==?='), '你好');
  assert.equal(libmime.decodeWords('=?unicode-1-1-utf-7?Q?+ADw-?='), '+ADw-');
  for (const name of ['gbk', 'utf-16', 'utf-16be', 'windows-1251', 'gb18030']) {
    const sample = name === 'windows-1251' ? 'привет' : '你好 a';
    const stream = libmime.createDecodeStream(name);
    const chunks = stream.toArray();
    for (const byte of iconv.encode(sample, name)) stream.write(Buffer.of(byte));
    stream.end();
    assert.equal(Buffer.concat(await chunks).toString(), sample, name);
  }
});

await test('mailparser: a message, by libmime and by its option Iconv', async () => {
  const { simpleParser } = requirePackage('mailparser');
  const head = 'Subject: =?gbk?B?xOO6ww==?=\r\nContent-Type: text/plain; charset=gbk\r\n\r\n';
  const message = Buffer.concat([Buffer.from(head), iconv.encode('你好，世界\r\n', 'gbk')]);
  for (const options of [{}, { Iconv: iconv.Iconv }]) {
    const mail = await simpleParser(message, options);
    assert.deepEqual([mail.subject, mail.text.trim()], ['你好', '你好，世界']);
  }
});

await test('encoding: its function calls decode() and encode() without their object', () => {
  const { convert } = requirePackage('encoding');
  const bytes = convert(text, 'CP932');
  assert.equal(bytes.toString('hex'), '93fa967b8cea');
  assert.equal(convert(bytes, 'UTF-8', 'CP932').toString(), text);
});
