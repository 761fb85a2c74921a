// Tests that the comparison of two packages sees every export, and that it provokes messages of each kind.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../harness/run-node.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { typeFacts } from './compare/type-facts.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

describe('The comparison of two packages', () => {
  const folder = temporaryFolder('compare');
  let facts;

  before(() => {
    const file = join(folder, 'facts.json');
    runNode([fileURLToPath(new URL('compare/facts.mjs', import.meta.url)), file], { cwd: root });
    facts = JSON.parse(readFileSync(file, 'utf8'));
  });

  it('sees every export, and what each function does with right and wrong arguments', () => {
    for (const path of ['', '/hooks', '/detect', '/http', '/labels', '/historical', '/codepages']) {
      const specifier = `whatwg-transcoder${path}`;
      for (const [name, value] of Object.entries(require(specifier))) {
        assert.ok(Object.hasOwn(facts, `${specifier}.${name}`), name);
        assert.ok(Object.hasOwn(facts, `import ${specifier} ${name}`), name);
        if (typeof value !== 'function') continue;
        assert.doesNotMatch(facts[`${specifier} ${name} with right arguments`], /^throws/, name);
        assert.ok(Object.hasOwn(facts, `${specifier} ${name}()`), name);
      }
    }
  });

  it('provokes messages of each code', () => {
    const thrown = Object.values(facts).filter((fact) => fact.startsWith('throws '));
    assert.ok(new Set(thrown).size >= 60);
    const codes = new Set(thrown.map((fact) => /^throws \w+ \w+ (\w+):/.exec(fact)?.[1]));
    for (const code of [
      'ERR_BODY_NOT_READABLE',
      'ERR_BODY_TOO_LARGE',
      'ERR_CONTENT_ENCODING_AMBIGUOUS',
      'ERR_CONTENT_ENCODING_INVALID',
      'ERR_CONTENT_ENCODING_NOT_SUPPORTED',
      'ERR_ENCODING_INVALID_ENCODED_DATA',
      'ERR_ENCODING_NOT_SUPPORTED',
      'ERR_ENCODING_OUTPUT_TOO_LARGE',
      'ERR_ENCODING_TOO_MANY_ERRORS',
      'ERR_ENCODING_UNENCODABLE',
      'ERR_INVALID_ARG_TYPE',
      'ERR_INVALID_THIS',
      'ERR_MEDIA_TYPE_NOT_SUPPORTED',
      'ERR_TRANSCODER_BUSY',
      'ERR_TRANSCODER_ENDED',
      'ERR_URLENCODED_TOO_MANY_TUPLES',
    ]) {
      assert.ok(codes.has(code), code);
    }
  });

  it('sees declarations, comments and types', () => {
    const types = typeFacts(root);
    const title = 'require . canEncode,';
    assert.match(types[`${title} declared`], /function canEncode\(text: string, label\?: Label\)/);
    assert.match(
      types[`${title} comments`],
      /Tells whether the encoding contains every code point/,
    );
    assert.match(types[`${title} type`], /^\(text: string, label\?: Label\) => boolean$/m);
  });
});
