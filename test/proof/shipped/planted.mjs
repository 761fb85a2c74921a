// Shows that the walk through a package notices damage: flips one bit in a table of a decoder, and one in a table of an encoder, in copies
// of this checkout's addon. Usage: npm run test:proof -- planted

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layCheckout } from '../../tools/release/join/lay.mjs';
import { addon } from '../../tools/release/targets.mjs';
import { root } from '../../tools/run/cmake.mjs';
import { temporaryFolder } from '../../tools/run/folders.mjs';
import { run } from '../../tools/run/machine.mjs';
import { Suites, sumUp } from '../../tools/run/suites.mjs';
import { folder as tables } from '../words.mjs';

/**
 * A table of the generated sources, its type, which of its bytes is changed, and the encoding whose walk must find that. IBM866 is the
 * first of the maps of single-byte encoders, each of which has a page for 64 code points.
 */
const planted = [
  { kind: 'decoder', encoding: 'EUC-KR', table: 'kEucKr', Type: Uint16Array, place: () => 24_194 },
  {
    kind: 'encoder',
    encoding: 'IBM866',
    table: 'kSingleByteEncodePages',
    Type: Uint8Array,
    place: () => 64 * numbersOf('kSingleByteEncodeIndex')[0x410 >> 6] + (0x410 & 63),
  },
];

const folder = temporaryFolder('planted');
const sources = join(folder, 'tables');
run(process.execPath, ['indexes/generate.mjs', sources]);
const text = readFileSync(join(sources, 'whatwg_encoding_generated/indexes.cc'), 'utf8');

/** The numbers of a table. */
function numbersOf(table) {
  const [, list] = new RegExp(`${table}\\[\\d+\\] = \\{([^}]*)\\}`).exec(text);
  return list.match(/0x[\dA-F]+|\d+/gi).map(Number);
}

/** Walks through the encoding in a package. Returns what the walk says. */
function walk({ kind, encoding }, packageFolder) {
  const output = join(folder, 'result.json');
  const walker = `${root}test/proof/shipped/walk.cjs`;
  const args = [walker, `${kind}s`, packageFolder, tables, output, '1', encoding];
  const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: 'native' };
  const { status, output: said } = run(process.execPath, args, { env });
  return status === 0 ? 'all right' : (/Error: (.*)/.exec(said)?.[1] ?? said);
}

const suites = new Suites();
for (const one of planted) {
  const { kind, encoding, table } = one;
  run(process.execPath, [`test/proof/${kind}-steps.mjs`, encoding]);
  const packageFolder = join(mkdtempSync(join(folder, 'copy-')), 'node_modules/whatwg-transcoder');
  await layCheckout(root, packageFolder);
  const before = walk(one, packageFolder);
  const file = join(packageFolder, `prebuilds/${process.platform}-${process.arch}`, addon);
  const binary = readFileSync(file);
  const start = binary.indexOf(new Uint8Array(new one.Type(numbersOf(table)).buffer));
  if (start === -1) throw new Error(`the addon has no ${table}`);
  const at = start + one.place();
  binary[at] ^= 1;
  writeFileSync(file, binary);
  const after = walk(one, packageFolder);
  const isFound = before === 'all right' && after.startsWith(`${encoding}: after`);
  suites.add('planted bits', isFound);
  console.log(
    `${table}, byte ${at - start} (offset ${at} of the addon): before, ${before}; then ${after}`,
  );
}
sumUp(suites.all);
