// Tests the memory that a function as `unencodable` takes for long input.

import { runNode } from '../../harness/run-node.mjs';

describe('a function as `unencodable`: memory', () => {
  /** Runs a script in a process whose heap has 30 MB, and asserts that it succeeds. */
  const inHeapOf30MB = (source) =>
    runNode(['--max-old-space-size=30', '-e', source], {
      cwd: new URL('.', import.meta.url),
    });

  it('handles 10 MB of emoji in a heap of 30 MB, with encode() and encodedLength()', () => {
    inHeapOf30MB(`
      const { encode, encodedLength } = require('whatwg-transcoder');
      const text = '\\u{1F4A9}'.repeat(10 * 2 ** 18);
      for (const label of ['shift_jis', 'latin1']) {
        const options = { unencodable: () => '?' };
        if (encode(text, label, options).length !== text.length / 2) throw new Error(label);
        if (encodedLength(text, label, options) !== text.length / 2) throw new Error(label);
      }
    `);
  });

  it('handles 10 MB of emoji in a heap of 30 MB, with transcode() and the streams', () => {
    inHeapOf30MB(`
      const { EncodeStream, TranscodeStream, transcode } = require('whatwg-transcoder');
      const bytes = Buffer.alloc(10 * 2 ** 20, '\\u{1F4A9}');
      const options = { unencodable: () => '?' };
      if (transcode(bytes, 'utf-8', 'shift_jis', options).length !== bytes.length / 4) throw new Error();
      const text = bytes.toString();
      for (const [stream, chunk] of [
        [new TranscodeStream('utf-8', 'latin1', options), bytes],
        [new EncodeStream('latin1', options), text],
      ]) {
        let length = 0;
        stream.on('data', (part) => { length += part.length; });
        stream.on('end', () => { if (length !== bytes.length / 4) process.exit(2); });
        stream.end(chunk);
      }
    `);
  });
});
