// Tests the memory that a function for malformed sequences takes.

import { runNode } from '../../harness/run-node.mjs';

describe('a function as `malformed`: work', () => {
  it('makes 10 MB of text from 10 MB of malformed bytes in a heap of 60 MB', () => {
    const source = `
      const { DecodeStream, decode, decodedLength, transcode } = require('whatwg-transcoder');
      const bytes = Buffer.alloc(10 * 2 ** 20, 0xff);
      const options = { malformed: () => '?' };
      if (decodedLength(bytes, 'utf-8', options) !== bytes.length) throw new Error('length');
      if (decode(bytes, 'utf-8', options).length !== bytes.length) throw new Error('text');
      if (transcode(bytes, 'utf-8', 'big5', options).length !== bytes.length) throw new Error('bytes');
      let length = 0;
      const stream = new DecodeStream('utf-8', options);
      stream.on('data', (part) => { length += part.length; });
      stream.on('end', () => { if (length !== bytes.length) process.exit(2); });
      stream.end(bytes);
    `;
    runNode(['--max-old-space-size=60', '-e', source], {
      cwd: new URL('.', import.meta.url),
    });
  });
});
