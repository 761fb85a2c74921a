// Loads every entry point of the package twice into one process, with the native and with the WebAssembly backend, so that a fuzz
// driver can compare both. The variable WHATWG_TRANSCODER_BACKEND names one backend, which is then the only one.

import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';

const require = createRequire(import.meta.url);
const VARIABLE = 'WHATWG_TRANSCODER_BACKEND';

/** The entry points that change nothing when they are loaded: all but the polyfill. */
const entryPoints = ['hooks', 'encodings', 'detect', 'edit', 'http', 'labels', 'iconv-lite'];

/** Returns a folder with a copy of lib/. Modules that load when they are needed find those of their own copy there. */
function copyOfPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-fuzz-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['lib', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'build'), join(folder, 'build'));
  return folder;
}

/** Where labels stand among the arguments of the functions and classes of the package root. */
const placesOfLabels = {
  ...Object.fromEntries(
    'decode decodedLength validate encode encodedLength canEncode findUnencodable'
      .split(' ')
      .map((name) => [name, [1]]),
  ),
  encodeInto: [2],
  transcode: [1, 2],
  Transcoder: [0, 1],
  TranscodeStream: [0, 1],
  TextDecoder: [0],
  TextDecoderStream: [0],
  DecodeStream: [0],
  EncodeStream: [0],
};

/** Returns functions and classes of the package root that pass handles in place of labels which are known. */
function withHandles(index, { encodingFor }) {
  const handleOf = (label) => (typeof label === 'string' ? (encodingFor(label) ?? label) : label);
  const replaced = (places, values) =>
    values.map((value, at) => (places.includes(at) ? handleOf(value) : value));
  return Object.fromEntries(
    Object.entries(placesOfLabels).map(([name, places]) => [
      name,
      new Proxy(index[name], {
        apply: (call, self, values) => Reflect.apply(call, self, replaced(places, values)),
        construct: (Class, values, target) =>
          Reflect.construct(Class, replaced(places, values), target),
      }),
    ]),
  );
}

/**
 * Loads the entry points with a backend: an object of their exports by name, where `index` is the package root, and `encodings` also has
 * functions and classes of the package root that take labels of its encodings.
 */
function load(backend) {
  const folder = backend === 'native' ? root : copyOfPackage();
  process.env[VARIABLE] = backend;
  const names = ['index', ...entryPoints];
  const product = Object.fromEntries(
    names.map((name) => [name, require(join(folder, `lib/${name}.js`))]),
  );
  if (product.index.backend !== backend) throw new Error(`${backend} was not loaded`);
  const encodings = { ...withHandles(product.index, product.encodings), ...product.encodings };
  return { ...product, encodings, backend };
}

const demanded = process.env[VARIABLE];
const backends = demanded === undefined || demanded === '' ? ['wasm', 'native'] : [demanded];

/** The package, once for each backend. */
export const products = backends.map(load);
