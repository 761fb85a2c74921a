// Tests the interface TextDecoder: the class, its constructor and the options of decode().
// https://encoding.spec.whatwg.org/#interface-textdecoder

import { deepEqual, equal, fail, match, ok, throws } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';
import { invalidData, wrongThis, wrongType } from '../harness/errors.mjs';
import { testInterface } from '../harness/interfaces.mjs';

const stream = { stream: true };

/** Options whose members have a value, and that may only be read. They add the names to a log. */
const logging = (log, value) =>
  new Proxy(
    {},
    {
      get: (_, name) => log.push(name) && value,
      has: () => fail('not asked'),
      ownKeys: () => fail('not asked'),
      getOwnPropertyDescriptor: () => fail('not asked'),
    },
  );

testInterface('TextDecoder', TextDecoder, {
  attributes: ['encoding', 'fatal', 'ignoreBOM'],
  operations: { decode: 0 },
});

describe('interface TextDecoder: instances', () => {
  const descriptor = (name) => Object.getOwnPropertyDescriptor(TextDecoder.prototype, name);

  it('puts no properties on an instance', () => {
    const decoder = new TextDecoder('big5', { fatal: true });
    deepEqual(Reflect.ownKeys(decoder), []);
    decoder.decode(bytes('A4 40 A4'), stream);
    deepEqual(Reflect.ownKeys(decoder), []);
    ok(Object.isExtensible(decoder));
    equal(JSON.stringify(decoder), '{}');
  });

  it('can be subclassed', () => {
    class Upper extends TextDecoder {
      constructor(label) {
        super(label, { fatal: true });
        this.calls = 0;
      }
      decode(...args) {
        this.calls += 1;
        return super.decode(...args).toUpperCase();
      }
    }
    const decoder = new Upper('shift_jis');
    ok(decoder instanceof TextDecoder);
    equal(decoder.encoding, 'shift_jis');
    equal(decoder.fatal, true);
    equal(decoder.decode(bytes('61 83'), stream), 'A');
    equal(decoder.decode(bytes('41')), 'ア');
    equal(decoder.calls, 2);
    equal(Object.prototype.toString.call(decoder), '[object TextDecoder]');
  });

  it('has the prototype of new.target', () => {
    function Other() {}
    const decoder = Reflect.construct(TextDecoder, ['koi8-r'], Other);
    equal(Object.getPrototypeOf(decoder), Other.prototype);
    equal(TextDecoder.prototype.decode.call(decoder, bytes('C1')), 'а');
    equal(descriptor('encoding').get.call(decoder), 'koi8-r');
  });

  it('keeps working when the prototype of an instance is removed', () => {
    const decoder = new TextDecoder('windows-1251');
    Object.setPrototypeOf(decoder, null);
    equal(TextDecoder.prototype.decode.call(decoder, bytes('E0')), 'а');
  });

  it('works on a frozen instance', () => {
    const decoder = Object.freeze(new TextDecoder());
    equal(decoder.decode(bytes('E2 82'), stream), '');
    equal(decoder.decode(bytes('AC')), '€');
  });

  it('checks this before it reads the arguments', () => {
    const options = {
      get stream() {
        throw new Error('must not be read');
      },
    };
    throws(() => TextDecoder.prototype.decode.call({}, 'a string', options), wrongThis);
  });
});

describe('interface TextDecoder: constructor(label, options)', () => {
  it('has default values', () => {
    for (const args of [[], [undefined], [undefined, undefined], ['utf-8', null], ['utf-8', {}]]) {
      const decoder = new TextDecoder(...args);
      equal(decoder.encoding, 'utf-8');
      equal(decoder.fatal, false);
      equal(decoder.ignoreBOM, false);
    }
  });

  for (const value of [true, 1, -1, 'false', {}, [], Object(false), Symbol('true'), 1n, Infinity]) {
    it(`treats ${typeof value} ${String(value)} as true`, () => {
      const flags = (options) => {
        const { fatal, ignoreBOM } = new TextDecoder('utf-8', options);
        return [fatal, ignoreBOM];
      };
      deepEqual(flags({ fatal: value }), [true, false]);
      deepEqual(flags({ ignoreBOM: value }), [false, true]);
      const decoder = new TextDecoder();
      equal(decoder.decode(bytes('C3'), { stream: value }), '');
      equal(decoder.decode(bytes('A9')), 'é');
    });
  }

  for (const value of [false, 0, -0, '', null, undefined, Number.NaN, 0n]) {
    it(`treats ${typeof value} ${Object.is(value, -0) ? '-0' : value} as false`, () => {
      const decoder = new TextDecoder('utf-8', { fatal: value, ignoreBOM: value });
      deepEqual([decoder.fatal, decoder.ignoreBOM], [false, false]);
      equal(decoder.decode(bytes('C3'), { stream: value }), '\ufffd');
      equal(decoder.decode(bytes('A9')), '\ufffd');
    });
  }

  it('accepts any object as a dictionary, also functions and inherited members', () => {
    const options = Object.assign(() => {}, { fatal: true });
    equal(new TextDecoder('utf-8', options).fatal, true);
    equal(new TextDecoder('utf-8', Object.create({ ignoreBOM: true })).ignoreBOM, true);
    equal(new TextDecoder('utf-8', Object.create(null)).fatal, false);
    equal(new TextDecoder('utf-8', [1, 2, 3]).fatal, false);
    equal(new TextDecoder('utf-8', new String('fatal')).fatal, false);
    equal(new TextDecoder('utf-8', new TextDecoder('big5', { fatal: true })).fatal, true);
  });

  for (const options of [true, false, 0, 1, '', 'fatal', 1n, Symbol('fatal')]) {
    it(`refuses the ${typeof options} ${String(options)} as options`, () => {
      throws(() => new TextDecoder('utf-8', options), wrongType);
      const decoder = new TextDecoder();
      throws(() => decoder.decode(bytes('41'), options), wrongType);
    });
  }

  it('converts the label, fatal and ignoreBOM once, in order, and looks the label up after that', () => {
    for (const label of ['koi8-r', 'no such label']) {
      const log = [];
      const options = logging(log, true);
      const object = {
        toString() {
          log.push('label');
          return label;
        },
      };
      if (label === 'koi8-r') {
        const decoder = new TextDecoder(object, options);
        deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
      } else {
        throws(() => new TextDecoder(object, options), RangeError);
      }
      deepEqual(log, ['label', 'fatal', 'ignoreBOM']);
    }
  });

  it('refuses wrong options before it looks the label up', () => {
    throws(() => new TextDecoder('no such label', 1), wrongType);
    throws(() => new TextDecoder('replacement', 'fatal'), wrongType);
  });

  it('converts the label before it refuses the options', () => {
    const thrown = new Error('label first');
    const label = {
      toString() {
        throw thrown;
      },
    };
    throws(() => new TextDecoder(label, 1), thrown);
    throws(() => new TextDecoder(Symbol('label'), 1), {
      name: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
      message: /^label must be /,
    });
  });

  it('throws what a getter throws, and reads no other member', () => {
    const thrown = new Error('mine');
    const options = {
      get fatal() {
        throw thrown;
      },
      get ignoreBOM() {
        return fail('must not be read');
      },
    };
    throws(() => new TextDecoder('utf-8', options), thrown);
    throws(() => new TextDecoder('no such label', options), thrown);
  });

  it('ignores further arguments', () => {
    equal(new TextDecoder('utf-8', {}, 'more').encoding, 'utf-8');
    equal(new TextDecoder().decode(bytes('41'), {}, 'more'), 'A');
  });

  it('does not keep the options', () => {
    const options = { fatal: true, ignoreBOM: true };
    const decoder = new TextDecoder('utf-8', options);
    options.fatal = false;
    options.ignoreBOM = false;
    deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
    throws(() => decoder.decode(bytes('FF')), invalidData);
    equal(decoder.decode(bytes('EF BB BF')), '\ufeff');
  });
});

describe('interface TextDecoder: decode(input, options), options', () => {
  it('converts input first, then options, and reads « stream » once', () => {
    const decoder = new TextDecoder();
    const log = [];
    const options = logging(log, false);
    throws(() => decoder.decode('a string', options), wrongType);
    deepEqual(log, []);
    equal(decoder.decode(bytes('41'), options), 'A');
    deepEqual(log, ['stream']);
    equal(decoder.decode(undefined, options), '');
    deepEqual(log, ['stream', 'stream']);
    throws(
      () => decoder.decode(null, 1),
      (error) => {
        match(error.message, /input/);
        return error.code === 'ERR_INVALID_ARG_TYPE';
      },
    );
  });

  it('accepts null, undefined, objects and functions', () => {
    for (const options of [null, undefined, {}, [], () => {}, Object.create(null)]) {
      const decoder = new TextDecoder();
      equal(decoder.decode(bytes('41 C3'), options), 'A\ufffd');
      equal(decoder.decode(bytes('A9'), options), '\ufffd');
    }
    const decoder = new TextDecoder();
    equal(
      decoder.decode(
        bytes('C3'),
        Object.assign(() => {}, stream),
      ),
      '',
    );
    equal(decoder.decode(bytes('A9'), Object.create(stream)), 'é');
    equal(decoder.decode(bytes('41')), 'A');
  });

  it('changes nothing when a conversion throws', () => {
    const thrown = new Error('mine');
    const throwing = {
      get stream() {
        throw thrown;
      },
    };
    for (const fatal of [false, true]) {
      const decoder = new TextDecoder('gb18030', { fatal });
      equal(decoder.decode(bytes('41 81 30'), stream), 'A');
      throws(() => decoder.decode(bytes('42 42 42'), throwing), thrown);
      throws(() => decoder.decode('text', stream), wrongType);
      throws(() => decoder.decode(null), wrongType);
      throws(() => decoder.decode(bytes('42'), 'stream'), wrongType);
      equal(decoder.decode(bytes('81 30 43'), stream), '\u0080C');
      equal(decoder.decode(), '');
    }
  });
});
