// Prints the paths of the addon's sources, for binding.gyp.

import { readdirSync } from 'node:fs';

// These are for the WebAssembly module, for programs in C++ and C, and for the addon for release, which is linked without libraries.
const others = /^(wasm\/.*|library\/.*|node_memory\/runtime\.cc)$/;

const files = readdirSync(new URL('../', import.meta.url), { recursive: true });
for (const file of files.map((name) => name.replaceAll('\\', '/')).sort()) {
  if (file.endsWith('.cc') && !others.test(file)) console.log(`src/${file}`);
}
