// Tests encode() for short text, which is encoded by tables once an encoding has been used often.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { encode } from 'whatwg-transcoder';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { runNode } from '../../harness/run-node.mjs';

const require = createRequire(import.meta.url);
const binding = require('../../../lib/backend/backend.js');
const { MAX_TABLE_UNITS, encodeByTables } = require('../../../lib/backend/encode-by-tables.js');
const indexFile = JSON.stringify(fileURLToPath(new URL('../../../lib/index.js', import.meta.url)));
const CALLS = 2100;

const idOf = (name) => binding.encodings.findIndex(([own]) => own === name);
const padding = 'a'.repeat(MAX_TABLE_UNITS + 1);
const html = { unencodable: 'html' };

/** Returns what the core itself makes of a text. */
const byCore = (id, text, mode = 'html') =>
  binding.encode(binding.descriptorOf(id, binding.unencodables[mode]), text);

describe('encoding by tables', () => {
  for (const name of names) {
    it(`writes each code unit in ${name} as the core does, alone and beside others`, () => {
      for (let i = 0; i < CALLS; i++) encode('a', name, html);
      const id = idOf(name);
      // The first text with a code unit of a part of the table is encoded by the core.
      for (let unit = 0; unit < 0x10000; unit += 0x100) {
        encode(String.fromCharCode(unit), name, html);
      }
      for (let unit = 0; unit < 0x10000; unit++) {
        const text = String.fromCharCode(unit);
        const whole = `${text}a${text}`;
        // The second text is too long for tables, and has a call of its own.
        for (const each of [whole, padding + whole]) {
          if (!encode(each, name, html).equals(byCore(id, each))) equal(unit, 'right', name);
        }
      }
    });
  }

  it('is right at the length where the core takes over, with surrogates, and in all modes', () => {
    for (const name of 'UTF-8 Shift_JIS Big5 GBK gb18030 windows-1252 ISO-2022-JP'.split(' ')) {
      const id = idOf(name);
      for (let i = 0; i < CALLS; i++) encode('a', name);
      for (const put of [
        '',
        '\u{1F4A9}',
        '\uD83D',
        '\uDCA9',
        '\xCA\u0304',
        ...'\0\n\uFFFD\uE000',
      ]) {
        for (let length = 0; length < 300; length++) {
          const text = `${'a'.repeat(length >> 1)}${put}${'\u3042'.repeat(length - (length >> 1))}`;
          for (const mode of ['html', 'replace', 'skip']) {
            const right = byCore(id, text, mode);
            const bytes = encode(text, name, { unencodable: mode });
            ok(bytes.equals(right), `${name} ${mode} ${length}`);
          }
        }
      }
    }
  });

  it('answers for a short text of an encoding that is used often, where it is not switched off', () => {
    const id = idOf('EUC-KR');
    for (let i = 0; i < CALLS; i++) encode('\uAC00', 'euc-kr');
    const isOn = MAX_TABLE_UNITS > 0;
    encode('a', 'euc-kr');
    ok(!isOn || encodeByTables(id, '\uAC00a', 2) !== null);
    equal(encodeByTables(id, '\u{1F4A9}', 2), null);
    deepEqual([...encode('\uAC00a', 'euc-kr')], [0xb0, 0xa1, 0x61]);
  });

  it('is right after a program has replaced the methods of strings, and has taken memory away', () => {
    const source = `
      require('node:worker_threads').markAsUntransferable = undefined;
      const { encode } = require(${indexFile});
      for (let i = 0; i < 5000; i++) encode('ab');
      String.prototype.charCodeAt = () => 0x41;
      String.fromCharCode = () => 'A';
      for (let i = 0; i < 5000; i++) encode('ab', 'koi8-r');
      for (const label of ['utf-8', 'koi8-r']) {
        const { buffer } = encode('ab', label);
        structuredClone(buffer, { transfer: [buffer] });
        for (let i = 0; i < 3; i++) {
          const bytes = encode('bc', label);
          if (bytes.latin1Slice() !== 'bc') throw new Error(label + bytes.latin1Slice());
        }
      }`;
    runNode(['--eval', source]);
  });
});
