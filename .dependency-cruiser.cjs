// Says which file of lib/ may require which other; `npm run lint` checks it. The rooms of lib/ are described in ARCHITECTURE.md.

'use strict';

// Each room with the other rooms whose files it may require, from the ground up. An arrow that no file needs is forbidden, too. The
// entry points, which are the files of lib/ itself, use every room, and no room uses them.
const rooms = {
  base: [],
  backend: ['base'],
  labels: ['base', 'backend'],
  transcoding: ['base', 'backend', 'labels'],
  standard: ['base', 'backend', 'labels', 'transcoding'],
  url: ['base', 'labels', 'transcoding', 'standard'],
  detect: ['base', 'labels', 'transcoding'],
  http: ['base', 'labels', 'transcoding', 'url', 'detect'],
  'iconv-lite': ['base', 'labels', 'transcoding'],
  files: ['base'],
  edit: ['base', 'labels', 'transcoding', 'detect', 'files'],
  polyfill: ['base', 'standard'],
  cli: ['base', 'labels', 'transcoding', 'iconv-lite', 'detect', 'files', 'edit', 'polyfill'],
};

const names = Object.keys(rooms).join('|');

// Files that only lib/backend/ itself requires: they find a backend and set it up.
const insideBackend =
  '^lib/backend/(addon|addon-or-wasm|environment|load-error|memory|wasm|wasm-only)[.]js$';

// The WebAssembly module as text.
const wasmModule = 'build/wasm/whatwg_transcoder[.]js$';

const arrows = Object.entries(rooms).map(([room, used]) => ({
  name: `${room}-uses-only-its-rooms`,
  severity: 'error',
  from: { path: `^lib/${room}/` },
  to: { path: '^lib/', pathNot: `^lib/(${[room, ...used].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'no-circle',
      comment: 'Files that require each other cannot be read one after the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-file-is-in-a-room',
      comment: 'A folder of lib/ that is not in the list of rooms has no place in their order.',
      severity: 'error',
      from: {},
      to: { path: '^lib/[^/]+/', pathNot: `^lib/(${names})/` },
    },
    {
      name: 'lib-stands-alone',
      comment:
        'lib/ requires modules of Node and its own files: no package, no test. Only backend/addon.js requires the addon, only ' +
        'backend/wasm.js the WebAssembly module, and only backend/load-error.js and cli/usage.js read the manifest.',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        pathNot: `^lib/|[.]node$|${wasmModule}|^package[.]json$`,
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'only-addon-requires-the-addon',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/backend/addon[.]js$' },
      to: { path: '[.]node$' },
    },
    {
      name: 'only-wasm-module-requires-the-module',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/backend/wasm[.]js$' },
      to: { path: wasmModule },
    },
    {
      name: 'only-load-error-and-usage-read-the-manifest',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/(backend/load-error|cli/usage)[.]js$' },
      to: { path: '^package[.]json$' },
    },
    {
      name: 'backend-loads-itself',
      comment:
        'Other rooms reach the addon through the files that speak to it, not through those that load it.',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/backend/' },
      to: { path: insideBackend },
    },
  ],
  options: {
    // Declarations of types are not loaded when a program runs. The folder is a package of its own, which requires this one.
    exclude: { path: '[.]d[.]m?ts$|^lib/iconv-lite/package/' },
    doNotFollow: { path: '^(node_modules|test|build)/' },
  },
};
