'use strict';

// test/tools/release/install.mjs copies this file into the projects that it makes. It decodes and encodes
// the samples of all encodings, and prints how many gave the same results as the reference.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Whether an encoding decodes and encodes its sample correctly. The replacement encoding only
 * decodes.
 */
function isRight(library, hooks, { encoding, bytes, decoded, text, encoded }) {
  const input = Buffer.from(bytes, 'base64');
  if (encoded === null) {
    if (hooks.decode(input, encoding) !== decoded) return false;
    try {
      library.encode(text, encoding);
    } catch ({ code }) {
      return code === 'ERR_ENCODING_NOT_SUPPORTED';
    }
    return false;
  }
  const output = library.encode(text, encoding, { unencodable: 'html' });
  return (
    library.decode(input, encoding, { ignoreBOM: true }) === decoded &&
    new library.TextDecoder(encoding, { ignoreBOM: true }).decode(input) === decoded &&
    output.toString('base64') === encoded
  );
}

exports.compare = (library, hooks) => {
  const samples = JSON.parse(readFileSync(join(__dirname, 'samples.json'), 'utf8'));
  const wrong = samples.filter((sample) => !isRight(library, hooks, sample));
  for (const { encoding } of wrong) console.log(`${encoding}: wrong result`);
  console.log(`${samples.length - wrong.length} encodings are right`);
};
