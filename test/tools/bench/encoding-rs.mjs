// Builds encoding_rs with C functions around it (core/encoding_rs), for the benchmark of the core and for the fuzz driver that compares
// the core with it.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from './scratch.mjs';

/** The folder of crates that Debian's package librust-encoding-rs-dev fills. */
export const CRATES = '/usr/share/cargo/registry';

/** Builds encoding_rs with cargo, for the processor of this machine. Returns the path of the library, or null. */
export function buildEncodingRs(features = []) {
  const crate = scratchFolder('encoding_rs');
  const target = join(crate, `target${features.length > 0 ? `-${features.join('-')}` : ''}`);
  const library = join(target, 'release', 'libbench_encoding_rs.so');
  cpSync(fileURLToPath(new URL('core/encoding_rs/', import.meta.url)), crate, {
    recursive: true,
    preserveTimestamps: true,
  });
  const args = ['build', '--release', '--offline', '--quiet', '--target-dir', target];
  args.push('--config', 'source.crates-io.replace-with="crates"');
  args.push('--config', `source.crates.directory=${JSON.stringify(CRATES)}`);
  if (features.length > 0) args.push('--features', features.join(','));
  const { status } = spawnSync('cargo', args, {
    cwd: crate,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RUSTFLAGS: '-C target-cpu=native -C opt-level=3' },
  });
  return status === 0 && existsSync(library) ? library : null;
}
