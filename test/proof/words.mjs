// Writes tables of numbers of 32 bits for the programs in C++, and remembers the states of a handler.

import { mkdirSync, writeFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { root } from '../tools/run/cmake.mjs';

export const folder = `${root}build/proof`;

/** A list of numbers that grows. */
export class Words {
  #words = new Uint32Array(1 << 16);
  length = 0;

  push(word) {
    if (this.length === this.#words.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words[this.length++] = word;
  }

  /** Writes the list in the byte order of the machine to a file of build/proof. */
  save(name) {
    if (endianness() !== 'LE') throw new Error('the proof needs a little-endian machine');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}`, this.#words.subarray(0, this.length));
  }
}

/** The fields of a handler that its steps change: all public ones but those that hold an index. */
export class Fields {
  #names;

  constructor(handler) {
    const isState = (value) =>
      value === null || Array.isArray(value) || !['object', 'function'].includes(typeof value);
    this.#names = Object.keys(handler).filter((name) => isState(handler[name]));
  }

  read(handler) {
    const values = [];
    for (const name of this.#names) {
      const value = handler[name];
      values.push(Array.isArray(value) ? value.slice() : value);
    }
    return values;
  }

  write(handler, values) {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at];
      handler[this.#names[at]] = Array.isArray(value) ? value.slice() : value;
    }
  }
}
