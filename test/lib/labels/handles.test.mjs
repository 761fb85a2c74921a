// Tests every handle of whatwg-transcoder/encodings beside the reference. transcoding/model.test.mjs makes all calls with them. Other tests of
// this file show which values are no handles, and that no string names these encodings in the package root.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as rootModule from 'whatwg-transcoder';
import * as exported from 'whatwg-transcoder/encodings';
import { otherNames, resolveLabel, windowsCodePages } from 'whatwg-transcoder/labels';
import { checkParts } from '../../harness/encoders.mjs';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { handleNamed, encoders as ofReference } from '../../harness/other-encodings.mjs';
import * as reference from '../../reference/other-encodings.mjs';

const { conversions } = createRequire(import.meta.url)('../base/entry-point-calls.cjs');
const root = { ...rootModule };
const { encodingFor, labels, ...handles } = exported;
const { decode, encode } = root;
const { names, namesOfSeveralBytes, referenceDecode, referenceEncode } = reference;

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const isUtf32 = (name) => name.startsWith('UTF-32');

/** A text of each encoding of several bytes. */
const samples = {
  'hz-gb-2312': 'a中文~\n国',
  'iso-2022-kr': 'a가나\n다',
  'UTF-32BE': 'Aé日\u{1F600}\uFEFF\u{10FFFF}',
  'UTF-32LE': 'Aé日\u{1F600}\uFEFF\u{10FFFF}',
  'eucjp-ms': '髙橋丂\uE3ACabcあｱ',
  cp51932: '日本語abcｱ纊',
  johab: '한글 abc ㄱ伽\\',
};

/** Returns { name, handle, text } of an encoding: the text of single bytes has every character. */
const sampleOf = (name) => ({
  name,
  handle: handleNamed(name),
  text:
    samples[name] ??
    [...new Set(referenceDecode(name, everyByte).text.replaceAll('\uFFFD', ''))].join(''),
});

const cases = names.map(sampleOf);

/** Lengths in characters around those that kernels treat in their own way. */
const lengths = [1, 15, 16, 17, 31, 63, 64, 65, 100, 257, 5000];

describe('handles in every call', () => {
  for (const { name, handle, text } of cases) {
    it(`${name}: text of all lengths, byte order marks, names`, () => {
      const characters = Array.from(isUtf32(name) ? text.replace('\uFEFF', '') : text);
      for (const length of lengths) {
        const own = Array.from({ length }, (_, at) => characters[(at * 7) % characters.length]);
        const part = own.join('');
        const bytes = Buffer.from(referenceEncode(name, part).bytes);
        equal(decode(bytes, handle, { fatal: true }), part);
        ok(encode(part, handle).equals(bytes));
        equal(root.decodedLength(bytes, handle), part.length);
      }
      // U+10041, whose last 16 bits are a letter, is in none of them but UTF-32.
      const found = isUtf32(name) ? null : { index: 1, codePoint: 0x10041 };
      deepEqual(root.findUnencodable('a\u{10041}b', handle), found);
      const bom = isUtf32(name) ? '\uFEFF' : '';
      const marked = encode(text, handle, { addBOM: true });
      deepEqual(marked, encode(bom + text, handle));
      equal(decode(marked, handle), text);
      equal(decode(marked, handle, { ignoreBOM: true }), bom + text);
      const { from, to } = new root.Transcoder(handle, handle);
      deepEqual([from, to], [name, name]);
      for (const Decoder of [root.TextDecoder, root.TextDecoderStream]) {
        equal(new Decoder(handle).encoding, name.toLowerCase());
      }
    });
  }

  for (const { name, text } of cases) {
    it(`${name}: encodeInto writes whole characters only, and no other byte`, () => {
      const part = Array.from(text).slice(0, 12).join('');
      for (const mode of ['fatal', 'html']) {
        for (let size = 0; size < 30; size += 1) checkParts(name, part, size, mode, ofReference);
      }
    });
  }
});

/** Every code point below U+10000, beyond which no code page of single bytes has one, in texts of 4,096. */
const everyText = Array.from({ length: 0x10 }, (_, block) =>
  String.fromCodePoint(...Array.from({ length: 0x1000 }, (__, at) => (block << 12) | at)),
);

describe('handles: exactness', () => {
  it('single bytes: every code point', () => {
    for (const { name, handle, text: everyCharacter } of cases) {
      if (namesOfSeveralBytes.includes(name)) continue;
      const own = new Set(everyCharacter);
      for (const text of everyText) {
        const contained = Array.from(text).filter((character) => own.has(character));
        const { bytes } = referenceEncode(name, contained.join(''));
        ok(encode(text, handle, { unencodable: 'skip' }).equals(bytes), name);
      }
    }
  });

  it('a character of two bytes is written as the byte that IBM, glibc and ICU write', () => {
    for (const [name, text, bytes] of [
      ['ibm1161', '\u0e48\u0e49\u0e4a\u0e4b', 'e8e9eaeb'],
      ['ibm1046', '\ufe82\ufe84\ufe88\ufe8e', 'dcdd80de'],
      ['armscii-8', '(),-.', '28292c2d2e'],
    ]) {
      equal(encode(text, handleNamed(name)).toString('hex'), bytes, name);
    }
  });

  for (const name of names.filter(isUtf32)) {
    it(`${name}: writes U+FFFD for a lone surrogate, at any place`, () => {
      const handle = handleNamed(name);
      for (const lonely of ['\uD800', '\uDFFF', '\uDC00\uD800', '\uD800\uD83D\uDE00', '\uD800x']) {
        for (const length of [0, 1, 7, 30, 31, 32, 33, 63, 64]) {
          for (const after of ['', 'b', '\uDC00', 'c'.repeat(40)]) {
            const whole = 'a'.repeat(length) + lonely + after;
            const { bytes } = referenceEncode(name, whole);
            ok(encode(whole, handle).equals(bytes));
            const target = new Uint8Array(bytes.length);
            root.encodeInto(whole, target, handle);
            deepEqual(Buffer.from(target), Buffer.from(bytes));
          }
        }
      }
    });
  }
});

describe('whatwg-transcoder/encodings', () => {
  it('exports a handle for each encoding of indexes/, one for require() and import', () => {
    const required = createRequire(import.meta.url)('whatwg-transcoder/encodings');
    deepEqual({ ...exported }, { ...required });
    const own = Object.values(handles).map((handle) => handle.name);
    deepEqual(own.sort(), [...names].sort());
    for (const issue of ['ibm037', 'hzGb2312', 'iso2022Kr', 'eucJpMs', 'utf32le', 'xMacCe']) {
      ok(handles[issue], issue);
    }
  });

  it('lists the labels of indexes/', () => {
    const rows = reference.encodings.flatMap(({ name, labels: own }) =>
      own.map((label) => [label, name]),
    );
    deepEqual(Object.entries(labels).sort(), [...rows, ['864', 'ibm864']].sort());
    ok(Object.isFrozen(labels));
    equal(Object.getPrototypeOf(labels), null);
  });

  it('has frozen handles, which are their name as a string', () => {
    for (const handle of Object.values(handles)) {
      ok(Object.isFrozen(handle));
      equal(`${handle}`, handle.name);
      deepEqual(Object.entries(handle), [['name', handle.name]]);
    }
    const { constructor: Class } = exported.ibm037;
    ok(Object.isFrozen(Class) && Object.isFrozen(Class.prototype));
    const illegal = { name: 'TypeError', code: 'ERR_ILLEGAL_CONSTRUCTOR' };
    throws(() => new Class({}, 999, 'x', false), illegal);
    throws(() => Reflect.construct(Class, [], Object), illegal);
  });

  it('encodingFor finds a handle by each label, and by each name of /labels', () => {
    for (const [label, name] of Object.entries(labels)) {
      equal(encodingFor(label), handleNamed(name), label);
      equal(encodingFor(`\t${label.toUpperCase()}\n`), handleNamed(name), label);
      equal(encodingFor(encodingFor(label).name), handleNamed(name));
    }
    for (const { name } of otherNames) {
      equal(encodingFor(name)?.name ?? null, resolveLabel(name), name);
    }
    for (const { codePage, encoding } of windowsCodePages) {
      equal(encodingFor(`cp${codePage}`).name, encoding);
    }
  });

  it('encodingFor finds the encodings of the standard, too', () => {
    const bytes = Buffer.of(0x82, 0xa0);
    for (const [label, name] of Object.entries(root.labels)) {
      const found = encodingFor(label);
      if (name === 'replacement') equal(found?.name ?? null, labels[label] ?? null, label);
      else equal(found.name, name);
      if (name === 'replacement') continue;
      equal(found, encodingFor(name));
      equal(decode(bytes, found), decode(bytes, label));
    }
  });

  it('encodingFor answers null for other names, and refuses other values', () => {
    for (const name of [
      '',
      'hz',
      'utf-32',
      'ucs-4',
      'utf-7',
      'ebcdic',
      '__proto__',
      'cp\u212A37',
    ]) {
      equal(encodingFor(name), name === 'hz' ? exported.hzGb2312 : null, name);
    }
    for (const value of [undefined, null, 37, Symbol('ibm037'), exported.ibm037]) {
      throws(() => encodingFor(value), wrongType);
    }
  });
});

const notByLabel =
  /^(an unknown label|a wrong option|encode no text|decode no bytes|getEncoding|.*as a function)$/;

/** The calls of the table of entry points that read a label, by their names. */
const callsWith = (label) =>
  Object.entries(conversions(root, label, everyByte)).filter(([name]) => !notByLabel.test(name));

describe('the package root', () => {
  it('refuses as a string every label of these encodings and of replacement, and unknown ones', () => {
    const ofReplacement = Object.keys(root.labels).filter(
      (label) => root.labels[label] === 'replacement',
    );
    const unknown = ['utf-7', '', 'shift_jis\0', 'ﬀ', 'null', ...ofReplacement];
    for (const label of [...Object.keys(labels), ...unknown]) {
      for (const spelling of [label, ` ${label.toUpperCase()}\n`]) {
        for (const [name, call] of callsWith(spelling)) throws(call, notSupported, name);
      }
    }
    for (const label of Object.keys(labels)) {
      ok([null, 'replacement'].includes(root.getEncoding(label)), label);
      ok([undefined, 'replacement'].includes(root.labels[label]), label);
      ok(!root.encodings.includes(labels[label]));
    }
  });

  it('refuses what looks like a handle', () => {
    const { ibm037 } = exported;
    const path = createRequire(import.meta.url).resolve('../../../lib/labels/encodings.js');
    const require = createRequire(path);
    const { [path]: module } = require.cache;
    delete require.cache[path];
    const copy = require(path).handleOf(2);
    require.cache[path] = module;
    const proxy = new Proxy(ibm037, {});
    for (const value of [
      { ...ibm037 },
      { name: 'utf-8' },
      Object.create(ibm037),
      Object.setPrototypeOf({ name: 'ibm037' }, Object.getPrototypeOf(ibm037)),
      structuredClone(ibm037),
      proxy,
      copy,
      [ibm037],
      () => ibm037,
      ibm037.constructor,
      null,
      37,
      Symbol('utf-8'),
    ]) {
      const expected = { ...wrongType, message: /^label must be a string, or a value/ };
      for (const [name, call] of callsWith(value)) {
        // The standard's own classes convert the value to a string, as Web IDL says.
        if (!name.startsWith('TextDecoder')) throws(call, expected, name);
      }
    }
    // Neither a handle nor its prototype can be changed.
    throws(() => Object.setPrototypeOf(ibm037, null), TypeError);
    throws(() => Object.defineProperty(ibm037, 'name', { value: 'utf-8' }), TypeError);
    throws(() => {
      ibm037.constructor.prototype.toString = () => 'utf-8';
    }, TypeError);
  });
});
