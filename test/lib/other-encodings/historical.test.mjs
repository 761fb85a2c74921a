// Tests the encodings of the 2012 edition in whatwg-transcoder/historical: each rule in every cut
// and mode, random streams, the public interface, and that the package root
// does not know their labels.

import { deepEqual, equal, notEqual, ok, rejects, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import * as standard from 'whatwg-transcoder';
import * as historical from 'whatwg-transcoder/historical';
import { historicalDirectory, readEncodings } from '../../../indexes/files.mjs';
import encodingNumbers from '../../../lib/labels/encodings.js';
import { hex, testRules, toHex } from '../../harness/decoders.mjs';
import { checkEncoder as checkRows } from '../../harness/encoders.mjs';
import { invalidData } from '../../harness/errors.mjs';
import { cut, Random } from '../../harness/random-cases.mjs';
import * as reference from '../../reference/historical.mjs';
import { checkMalformed, checkRefused, checkStreams, checksOf } from './faces.mjs';

const { TextDecoder, Transcoder, decode, encode, transcode } = historical;
const { referenceDecode, referenceEncode } = reference;
const { check, checkCalls, checkRandomStreams } = checksOf(historical, reference);

const R = '\uFFFD';
const stream = { stream: true };
const ascii = (text) => toHex(Buffer.from(text, 'latin1'));
const encodings = readEncodings(historicalDirectory);
const { names } = encodingNumbers;

describe('hz-gb-2312 decoder', () => {
  const hz = ['hz-gb-2312'];

  testRules(check, hz, {
    'returns a code point whose value is byte for ASCII except 0x7E while the flag is unset': [
      ['', ''],
      ['00 0A 0D 1B 20 5C 7F', '\0\n\r\x1B \\\x7F'],
    ],
    'returns error for 0x80–0xFF': [
      ['80 41 FF', `${R}A${R}`, [0, 1, 'invalid byte']],
      [`${ascii('~{')} D6 D0`, R + R, [2, 1, 'invalid byte']],
    ],
    'accepts four bytes after 0x7E': [
      [ascii('~~'), '~'],
      [ascii('a~\nb'), 'ab'],
      [ascii('~{VPND~}!'), '中文!'],
      [ascii('~{~}~{VP~}'), '中'],
    ],
    'accepts the four bytes after 0x7E whether or not the flag is set': [
      [ascii('~}~}a'), 'a'],
      [ascii('~{~{VP~{ND'), '中文'],
      [ascii('~{VP~~ND'), '中~文'],
      [ascii('~{VP~\nND'), '中文'],
    ],
  });

  it('restores any other byte after 0x7E and returns error', () => {
    const broken = 'invalid escape sequence';
    check(hz, [
      [ascii('~a'), `${R}a`, [0, 1, broken]],
      ['41 7E 80', `A${R}${R}`, [1, 1, broken]],
      [ascii('~{~VP~}'), `${R}中`, [2, 1, broken]],
      [`${ascii('~{~')} 0D`, `${R}${R}`, [2, 1, broken]],
    ]);
  });

  testRules(check, hz, {
    'looks up leading byte + 0x80 and byte + 0x80 in the two-byte form of GBK': [
      [ascii('~{!!0!}E'), '\u3000啊\uE42E'],
      [ascii('~{ !'), '\u724E'],
    ],
    'consumes both bytes when the index has no entry for them': [
      ['7E 7B 7F 21 56 50', `${R}中`, [2, 2, 'unmapped']],
      ['7E 7B 56 50 7F 7E 56 50', `中${R}中`, [4, 2, 'unmapped']],
    ],
  });

  it('consumes both bytes when the trailing byte is not 0x21–0x7E', () => {
    const trailing = 'invalid trailing byte';
    check(hz, [
      ['7E 7B 56 20 56 50', `${R}中`, [2, 2, trailing]],
      ['7E 7B 56 7F', R, [2, 2, trailing]],
      ['7E 7B 56 D0 56 50', `${R}中`, [2, 2, trailing]],
      ['7E 7B 56 0D 56 50', `${R}中`, [2, 2, trailing]],
    ]);
  });

  testRules(check, hz, {
    'unsets the flag at a newline, and returns error for it, alone or as a trailing byte': [
      [ascii('~{VP\nVP'), `中${R}VP`, [4, 1, 'invalid byte']],
      [ascii('~{V\nVP'), `${R}VP`, [2, 2, 'invalid trailing byte']],
    ],
    'returns error for 0x00–0x1F while the flag is set': [
      [`${ascii('~{')} 00 0D 1B 56 50`, `${R}${R}${R}中`, [2, 1, 'invalid byte']],
    ],
    'accepts 0x7E as a trailing byte': [[ascii('~{!~VP'), '〓中']],
    'returns error at end-of-queue with a leading byte': [
      [ascii('A~'), `A${R}`, [1, 1, 'truncated']],
      [ascii('~{V'), R, [2, 1, 'truncated']],
      [ascii('~{VP~'), `中${R}`, [4, 1, 'truncated']],
    ],
  });

  it('leaves the unread bytes in the I/O queue when it throws in a stream', () => {
    checkCalls('hz-gb-2312', { fatal: true }, [
      [ascii('~{V'), stream, ''],
      [`0A ${ascii('a~')}`, stream, [2, 2, 'invalid trailing byte']],
      [ascii('b'), stream, [5, 1, 'invalid escape sequence']],
      [ascii('c'), {}, 'bc'],
      [ascii('~{'), {}, ''],
      [ascii('VP'), {}, 'VP'],
    ]);
  });
});

describe('iso-2022-kr decoder', () => {
  const kr = ['iso-2022-kr', 'csiso2022kr'];

  testRules(check, kr, {
    'state ASCII: 0x0E enters lead, 0x0F yields nothing, other bytes below 0x80 are ASCII': [
      ['', ''],
      ['00 0A 0D 41 5C 7F', '\0\n\rA\\\x7F'],
      ['0F 41 0F', 'A'],
      ['0E 30 21 33 2A', '가나'],
    ],
    'state ASCII: returns error for 0x80–0xFF': [['41 80 FF', `A${R}${R}`, [1, 1, 'invalid byte']]],
    'yields nothing for 0x1B 0x24 0x29 0x43 anywhere in ASCII': [
      ['1B 24 29 43', ''],
      ['1B 24 29 43 1B 24 29 43 41', 'A'],
      ['41 1B 24 29 43 0E 30 21 0F 42', 'A가B'],
    ],
  });

  it('returns one error when the escape sequence breaks, restoring what followed 0x1B', () => {
    const broken = 'invalid escape sequence';
    check(kr, [
      ['1B 41', `${R}A`, [0, 1, broken]],
      ['1B 24 41', `${R}$A`, [0, 1, broken]],
      ['1B 24 29 41', `${R}$)A`, [0, 1, broken]],
      ['1B 1B 24 29 43 41', `${R}A`, [0, 1, broken]],
      ['1B 24 1B 24 29 1B 24 29 43', `${R}$${R}$)`, [0, 1, broken]],
      ['1B 24 29 0E 30 21', `${R}$)가`, [0, 1, broken]],
      ['1B 24 29 80', `${R}$)${R}`, [0, 1, broken]],
      ['41 1B 0F 42', `A${R}B`, [1, 1, broken]],
    ]);
  });

  testRules(check, kr, {
    'returns one error when end-of-queue breaks the escape sequence': [
      ['41 1B', `A${R}`, [1, 1, 'truncated']],
      ['1B 24', `${R}$`, [0, 1, 'truncated']],
      ['1B 24 29', `${R}$)`, [0, 1, 'truncated']],
    ],
    'state lead: 0x0A yields U+000A and returns to ASCII, 0x0E yields nothing, 0x0F returns to ASCII':
      [
        ['0E 30 21 0A 30 21', '가\n0!'],
        ['0E 0E 30 21 0E 33 2A', '가나'],
        ['0E 30 21 0F 30 21', '가0!'],
        ['0E', ''],
        ['0E 30 21', '가'],
      ],
    'state lead: any other byte becomes the lead, also 0x1B': [
      ['0E 1B 24 29 43', `${R}㈒`, [1, 2, 'unmapped']],
      ['0E 80 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 20 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 0D 0A 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
    ],
    'state trail: looks up lead + 0x80 and byte + 0x80 in index euc-kr': [
      ['0E 21 21 7D 7E', '\u3000詰'],
      ['0E 48 7E 4A 21', '힝伽'],
    ],
    'state trail: returns to lead with one error for both bytes': [
      ['0E 49 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 30 7F 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E 30 0A 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E 30 0F 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E B0 A1', R, [1, 2, 'invalid trailing byte']],
    ],
    'state trail: returns error at end-of-queue': [['0E 30', R, [1, 1, 'truncated']]],
  });

  it('leaves restored and unread bytes in the I/O queue when it throws in a stream', () => {
    checkCalls('iso-2022-kr', { fatal: true }, [
      ['41 1B', stream, 'A'],
      ['24', stream, ''],
      ['29', stream, ''],
      ['42 0E 30', stream, [1, 1, 'invalid escape sequence']],
      ['21', stream, '$)B가'],
      ['1B 24', stream, [8, 2, 'unmapped']],
      [null, {}, ''],
      ['30 21', {}, '0!'],
    ]);
  });
});

describe('ibm864 decoder', () => {
  const labels = ['ibm864', 'cp864', 'csibm864', 'ibm-864'];

  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte': [
      ['00 1A 1C 25 5C 7F', '\0\x1A\x1C%\\\x7F'],
    ],
    'returns the index code point for byte − 0x80, including presentation forms': [
      ['80 9B 9C 9F A0', '\u00B0\u009B\u009C\u009F\u00A0'],
      ['B0 D7 D8 F1 FE', '\u0660\uFEC1\uFEC5\u0651\u25A0'],
    ],
    'returns error for 0xA6, 0xA7 and 0xFF': [
      ['41 A6 A7 FF', `A${R.repeat(3)}`, [1, 1, 'unmapped']],
    ],
  });
});

const parts = {
  'hz-gb-2312': [
    '~{',
    '~}',
    '~~',
    '~\n',
    '~',
    '\n',
    'VPND',
    'V',
    'a ',
    '\x80',
    '\x7F!',
    ' !',
    '\r',
  ],
  'iso-2022-kr': [
    '\x1B$)C',
    '\x1B$)',
    '\x1B$',
    '\x1B',
    '\x0E',
    '\x0F',
    '\n',
    '0!3*',
    '0',
    'a ',
    '\x80',
  ],
  ibm864: ['a', '\xD7', '\xFF', '\x25', '\xA6', '\x9B'],
};

describe('historical decoders, random bytes in random chunks', () => {
  for (const [name, pieces] of Object.entries(parts)) {
    it(`${name}: returns the text and errors of the reference, call by call`, () => {
      checkRandomStreams(name, 2012, 20_000, (random) => {
        const text = Array.from({ length: random.below(14) }, () =>
          random.oneIn(6) ? String.fromCharCode(random.below(256)) : random.pick(pieces),
        ).join('');
        return Uint8Array.from(Buffer.from(text, 'latin1'));
      });
    });
  }
});

/** The encoders of this face, for rows. */
const own = { ...historical, idOf: (name) => names.indexOf(name), referenceEncode };

/** Checks rows [text, bytes before the first error as latin1, [index, code point] of the first error]. */
function checkEncoder(name, rows) {
  checkRows(
    [name],
    rows.map(([text, bytes, error]) => [text, ascii(bytes), error]),
    own,
  );
}

describe('hz-gb-2312 encoder', () => {
  testRules(checkEncoder, 'hz-gb-2312', {
    'writes ASCII unchanged, and U+007E as 0x7E 0x7E': [
      ['', ''],
      ['a\n\x1B\x7F', 'a\n\x1B\x7F'],
      ['~{', '~~{'],
    ],
    'writes 0x7E 0x7B before GBK bytes, and 0x7E 0x7D before ASCII and at end-of-queue': [
      ['中文', '~{VPND~}'],
      ['a中b', 'a~{VP~}b'],
      ['中~文', '~{VP~}~~~{ND~}'],
      ['中\n', '~{VP~}\n'],
    ],
    'returns error outside 0xA1–0xFD, 0xA1–0xFE of GBK, and returns to ASCII before it': [
      ['丂', '', [0, 0x4e02]],
      ['中丂', '~{VP~}', [1, 0x4e02]],
      ['a中\u{1F4A9}', 'a~{VP~}', [2, 0x1f4a9]],
      ['\u00A0', '', [0, 0xa0]],
    ],
  });

  it('returns error for the code points whose leading byte would be 0x7E', () => {
    // U+E4C4 would be written as 0x7E 0x7D, which ends two-byte mode.
    checkEncoder('hz-gb-2312', [
      ['\uE4C4', '', [0, 0xe4c4]],
      ['\uE468', '', [0, 0xe468]],
    ]);
  });

  it('returns error for the code points that the gb18030 encoder does not look up in its index', () => {
    checkEncoder('hz-gb-2312', [
      ['\uFE10', '~{&Y~}'],
      ['\uE78D', '', [0, 0xe78d]],
    ]);
  });
});

describe('iso-2022-kr encoder', () => {
  const header = '\x1B$)C';

  testRules(checkEncoder, 'iso-2022-kr', {
    'writes 0x1B 0x24 0x29 0x43 once before anything else, and nothing for an empty text': [
      ['', ''],
      ['a\n', `${header}a\n`],
      ['\u{1F4A9}', header, [0, 0x1f4a9]],
    ],
    'writes 0x0E before EUC-KR bytes, and 0x0F before ASCII and at end-of-queue': [
      ['가나', `${header}\x0E0!3*\x0F`],
      ['가a나', `${header}\x0E0!\x0Fa\x0E3*\x0F`],
      ['가\n', `${header}\x0E0!\x0F\n`],
    ],
    'returns error for code points whose bytes in EUC-KR are outside 0xA1–0xFE, 0xA1–0xFE': [
      ['갂', header, [0, 0xac02]],
      ['가갂', `${header}\x0E0!\x0F`, [1, 0xac02]],
    ],
    'returns error with U+FFFD for U+000E, U+000F and U+001B': [
      ['\x0E', header, [0, 0xfffd]],
      ['가\x0F', `${header}\x0E0!\x0F`, [1, 0xfffd]],
      ['a\x1B', `${header}a`, [1, 0xfffd]],
    ],
  });
});

describe('historical encoders', () => {
  it('write ASCII in the ASCII state, in each mode for unencodable code points', () => {
    const text = '中\u{1F4A9}文';
    const write = (unencodable) => encode(text, 'hz-gb-2312', { unencodable }).toString('latin1');
    equal(write('html'), '~{VP~}&#128169;~{ND~}');
    equal(write('replace'), '~{VP~}?~{ND~}');
    equal(write('skip'), '~{VPND~}');
    equal(
      write(() => '~国'),
      '~{VP~}~~~{9zND~}',
    );
  });

  it('end their output so that outputs can be joined', () => {
    for (const [name, texts] of [
      ['hz-gb-2312', ['中', '文a', '~', '国']],
      ['iso-2022-kr', ['가', '나a', '!', '다']],
    ]) {
      const joined = Buffer.concat(texts.map((text) => encode(text, name)));
      equal(decode(joined, name, { fatal: true }), texts.join(''));
    }
  });
});

describe('Transcoder of whatwg-transcoder/historical', () => {
  it('returns the text of the reference for random bytes in random chunks', () => {
    for (const [name, pieces] of Object.entries(parts)) {
      for (let number = 0; number < 3_000; number += 1) {
        const random = new Random(4, number);
        const text = Array.from({ length: random.below(14) }, () => random.pick(pieces)).join('');
        const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
        const expected = referenceDecode(name, bytes);
        for (const to of ['utf-8', 'utf-16be', 'windows-1252', name]) {
          const transcoder = new Transcoder(name, to, { unencodable: 'html' });
          const calls = cut(bytes, random);
          const chunks = calls.map((call) => transcoder.write(call.bytes ?? new Uint8Array(0)));
          const output = Buffer.concat([...chunks, transcoder.end()]);
          const whole =
            to === name
              ? Buffer.from(referenceEncode(name, expected.text, 'html').bytes)
              : standard.encode(expected.text, to, { unencodable: 'html' });
          equal(toHex(output), toHex(whole), `${name} to ${to}: ${toHex(bytes)}`);
          equal(transcoder.firstErrorOffset, expected.errors[0]?.offset ?? null);
        }
      }
    }
  });

  it('has the names of both encodings, and reports where a code point cannot be encoded', () => {
    const transcoder = new Transcoder('iso-2022-kr', 'hz-gb-2312');
    equal(transcoder.from, 'iso-2022-kr');
    equal(transcoder.to, 'hz-gb-2312');
    ok(transcoder instanceof standard.Transcoder);
    throws(() => transcoder.write(hex('1B 24 29 43 41 0E 30 21')), {
      code: 'ERR_ENCODING_UNENCODABLE',
      encoding: 'hz-gb-2312',
      offset: 6,
      codePoint: 0xac00,
    });
    throws(() => transcode(hex('41 7E 42'), 'hz-gb-2312', 'utf-8', { fatal: true }), {
      ...invalidData,
      encoding: 'hz-gb-2312',
      offset: 1,
      length: 1,
      reason: 'invalid escape sequence',
    });
  });
});

describe('streams of whatwg-transcoder/historical', () => {
  const texts = { 'hz-gb-2312': 'a中文~\n国', 'iso-2022-kr': 'a가나\n다', ibm864: 'a\uFEC1%\n' };
  for (const [name, text] of Object.entries(texts)) {
    it(`${name}: each kind of stream`, () => checkStreams(historical, name, text));
  }

  it('report the offset in the stream in their errors', async () => {
    const stream = new historical.DecodeStream('iso-2022-kr', { fatal: true });
    await rejects(Readable.from(['A', '\x1B', '$', 'A'].map(Buffer.from)).pipe(stream).toArray(), {
      ...invalidData,
      encoding: 'iso-2022-kr',
      offset: 1,
      length: 1,
      reason: 'invalid escape sequence',
    });
  });
});

describe('whatwg-transcoder/historical', () => {
  const require = createRequire(import.meta.url);
  const required = require('whatwg-transcoder/historical');
  const root = require('whatwg-transcoder');
  const labels = encodings.flatMap((each) => each.labels.map((label) => [label, each.name]));

  it('exports one instance to CommonJS and ES modules, named as in the package root', () => {
    deepEqual(Object.keys(historical).sort(), Object.keys(required).sort());
    for (const [name, value] of Object.entries(historical)) {
      equal(value, required[name]);
      ok(name in root, name);
      notEqual(value, root[name]);
    }
  });

  it('lists names and labels', () => {
    deepEqual(
      historical.encodings,
      encodings.map(({ name }) => name),
    );
    deepEqual(Object.entries(historical.labels).sort(), labels.sort());
    ok(Object.isFrozen(historical.encodings) && Object.isFrozen(historical.labels));
    equal(Object.getPrototypeOf(historical.labels), null);
  });

  it('finds labels in any case and with ASCII whitespace around them', () => {
    for (const [label, name] of labels) {
      equal(historical.getEncoding(`\t${label.toUpperCase()}\n`), name);
      equal(new TextDecoder(` ${label.toUpperCase()}`).encoding, name);
    }
    for (const label of ['utf-8', '', 'hz', 'ibm-8640', 'iso-2022-cn', '__proto__']) {
      equal(historical.getEncoding(label), null);
    }
  });

  it('has a TextDecoder with the members of the standard', () => {
    const decoder = new TextDecoder('cp864', { fatal: true, ignoreBOM: true });
    ok(decoder instanceof standard.TextDecoder);
    equal(TextDecoder.name, 'TextDecoder');
    equal(decoder.encoding, 'ibm864');
    equal(decoder.fatal, true);
    equal(decoder.ignoreBOM, true);
    equal(Object.prototype.toString.call(decoder), '[object TextDecoder]');
    throws(() => TextDecoder.prototype.decode.call({}), { code: 'ERR_INVALID_THIS' });
  });

  it('answers about bytes without decoding them', () => {
    checkMalformed(historical, reference, 'hz-gb-2312', hex('41 7E 7B 56 50 7E 41'));
  });

  it('refuses every label of the standard in functions for historical encodings only', () => {
    for (const label of ['utf-8', 'gbk', undefined, {}]) checkRefused(historical, label);
    for (const label of ['replacement', 'iso-2022-cn']) {
      checkRefused(historical, label, 'hz-gb-2312');
    }
  });
});

describe('the package root', () => {
  it('still refuses every label of the historical encodings', () => {
    for (const label of encodings.flatMap((each) => each.labels)) {
      for (const spelling of [label, ` ${label.toUpperCase()}\n`]) {
        checkRefused(standard, spelling, 'utf-8');
      }
    }
  });

  it('does not list the historical names and labels', () => {
    const own = readEncodings();
    deepEqual(
      [...standard.encodings],
      own.map(({ name }) => name),
    );
    deepEqual(Object.keys(standard.labels).sort(), own.flatMap((each) => each.labels).sort());
    for (const { name, labels } of encodings) {
      ok(!standard.encodings.includes(name));
      for (const label of labels) {
        ok([undefined, 'replacement'].includes(standard.labels[label]), label);
        ok([null, 'replacement'].includes(standard.getEncoding(label)), label);
      }
    }
  });

  it('does not treat the escape sequences of historical encodings in a special way', () => {
    equal(standard.decode(Buffer.from('~{VP~}'), 'gbk'), '~{VP~}');
    equal(standard.decode(hex('1B 24 29 43 0E 30 21 0F'), 'euc-kr'), '\x1B$)C\x0E0!\x0F');
  });
});
