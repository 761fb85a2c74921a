// Tests that programs of the checkout know that they are the main program when a symbolic link stands in their path.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/cmake.mjs';
import { temporaryFolder } from '../run/folders.mjs';

describe('Programs behind a symbolic link', function () {
  this.timeout(60_000);
  const scratch = temporaryFolder('links');
  const link = join(scratch, 'checkout');
  before(() => symlinkSync(root, link, 'dir'));

  it('make the tables, as CMake in such a folder asks for', () => {
    execFileSync(process.execPath, [join(link, 'indexes/generate.mjs'), scratch]);
    const made = readdirSync(join(scratch, 'whatwg_encoding_generated'));
    assert.deepEqual(made.sort(), [
      'detect.cc',
      'detect.h',
      'encodings.cc',
      'encodings.h',
      'indexes.cc',
    ]);
  });
});
