// Tests detect() and Detector: what they answer where bytes alone make the answer certain, their options, and hostile input.
// text.test.mjs has what the models of languages decide.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { decode, encode, encodings } from 'whatwg-transcoder';
import { Detector, detect } from 'whatwg-transcoder/detect';
import { armscii8, encodingFor, hzGb2312, ibm437 } from 'whatwg-transcoder/encodings';
import { notSupported, thrownBy, wrongType } from '../../harness/errors.mjs';

const require = createRequire(import.meta.url);
const { detectable, detectableCodePages, languages } = require('../../../lib/backend/backend.js');
const { names } = require('../../../lib/labels/encodings.js');

const latin1 = (text) => Buffer.from(text, 'latin1');
const utf16 = (text) => Buffer.from(text, 'utf16le');

const notDetectable = { name: 'RangeError', code: 'ERR_ENCODING_NOT_DETECTABLE' };
const ended = { name: 'Error', code: 'ERR_DETECTOR_ENDED' };

/** What ASCII is, and no bytes. */
const ascii = (encoding) => ({
  encoding,
  isReliable: true,
  isAscii: true,
  malformed: 0,
  language: null,
  candidates: [{ encoding, language: null, probability: 1 }],
});

const unknown = {
  encoding: null,
  isReliable: false,
  isAscii: false,
  malformed: 0,
  language: null,
};

const noise = Buffer.from(Array.from({ length: 500 }, (_, i) => (i * i * 31 + i) & 0xff));

const sentence = 'Größenänderungen erklärt „die Prüfung“ für ünnötig.';

/** Bytes with the encoding that they are certain to be in. */
const certain = [
  ['UTF-8', Buffer.from(sentence)],
  ['UTF-8', Buffer.from(`\uFEFF${sentence}`)],
  ['UTF-8', latin1('\xef\xbb\xbf')],
  ['UTF-16LE', utf16(`\uFEFF${sentence}`)],
  ['UTF-16BE', utf16(`\uFEFF${sentence}`).swap16()],
  ['UTF-16LE', utf16(sentence)],
  ['UTF-16BE', utf16(sentence).swap16()],
  ['ISO-2022-JP', encode('これは日本語のテストです。', 'iso-2022-jp')],
];

describe('detect()', () => {
  it('answers what bytes make certain', () => {
    for (const [encoding, bytes] of certain) {
      const result = detect(bytes);
      deepEqual(Object.keys(result), Object.keys(ascii()));
      equal(result.encoding, encoding);
      ok(result.isReliable && !result.isAscii, encoding);
      equal(result.candidates[0].encoding, encoding);
      equal(result.candidates[0].language, result.language);
      equal(decode(bytes, result.encoding).includes('\uFFFD'), false);
    }
  });

  it('answers UTF-8 for ASCII and for no bytes, or the first encoding that is allowed', () => {
    for (const bytes of [Buffer.alloc(0), latin1('plain text\r\n\t'), latin1('a')]) {
      deepEqual(detect(bytes), ascii('UTF-8'));
      deepEqual(detect(bytes, { allow: ['latin1', 'utf-8'] }), ascii('UTF-8'));
      deepEqual(detect(bytes, { allow: ['koi8-r', 'sjis'] }), ascii('KOI8-R'));
      deepEqual(detect(bytes, { allow: ['utf-16le', 'iso-2022-jp'] }), ascii('ISO-2022-JP'));
      const options = { allow: ['cp037', 'cp850'], codePages: true };
      deepEqual(detect(bytes, options).encoding, 'ibm850');
    }
    const { encoding, candidates } = detect(latin1('text'), { allow: ['utf-16le'] });
    deepEqual([encoding, candidates], [null, []]);
  });

  it('answers null for noise and where no allowed encoding fits, or the fallback', () => {
    for (const [bytes, options] of [
      [noise, {}],
      [latin1('\xff\x00\x01\xfe\x80\x02 text'), {}],
      [latin1('\xe9t\xe9'), { allow: ['utf-8'] }],
      [latin1('\xe9t\xe9'), { allow: [] }],
    ]) {
      const { candidates, ...result } = detect(bytes, options);
      deepEqual(result, unknown);
      ok(Array.isArray(candidates));
      const { candidates: _, ...other } = detect(bytes, { ...options, fallback: 'latin1' });
      deepEqual(other, { ...unknown, encoding: 'windows-1252' });
    }
    equal(detect(noise, { fallback: 'cp437', codePages: true }).encoding, 'ibm437');
    equal(detect(Buffer.from('é'), { fallback: 'latin1' }).encoding, 'UTF-8');
  });

  it('does not count a character that the end cuts, unless the text is whole', () => {
    const bytes = Buffer.from('Ceci est écrit en français, à côté de la fenêtre é').subarray(0, -1);
    equal(detect(bytes).encoding, 'UTF-8');
    equal(detect(bytes, { isWhole: false }).encoding, 'UTF-8');
    equal(detect(bytes, { isWhole: true, allow: ['utf-8'] }).encoding, null);
    equal(detect(Buffer.from('é'), { isWhole: true }).encoding, 'UTF-8');
  });

  it('reads the part that start and end name', () => {
    const bytes = Buffer.concat([latin1('\xff\xff'), Buffer.from('é'), latin1('\xff')]);
    const limits = { allow: ['utf-8'] };
    equal(detect(bytes, limits).encoding, null);
    equal(detect(bytes, { ...limits, start: 2, end: 4 }).encoding, 'UTF-8');
    deepEqual(detect(bytes, { start: 9 }), ascii('UTF-8'));
    deepEqual(detect(bytes, { end: 0 }), ascii('UTF-8'));
    deepEqual(detect(bytes, { start: 4, end: 2 }), ascii('UTF-8'));
  });

  it('takes hints that it does not know', () => {
    const long = 'x'.repeat(1e5);
    for (const hint of [undefined, null, '', '.', 'nosuch', long, '日本', '\0', 'jp.', 'a,,b;']) {
      const options = { topLevelDomain: hint, language: hint };
      equal(detect(Buffer.from('é'), options).encoding, 'UTF-8');
    }
    const russian = encode('При', 'windows-1251');
    equal(detect(russian, { language: 'xx,ru' }).language, 'ru');
    ok(detect(russian, { language: `${'xx,'.repeat(99)}ru` }).language !== 'ru');
  });

  it('keeps hints apart that are the same text when they are joined', () => {
    const bytes = Buffer.from('\xcf\xf0\xe8', 'latin1');
    const hints = [
      { topLevelDomain: 'ru', language: ' x' },
      { topLevelDomain: 'ru ', language: 'x' },
    ];
    const fresh = hints.map((options) => {
      detect(bytes, { language: 'zz' });
      return detect(bytes, options);
    });
    deepEqual(
      fresh.map(({ language }) => language === 'ru'),
      [true, false],
    );
    for (const _ of ['filled', 'used']) {
      deepEqual(
        hints.map((options) => detect(bytes, options)),
        fresh,
      );
    }
  });

  it('throws TypeError for arguments of a wrong type', () => {
    const bytes = Buffer.from('é');
    for (const [options, message] of [
      [1, /^options must be an object/],
      [{ allow: 'utf-8' }, /^options\.allow must be a list of labels/],
      [{ allow: 1 }, /^options\.allow must be a list of labels/],
      [{ allow: [1] }, /^options\.allow must be a label/],
      [{ allow: [undefined] }, /^options\.allow must be a label/],
      [{ fallback: 1 }, /^options\.fallback must be a label/],
      [{ topLevelDomain: 1 }, /^options\.topLevelDomain must be a string/],
      [{ language: ['de'] }, /^options\.language must be a string/],
    ]) {
      throws(() => detect(bytes, options), { ...wrongType, message });
    }
    throws(() => detect(), { ...wrongType, message: /^bytes must be a buffer or a view/ });
  });

  it('throws RangeError for labels that are unknown or of no candidate', () => {
    for (const options of [
      { allow: ['bogus'] },
      { allow: ['utf-8', 'iso-2022-cn'] },
      { fallback: 'bogus' },
      { fallback: 'replacement', codePages: true },
    ]) {
      throws(() => detect(noise, options), notSupported);
    }
    throws(() => detect(noise, { allow: ['cp932'] }), { ...notSupported, message: /did you mean/ });
    for (const allow of [['x-user-defined'], ['utf-8', 'armscii-8'], [armscii8]]) {
      throws(() => detect(noise, { allow, codePages: true }), {
        ...notDetectable,
        message: /is never detected$/,
      });
    }
    for (const page of ['cp437', ibm437]) {
      throws(() => detect(noise, { allow: [page] }), {
        ...notDetectable,
        message: /: set the option `codePages`/,
      });
      throws(() => detect(noise, { fallback: page }), notDetectable);
      const options = { allow: [encodingFor('utf-8')], fallback: page, codePages: true };
      equal(detect(noise, options).encoding, 'ibm437');
    }
    throws(() => detect(noise, { allow: [{ ...ibm437 }], codePages: true }), wrongType);
    const mail = Buffer.from('~{VPND~}');
    for (const own of ['HZ-GB-2312', hzGb2312]) {
      equal(detect(mail, { allow: ['utf-8', own], codePages: true }).encoding, 'hz-gb-2312');
    }
  });

  it('throws what the getters and the list of a caller throw, and runs each getter once', () => {
    const own = new Error('own');
    const fail = () => {
      throw own;
    };
    for (const name of ['allow', 'codePages', 'fallback', 'isWhole', 'language', 'start', 'end']) {
      let runs = 0;
      const options = {
        get [name]() {
          runs++;
          return undefined;
        },
      };
      equal(detect(Buffer.from('é'), options).encoding, 'UTF-8');
      equal(runs, 1, name);
      equal(
        thrownBy(() => detect(noise, Object.defineProperty({}, name, { get: fail }))),
        own,
      );
    }
    equal(
      thrownBy(() => detect(noise, { allow: { [Symbol.iterator]: fail } })),
      own,
    );
    const allow = new Set(['utf-8', 'UTF-8', ' latin1 ']);
    equal(detect(Buffer.from('é'), { allow }).encoding, 'UTF-8');
  });

  it('reads a long input in a time that is proportional to its length', () => {
    const bytes = Buffer.from('é'.repeat(2e6));
    equal(detect(bytes).encoding, 'UTF-8');
    const damaged = detect(Buffer.concat([bytes, latin1('\xff')]), { allow: ['utf-8'] });
    equal(damaged.encoding, 'UTF-8');
    equal(damaged.malformed, 1);
  });

  it('counts the bytes that an encoding of single bytes does not have', () => {
    const text = encode('Καλημέρα σε όλους, τι κάνετε σήμερα; '.repeat(3), 'windows-1253');
    const { encoding, malformed } = detect(Buffer.concat([text, latin1('\xd2 \xd2')]));
    deepEqual({ encoding, malformed }, { encoding: 'windows-1253', malformed: 2 });
    equal(detect(text).malformed, 0);
  });

  it('counts what is malformed behind the byte order mark of UTF-8', () => {
    for (const [text, malformed] of [
      ['d\xc3\xa9faut', 0],
      ['d\xe9faut', 1],
      ['d\xe9faut\xe9.', 2],
    ]) {
      const result = detect(latin1(`\xef\xbb\xbf${text}`));
      deepEqual([result.encoding, result.malformed], ['UTF-8', malformed]);
    }
  });
});

describe('the candidates', () => {
  it('are names that decode() of the package root takes, or whose handle encodingFor() finds', () => {
    for (const id of detectable) {
      ok(encodings.includes(names[id]));
      equal(decode(latin1(''), names[id]), '');
      equal(detect(latin1(''), { allow: [names[id]] }).encoding !== undefined, true);
    }
    for (const name of detectableCodePages.map((id) => names[id])) {
      equal(encodingFor(name).name, name);
    }
    ok(detectable.length >= 30);
  });

  it('do not contain what nobody writes text in', () => {
    const found = detectable.map((id) => names[id]);
    for (const name of ['replacement', 'x-user-defined']) ok(!found.includes(name));
  });

  it('have languages whose tags Intl knows', () => {
    ok(languages.length > 0);
    deepEqual(new Set(languages).size, languages.length);
    for (const tag of languages) equal(Intl.getCanonicalLocales(tag)[0], tag);
  });
});

describe('Detector', () => {
  it('answers at any time, and the same however the bytes are cut', () => {
    for (const [encoding, bytes] of certain) {
      const expected = detect(bytes);
      for (const size of [1, 2, 3, 7, 64, 1000]) {
        const detector = new Detector();
        for (let at = 0; at < bytes.length; at += size) {
          equal(typeof detector.write(bytes.subarray(at, at + size)), 'boolean');
          deepEqual(detector.result, detector.result);
        }
        deepEqual(detector.result, expected, encoding);
        deepEqual(detector.end(), expected, encoding);
        deepEqual(detector.result, expected, encoding);
      }
    }
  });

  it('answers for the bytes so far', () => {
    const detector = new Detector();
    deepEqual(detector.result, ascii('UTF-8'));
    detector.write(latin1('plain'));
    deepEqual(detector.result, ascii('UTF-8'));
    detector.write(latin1('\xc3'));
    equal(detector.result.encoding, 'UTF-8');
    deepEqual(detector.end(latin1('\xa9')), detect(Buffer.from('plainé')));
  });

  it('says when the answer is certain, and never so of ASCII', () => {
    const detector = new Detector();
    equal(detector.write(latin1('plain text '.repeat(1000))), false);
    ok(
      detector.write(Buffer.from('Ärger mit Umlauten über Österreich, Größe und Maß. '.repeat(9))),
    );
    ok(new Detector().write(utf16('\uFEFFabc')));
  });

  it('counts the end of the stream with isWhole, after end()', () => {
    const bytes = Buffer.from('für é').subarray(0, -1);
    const detector = new Detector({ isWhole: true, allow: ['utf-8'] });
    detector.write(bytes);
    equal(detector.result.encoding, 'UTF-8');
    equal(detector.end().encoding, null);
    equal(detector.result.encoding, null);
  });

  it('refuses what is no bytes and stays as it was, and refuses bytes after the end', () => {
    const detector = new Detector();
    detector.write(Buffer.from('é'));
    for (const method of ['write', 'end']) throws(() => detector[method]('text'), wrongType);
    equal(detector.end(null).encoding, 'UTF-8');
    throws(() => detector.write(Buffer.from('a')), ended);
    throws(() => detector.end(), ended);
    equal(detector.result.encoding, 'UTF-8');
  });

  it('checks its options as detect() does', () => {
    throws(() => new Detector(1), wrongType);
    throws(() => new Detector({ allow: ['bogus'] }), notSupported);
    throws(() => new Detector({ allow: ['x-user-defined'] }), notDetectable);
    throws(() => Detector(), TypeError);
  });

  it('keeps streams apart', () => {
    const detectors = certain.map(() => new Detector());
    const longest = Math.max(...certain.map(([, bytes]) => bytes.length));
    for (let at = 0; at < longest; at += 5) {
      certain.forEach(([, bytes], i) => {
        detectors[i].write(bytes.subarray(at, at + 5));
      });
    }
    deepEqual(
      detectors.map((detector) => detector.end().encoding),
      certain.map(([encoding]) => encoding),
    );
  });
});
