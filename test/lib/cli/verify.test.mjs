// Tests the sub-command `verify`, which compares a package with its certificates.

import { deepEqual, equal } from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../tools/release/bill-of-materials.mjs';
import { layCheckout } from '../../tools/release/join/lay.mjs';
import { temporaryFolder } from '../../tools/run/folders.mjs';
import { run } from '../../tools/run/machine.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const addon = `prebuilds/${process.platform}-${process.arch}/whatwg_transcoder.node`;
const wasm = 'build/wasm/whatwg_transcoder.js';

describe('Command: verify', () => {
  let folder;

  /** Runs the command in the package. */
  const verify = (backend, ...args) => {
    const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
    const { status, stdout } = run(process.execPath, ['lib/cli/whatwg-transcoder.js', ...args], {
      cwd: folder,
      env,
    });
    return { status, stdout };
  };
  const objects = (backend) => {
    const { status, stdout } = verify(backend, 'verify', '--json');
    return [status, ...stdout.trimEnd().split('\n').map(JSON.parse)];
  };
  const certify = (name, ...paths) => {
    const files = Object.fromEntries(paths.map((path) => [path, sha256(join(folder, path))]));
    mkdirSync(join(folder, 'docs/certificates'), { recursive: true });
    writeFileSync(join(folder, `docs/certificates/${name}.json`), JSON.stringify({ files }));
  };

  before(async () => {
    folder = join(temporaryFolder('verify'), 'node_modules/whatwg-transcoder');
    await layCheckout(root, folder);
  });

  it('fails where the package has no certificates', () => {
    const sha = sha256(join(folder, addon));
    const text = `${addon}\n  SHA-256 ${sha}\n  no certificate\n`;
    deepEqual(verify('native', 'verify'), { status: 1, stdout: text });
  });

  it('agrees with a certificate of the loaded build, and with those of files of JavaScript', () => {
    certify('addon', addon);
    certify('javascript', 'lib/core.js');
    const [status, first, second, ...rest] = objects('native');
    deepEqual([status, rest], [0, []]);
    deepEqual(first, {
      type: 'file',
      path: addon,
      backend: 'native',
      sha256: sha256(join(folder, addon)),
      certificate: 'docs/certificates/addon.json',
      agrees: true,
    });
    deepEqual([second.path, second.agrees], ['lib/core.js', true]);
  });

  it('looks for the WebAssembly module where that is loaded', () => {
    const [status, first] = objects('wasm');
    deepEqual([status, first.path, first.certificate], [1, wasm, null]);
    certify('wasm', wasm);
    equal(verify('wasm', 'verify').status, 0);
  });

  it('fails where a file is another one', () => {
    appendFileSync(join(folder, 'lib/core.js'), '\n');
    const [status, first, second] = objects('native');
    deepEqual([status, first.agrees, second.agrees], [1, true, false]);
  });
});
