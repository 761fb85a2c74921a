'use strict';

// The sub-command `verify`: compares the loaded build of the core, and the files of JavaScript, with the certificates of the package.

const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { backend } = require('../transcoding/codecs.js');
const { status } = require('./errors.js');
const { toLine, writeOutput } = require('./work.js');

const root = join(__dirname, '../..');
const folder = 'docs/certificates';

/** Returns what `read` returns, or null where a file is missing. */
function tryTo(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Returns the path in the package of the loaded addon or WebAssembly module. */
function loadedPath() {
  const end = `whatwg_transcoder.${backend === 'wasm' ? 'js' : 'node'}`;
  const file = Object.keys(require.cache).find((path) => path.endsWith(end)) ?? end;
  return relative(root, file).replaceAll('\\', '/');
}

/** Returns the hashes in all certificates, by the paths of files. */
function readCertificates() {
  const names = tryTo(() => readdirSync(join(root, folder)).sort()) ?? [];
  const rows = names.flatMap((name) => {
    const certificate = `${folder}/${name}`;
    const { files } = JSON.parse(readFileSync(join(root, certificate), 'utf8'));
    return Object.entries(files).map(([path, expected]) => [path, { certificate, expected }]);
  });
  return new Map(rows);
}

/** Runs the sub-command; returns the exit status. */
function verify({ json }) {
  const certified = readCertificates();
  const loaded = loadedPath();
  const scripts = [...certified.keys()].filter((path) => path.startsWith('lib/'));
  let agrees = true;
  for (const path of [loaded, ...scripts]) {
    const { certificate = null, expected } = certified.get(path) ?? {};
    const bytes = tryTo(() => readFileSync(join(root, path)));
    const sha256 = bytes && createHash('sha256').update(bytes).digest('hex');
    const isSame = sha256 !== null && sha256 === expected;
    agrees &&= isSame;
    const verdict = certificate === null ? 'no' : isSame ? 'agrees with' : 'DIFFERS from';
    writeOutput(
      json
        ? toLine({ type: 'file', path, backend, sha256, certificate, agrees: isSame })
        : `${path}\n  SHA-256 ${sha256}\n  ${verdict} ${certificate ?? 'certificate'}\n`,
    );
  }
  return agrees ? status.done : status.failed;
}

module.exports = { verify };
