// Tests the demo: every document decodes to its text, whole and in the demo's own steps.

import { equal, ok } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { demo, documents } from './demo.mjs';

describe('demo', () => {
  for (const { name, encoding, label, bytes, text } of documents) {
    it(`has the text of ${name}`, () => {
      const decoder = new TextDecoder(label);
      equal(decoder.encoding, encoding.toLowerCase());
      equal(decoder.decode(bytes), text);
    });
  }

  it('finds that all of it is exact', async () => {
    const lines = [];
    ok(await demo((line) => lines.push(line)));
    equal(lines.filter((line) => line.startsWith('✓ ')).length, documents.length + 2);
  });
});
