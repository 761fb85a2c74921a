// Tests that bodies which are made to take long take no longer than others.

import { fileURLToPath } from 'node:url';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { assertLinear } from '../../harness/work.mjs';

const http = fileURLToPath(new URL('../../../lib/http.js', import.meta.url));

describe('HTTP bodies: hostile bytes', () => {
  const parts = [
    '<',
    '<!--',
    '<!-- -',
    '<meta ',
    '<meta content="charset=',
    "<meta content=charset='>",
    '<meta content="charset ">',
    '<meta charset="x">',
    '<a a=',
    '<a "',
    '<a =',
    '</',
    '<?',
    'charset=',
    '<meta a b c d e f g h content=charsetcharset>',
  ];

  // Node's inspector counts the steps.
  itInNode('take steps in proportion to their length, up to 2 MB', () => {
    assertLinear(
      `const { sniffEncoding } = require(${JSON.stringify(http)});
      const options = { prescanBytes: Infinity };
      const run = (part, length) => {
        const bytes = Buffer.from(part.repeat(length / part.length), 'latin1');
        for (const type of ['text/html', 'text/xml', 'text/css']) {
          sniffEncoding(bytes, type, options);
          sniffEncoding(Buffer.concat([Buffer.from('<?xml encoding='), bytes]), type, options);
          sniffEncoding(Buffer.concat([Buffer.from('@charset "'), bytes]), type, options);
        }
      };`,
      parts,
    );
  });

  itInNode('take steps in proportion to their length in the head of a whole page', () => {
    assertLinear(
      `const { decodeBody } = require(${JSON.stringify(http)});
      const run = (part, length) => {
        const bytes = Buffer.from(part.repeat(length / part.length), 'latin1');
        decodeBody(bytes, 'text/html', { prescanBytes: 1 });
      };`,
      [...parts, '</head', '<body', '<!-- </head> '],
      8000, // eight times as much is about the 65,536 bytes of the search
    );
  });
});
