// Loads every entry point of the package twice into one process, with the native and with the WebAssembly backend, so that a fuzz
// driver can compare both. The variable WHATWG_TRANSCODER_BACKEND names one backend, which is then the only one.

import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const lib = fileURLToPath(new URL('../../lib/', import.meta.url));
const VARIABLE = 'WHATWG_TRANSCODER_BACKEND';

/** The entry points that change nothing when they are loaded: all but the polyfill. */
const entryPoints = ['hooks', 'historical', 'codepages', 'detect', 'http', 'labels', 'iconv-lite'];

/** Loads the entry points with a backend: an object of their exports by name, where `index` is the package root. */
function load(backend) {
  for (const path of Object.keys(require.cache)) {
    if (path.startsWith(lib.replaceAll('/', sep))) delete require.cache[path];
  }
  process.env[VARIABLE] = backend;
  const names = ['index', ...entryPoints];
  const product = Object.fromEntries(names.map((name) => [name, require(`${lib}${name}.js`)]));
  if (product.index.backend !== backend) throw new Error(`${backend} was not loaded`);
  return { ...product, main: require(`${lib}cli/main.js`).main, backend };
}

const demanded = process.env[VARIABLE];
const backends = demanded === undefined || demanded === '' ? ['wasm', 'native'] : [demanded];

/** The package, once for each backend. */
export const products = backends.map(load);
