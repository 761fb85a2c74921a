// Tests the example zip.mjs of lib/transcoding/README.md: names of all kinds in ZIP files, read with the functions of the example and by
// JSZip and yauzl alone. No name that a library reads alone may be lost.

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { ibm437 } from 'whatwg-transcoder/encodings';
import { heading, test } from '../tools/run/suites.mjs';
import { load, requirePackage } from './project.mjs';

const jszip = requirePackage('jszip');
const yauzl = requirePackage('yauzl');

/** The Unicode Path field of a name. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.6.9 */
function unicodePath(bytes, name, checksum = crc32(bytes)) {
  const text = Buffer.from(name);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + text.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(checksum, 5);
  return Buffer.concat([field, text]);
}

/** A ZIP file with one empty file. The same document, 4.3.7 to 4.3.16. */
function zipOf(name, flags = 0, extra = Buffer.alloc(0)) {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(10, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(0x21, 8); // 1980-01-01
  common.writeUInt16LE(name.length, 22);
  common.writeUInt16LE(extra.length, 24);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14)]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, extra]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length + extra.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, name, extra, end]);
}

const sjis = (text) => encode(text, 'shift_jis');
const utf8 = (text) => Buffer.from(text);

// A ZIP file, the encoding of the country, and the name.
const rows = {
  ASCII: [zipOf(utf8('a/b.txt')), 'shift_jis', 'a/b.txt'],
  'UTF-8 with bit 11': [zipOf(utf8('資料é.txt'), 0x800), 'shift_jis', '資料é.txt'],
  'UTF-8 without bit 11': [zipOf(utf8('中文测试.md')), 'gbk', '中文测试.md'],
  Shift_JIS: [zipOf(sjis('資料/表.txt')), 'shift_jis', '資料/表.txt'],
  GBK: [zipOf(encode('七个房间.txt', 'gbk')), 'gbk', '七个房间.txt'],
  'code page 866': [zipOf(encode('Привет.txt', 'ibm866')), 'ibm866', 'Привет.txt'],
  'a Unicode Path field beside code page 866': [
    zipOf(encode('??.txt', 'ibm866'), 0, unicodePath(utf8('??.txt'), '房间.txt')),
    'ibm866',
    '房间.txt',
  ],
  'a Unicode Path field beside GBK': [
    zipOf(encode('房间', 'gbk'), 0, unicodePath(encode('房间', 'gbk'), '房间')),
    'shift_jis',
    '房间',
  ],
  'a Unicode Path field beside code page 437': [
    zipOf(encode('é', ibm437), 0, unicodePath(encode('é', ibm437), 'é')),
    'shift_jis',
    'é',
  ],
  'a Unicode Path field of another name, and code page 437': [
    zipOf(encode('é', ibm437), 0, unicodePath(Buffer.from('other'), 'other')),
    'windows-1252',
    { yauzl: 'é', jszip: '‚' },
  ],
};

const ways = {
  jszip: {
    alone: async (zip) => Object.keys((await jszip.loadAsync(zip)).files)[0],
    own: async ({ readWithJszip }, zip, label) =>
      Object.keys((await readWithJszip(zip, label)).files)[0],
  },
  yauzl: {
    alone: async (zip) => {
      for await (const { fileName } of (await yauzl.fromBufferPromise(zip)).eachEntry()) {
        return fileName;
      }
    },
    own: async ({ namesWithYauzl }, zip, label) => (await namesWithYauzl(zip, label))[0],
  },
};

heading('Names in ZIP files');
const example = await load('lib/transcoding/README.md', 'zip.mjs');
for (const [library, { alone, own }] of Object.entries(ways)) {
  const readAlone = [];
  for (const [title, [zip, label, name]] of Object.entries(rows)) {
    const expected = name[library] ?? name;
    await test(`${library}: ${title}`, async () => {
      equal(await own(example, zip, label), expected);
    });
    if ((await alone(zip)) === expected) readAlone.push(title);
  }
  console.log(`    read by ${library} alone: ${readAlone.join('; ')}`);
}

await test('yauzl: a name that leaves the folder after decoding', async () => {
  deepEqual(await example.namesWithYauzl(zipOf(sjis('表..')), 'shift_jis'), ['表..']);
  for (const bytes of [utf8('../a'), utf8('a\\..\\..\\b'), utf8('/a')]) {
    await rejects(example.namesWithYauzl(zipOf(bytes), 'shift_jis'));
  }
});
