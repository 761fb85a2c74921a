// What a fuzz driver gives to the product: values that are described as data and made anew for each execution, because a callback
// may detach or resize them. A Recipe describes a value that is no plain data; its text stands in the report of a failure.

import { ok } from 'node:assert/strict';
import fc from 'fast-check';

/** An error that a callback or a getter of a driver throws. The product must pass it on as it is. */
export class Thrown extends Error {}

/** What one execution with one product uses and does. */
export class World {
  /** The memory that the product got, with a copy of what it contained. */
  memory = [];
  /** The calls of the driver's own functions, in order. */
  log = [];
  /** Whether one of the driver's functions has changed memory. */
  isChanged = false;
  /** How many of the driver's functions have not returned yet. */
  depth = 0;

  constructor(product) {
    this.product = product;
  }

  /** Remembers memory that the product may read, and must not change. */
  lend(buffer) {
    this.memory.push({ buffer, before: Buffer.from(new Uint8Array(buffer)) });
    return buffer;
  }

  /** Checks that the product has not changed memory that it may only read. */
  check() {
    if (this.isChanged) return;
    for (const { buffer, before } of this.memory) {
      ok(
        before.equals(new Uint8Array(buffer)),
        'the product has changed memory that it may only read',
      );
    }
  }
}

/** A value that is made when it is needed. */
export class Recipe {
  #text;
  #make;

  constructor(text, make) {
    this.#text = text;
    this.#make = make;
  }

  make(world) {
    return this.#make(world);
  }

  [fc.toStringMethod]() {
    return this.#text;
  }
}

/** Makes the values that a description has: recipes, also in arrays and plain objects. */
export function build(value, world) {
  if (value instanceof Recipe) return value.make(world);
  if (Array.isArray(value)) return value.map((each) => build(each, world));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) {
    return value;
  }
  const built = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) built[key] = build(value[key], world);
  return built;
}
