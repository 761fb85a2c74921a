// Writes what the reference decodes every input of one and of two bytes to, into FOLDER, where reference.cc reads it: for each encoding
// a file of numbers with two bytes each. Usage: node test/library/reference.mjs FOLDER

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodingNames, isStateless, reasons, referenceDecode } from '../reference/reference.mjs';

/** What bytes become: the number of code units, the number of errors, the code units, and the place and reason of each error. */
function numbersOf({ text, errors }) {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const places = errors.flatMap(({ offset, length, reason }) => {
    const number = reasons.indexOf(reason);
    if (number === -1) throw new Error(`there is no reason "${reason}"`);
    return [offset, length, number];
  });
  return [units.length, errors.length, ...units, ...places];
}

const decodeByte = (name, byte) => referenceDecode(name, Uint8Array.of(byte));

/** What two bytes become that are decoded each by itself. */
function joined(first, second) {
  const moved = second.errors.map((error) => ({ ...error, offset: error.offset + 1 }));
  return { text: first.text + second.text, errors: [...first.errors, ...moved] };
}

function* decoded(name) {
  const ofOne = Array.from({ length: 256 }, (_, byte) => decodeByte(name, byte));
  yield* ofOne;
  for (let first = 0; first < 256; first += 1) {
    for (let second = 0; second < 256; second += 1) {
      yield isStateless(name)
        ? joined(ofOne[first], ofOne[second])
        : referenceDecode(name, Uint8Array.of(first, second));
    }
  }
}

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
for (const name of encodingNames) {
  const numbers = [];
  for (const one of decoded(name)) numbers.push(...numbersOf(one));
  writeFileSync(join(folder, `${name}.decoded`), Uint16Array.from(numbers));
}
