// Prints the folder of node-addon-api's headers, for binding.gyp.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

try {
  console.log(createRequire(import.meta.url)('node-addon-api').include_dir);
} catch {
  // `npm install FOLDER` in another project compiles a checkout, but does not install what the checkout depends on.
  const root = fileURLToPath(new URL('../../', import.meta.url));
  console.error(`whatwg-transcoder: node-addon-api is missing; run "npm install" in ${root} first`);
  process.exitCode = 1;
}
