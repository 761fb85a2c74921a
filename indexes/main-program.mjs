// Tells a module whether Node was started with it, or another module imports it.

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module with this `import.meta.url` is the main program. The paths are compared without the symbolic links in them. */
export function isMainProgram(url) {
  try {
    return realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url));
  } catch {
    return false; // The first argument of `node --eval` need not be a path, and a REPL has none.
  }
}
