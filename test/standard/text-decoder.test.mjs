// Tests the interface TextDecoder: the class, its constructor and the options of decode().
// https://encoding.spec.whatwg.org/#interface-textdecoder

import assert from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';
import { invalidData, wrongThis, wrongType } from '../harness/errors.mjs';

const stream = { stream: true };

describe('interface TextDecoder: the class', () => {
  const descriptor = (name) => Object.getOwnPropertyDescriptor(TextDecoder.prototype, name);

  it('has the name and the length of its interface', () => {
    assert.deepEqual(Object.getOwnPropertyDescriptor(TextDecoder, 'name'), {
      value: 'TextDecoder',
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(Object.getOwnPropertyDescriptor(TextDecoder, 'length'), {
      value: 0,
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(Reflect.ownKeys(TextDecoder).sort(), ['length', 'name', 'prototype']);
  });

  it('has a prototype that cannot be replaced', () => {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(
      TextDecoder,
      'prototype',
    );
    assert.deepEqual([writable, enumerable, configurable], [false, false, false]);
    assert.equal(Object.getPrototypeOf(TextDecoder), Function.prototype);
    assert.equal(Object.getPrototypeOf(TextDecoder.prototype), Object.prototype);
  });

  it('has exactly the members of the interface on the prototype', () => {
    const names = Object.getOwnPropertyNames(TextDecoder.prototype).sort();
    assert.deepEqual(names, ['constructor', 'decode', 'encoding', 'fatal', 'ignoreBOM']);
    assert.deepEqual(Object.keys(TextDecoder.prototype).sort(), names.slice(1));
  });

  it('puts no properties on an instance', () => {
    const decoder = new TextDecoder('big5', { fatal: true });
    assert.deepEqual(Reflect.ownKeys(decoder), []);
    decoder.decode(bytes('A4 40 A4'), stream);
    assert.deepEqual(Reflect.ownKeys(decoder), []);
    assert.ok(Object.isExtensible(decoder));
    assert.equal(JSON.stringify(decoder), '{}');
  });

  for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
    it(`has the read-only attribute ${name}`, () => {
      const { get, set, enumerable, configurable } = descriptor(name);
      assert.equal(typeof get, 'function');
      assert.equal(get.name, `get ${name}`);
      assert.equal(get.length, 0);
      assert.equal(set, undefined);
      assert.deepEqual([enumerable, configurable], [true, true]);
      assert.throws(() => Reflect.construct(get, []), TypeError);
      assert.throws(() => {
        new TextDecoder()[name] = 'other';
      }, TypeError);
    });
  }

  it('has the operation decode', () => {
    const { value, writable, enumerable, configurable } = descriptor('decode');
    assert.equal(value.name, 'decode');
    assert.equal(value.length, 0);
    assert.deepEqual([writable, enumerable, configurable], [true, true, true]);
    assert.ok(!Object.hasOwn(value, 'prototype'));
    assert.throws(() => Reflect.construct(value, []), TypeError);
  });

  it('has constructor and Symbol.toStringTag', () => {
    assert.deepEqual(descriptor('constructor'), {
      value: TextDecoder,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    assert.deepEqual(descriptor(Symbol.toStringTag), {
      value: 'TextDecoder',
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.equal(String(new TextDecoder()), '[object TextDecoder]');
  });

  it('throws without new', () => {
    assert.throws(() => TextDecoder(), TypeError);
    assert.throws(() => TextDecoder.call(new TextDecoder(), 'utf-8'), TypeError);
    assert.throws(() => Reflect.apply(TextDecoder, Object.create(TextDecoder.prototype), []), {
      name: 'TypeError',
    });
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
    assert.ok(decoder instanceof TextDecoder);
    assert.equal(decoder.encoding, 'shift_jis');
    assert.equal(decoder.fatal, true);
    assert.equal(decoder.decode(bytes('61 83'), stream), 'A');
    assert.equal(decoder.decode(bytes('41')), 'ア');
    assert.equal(decoder.calls, 2);
    assert.equal(Object.prototype.toString.call(decoder), '[object TextDecoder]');
  });

  it('has the prototype of new.target', () => {
    function Other() {}
    const decoder = Reflect.construct(TextDecoder, ['koi8-r'], Other);
    assert.equal(Object.getPrototypeOf(decoder), Other.prototype);
    assert.equal(TextDecoder.prototype.decode.call(decoder, bytes('C1')), 'а');
    assert.equal(descriptor('encoding').get.call(decoder), 'koi8-r');
  });

  it('keeps working when the prototype of an instance is removed', () => {
    const decoder = new TextDecoder('windows-1251');
    Object.setPrototypeOf(decoder, null);
    assert.equal(TextDecoder.prototype.decode.call(decoder, bytes('E0')), 'а');
  });

  it('works on a frozen instance', () => {
    const decoder = Object.freeze(new TextDecoder());
    assert.equal(decoder.decode(bytes('E2 82'), stream), '');
    assert.equal(decoder.decode(bytes('AC')), '€');
  });
});

describe('interface TextDecoder: brand checks', () => {
  const strangers = {
    undefined: undefined,
    null: null,
    'a string': 'utf-8',
    'an object': {},
    'the prototype': TextDecoder.prototype,
    'the class': TextDecoder,
    'an object with the prototype': Object.create(TextDecoder.prototype),
    'an object that inherits from an instance': Object.create(new TextDecoder()),
    'a Proxy of an instance': new Proxy(new TextDecoder(), {}),
    "the runtime's own decoder": new globalThis.TextDecoder(),
    'a look-alike': { encoding: 'utf-8', fatal: false, ignoreBOM: false, decode() {} },
  };
  for (const [what, stranger] of Object.entries(strangers)) {
    it(`refuses ${what} as this`, () => {
      for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
        const { get } = Object.getOwnPropertyDescriptor(TextDecoder.prototype, name);
        assert.throws(() => get.call(stranger), wrongThis);
      }
      assert.throws(() => TextDecoder.prototype.decode.call(stranger, bytes('41')), wrongThis);
    });
  }

  it('checks this before it reads the arguments', () => {
    const options = {
      get stream() {
        throw new Error('must not be read');
      },
    };
    assert.throws(() => TextDecoder.prototype.decode.call({}, 'a string', options), wrongThis);
  });
});

describe('interface TextDecoder: constructor(label, options)', () => {
  it('has default values', () => {
    for (const args of [[], [undefined], [undefined, undefined], ['utf-8', null], ['utf-8', {}]]) {
      const decoder = new TextDecoder(...args);
      assert.equal(decoder.encoding, 'utf-8');
      assert.equal(decoder.fatal, false);
      assert.equal(decoder.ignoreBOM, false);
    }
  });

  for (const [text, value] of [
    ['true', true],
    ['1', 1],
    ['-1', -1],
    ["'false'", 'false'],
    ['{}', {}],
    ['[]', []],
    ['new Boolean(false)', new Boolean(false)],
    ['Symbol()', Symbol('true')],
    ['1n', 1n],
    ['Infinity', Number.POSITIVE_INFINITY],
  ]) {
    it(`treats ${text} as true`, () => {
      assert.equal(new TextDecoder('utf-8', { fatal: value }).fatal, true);
      assert.equal(new TextDecoder('utf-8', { fatal: value }).ignoreBOM, false);
      assert.equal(new TextDecoder('utf-8', { ignoreBOM: value }).ignoreBOM, true);
      assert.equal(new TextDecoder('utf-8', { ignoreBOM: value }).fatal, false);
      const decoder = new TextDecoder();
      assert.equal(decoder.decode(bytes('C3'), { stream: value }), '');
      assert.equal(decoder.decode(bytes('A9')), 'é');
    });
  }

  for (const [text, value] of [
    ['false', false],
    ['0', 0],
    ['-0', -0],
    ["''", ''],
    ['null', null],
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['0n', 0n],
  ]) {
    it(`treats ${text} as false`, () => {
      const decoder = new TextDecoder('utf-8', { fatal: value, ignoreBOM: value });
      assert.equal(decoder.fatal, false);
      assert.equal(decoder.ignoreBOM, false);
      assert.equal(decoder.decode(bytes('C3'), { stream: value }), '\ufffd');
      assert.equal(decoder.decode(bytes('A9')), '\ufffd');
    });
  }

  it('accepts any object as a dictionary, also functions and inherited members', () => {
    const options = Object.assign(() => {}, { fatal: true });
    assert.equal(new TextDecoder('utf-8', options).fatal, true);
    assert.equal(new TextDecoder('utf-8', Object.create({ ignoreBOM: true })).ignoreBOM, true);
    assert.equal(new TextDecoder('utf-8', Object.create(null)).fatal, false);
    assert.equal(new TextDecoder('utf-8', [1, 2, 3]).fatal, false);
    assert.equal(new TextDecoder('utf-8', new String('fatal')).fatal, false);
    assert.equal(new TextDecoder('utf-8', new TextDecoder('big5', { fatal: true })).fatal, true);
  });

  for (const options of [true, false, 0, 1, '', 'fatal', 1n, Symbol('fatal')]) {
    it(`refuses the ${typeof options} ${String(options)} as options`, () => {
      assert.throws(() => new TextDecoder('utf-8', options), wrongType);
      const decoder = new TextDecoder();
      assert.throws(() => decoder.decode(bytes('41'), options), wrongType);
    });
  }

  it('converts the label, fatal and ignoreBOM once, in order, and looks the label up after that', () => {
    for (const label of ['koi8-r', 'no such label']) {
      const log = [];
      const options = new Proxy(
        {},
        {
          get(_, name) {
            log.push(name);
            return true;
          },
          has: () => assert.fail('not asked'),
          ownKeys: () => assert.fail('not asked'),
          getOwnPropertyDescriptor: () => assert.fail('not asked'),
        },
      );
      const object = {
        toString() {
          log.push('label');
          return label;
        },
      };
      if (label === 'koi8-r') {
        const decoder = new TextDecoder(object, options);
        assert.deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
      } else {
        assert.throws(() => new TextDecoder(object, options), RangeError);
      }
      assert.deepEqual(log, ['label', 'fatal', 'ignoreBOM']);
    }
  });

  it('refuses wrong options before it looks the label up', () => {
    assert.throws(() => new TextDecoder('no such label', 1), wrongType);
    assert.throws(() => new TextDecoder('replacement', 'fatal'), wrongType);
  });

  it('converts the label before it refuses the options', () => {
    const thrown = new Error('label first');
    const label = {
      toString() {
        throw thrown;
      },
    };
    assert.throws(() => new TextDecoder(label, 1), thrown);
    assert.throws(
      () => new TextDecoder(Symbol('label'), 1),
      (error) => {
        assert.notEqual(error.code, 'ERR_INVALID_ARG_TYPE');
        return error instanceof TypeError;
      },
    );
  });

  it('throws what a getter throws, and reads no other member', () => {
    const thrown = new Error('mine');
    const options = {
      get fatal() {
        throw thrown;
      },
      get ignoreBOM() {
        return assert.fail('must not be read');
      },
    };
    assert.throws(() => new TextDecoder('utf-8', options), thrown);
    assert.throws(() => new TextDecoder('no such label', options), thrown);
  });

  it('ignores further arguments', () => {
    assert.equal(new TextDecoder('utf-8', {}, 'more').encoding, 'utf-8');
    assert.equal(new TextDecoder().decode(bytes('41'), {}, 'more'), 'A');
  });

  it('does not keep the options', () => {
    const options = { fatal: true, ignoreBOM: true };
    const decoder = new TextDecoder('utf-8', options);
    options.fatal = false;
    options.ignoreBOM = false;
    assert.deepEqual([decoder.fatal, decoder.ignoreBOM], [true, true]);
    assert.throws(() => decoder.decode(bytes('FF')), invalidData);
    assert.equal(decoder.decode(bytes('EF BB BF')), '\ufeff');
  });
});

describe('interface TextDecoder: decode(input, options), options', () => {
  it('converts input first, then options, and reads « stream » once', () => {
    const decoder = new TextDecoder();
    const log = [];
    const options = new Proxy(
      {},
      {
        get(_, name) {
          log.push(name);
          return false;
        },
        has: () => assert.fail('not asked'),
        ownKeys: () => assert.fail('not asked'),
        getOwnPropertyDescriptor: () => assert.fail('not asked'),
      },
    );
    assert.throws(() => decoder.decode('a string', options), wrongType);
    assert.deepEqual(log, []);
    assert.equal(decoder.decode(bytes('41'), options), 'A');
    assert.deepEqual(log, ['stream']);
    assert.equal(decoder.decode(undefined, options), '');
    assert.deepEqual(log, ['stream', 'stream']);
    assert.throws(
      () => decoder.decode(null, 1),
      (error) => {
        assert.match(error.message, /input/);
        return error.code === 'ERR_INVALID_ARG_TYPE';
      },
    );
  });

  it('accepts null, undefined, objects and functions', () => {
    for (const options of [null, undefined, {}, [], () => {}, Object.create(null)]) {
      const decoder = new TextDecoder();
      assert.equal(decoder.decode(bytes('41 C3'), options), 'A\ufffd');
      assert.equal(decoder.decode(bytes('A9'), options), '\ufffd');
    }
    const decoder = new TextDecoder();
    assert.equal(
      decoder.decode(
        bytes('C3'),
        Object.assign(() => {}, stream),
      ),
      '',
    );
    assert.equal(decoder.decode(bytes('A9'), Object.create(stream)), 'é');
    assert.equal(decoder.decode(bytes('41')), 'A');
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
      assert.equal(decoder.decode(bytes('41 81 30'), stream), 'A');
      assert.throws(() => decoder.decode(bytes('42 42 42'), throwing), thrown);
      assert.throws(() => decoder.decode('text', stream), wrongType);
      assert.throws(() => decoder.decode(null), wrongType);
      assert.throws(() => decoder.decode(bytes('42'), 'stream'), wrongType);
      assert.equal(decoder.decode(bytes('81 30 43'), stream), '\u0080C');
      assert.equal(decoder.decode(), '');
    }
  });
});
