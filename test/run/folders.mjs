// Makes temporary folders, which are removed when the process ends.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = [];

/** Makes a new folder, with `name` as a part of its name, and returns its path. */
export function temporaryFolder(name) {
  if (folders.length === 0) {
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `whatwg-transcoder-${name}-`)));
  folders.push(folder);
  return folder;
}
