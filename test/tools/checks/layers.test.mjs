// The check of the floors of src/ refuses includes that go up, and files that do not say what they are for.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { root } from '../run/cmake.mjs';
import { arrows, faultsOf, sources } from './layers.mjs';
import { file, picture } from './picture.mjs';

const floors = Object.keys(arrows);

const source = (...includes) =>
  ['// Decodes something.', '#pragma once', '', ...includes, ''].join('\n');

describe('the floors of src/', () => {
  it('holds for every file in src/', () => {
    const paths = sources();
    ok(paths.length > 80, `${paths.length} files`);
    const faults = paths.flatMap((path) => faultsOf(path, readFileSync(`${root}${path}`, 'utf8')));
    deepEqual(faults, []);
  });

  it('has every arrow of the table, and none that runs up or in a circle', () => {
    const used = new Set();
    for (const path of sources()) {
      const text = readFileSync(`${root}${path}`, 'utf8');
      for (const [, target] of text.matchAll(/^#include "\.\.\/(\w+)\//gm)) {
        used.add(`${path.split('/')[1]} → ${target}`);
      }
    }
    const inTable = floors.flatMap((folder) =>
      arrows[folder].map((target) => `${folder} → ${target}`),
    );
    deepEqual([...used].sort(), inTable.sort());
    for (const [at, folder] of floors.entries()) {
      for (const target of arrows[folder]) ok(floors.indexOf(target) < at, folder);
    }
  });

  // Each row: a file, a line of it, and its fault, if that is one.
  const rows = [
    ['core/a.h', '#include "../base/x.h"'],
    ['core/a.h', '#include "../core/x.h"'],
    [
      'core/a.h',
      '#include "../codecs/x.h"',
      'includes "../codecs/x.h": core/ may not include codecs/',
    ],
    [
      'base/a.cc',
      '#  include "../core/x.h"',
      'includes "../core/x.h": base/ may not include core/',
    ],
    [
      'calls/a.cc',
      '#include "../node/x.h"',
      'includes "../node/x.h": calls/ may not include node/',
    ],
    ['node/a.cc', '#include <napi.h>'],
    ['node_memory/a.cc', '#include <node_api.h>'],
    [
      'calls/a.cc',
      '#  include <node_api.h>',
      'includes node_api.h, which only the rooms of node may include',
    ],
    ['core/a.cc', '#include "napi.h"', 'includes napi.h, which only the rooms of node may include'],
    ['core/a.h', '#include "whatwg_encoding_generated/encodings.h"'],
    ['simd/a.h', '#include "whatwg_encoding_generated/encodings.h"', /generated/],
    ['core/a.h', '#include "../a.h"', /on no floor/],
    ['core/a.h', '#include "core/a.h"', /on no floor/],
    ['util/a.h', '', /util is no floor/],
  ];
  for (const [path, line, fault] of rows) {
    it(`${fault === undefined ? 'takes' : 'refuses'} ${line} in ${path}`, () => {
      const faults = faultsOf(`src/${path}`, source(line));
      equal(faults.length, fault === undefined ? 0 : 1, `${faults}`);
      if (typeof fault === 'string') equal(faults[0], `src/${path}: ${fault}`);
      else if (fault !== undefined) match(faults[0], fault);
    });
  }

  it('refuses a file that does not begin with its purpose', () => {
    for (const text of [
      '',
      '#include "a.h"\n',
      '// https://encoding.spec.whatwg.org/\n',
      `\n${source()}`,
    ]) {
      const faults = faultsOf('src/core/a.cc', text);
      match(faults[0], /does not begin with a comment that says its purpose/);
    }
  });

  it('wants a purpose of files that are not C++, too', () => {
    deepEqual(faultsOf('src/node/a.map', '# What the addon exports.\n{\n};\n'), []);
    equal(faultsOf('src/node/a.mjs', "import fs from 'node:fs';\n").length, 1);
  });
});

describe('the picture of the rooms', () => {
  it('is up to date (if not: npm run lint -- --fix)', () => {
    equal(readFileSync(file, 'utf8'), picture());
  });
});
