// Tests the names of the encodings, their labels, and the look-up of an encoding by its label.
// https://encoding.spec.whatwg.org/#names-and-labels

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readEncodings } from '../../indexes/files.mjs';
import { encodings, getEncoding, labels, TextDecoder } from '../../lib/index.mjs';
import { notSupported } from '../harness/errors.mjs';

const table = readEncodings();
const nameOf = new Map(table.flatMap(({ name, labels: own }) => own.map((label) => [label, name])));

/** "Get an encoding", step by step: the expected name, or null for failure. */
function expected(label) {
  let start = 0;
  let end = label.length;
  const whitespace = [0x09, 0x0a, 0x0c, 0x0d, 0x20];
  while (start < end && whitespace.includes(label.charCodeAt(start))) start += 1;
  while (end > start && whitespace.includes(label.charCodeAt(end - 1))) end -= 1;
  let lowercase = '';
  for (const unit of label.slice(start, end).split('')) {
    lowercase += unit >= 'A' && unit <= 'Z' ? unit.toLowerCase() : unit;
  }
  return nameOf.get(lowercase) ?? null;
}

const decoderName = (label) => {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    equal(error.name, 'RangeError');
    equal(error.code, 'ERR_ENCODING_NOT_SUPPORTED');
    return null;
  }
};

/** The expected result of the constructor, where « replacement » is a failure. */
const expectedOfDecoder = (label) => {
  const name = expected(label);
  return name === null || name === 'replacement' ? null : name.toLowerCase();
};

function check(label) {
  equal(getEncoding(label), expected(label), JSON.stringify(label));
  equal(decoderName(label), expectedOfDecoder(label), JSON.stringify(label));
}

describe('Names and labels', () => {
  it('has the names and labels of the table of the standard', () => {
    deepEqual(
      [...encodings],
      table.map(({ name }) => name),
    );
    deepEqual(Object.keys(labels).sort(), [...nameOf.keys()].sort());
    for (const [label, name] of nameOf) equal(labels[label], name);
  });

  it('has the numbers of names and labels that the README and the types say', () => {
    for (const file of ['README.md', 'lib/index.d.ts']) {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      const numbers = [...text.matchAll(/\b(\d+) (encodings|names|labels)\b/g)];
      ok(numbers.length >= 2, file);
      for (const [said, number, what] of numbers) {
        equal(Number(number), what === 'labels' ? nameOf.size : table.length, said);
      }
    }
  });

  it('exposes frozen names and a frozen map of labels without inherited properties', () => {
    ok(Array.isArray(encodings));
    ok(Object.isFrozen(encodings));
    ok(Object.isFrozen(labels));
    equal(Object.getPrototypeOf(labels), null);
    throws(() => {
      labels['utf-9'] = 'UTF-8';
    }, TypeError);
    throws(() => encodings.push('UTF-9'), TypeError);
    equal(getEncoding('utf-9'), null);
  });

  it('« ASCII-lowercasing its name yields one of its labels »', () => {
    for (const { name, labels: own } of table) {
      ok(own.includes(name.toLowerCase()), name);
      equal(getEncoding(name), name);
    }
  });

  it('finds every label in lower, upper and mixed case', () => {
    for (const label of nameOf.keys()) {
      check(label);
      check(label.toUpperCase());
      check(label.replace(/[a-z]/g, (letter, at) => (at % 2 ? letter.toUpperCase() : letter)));
    }
  });

  it('« Remove any leading and trailing ASCII whitespace »: every label, every position', () => {
    for (const label of nameOf.keys()) {
      for (const space of ['\t', '\n', '\f', '\r', ' ', '\t\n\f\r ', '   ']) {
        for (const padded of [space + label, label + space, space + label + space]) {
          equal(getEncoding(padded), nameOf.get(label));
          check(padded);
        }
      }
    }
  });

  it('trims TAB, LF, FF, CR and SPACE and no other code unit', () => {
    const trimmed = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const space = String.fromCharCode(unit);
      const names = [`${space}utf-8`, `utf-8${space}`, `${space}utf-8${space}`].map(getEncoding);
      ok(
        names.every((name) => name === names[0]),
        unit.toString(16),
      );
      if (names[0] !== null) trimmed.push(unit);
    }
    deepEqual(trimmed, [0x09, 0x0a, 0x0c, 0x0d, 0x20]);
    for (const unit of ['\v', '\0', '\x85', '\u00a0', '\u1680', '\u2003', '\u2028', '\ufeff']) {
      equal(decoderName(`${unit}utf-8`), null, JSON.stringify(unit));
      equal(decoderName(`utf-8${unit}`), null, JSON.stringify(unit));
    }
  });

  it('keeps whitespace inside a label', () => {
    for (const label of ['utf -8', 'utf- 8', 'u tf-8', 'utf\t-8', 'iso 8859-1', ' utf\n-8 ']) {
      check(label);
      equal(getEncoding(label), null);
    }
  });

  it('« is an ASCII case-insensitive match »: no other code unit matches a letter', () => {
    for (const label of ['koi8-r', 'shift_jis', 'iso-8859-9', 'big5']) {
      for (let at = 0; at < label.length; at += 1) {
        for (let unit = 0; unit <= 0xffff; unit += 1) {
          const text = label.slice(0, at) + String.fromCharCode(unit) + label.slice(at + 1);
          if (getEncoding(text) !== expected(text)) check(text);
        }
      }
    }
  });

  it('returns failure for other names, for text around a label, and for names of Object.prototype', () => {
    const others = 'utf-7 utf-32 ibm864 UTF_8 shiftjis-x utf-8;q=1 "utf-8" 0'.split(' ');
    others.push('utf-8\ud800', 'utf\0-8', '\uff55\uff54\uff46-8', '', ' \t\n\f\r');
    others.push('constructor', '__proto__', 'hasOwnProperty');
    for (const label of others) {
      equal(getEncoding(label), null);
      equal(expected(label), null);
      throws(() => new TextDecoder(label), notSupported);
    }
  });

  it('returns failure for a label with a code unit dropped or doubled, unless it is one', () => {
    for (const label of nameOf.keys()) {
      for (let at = 0; at < label.length; at += 1) {
        check(label.slice(0, at) + label.slice(at + 1));
        check(label.slice(0, at) + label[at] + label.slice(at));
      }
    }
  });

  it('works for hostile labels of ten million code units', () => {
    const long = 10_000_000;
    const spaces = ' '.repeat(long);
    const others = ['a '.repeat(long / 2), 'A'.repeat(long), '\u0130'.repeat(long)];
    for (const label of [spaces, `utf${spaces}-8`, `x${spaces}x`, ...others]) {
      equal(getEncoding(label), null);
    }
    equal(getEncoding(`${spaces}utf-8`), 'UTF-8');
    equal(getEncoding(`utf-8${spaces}`), 'UTF-8');
    equal(getEncoding(`${spaces}utf-8${spaces}`), 'UTF-8');
    equal(decoderName(`${spaces}utf-8${spaces}`), 'utf-8');
    for (const label of [`utf${spaces}-8`, 'A'.repeat(long)]) {
      throws(
        () => new TextDecoder(label),
        (error) => {
          equal(error.name, 'RangeError');
          ok(error.message.length < 1000, 'the message does not repeat the whole label');
          return true;
        },
      );
    }
  });

  it('finds a label however the engine stores the string', () => {
    const rope = `${'shift'.repeat(1)}_${String('jis')}`;
    equal(getEncoding(rope), 'Shift_JIS');
    equal(getEncoding(`xxxxxxxxxxxxxxxxshift_jisxxxxxxxxxxxxxxxx`.slice(16, 25)), 'Shift_JIS');
    equal(getEncoding(`\u3042shift_jis`.slice(1)), 'Shift_JIS');
    equal(getEncoding(Buffer.from('utf-8', 'utf16le').toString('utf16le')), 'UTF-8');
  });
});

describe('Names and labels: conversion to a string', () => {
  for (const [label, name] of [
    [new String('latin1'), 'windows-1252'],
    [{ toString: () => 'sjis' }, 'Shift_JIS'],
    [{ [Symbol.toPrimitive]: (hint) => (hint === 'string' ? 'big5' : 'koi8') }, 'Big5'],
    [['euc-kr'], 'EUC-KR'],
    [866, 'IBM866'],
    [866n, 'IBM866'],
  ]) {
    it(`converts ${typeof label} ${String(label)} to « ${name} »`, () => {
      equal(getEncoding(label), name);
      equal(new TextDecoder(label).encoding, name.toLowerCase());
    });
  }

  it('converts null to the string « null », which is not a label', () => {
    equal(getEncoding(null), null);
    throws(() => new TextDecoder(null), notSupported);
  });

  for (const label of [true, false, 0, 1252, Number.NaN, {}, [], () => {}, 8n, new Date(0)]) {
    it(`finds no label in ${typeof label} ${String(label)}`, () => {
      equal(getEncoding(label), null);
      throws(() => new TextDecoder(label), notSupported);
    });
  }

  it('throws TypeError for a Symbol and for an object that cannot be converted to a string', () => {
    for (const label of [Symbol('utf-8'), Object.create(null), { toString: () => ({}) }]) {
      throws(() => getEncoding(label), TypeError);
      throws(() => new TextDecoder(label), TypeError);
    }
  });

  it('throws what a conversion throws', () => {
    const thrown = new Error('mine');
    const label = {
      toString() {
        throw thrown;
      },
    };
    throws(() => getEncoding(label), thrown);
    throws(() => new TextDecoder(label), thrown);
  });
});
