// Tests the comparison of a TextDecoder with the standard, which the sub-command `doctor` reports and the polyfill asks.

import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { encodings, getEncoding, TextDecoder as Own } from 'whatwg-transcoder';
import knownDefects from '../../../lib/polyfill/known-defects.js';
import runtimeDecoders from '../../../lib/polyfill/runtime-decoders.js';
import { ReferenceTextDecoder } from '../../reference/text-decoder.mjs';

const { byteDefects, interfaceDefects, labelDefects } = knownDefects;
const { Examinee, deviates } = runtimeDecoders;
const decodable = encodings.filter((encoding) => encoding !== 'replacement');
const source = /^#[a-z0-9_-]+$|^[\w-]+\/[\w-]+#\d+(?:, #\d+)*$|^[\w-]+\/[\w-]+ \d+\.\d+\.\d+$/;

// Defects, as methods of a class that inherits from the decoder of this package. What each one does wrong is in the title.
const defects = {
  'another text': (_decoder, bytes, options, decode) =>
    decode(bytes, options).replace('\u20AC', '\x80'),
  'an error in a stream': (_decoder, bytes, options, decode) => {
    if (options?.stream && bytes?.[0] === 0xff) throw new TypeError('no');
    return decode(bytes, options);
  },
  'no error with fatal': (decoder, bytes, options, decode) =>
    decoder.fatal ? new Own(decoder.encoding).decode(bytes, options) : decode(bytes, options),
  'an error of another class': (_decoder, bytes, options, decode) => {
    try {
      return decode(bytes, options);
    } catch {
      throw new RangeError('no');
    }
  },
};

/** A decoder that is wrong for one input of one encoding, read in one way. */
const wrongFor = (encoding, input, way) =>
  class TextDecoder extends Own {
    #read = '';
    decode(bytes, options) {
      const isStream = options?.stream === true;
      const chunk = bytes === undefined ? '' : Buffer.from(bytes).toString('latin1');
      const whole = this.#read + chunk;
      const isInPieces = this.#read !== '' && chunk === '';
      this.#read = isStream ? whole : '';
      const text = () => super.decode(bytes, options);
      const read = isInPieces ? 'in pieces' : this.fatal ? 'fatal' : 'whole';
      const isHit = this.encoding === encoding.toLowerCase() && !isStream && whole === input;
      if (!isHit || read !== way || this.fatal !== (way === 'fatal')) return text();
      // What would be right is wrong, and what is no error is one.
      try {
        return `${text()}?`;
      } catch {
        return '';
      }
    }
  };

/** A decoder with a defect. */
const withDefect = (defect) =>
  class TextDecoder extends Own {
    decode(bytes, options) {
      return defects[defect](this, bytes, options, (...args) => super.decode(...args));
    }
  };

describe('doctor: the known defects', () => {
  it('are there for every encoding of the standard, save replacement', () => {
    deepEqual(Object.keys(byteDefects).sort(), [...decodable].sort());
  });

  it('name the issue or the section that they come from', () => {
    const file = new URL('../../../lib/polyfill/known-defects.js', import.meta.url);
    let rows = 0;
    let hasSource = false;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const comment = /^ +\/\/ (.*)$/.exec(line)?.[1];
      if (comment !== undefined) {
        match(comment, source);
        hasSource = true;
      } else if (/^\S|^ {2}\S+ \{$/.test(line)) {
        // A table or an encoding begins, whose first row needs a source.
        hasSource = false;
      } else if (/^ {2,4}(?:[\w-]+|'.*'): |^ {2}\[$/.test(line)) {
        rows++;
        ok(hasSource, line);
        // Each rule of the interface has a source of its own.
        if (line === '  [') hasSource = false;
      }
    }
    const bytes = Object.values(byteDefects).flatMap((own) => Object.keys(own));
    equal(rows, bytes.length + labelDefects.length + interfaceDefects.length);
  });

  for (const encoding of decodable) {
    it(`say of ${encoding} what the standard says`, () => {
      for (const [numbers, text] of Object.entries(byteDefects[encoding])) {
        const hex = numbers.replaceAll(' ', '');
        const bytes = Buffer.from(hex, 'hex');
        for (const Decoder of [ReferenceTextDecoder, Own]) {
          equal(new Decoder(encoding).decode(bytes), text, hex);
          const fatal = new Decoder(encoding, { fatal: true });
          if (text.includes('\uFFFD')) throws(() => fatal.decode(bytes), TypeError, hex);
          else equal(fatal.decode(bytes), text, hex);
        }
      }
    });
  }

  it('are each found in each way by the test of the polyfill', () => {
    for (const encoding of decodable) {
      for (const numbers of Object.keys(byteDefects[encoding])) {
        const hex = numbers.replaceAll(' ', '');
        const input = Buffer.from(hex, 'hex').toString('latin1');
        for (const way of ['whole', 'in pieces', 'fatal']) {
          const title = `${encoding} ${hex} ${way}`;
          equal(deviates(wrongFor(encoding, input, way)), true, title);
        }
      }
    }
    equal(deviates(wrongFor('GBK', 'no defect', 'whole')), false);
  });

  it('say of labels what the standard says', () => {
    for (const [label, encoding] of labelDefects) {
      const found = getEncoding(label);
      equal(found === 'replacement' ? null : found, encoding, JSON.stringify(label));
    }
  });

  it('are avoided by this package', () => {
    for (const [name, rule] of interfaceDefects) ok(rule(Own), name);
    equal(deviates(Own), false);
  });
});

describe('doctor: the comparison', () => {
  const euro = { bytes: Uint8Array.of(0x80), text: '\u20AC', isMalformed: false };
  const invalid = { bytes: Uint8Array.of(0xff), text: '\uFFFD', isMalformed: true };
  const rows = [
    ['another text', euro, { way: 'whole', expected: '\u20AC', actual: '\x80' }],
    ['an error in a stream', invalid, { way: 'in pieces', expected: '\uFFFD', actual: null }],
    ['no error with fatal', invalid, { way: 'fatal', expected: null, actual: '\uFFFD' }],
    ['an error of another class', invalid, { way: 'fatal', expected: null, actual: null }],
  ];
  for (const [defect, input, deviation] of rows) {
    it(`finds ${defect}`, () => {
      const examinee = new Examinee(withDefect(defect), 'GBK');
      deepEqual(examinee.deviation(input), { bytes: input.bytes, ...deviation });
      ok(deviates(withDefect(defect)));
    });
  }

  it('finds nothing where nothing is wrong', () => {
    const examinee = new Examinee(Own, 'GBK');
    for (const input of [euro, invalid, euro]) equal(examinee.deviation(input), undefined);
  });

  it('tells a decoder that is wrong only after it was used before', () => {
    class TextDecoder extends Own {
      #calls = 0;
      decode(bytes, options) {
        this.#calls += 1;
        return this.#calls > 3 ? '?' : super.decode(bytes, options);
      }
    }
    const examinee = new Examinee(TextDecoder, 'GBK');
    // To read one byte whole and in pieces takes three calls.
    equal(examinee.deviation(euro), undefined);
    const { way, actual, reused } = examinee.deviation(euro);
    deepEqual({ way, actual, reused }, { way: 'whole', actual: '?', reused: true });
    equal(examinee.deviation(euro), undefined);
  });

  it('finds a label that is refused, one that is accepted, and an encoding that is missing', () => {
    const refusing = (wrong) =>
      class TextDecoder extends Own {
        constructor(label, options) {
          if (label === wrong) throw new RangeError('no');
          super(label, options);
        }
      };
    ok(deviates(refusing('iso-8859-16')));
    ok(deviates(refusing('dos-874')));
    equal(deviates(refusing('no label')), false);
    class Accepting extends Own {
      constructor(label, options) {
        super(label === 'utf-7' ? 'utf-8' : label, options);
      }
    }
    ok(deviates(Accepting));
  });

  it('finds a decoder that takes null for the option of the call before', () => {
    class TextDecoder extends Own {
      decode(bytes, options = undefined) {
        return super.decode(bytes, options === null ? { stream: true } : options);
      }
    }
    ok(deviates(TextDecoder));
  });

  it('takes what is no class for a deviation', () => {
    for (const value of [undefined, null, () => 1, class {}]) ok(deviates(value));
  });
});
