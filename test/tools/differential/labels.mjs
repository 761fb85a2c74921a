// Compares the names of whatwg-transcoder/labels with the programs that use them: Python, and iconv-lite, which is installed
// in a folder of its own. Each must know the names that have it as a source. Every byte and every pair of bytes that a name
// decodes there to another text than here must be told by the `difference` of the name.
//
//   npm run test:differential -- labels
//
// Bytes that only one of the two refuses do not count. The exit code is 0 when every name is right.

import { spawnSync } from 'node:child_process';
import { decode } from 'whatwg-transcoder';
import { encodingFor } from 'whatwg-transcoder/encodings';
import { otherNames } from 'whatwg-transcoder/labels';
import { temporaryFolder } from '../run/folders.mjs';
import { install } from '../run/npm-package.mjs';
import { count, counts, heading, sumUp } from '../run/suites.mjs';
import { askPython } from './python.mjs';

// The character that stands for bytes that are refused.
const REFUSED = '\ufffd';

/** Every byte, and every pair of bytes with the first from 0x80 on. */
const inputs = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte));
for (let first = 0x80; first < 0x100; first++) {
  for (let second = 0x21; second < 0x100; second++) inputs.push(Buffer.of(first, second));
}

const iconvLiteVersion = 'iconv-lite@0.7.3';
const iconvLite = install(temporaryFolder('labels'), iconvLiteVersion)('iconv-lite');

function askIconvLite(names) {
  const textsOf = (name) =>
    iconvLite.encodingExists(name) ? inputs.map((bytes) => iconvLite.decode(bytes, name)) : null;
  return Object.fromEntries(names.map((name) => [name, textsOf(name)]));
}

function test(title, isRight, shown) {
  if (isRight) counts.passed++;
  else count(title, false, shown);
}

const textsHere = new Map();

function here(encoding) {
  if (!textsHere.has(encoding)) {
    const handle = encodingFor(encoding);
    textsHere.set(
      encoding,
      inputs.map((bytes) => decode(bytes, handle, { ignoreBOM: true })),
    );
  }
  return textsHere.get(encoding);
}

/** The bytes that are another text there than here, as « A1 C1: U+301C, here U+FF5E ». */
function differencesOf(encoding, texts) {
  const namesOf = (text) =>
    Array.from(
      text,
      (each) => `U+${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return inputs.flatMap((bytes, at) => {
    const [own, other] = [here(encoding)[at], texts[at]];
    const isRefused = (text) => text?.includes(REFUSED) ?? true;
    if (own === other || isRefused(own) || isRefused(other)) return [];
    const hex = bytes.toString('hex').toUpperCase().match(/../g).join(' ');
    return [`${hex}: ${namesOf(other).join(' ')}, here ${namesOf(own).join(' ')}`];
  });
}

for (const [source, ask] of [
  ['Python', (names) => askPython('decode', names, inputs)],
  ['iconv-lite', askIconvLite],
]) {
  heading(source);
  // A single byte order mark tells the order of UTF-16 in both programs, so pairs of bytes do not show it.
  const rows = otherNames.filter(({ encoding }) => !encoding.startsWith('UTF-16'));
  const own = otherNames.filter(({ sources }) => sources.includes(source));
  const answers = ask(otherNames.map(({ name }) => name));
  for (const { name } of own) {
    test(`${source} knows ${name}`, answers[name] !== null, 'it does not');
  }
  let different = 0;
  for (const { name, encoding, difference } of rows.filter((row) => answers[row.name] !== null)) {
    const differences = differencesOf(encoding, answers[name]);
    if (differences.length > 0) different++;
    const title = `${name} has a difference`;
    test(
      title,
      differences.length === 0 || difference !== null,
      differences.slice(0, 5).join('\n'),
    );
  }
  const known = rows.filter(({ name }) => answers[name] !== null).length;
  console.log(`${own.length} names of its own; of ${known} that it knows, ${different} differ`);
}

console.log(`\n${iconvLiteVersion}, ${spawnSync('python3', ['--version']).stdout}`.trimEnd());
sumUp({ labels: counts });
