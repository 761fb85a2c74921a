// Tests of what Web IDL says of the class of an interface.

import { deepEqual, equal, notEqual, ok, rejects, throws } from 'node:assert/strict';
import { wrongThis } from './errors.mjs';

const fixed = { writable: false, enumerable: false, configurable: true };
const { getOwnPropertyDescriptor: descriptorOf } = Object;

/**
 * Makes the tests. `name` is that of the interface; `operations` has the number of arguments that each operation demands, and
 * `others` are more values that are no instance.
 */
export function testInterface(name, Interface, { attributes, operations = {}, others = [] }) {
  const { prototype } = Interface;
  const members = [...attributes, ...Object.keys(operations)];

  describe(`interface ${name}: the class`, () => {
    it('has the name and the length of its interface', () => {
      deepEqual(descriptorOf(Interface, 'name'), { value: name, ...fixed });
      deepEqual(descriptorOf(Interface, 'length'), { value: 0, ...fixed });
      deepEqual(Reflect.ownKeys(Interface).sort(), ['length', 'name', 'prototype']);
    });

    it('has a prototype that cannot be replaced', () => {
      const { writable, enumerable, configurable } = descriptorOf(Interface, 'prototype');
      deepEqual([writable, enumerable, configurable], [false, false, false]);
      equal(Object.getPrototypeOf(Interface), Function.prototype);
      equal(Object.getPrototypeOf(prototype), Object.prototype);
    });

    it('has exactly the members of the interface on the prototype, enumerable', () => {
      deepEqual(Object.keys(prototype).sort(), members.sort());
      deepEqual(Reflect.ownKeys(prototype).length, members.length + 2);
      const { value, ...flags } = descriptorOf(prototype, 'constructor');
      equal(value, Interface);
      deepEqual(flags, { writable: true, enumerable: false, configurable: true });
      deepEqual(descriptorOf(prototype, Symbol.toStringTag), { value: name, ...fixed });
      equal(String(new Interface()), `[object ${name}]`);
    });

    for (const attribute of attributes) {
      it(`has the read-only attribute ${attribute}`, () => {
        const { get, ...flags } = descriptorOf(prototype, attribute);
        deepEqual(flags, { set: undefined, enumerable: true, configurable: true });
        deepEqual([get.name, get.length], [`get ${attribute}`, 0]);
        throws(() => Reflect.construct(get, []), TypeError);
        throws(() => {
          new Interface()[attribute] = 'other';
        }, TypeError);
        class Derived extends Interface {}
        notEqual(get.call(new Derived()), undefined);
      });
    }

    for (const [operation, length] of Object.entries(operations)) {
      it(`has the operation ${operation}`, () => {
        const { value, ...flags } = descriptorOf(prototype, operation);
        deepEqual(flags, { writable: true, enumerable: true, configurable: true });
        deepEqual([value.name, value.length], [operation, length]);
        ok(!Object.hasOwn(value, 'prototype'));
        throws(() => Reflect.construct(value, []), TypeError);
      });
    }

    it('throws without new', () => {
      throws(() => Interface(), TypeError);
      throws(() => Interface.call(new Interface()), TypeError);
      throws(() => Reflect.apply(Interface, Object.create(prototype), []), TypeError);
    });

    it('checks what « this » is', () => {
      for (const stranger of [
        undefined,
        null,
        1,
        'utf-8',
        {},
        prototype,
        Interface,
        Object.create(prototype),
        Object.create(new Interface()),
        new Proxy(new Interface(), {}),
        new globalThis[name](),
        Object.fromEntries(members.map((member) => [member, () => 'utf-8'])),
        ...others,
      ]) {
        for (const attribute of attributes) {
          throws(() => descriptorOf(prototype, attribute).get.call(stranger), wrongThis);
        }
        for (const operation of Object.keys(operations)) {
          throws(() => prototype[operation].call(stranger), wrongThis);
        }
      }
    });
  });
}

/** Makes the test of the two streams of an interface. */
export function testStreams(name, Interface) {
  it(`${name} has one readable and one writable stream, which are the runtime’s`, () => {
    const stream = new Interface();
    ok(stream.readable instanceof ReadableStream);
    ok(stream.writable instanceof WritableStream);
    equal(stream.readable, stream.readable);
    equal(stream.writable, stream.writable);
  });

  it(`${name} passes cancel() and abort() on`, async () => {
    const enough = new Error('enough');
    const cancelled = new Interface();
    const writer = cancelled.writable.getWriter();
    await cancelled.readable.cancel(enough);
    await rejects(writer.write(new Uint8Array(1)), enough);
    const aborted = new Interface();
    await aborted.writable.abort(enough);
    await rejects(aborted.readable.getReader().read(), enough);
  });
}
