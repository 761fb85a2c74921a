// Decodes and encodes with all 40 encodings through an installed package, and writes a digest of
// each result to a file as JSON. It runs in every runtime of a release, and in the projects of
// install.mjs, so that the results can be compared with those of the addon of the developer's build. Usage: exercise.cjs PACKAGE_FOLDER FILE

const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Every byte, every pair of bytes whose first byte is not ASCII, and pseudo-random bytes. */
function inputBytes() {
  const bytes = [];
  for (let byte = 0; byte < 256; byte++) bytes.push(byte, 0x0a);
  for (let lead = 0x80; lead < 256; lead++) {
    for (let trail = 0; trail < 256; trail++) bytes.push(lead, trail);
  }
  let state = 1;
  for (let i = 0; i < 20_000; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    // Every second byte is one that four-byte sequences and escape sequences consist of.
    const byte = state >>> 24;
    bytes.push(i % 2 === 0 ? byte : [0x1b, 0x24, 0x28, 0x42, 0x30, 0x35, 0x81, 0x84][byte & 7]);
  }
  return Uint8Array.from(bytes);
}

/** Every scalar value of the first plane, every 64th of the others, and a lone surrogate. */
function inputText() {
  const codePoints = [];
  for (let codePoint = 0; codePoint < 0x10000; codePoint++) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) codePoints.push(codePoint);
  }
  for (let codePoint = 0x10000; codePoint < 0x110000; codePoint += 64) codePoints.push(codePoint);
  return `${codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join('')}\ud800`;
}

const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 32);

// Text is compared as UTF-16, which all runtimes write in the same way.
const digestText = (text) => digest(Buffer.from(text, 'utf16le'));

function inChunks(decoder, bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4_099) {
    text += decoder.decode(bytes.subarray(at, at + 4_099), { stream: true });
  }
  return text + decoder.decode();
}

/** The digests of all results, by encoding. `library` and `hooks` are the exports of the package. */
function resultsOf(library, hooks) {
  const bytes = inputBytes();
  const text = inputText();
  const results = {};
  for (const name of library.encodings) {
    const result = [
      digestText(hooks.decode(bytes, name)),
      digest(hooks.encode(text, library.getOutputEncoding(name))),
    ];
    if (name !== 'replacement') {
      result.push(
        digestText(inChunks(new library.TextDecoder(name), bytes)),
        digest(library.encode(text, name, { unencodable: 'html' })),
        digest(library.transcode(bytes, name, 'utf-8')),
        digestText(library.decode(bytes.subarray(0, 13), name)),
        digest(library.encode('Abc 123', name)),
      );
    }
    results[name] = result;
  }
  return results;
}

/** The files that are loaded into this process. */
function loadedFiles() {
  if (process.platform !== 'linux') {
    // Under Wine, the drive Z: is the root of the file system.
    return process.report
      .getReport()
      .sharedObjects.map((file) => file.replace(/^Z:/, '').replaceAll('\\', '/'));
  }
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .map((line) => line.replace(/^(\S+\s+){5}/, ''));
}

function libcOf(loaded) {
  if (process.platform !== 'linux') return process.platform === 'win32' ? 'ucrt' : 'libSystem';
  return loaded.some((file) => /ld-musl|linux-musl\/libc\.so/.test(file)) ? 'musl' : 'glibc';
}

/** Runs the package in a folder. */
function main([folder, outputFile]) {
  const library = require(folder);
  const results = resultsOf(library, require(join(folder, 'lib/hooks.js')));
  const loaded = loadedFiles();
  // Under Wine, Node cannot write to the pipe that is its standard output.
  writeFileSync(
    outputFile,
    JSON.stringify({
      backend: library.backend,
      platform: `${process.platform}-${process.arch}`,
      libc: libcOf(loaded),
      kernels: require(join(folder, 'lib/backend/addon-or-wasm.js')).description.kernels,
      addons: [...new Set(loaded.filter((file) => file.endsWith('.node')))],
      results,
    }),
  );
}

module.exports = { resultsOf };
if (require.main === module) main(process.argv.slice(2));
