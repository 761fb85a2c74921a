// Tests the memory that functions for errors take for long input.

import { runNode } from '../../harness/run-node.mjs';

const common = `
  const root = require('whatwg-transcoder');
  const { equal } = require('node:assert/strict');
  const malformed = { malformed: () => '?' };
  const unencodable = { unencodable: () => '?' };
  const size = 10 * 2 ** 20;
  /** Asserts how much a stream gives. */
  function gives(expected, stream, chunk) {
    let length = 0;
    stream.on('data', (part) => { length += part.length; });
    stream.on('end', () => { if (length !== expected) process.exit(2); });
    stream.end(chunk);
  }`;

// For each input: the heap in MB, and a script.
const inputs = {
  'malformed bytes': [
    60,
    `const bytes = Buffer.alloc(size, 0xff);
    equal(root.decodedLength(bytes, 'utf-8', malformed), size);
    equal(root.decode(bytes, 'utf-8', malformed).length, size);
    equal(root.transcode(bytes, 'utf-8', 'big5', malformed).length, size);
    gives(size, new root.DecodeStream('utf-8', malformed), bytes);`,
  ],
  'emoji as text': [
    30,
    `const text = '\\u{1F4A9}'.repeat(size / 4);
    for (const label of ['shift_jis', 'latin1']) {
      equal(root.encode(text, label, unencodable).length, size / 4);
      equal(root.encodedLength(text, label, unencodable), size / 4);
    }`,
  ],
  'emoji as bytes': [
    30,
    `const bytes = Buffer.alloc(size, '\\u{1F4A9}');
    equal(root.transcode(bytes, 'utf-8', 'shift_jis', unencodable).length, size / 4);
    gives(size / 4, new root.TranscodeStream('utf-8', 'latin1', unencodable), bytes);
    gives(size / 4, new root.EncodeStream('latin1', unencodable), bytes.toString());`,
  ],
};

describe('a function for errors: memory', () => {
  for (const [name, [megabytes, script]] of Object.entries(inputs)) {
    it(`handles 10 MB of ${name} in a heap of ${megabytes} MB`, () => {
      runNode([`--max-old-space-size=${megabytes}`, '-e', common + script], {
        cwd: new URL('.', import.meta.url),
      });
    });
  }
});
