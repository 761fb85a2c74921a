// Prints the paths of the addon's sources, for binding.gyp.

import { readdirSync } from 'node:fs';

// One is for the WebAssembly module, the other for the addon for release, which is linked without libraries.
const others = /^(wasm\/.*|node_memory\/runtime\.cc)$/;

const files = readdirSync(new URL('../', import.meta.url), { recursive: true });
for (const file of files.map((name) => name.replaceAll('\\', '/')).sort()) {
  if (file.endsWith('.cc') && !others.test(file)) console.log(`src/${file}`);
}
