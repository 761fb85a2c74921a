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

  for (const folder of floors) {
    for (const target of floors) {
      const isAllowed = target === folder || arrows[folder].includes(target);
      it(`${folder}/ ${isAllowed ? 'may' : 'may not'} include ${target}/`, () => {
        const text = source('#include <span>', `#include "../${target}/x.h"`);
        const fault = `src/${folder}/a.h: includes "../${target}/x.h": ${folder}/ may not include ${target}/`;
        deepEqual(faultsOf(`src/${folder}/a.h`, text), isAllowed ? [] : [fault]);
      });
    }

    for (const include of ['<napi.h>', '"napi.h"', '<node_api.h>']) {
      it(`${folder}/ ${folder.startsWith('node') ? 'may' : 'may not'} include ${include}`, () => {
        const name = include.slice(1, -1);
        deepEqual(
          faultsOf(`src/${folder}/a.cc`, source(`#  include ${include}`)),
          folder.startsWith('node')
            ? []
            : [`src/${folder}/a.cc: includes ${name}, which only the rooms of node may include`],
        );
      });
    }
  }

  it('lets core/ and what stands on it include generated tables, but not simd/', () => {
    const include = '#include "whatwg_encoding_generated/encodings.h"';
    deepEqual(faultsOf('src/core/a.h', source(include)), []);
    equal(faultsOf('src/simd/a.h', source(include)).length, 1);
  });

  it('refuses includes and files that are on no floor', () => {
    match(faultsOf('src/core/a.h', source('#include "../a.h"'))[0], /on no floor/);
    match(faultsOf('src/core/a.h', source('#include "core/a.h"'))[0], /on no floor/);
    match(faultsOf('src/util/a.h', source())[0], /util is no floor/);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['an #include', '#include "a.h"\n'],
    ['an address only', '// https://encoding.spec.whatwg.org/\n'],
    ['a comment that is not at the top', `\n${source()}`],
  ]) {
    it(`refuses a file that begins with ${what}`, () => {
      const faults = faultsOf('src/core/a.cc', text);
      match(faults[0], /does not begin with a comment that says its purpose/);
    });
  }

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
