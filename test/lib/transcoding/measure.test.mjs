// Tests validate(), decodedLength(), canEncode(), findUnencodable() and encodedLength(): their
// answers must agree with what decoding and encoding do.

import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  canEncode,
  decode,
  decodedLength,
  encode,
  encodedLength,
  findUnencodable,
  validate,
} from 'whatwg-transcoder';
import { hex } from '../../harness/decoders.mjs';
import { expected } from '../../harness/encoders.mjs';
import { wrongType } from '../../harness/errors.mjs';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import { referenceDecode } from '../../reference/reference.mjs';
import { malformedBytes } from './samples.mjs';

const units = [0x0e, 0x1b, 0x41, 0x5c, 0xa5, 0xe9, 0x416, 0x203e, 0x2212, 0x3042, 0x65e5, 0xac00];
units.push(0xd83d, 0xdca9, 0xdc00, 0xd840, 0xe5e5, 0xf780, 0xfeff, 0xff71, 0xfffd);

function randomText(random) {
  const length = random(16);
  return String.fromCharCode(
    ...Array.from({ length }, () =>
      random(5) === 0 ? random(0x10000) : units[random(units.length)],
    ),
  );
}

function thrownBy(call) {
  try {
    return { value: call(), error: null };
  } catch (error) {
    const { name, code, encoding, index, codePoint, offset, length, reason } = error;
    return {
      value: null,
      error: { name, code, encoding, index, codePoint, offset, length, reason },
    };
  }
}

describe('questions about bytes', () => {
  for (const name of names) {
    it(`${name}: validate() and decodedLength() agree with decode()`, () => {
      const random = randomFrom(17 + name.length);
      const withBom =
        name === 'UTF-8' ? [0xef, 0xbb, 0xbf] : name === 'UTF-16LE' ? [0xff, 0xfe] : [0xfe, 0xff];
      for (let i = 0; i < 400; i += 1) {
        const bytes = Uint8Array.from([
          ...(i % 4 === 0 ? withBom : []),
          ...malformedBytes(random, random(24)),
        ]);
        const { errors } = referenceDecode(name, bytes);
        deepEqual(validate(bytes, name), {
          valid: errors.length === 0,
          replacements: errors.length,
          firstError: errors[0] ?? null,
        });
        for (const ignoreBOM of [false, true]) {
          equal(
            decodedLength(bytes, name, { ignoreBOM }),
            decode(bytes, name, { ignoreBOM }).length,
          );
          const fatal = { ignoreBOM, fatal: true };
          const decoded = thrownBy(() => decode(bytes, name, fatal).length);
          deepEqual(
            thrownBy(() => decodedLength(bytes, name, fatal)),
            decoded,
          );
          equal(decoded.error === null, errors.length === 0);
        }
      }
    });
  }

  it('tells a byte order mark from bytes that only begin like one', () => {
    equal(decodedLength(hex('EF BB BF')), 0);
    equal(decodedLength(hex('EF BB BF EF BB BF')), 1);
    equal(decodedLength(hex('EF BB')), 1);
    equal(decodedLength(hex('FF EF BB BF')), 2);
    equal(decodedLength(hex('FF FE 41 00'), 'utf-16le'), 1);
    equal(decodedLength(hex('84 31 95 33'), 'gb18030'), 1);
    deepEqual(validate(hex('EF BB BF')), { valid: true, replacements: 0, firstError: null });
  });

  it('accept bytes of every kind, and nothing else', () => {
    const shared = new SharedArrayBuffer(3);
    new Uint8Array(shared).set(hex('E3 81 82'));
    for (const bytes of [shared, new Uint8Array(shared), new DataView(shared)]) {
      equal(decodedLength(bytes), 1);
      equal(validate(bytes).valid, true);
    }
    for (const value of [undefined, null, 'text', 1, [0x41]]) {
      throws(() => validate(value), wrongType);
      throws(() => decodedLength(value), wrongType);
    }
    throws(() => decodedLength(hex('41'), 'utf-8', 1), wrongType);
  });

  it('count a long text', () => {
    const bytes = new Uint8Array(5_000_001).fill(0xe3);
    const { replacements, firstError } = validate(bytes);
    equal(replacements, 5_000_001);
    deepEqual(firstError, { offset: 0, length: 1, reason: 'invalid trailing byte' });
    equal(decodedLength(bytes), 5_000_001);
  });
});

describe('questions about text', () => {
  for (const name of names) {
    it(`${name}: the answers agree with encode()`, () => {
      const random = randomFrom(29 + name.length);
      for (let i = 0; i < 400; i += 1) {
        const text = randomText(random);
        const { bytes, errors } = expected(name, text, 'fatal');
        // encode() writes U+FFFD for a lone surrogate where the encoding contains that.
        const lone = { index: text.search(/\p{Cs}/u), codePoint: 0xfffd };
        const places = lone.index === -1 ? errors : [lone, ...errors];
        const [first = null] = places.sort((a, b) => a.index - b.index);
        deepEqual(findUnencodable(text, name), first);
        equal(canEncode(text, name), first === null);
        const encoded = thrownBy(() => encode(text, name).length);
        deepEqual(
          thrownBy(() => encodedLength(text, name)),
          encoded,
        );
        equal(encoded.error?.index ?? null, errors[0]?.index ?? null);
        if (errors.length === 0) equal(encoded.value, bytes.length);
        for (const unencodable of ['html', 'replace', 'skip', () => '<>']) {
          for (const addBOM of [false, true]) {
            const options = { unencodable, addBOM };
            equal(encodedLength(text, name, options), encode(text, name, options).length);
          }
        }
        if (name.startsWith('UTF-16')) continue;
        const html = expected(name, text, 'html').bytes.length;
        equal(encodedLength(text, name, { unencodable: 'html' }), html);
      }
    });
  }

  it('find a lone surrogate in every encoding, also where encode() writes U+FFFD for it', () => {
    const bytes = {
      'utf-8': '61efbfbd',
      'utf-16le': '6100fdff',
      'utf-16be': '0061fffd',
      gb18030: '618431a437',
    };
    for (const name of names) {
      for (const lone of ['\uD800', '\uDBFF', '\uDC00', '\uDFFF']) {
        for (const end of ['', 'a', '\uD83D\uDE00', '\uD800']) {
          if (lone < '\uDC00' && end.charCodeAt(0) >= 0xdc00) continue;
          deepEqual(findUnencodable(`a${lone}${end}`, name), { index: 1, codePoint: 0xfffd });
          equal(canEncode(`a${lone}${end}`, name), false);
        }
      }
      equal(canEncode('a', name), true);
    }
    for (const [name, hexadecimal] of Object.entries(bytes)) {
      equal(encode('a\uD800', name).toString('hex'), hexadecimal, name);
      equal(encodedLength('a\uD800', name), hexadecimal.length / 2);
      equal(canEncode('\uD83D\uDE00', name), true);
    }
    // gb18030 has no bytes for U+E5E5. What comes first is found.
    equal(findUnencodable('\uE5E5\uD800', 'gb18030').codePoint, 0xe5e5);
    equal(findUnencodable('\uD800\uE5E5', 'gb18030').codePoint, 0xfffd);
    // A text of many pieces.
    equal(findUnencodable(`${'\uD83D\uDE00'.repeat(100_000)}\uD83D`).index, 200_000);
  });

  it('does not count a byte order mark in the index', () => {
    throws(() => encodedLength('a\u00E9', 'big5', { addBOM: true }), {
      code: 'ERR_ENCODING_UNENCODABLE',
      index: 1,
      codePoint: 0xe9,
    });
    equal(encodedLength('a', 'utf-16le', { addBOM: true }), 4);
  });

  it('work for a long text', () => {
    const text = '\u3042a'.repeat(1_000_000);
    equal(encodedLength(text, 'iso-2022-jp'), 9_000_000);
    equal(encodedLength(text), 4_000_000);
    deepEqual(findUnencodable(`${text}\u00E9`, 'iso-2022-jp'), {
      index: 2_000_000,
      codePoint: 0xe9,
    });
    equal(canEncode(text, 'latin1'), false);
  });

  it('accept strings, and nothing else', () => {
    for (const value of [undefined, null, 1, Buffer.from('text'), new String('text')]) {
      for (const ask of [findUnencodable, canEncode, encodedLength]) {
        throws(() => ask(value, 'big5'), wrongType);
      }
    }
    equal(findUnencodable('text'), null);
    equal(canEncode(''), true);
    equal(encodedLength(''), 0);
  });
});
