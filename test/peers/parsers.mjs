// The calls of parsers of databases and of mail.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { iconv, pathOf, requirePackage, test } from './project.mjs';

const text = '日本語';

// Character sets of MySQL that iconv-lite does not know either.
const unknownToIconvLite = ['dec8', 'eucjpms', 'geostd8', 'hp8', 'keybcs2', 'swe7'];

await test('mysql2: the names of its character sets, and its parser of strings', () => {
  const charsets = requirePackage(pathOf('node_modules/mysql2/lib/constants/charset_encodings.js'));
  const names = [...new Set(charsets.filter(Boolean))];
  const missing = names.filter((name) => !Buffer.isEncoding(name) && !iconv.encodingExists(name));
  deepEqual(
    missing.filter((name) => !unknownToIconvLite.includes(name)),
    [],
  );
  const { decode, encode } = requirePackage(pathOf('node_modules/mysql2/lib/parsers/string.js'));
  for (const name of ['cp932', 'eucjp', 'sjis', 'cesu8', 'gb18030']) {
    const bytes = encode(text, name);
    for (let round = 0; round < 2; round++) {
      equal(decode(bytes, name, 0, bytes.length), text, name);
      const cut = decode(bytes, name, 0, bytes.length - 1);
      ok(cut.startsWith('日本') && cut.endsWith('\ufffd'), name);
    }
  }
}, ['getDecoder', 'getEncoder']);

await test('mysql2: a string in its packets', () => {
  const Packet = requirePackage(pathOf('node_modules/mysql2/lib/packets/packet.js'));
  const bytes = iconv.encode(text, 'gbk');
  // A packet begins with four bytes for its length and number.
  const memory = Buffer.of(0, 0, 0, 0, bytes.length, ...bytes);
  const packet = new Packet(0, memory, 0, memory.length);
  equal(packet.readLengthCodedString('gbk'), text);
}, ['getDecoder']);

await test('mariadb: its packets', async () => {
  const { default: Packet } = await import(
    pathToFileURL(pathOf('node_modules/mariadb/lib/io/packet-node-iconv.js')).href
  );
  const bytes = iconv.encode(text, 'euckr');
  equal(Packet.readString('euckr', bytes, 0, bytes.length), iconv.decode(bytes, 'euckr'));
  const packet = new Packet('cp932').update(iconv.encode(text, 'cp932'), 0, 6);
  equal(packet.readStringRemaining(), text);
}, ['decode']);

await test('mariadb: what it writes, and a parameter of bytes', async () => {
  const load = (file) => import(pathToFileURL(pathOf(`node_modules/mariadb/lib/${file}`)).href);
  const { default: Output } = await load('io/packet-output-stream.js');
  const output = new Output(
    Object.assign(new EventEmitter(), { collation: { charset: 'cp932' } }),
    {},
  );
  output.writeLengthEncodedString(text);
  equal(output.buf.toString('hex', 4, output.pos), '0693fa967b8cea');
  equal(output.encodeString(text).toString('hex'), '93fa967b8cea');
  const { escape: escaped } = await load('misc/utils.js');
  const info = { collation: { charset: 'cp932' }, status: 0 };
  equal(escaped({}, info, iconv.encode(text, 'cp932')), `_binary'${text}'`);
}, ['decode', 'encode']);

await test('tedious: the code pages of its collations, and what varchar, char and text send', () => {
  const { codepageByLanguageId, codepageBySortId } = requirePackage('tedious/lib/collation.js');
  const names = Object.values({ ...codepageByLanguageId, ...codepageBySortId });
  ok(names.length > 20);
  const missing = [...new Set(names)].filter((name) => !iconv.encodingExists(name));
  deepEqual(missing, []);
  for (const type of ['varchar', 'char', 'text']) {
    const { validate } = requirePackage(`tedious/lib/data-types/${type}.js`);
    const bytes = validate(`${text}é`, { codepage: 'CP932' });
    equal(bytes.toString('hex'), '93fa967b8cea3f', type);
  }
}, ['encode']);

await test('tedious: a value that it reads, and a varchar that it sends in parts', async () => {
  const { readValue } = requirePackage('tedious/lib/value-parser.js');
  const bytes = iconv.encode(text, 'cp932');
  const length = Buffer.from([bytes.length, 0]);
  const collation = { codepage: 'CP932' };
  const metadata = { type: { name: 'VarChar' }, dataLength: 100, collation };
  const { value } = readValue(Buffer.concat([length, bytes]), 0, metadata, {});
  equal(value, text);
  const varchar = requirePackage('tedious/lib/data-types/varchar.js');
  const Output = requirePackage('tedious/lib/tracking-buffer/writable-tracking-buffer.js');
  const output = new Output(100);
  const parameter = { value: Readable.from([...text]), collation };
  for await (const _ of varchar.writeValue(output, parameter));
  // The length is not known, and each part has four bytes for its own. The last part is empty.
  const parts = '0200000093fa 02000000967b 020000008cea 00000000'.replaceAll(' ', '');
  equal(output.data.toString('hex'), `feffffffffffffff${parts}`);
}, ['decode', 'getEncoder']);

await test('libmime: refuses UTF-7 by identity, decodes words and streams', async () => {
  const libmime = requirePackage('libmime');
  equal(libmime.decodeWords('=?gbk?B?xOO6ww==?='), '你好');
  equal(libmime.decodeWords('=?unicode-1-1-utf-7?Q?+ADw-?='), '+ADw-');
  for (const name of ['gbk', 'utf-16', 'utf-16be', 'windows-1251', 'gb18030']) {
    const sample = name === 'windows-1251' ? 'привет' : '你好 a';
    const stream = libmime.createDecodeStream(name);
    const chunks = stream.toArray();
    for (const byte of iconv.encode(sample, name)) stream.write(Buffer.of(byte));
    stream.end();
    equal(Buffer.concat(await chunks).toString(), sample, name);
  }
}, ['decode', 'encodingExists', 'getDecoder']);

await test('mailparser: a message, by libmime and by its option Iconv', async () => {
  const { simpleParser } = requirePackage('mailparser');
  const head = 'Subject: =?gbk?B?xOO6ww==?=\r\nContent-Type: text/plain; charset=gbk\r\n\r\n';
  const message = Buffer.concat([Buffer.from(head), iconv.encode('你好，世界\r\n', 'gbk')]);
  for (const options of [{}, { Iconv: iconv.Iconv }]) {
    const mail = await simpleParser(message, options);
    deepEqual([mail.subject, mail.text.trim()], ['你好', '你好，世界']);
  }
}, ['decode', 'encodingExists']);

await test('encoding: its function calls decode() and encode() without their object', () => {
  const { convert } = requirePackage('encoding');
  const bytes = convert(text, 'CP932');
  equal(bytes.toString('hex'), '93fa967b8cea');
  equal(convert(bytes, 'UTF-8', 'CP932').toString(), text);
}, ['decode', 'encode']);
