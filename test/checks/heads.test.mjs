// Tests the check of `npm run lint` that every module begins with a comment about its purpose.

import { equal } from 'node:assert/strict';
import { hasHead } from './heads.mjs';

describe('Lint: the comment at the top of a module', () => {
  for (const [what, source] of [
    ['a line comment', "// Reads labels.\n\nimport fs from 'node:fs';\n"],
    ['a block comment', "/* Reads labels. */\nimport fs from 'node:fs';\n"],
    ['a comment on several lines', "/**\n * Reads labels.\n */\nimport fs from 'node:fs';\n"],
    ['a comment after a shebang', '#!/usr/bin/env node\n// Reads labels.\n\nmain();\n'],
    ["a comment after 'use strict'", "'use strict';\n\n// Reads labels.\n\nmain();\n"],
    ['a comment that begins with a name', '// `npm run demo` starts here.\n\nmain();\n'],
  ]) {
    it(`accepts ${what}`, () => equal(hasHead(source), true));
  }

  for (const [what, source] of [
    ['an empty module', ''],
    ['a module without comments', "'use strict';\n\nmain();\n"],
    ['a comment after code', "import fs from 'node:fs';\n\n// Reads labels.\n"],
    ['an empty comment', '//\n\nmain();\n'],
    ['a comment for a tool', '// biome-ignore lint/style/useConst: no\nlet a = 1;\n'],
    ['only an address', '// https://encoding.spec.whatwg.org/#big5\n\nmain();\n'],
  ]) {
    it(`refuses ${what}`, () => equal(hasHead(source), false));
  }
});
