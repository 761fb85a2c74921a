// Tests the encoders of several bytes with every scalar value. These tests take long: npm run test:all runs them.

import { deepEqual, equal, ok } from 'node:assert/strict';
import * as root from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import { range } from '../../harness/sweep.mjs';
import { IOQueue } from '../../reference/io-queue.mjs';
import * as reference from '../../reference/multi-byte.mjs';
import { processAQueue } from '../../reference/process.mjs';
import { decode, full, names, own, transcode } from './multi-byte.mjs';

const fullNames = ['EUC-JP', 'Big5'];

const blockSize = 0x4000;

/** What an encoder of the reference writes for every scalar value of a block, in error mode html, as a binary string. */
function referenceHtml(name, scalarValues) {
  const output = IOQueue.from();
  const errors = [];
  processAQueue(reference.encoderOf(name), IOQueue.from(scalarValues), output, 'html', errors);
  const isError = new Set(errors.map(({ offset }) => scalarValues[offset]));
  return { binary: Buffer.from(output.toList()).latin1Slice(), isError };
}

describe('Encoders of several bytes, every scalar value', () => {
  for (const [face, name] of [
    ...names.map((each) => [own, each]),
    ...fullNames.map((each) => [full, each]),
  ]) {
    it(`${name}${face === full ? ', all that the decoder reads' : ''}: bytes, errors, and back`, () => {
      const decoding = (bytes) =>
        face === full
          ? root.decode(bytes, name, { fatal: true })
          : decode(bytes, name, { fatal: true });
      const onceOnly = { 'eucjp-ms': 10, cp51932: 9, johab: 0, 'EUC-JP': 3, Big5: 0 }[name];
      let notRestored = 0;
      for (let first = 0; first < 0x110000; first += blockSize) {
        const scalarValues = range(first, first + blockSize - 1).filter(
          (c) => c < 0xd800 || c > 0xdfff,
        );
        if (scalarValues.length === 0) continue;
        const texts = scalarValues.map((c) => String.fromCodePoint(c));
        const text = texts.join('');
        const { binary, isError } = referenceHtml(name, scalarValues);
        ok(
          face.encode(text, name, { unencodable: 'html' }).latin1Slice() === binary,
          `from ${first}`,
        );
        const contained = texts.filter((_, at) => !isError.has(scalarValues[at]));
        const bytes = face.encode(contained.join(''), name);
        const restored = Array.from(decoding(bytes));
        equal(restored.length, contained.length);
        for (const [at, each] of contained.entries()) if (restored[at] !== each) notRestored += 1;
        const others = texts.filter((_, at) => isError.has(scalarValues[at])).join('');
        equal(face.encode(others, name, { unencodable: 'skip' }).length, 0);
        if (face === own && first < 0x30000) {
          equal(codepages.encodedLength(contained.join(''), name), bytes.length);
          for (const [at, each] of texts.entries()) {
            if (at % 7 !== 0 && contained.length > 0) continue;
            const found = codepages.findUnencodable(each, name)?.codePoint;
            equal(found, isError.has(scalarValues[at]) ? scalarValues[at] : undefined);
          }
          const target = new Uint8Array(bytes.length);
          const { read, written } = codepages.encodeInto(contained.join(''), target, name);
          deepEqual([read, written], [contained.join('').length, bytes.length]);
          ok(bytes.equals(target));
          const utf8 = Buffer.from(contained.join(''));
          ok(transcode(utf8, 'utf-8', name).equals(bytes));
          equal(transcode(bytes, name, 'utf-8').toString(), restored.join(''));
          equal(codepages.decodedLength(bytes, name), restored.join('').length);
        }
      }
      equal(notRestored, onceOnly);
    });
  }
});
