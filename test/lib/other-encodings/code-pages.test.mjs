// Tests whatwg-transcoder/codepages: every byte of every code page against its index, encoders, errors, streams, chunks, and that the package root does not know the labels. utf-32.test.mjs tests UTF-32BE and
// UTF-32LE, and multi-byte.test.mjs the code pages of several bytes.

import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as standard from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import * as historical from 'whatwg-transcoder/historical';
import { codePages } from '../../../indexes/codepages/list.mjs';
import {
  codePageDirectory,
  multiByteDirectory,
  readCodePage,
  readEncodings,
  unicodeDirectory,
} from '../../../indexes/files.mjs';
import { invalidData } from '../../harness/errors.mjs';
import { checkRefused, checkStreams } from './faces.mjs';

const { TextDecoder, Transcoder, decode, encode, transcode } = codepages;

const required = createRequire(import.meta.url)('whatwg-transcoder/codepages');

const R = '\uFFFD';
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const encodings = readEncodings(codePageDirectory);
const others = [unicodeDirectory, multiByteDirectory].flatMap((each) => readEncodings(each));
const tables = new Map(encodings.map(({ name }) => [name, readCodePage(name)]));

const textOf = (table, bytes) =>
  Array.from(bytes, (byte) =>
    table[byte] === undefined ? R : String.fromCharCode(table[byte]),
  ).join('');

/** For each code point of a code page its first byte. */
function bytesOf(table) {
  const bytes = new Map();
  for (const [byte, codePoint] of table.entries()) {
    if (codePoint !== undefined && !bytes.has(codePoint)) bytes.set(codePoint, byte);
  }
  return bytes;
}

/** Bytes that a code page has, in every order of lengths that kernels treat in their own way. */
function bytesIn(table, length) {
  const assigned = Array.from(everyByte).filter((byte) => table[byte] !== undefined);
  return Uint8Array.from({ length }, (_, at) => assigned[(at * 7 + (at >> 3)) % assigned.length]);
}

describe('code pages: indexes', () => {
  it('are those of the list, in the order of the numbers', () => {
    deepEqual(
      encodings,
      codePages.map(({ name, labels }) => ({ name, labels })),
    );
    const all = [...encodings, ...others].map(({ name }) => name);
    deepEqual(codepages.encodings, [...all, 'ibm864']);
  });
});

describe('code pages: decoders', () => {
  for (const [name, table] of tables) {
    it(`${name}: every byte, in one shot, in streams, in kernels and in tables for short input`, () => {
      equal(decode(everyByte, name), textOf(table, everyByte));
      const decoder = new TextDecoder(name);
      let text = '';
      for (const byte of everyByte) {
        equal(decode(Uint8Array.of(byte), name), textOf(table, [byte]));
        text += decoder.decode(Uint8Array.of(byte), { stream: true });
      }
      equal(text + decoder.decode(), textOf(table, everyByte));
      equal(decoder.encoding, name);
      for (const length of [2, 15, 16, 17, 31, 63, 64, 65, 100, 257, 1000, 5000]) {
        const bytes = bytesIn(table, length);
        equal(decode(bytes, name, { fatal: true }), textOf(table, bytes));
        equal(codepages.decodedLength(bytes, name), length);
        equal(transcode(bytes, name).toString(), textOf(table, bytes));
      }
      equal(transcode(everyByte, name).toString(), textOf(table, everyByte));
    });

    it(`${name}: unassigned bytes are malformed`, () => {
      const unassigned = Array.from(everyByte).filter((byte) => table[byte] === undefined);
      deepEqual(codepages.validate(everyByte, name).valid, unassigned.length === 0);
      const { errors } = codepages.validate(everyByte, name, { maxErrors: 256 });
      deepEqual(
        errors.map(({ offset, length }) => [offset, length]),
        unassigned.map((byte) => [byte, 1]),
      );
      if (unassigned.length > 0) {
        throws(() => decode(everyByte, name, { fatal: true }), invalidData);
      }
    });
  }
});

describe('code pages: encoders', () => {
  for (const [name, table] of tables) {
    it(`${name}: every code point below U+10000, and back`, () => {
      const bytes = bytesOf(table);
      let contained = '';
      for (let codePoint = 0; codePoint < 0x10000; codePoint += 1) {
        if (bytes.has(codePoint)) contained += String.fromCharCode(codePoint);
      }
      const expected = Buffer.from(Array.from(contained, (unit) => bytes.get(unit.charCodeAt(0))));
      deepEqual(encode(contained, name), expected);
      for (const length of [1, 15, 16, 17, 63, 64, 65, 100]) {
        const part = contained.repeat(2).slice(-length);
        const own = Buffer.from(Array.from(part, (unit) => bytes.get(unit.charCodeAt(0))));
        deepEqual(encode(part, name), own);
        equal(decode(own, name), part);
        equal(codepages.encodedLength(part, name), length);
        const target = new Uint8Array(length);
        deepEqual(codepages.encodeInto(part, target, name), {
          read: length,
          written: length,
        });
        deepEqual(Buffer.from(target), own);
        deepEqual(transcode(Buffer.from(part), 'utf-8', name), own);
      }
    });

    it(`${name}: replacements in the characters of the code page`, () => {
      const bytes = bytesOf(table);
      const own = (text) => Buffer.from(Array.from(text, (unit) => bytes.get(unit.charCodeAt(0))));
      const text = 'a\u{1F600}b\u4E00';
      deepEqual(encode(text, name, { unencodable: 'html' }), own('a&#128512;b&#19968;'));
      deepEqual(encode(text, name, { unencodable: 'replace' }), own('a?b?'));
      deepEqual(encode(text, name, { unencodable: () => '[x]' }), own('a[x]b[x]'));
      const options = { unencodable: 'html' };
      deepEqual(transcode(Buffer.from(text), 'utf-8', name, options), own('a&#128512;b&#19968;'));
      const small = new Uint8Array(7);
      deepEqual(codepages.encodeInto(text, small, name, options), { read: 1, written: 1 });
      throws(() => encode(text, name), {
        code: 'ERR_ENCODING_UNENCODABLE',
        index: 1,
        codePoint: 0x1f600,
      });
      deepEqual(codepages.findUnencodable(text, name).index, 1);
      ok(!codepages.canEncode(text, name) && codepages.canEncode('ab?&#;0123456789', name));
    });
  }
});

describe('code pages: streams and Transcoder', () => {
  it('convert between code pages, at once and byte by byte', () => {
    for (const [from, to] of [
      ['ibm037', 'ibm1047'],
      ['ibm500', 'ibm437'],
      ['ibm850', 'ibm1148'],
      ['viscii', 'tcvn'],
    ]) {
      const text = 'Hello, World 0123456789! ';
      const bytes = encode(text.repeat(20), from);
      const expected = encode(text.repeat(20), to);
      deepEqual(transcode(bytes, from, to, { fatal: true }), expected);
      const transcoder = new Transcoder(from, to);
      const parts = Array.from(bytes, (byte) => transcoder.write(Uint8Array.of(byte)));
      deepEqual(Buffer.concat([...parts, transcoder.end()]), expected);
      equal(transcoder.from, from);
      equal(transcoder.to, to);
    }
  });

  it('are streams of Node and of the web', async () => {
    for (const name of ['ibm437', 'ibm037', 'koi8-t', 'viscii']) {
      await checkStreams(codepages, name, 'Hello & good bye. ');
      await checkStreams(codepages, name, 'Hello & good bye. '.repeat(200));
    }
  });

  it('fail where a byte is unassigned and `fatal` is set', async () => {
    const read = async (chunks) => {
      for await (const chunk of chunks) equal(chunk.length, 0);
    };
    const decoder = new codepages.DecodeStream('ibm875', { fatal: true });
    await rejects(pipeline(Readable.from([Uint8Array.of(0xdc)]), decoder, read), invalidData);
  });
});

describe('whatwg-transcoder/codepages', () => {
  it('exports the same from require() and import, and the names of whatwg-transcoder/historical', () => {
    deepEqual(Object.keys(codepages).sort(), Object.keys(required).sort());
    deepEqual(Object.keys(codepages).sort(), Object.keys(historical).sort());
    for (const [name, value] of Object.entries(codepages)) equal(value, required[name]);
  });

  it('has the labels of each encodings.txt and of ibm864, which is the historical one', () => {
    const labels = [...encodings, ...others].flatMap(({ name, labels: own }) =>
      own.map((label) => [label, name]),
    );
    const arabic = ['864', 'cp864', 'csibm864', 'ibm-864', 'ibm864'].map((label) => [
      label,
      'ibm864',
    ]);
    deepEqual(Object.entries(codepages.labels).sort(), [...labels, ...arabic].sort());
    ok(Object.isFrozen(codepages.labels) && Object.isFrozen(codepages.encodings));
    for (const [label, name] of Object.entries(codepages.labels)) {
      equal(codepages.getEncoding(` ${label.toUpperCase()}\n`), name);
    }
    equal(decode(everyByte, '864'), historical.decode(everyByte, 'ibm864'));
  });

  it('declares the names and labels', () => {
    const file = fileURLToPath(new URL('../../../lib/codepages.d.ts', import.meta.url));
    const types = readFileSync(file, 'utf8');
    const program = ts.createProgram([file], {});
    const checker = program.getTypeChecker();
    const listOf = (name) =>
      checker
        .getDeclaredTypeOfSymbol(
          checker
            .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
            .find((each) => each.name === name),
        )
        .types.map(({ value }) => value)
        .sort();
    deepEqual(listOf('EncodingName'), [...codepages.encodings].sort());
    deepEqual(listOf('CodePageLabel'), Object.keys(codepages.labels).sort());
    ok(types.includes(`The names of the ${codepages.encodings.length} encodings`));
    ok(types.includes(`All ${Object.keys(codepages.labels).length} labels`));
  });

  it('has no label of the standard, and the package root has none of its labels', () => {
    for (const label of Object.keys(codepages.labels)) {
      equal(standard.getEncoding(label), null, label);
      ok(!(label in standard.labels));
      throws(() => standard.decode(everyByte, label), { name: 'RangeError' });
    }
    equal(standard.encodings.length, 40);
    for (const label of Object.keys(standard.labels))
      equal(codepages.getEncoding(label), null, label);
  });

  it('refuses every other label', () => {
    for (const label of ['utf-8', 'ibm866', 'hz-gb-2312', '', 'cp\u212A37']) {
      checkRefused(codepages, label);
    }
    checkRefused(codepages, 'nonsense', 'ibm037');
    throws(() => codepages.getEncoding(Symbol('a')), TypeError);
  });
});
