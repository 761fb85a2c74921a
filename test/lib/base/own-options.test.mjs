// How the options of this package's own functions are read: Object.prototype cannot change a result.

import { deepEqual, equal, fail } from 'node:assert/strict';
import vm from 'node:vm';
import { optionOf, optionsOf } from '../../../lib/base/webidl.js';

/** Calls a function while an Object.prototype, by default that of this realm, has another property. */
function withPolluted(name, descriptor, run, objectPrototype = Object.prototype) {
  Object.defineProperty(objectPrototype, name, {
    __proto__: null,
    configurable: true,
    ...descriptor,
  });
  try {
    return run();
  } finally {
    delete objectPrototype[name];
  }
}

const isRead = (options) =>
  withPolluted('limit', { value: 'polluted' }, () => optionOf(options, 'limit'));

describe('the options of this package', () => {
  it('are own properties', () => {
    equal(isRead({ limit: 1 }), 1);
    equal(isRead({ limit: undefined }), undefined);
    equal(isRead({ __proto__: null, limit: 1 }), 1);
  });

  it('are absent where only Object.prototype has them', () => {
    for (const options of [
      undefined,
      null,
      {},
      { __proto__: null },
      [],
      () => {},
      new Map(),
      Object.prototype,
    ]) {
      equal(isRead(options), undefined);
    }
  });

  it('are inherited from a class, from its getters, and from an object of defaults', () => {
    class Options {
      field = 1;
      get limit() {
        return 2;
      }
    }
    class Derived extends Options {}
    equal(isRead(new Options()), 2);
    equal(isRead(new Derived()), 2);
    equal(isRead(Object.create({ limit: 3 })), 3);
    equal(isRead(Object.create({ __proto__: null, limit: 4 })), 4);
    // A class that extends null ends with an object that has a constructor but is no Object.prototype.
    class Bare extends null {
      static make() {
        return Object.create(Bare.prototype);
      }
      get limit() {
        return 5;
      }
    }
    equal(isRead(Bare.make()), 5);
  });

  it('are absent where the Object.prototype of another realm has them', () => {
    const context = vm.createContext();
    const objectPrototype = vm.runInContext('Object.prototype', context);
    withPolluted(
      'limit',
      { value: 'polluted' },
      () => {
        equal(optionOf(vm.runInContext('({})', context), 'limit'), undefined);
        equal(optionOf(vm.runInContext('({ limit: 1 })', context), 'limit'), 1);
        const inherited = vm.runInContext('Object.create({ limit: 2 })', context);
        equal(optionOf(inherited, 'limit'), 2);
      },
      objectPrototype,
    );
  });

  it('run a getter once, with the options as this', () => {
    let runs = 0;
    const options = {
      get limit() {
        runs++;
        return this;
      },
    };
    const derived = Object.create(options);
    equal(optionOf(derived, 'limit'), derived);
    equal(runs, 1);
  });

  it('do not run a getter of Object.prototype', () => {
    const get = () => fail('the getter has run');
    equal(
      withPolluted('limit', { get }, () => optionOf({}, 'limit')),
      undefined,
    );
  });

  it('are read through a Proxy that says it has them', () => {
    const get = (target, name) => target[name] * 2;
    equal(isRead(new Proxy({ limit: 2 }, { get })), 4);
    equal(isRead(new Proxy(Object.create({ limit: 2 }), { get })), 4);
    equal(isRead(new Proxy({}, {})), undefined);
  });

  it('are taken together as an object without a prototype', () => {
    const options = withPolluted('limit', { value: 'polluted' }, () => {
      const taken = optionsOf({ most: 1, other: 2 }, ['limit', 'most']);
      equal(taken.limit, undefined);
      equal(taken.most, 1);
      return taken;
    });
    equal(Object.getPrototypeOf(options), null);
    deepEqual(Object.keys(options), ['limit', 'most']);
  });
});
