// Compares TextDecoder with two exact decoders of other hands, @exodus/bytes and Chromium's own.
//
//   npm run test:oracles -- [--cases N] [--seed S] [--chromium PATH | --no-chromium]
//
// N random cases an encoding (20,000 by default), after sweeps that do not depend on the seed. The
// exit code is 0 when nothing differs but what `documented` below lists, and 1 otherwise.

import { parseArgs } from 'node:util';
import { TextDecoder as ExodusTextDecoder } from '@exodus/bytes/encoding.js';
import { readEncodings } from '../../indexes/files.mjs';
import { TextDecoder } from '../../lib/index.mjs';
import { startChromium } from './chromium.mjs';
import * as cases from './oracle-cases.mjs';

/**
 * Differences in which the standard's text shows the other to be wrong: { oracle, section, reason, is },
 * where `is` gets { block, bytes, ours, theirs, fresh } and `fresh` is the other's outcome when its
 * decoders are new. A difference that no row explains is a failure.
 */
const documented = [];

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    chromium: { type: 'string' },
    'no-chromium': { type: 'boolean', default: false },
  },
});

const count = Number(values.cases);
if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('--cases takes a whole number');

const encodings = readEncodings()
  .map(({ name }) => name.toLowerCase())
  .filter((name) => name !== 'replacement');
const allLabels = readEncodings().flatMap(({ labels }) => labels);
const labels = [
  ...allLabels,
  ...allLabels.map((label) => label.toUpperCase()),
  ...allLabels.flatMap((label) => [
    `\t\n\f\r ${label} `,
    `${label}\v`,
    `\u00a0${label}`,
    `${label}\0`,
  ]),
  ...allLabels.map((label) =>
    label.replace('k', '\u212a').replace('s', '\u017f').replace('i', '\u0130'),
  ),
  ...allLabels.map((label) => label.replace(/[-_]/, '')),
  ...allLabels.map((label) => label.replaceAll('-', '_')),
];

/** A decoder in this process, in the shape that startChromium gives. */
const local = (Decoder) => ({
  call: async (name, ...args) => cases[name](Decoder, ...args),
  close: async () => {},
});

const hex = (bytes) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);

/** The differences of one block on which the hashes do not agree. */
async function differencesOf(oracle, block) {
  const [ours, theirs, fresh] = [
    await own.call('listOutcomes', block, false),
    await oracle.call('listOutcomes', block, false),
    await oracle.call('listOutcomes', block, true),
  ];
  const found = [];
  for (const [index, mine] of ours.entries()) {
    if (same(mine, theirs[index])) continue;
    const input = cases.caseOf(block, block.from + index);
    const difference = {
      oracle: oracle.name,
      block,
      ...input,
      ours: mine,
      theirs: theirs[index],
      fresh: fresh[index],
    };
    difference.row = documented.find((row) => row.oracle === oracle.name && row.is(difference));
    found.push(difference);
  }
  return found;
}

function describe({ oracle, block, bytes, chunks, ignoreBOM, ours, theirs, fresh }) {
  const lines = [`  ${block.encoding}, ${block.kind}: ${hex(bytes)}`];
  if (chunks)
    lines.push(`    chunks ${chunks.map(hex).join(' | ')}${ignoreBOM ? ', ignoreBOM' : ''}`);
  for (const key of Object.keys(ours)) {
    if (same(ours[key], theirs[key])) continue;
    lines.push(`    ${key}: ours ${JSON.stringify(ours[key])}`);
    lines.push(`    ${' '.repeat(key.length)}  ${oracle} ${JSON.stringify(theirs[key])}`);
    if (!same(theirs[key], fresh[key])) {
      lines.push(
        `    ${' '.repeat(key.length)}  ${oracle}, new decoder ${JSON.stringify(fresh[key])}`,
      );
    }
  }
  return lines.join('\n');
}

const own = local(TextDecoder);
const oracles = [{ name: '@exodus/bytes', ...local(ExodusTextDecoder) }];
if (!values['no-chromium']) {
  const url = new URL('oracle-cases.mjs', import.meta.url);
  const chromium = await startChromium(values.chromium ?? 'chromium', url);
  oracles.push({ name: 'chromium', ...chromium });
  console.log(chromium.version);
}
console.log(`seed ${values.seed}, ${count} random cases an encoding`);

const started = performance.now();
const shown = new Map();
const explained = new Map();
let total = 0;
let failures = 0;

try {
  const names = await own.call('nameLabels', labels);
  for (const oracle of oracles) {
    const theirs = await oracle.call('nameLabels', labels);
    for (const [at, label] of labels.entries()) {
      if (names[at] === theirs[at]) continue;
      failures += 1;
      console.log(
        `  label ${JSON.stringify(label)}: ours ${names[at]}, ${oracle.name} ${theirs[at]}`,
      );
    }
  }
  console.log(`${labels.length} labels compared`);

  for (const encoding of encodings) {
    const blocks = cases.listBlocks({ encodings: [encoding], cases: count, seed: values.seed });
    const size = blocks.reduce((sum, { from, to }) => sum + to - from, 0);
    const before = performance.now();
    // The browser is asked first: it works while this process does.
    const answers = [...oracles].reverse().map((oracle) => oracle.call('hashBlocks', blocks));
    const ours = await own.call('hashBlocks', blocks);
    const verdicts = [];
    for (const [at, oracle] of oracles.entries()) {
      const theirs = await answers[oracles.length - 1 - at];
      let [known, unknown] = [0, 0];
      for (const [index, block] of blocks.entries()) {
        if (ours[index] === theirs[index]) continue;
        for (const difference of await differencesOf(oracle, block)) {
          if (difference.row) {
            known += 1;
            explained.set(difference.row, (explained.get(difference.row) ?? 0) + 1);
            continue;
          }
          unknown += 1;
          const key = `${oracle.name} ${encoding} ${block.kind}`;
          shown.set(key, (shown.get(key) ?? 0) + 1);
          if (shown.get(key) <= 5) console.log(describe(difference));
        }
      }
      failures += unknown;
      verdicts.push(`${oracle.name} ${unknown} differ${known ? `, ${known} documented` : ''}`);
    }
    total += size;
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    console.log(`${encoding.padEnd(15)} ${size} cases, ${verdicts.join('; ')} (${seconds} s)`);
  }
} finally {
  for (const oracle of oracles) await oracle.close();
}

for (const [{ oracle, section, reason }, times] of explained) {
  console.log(`documented, ${times} times: ${oracle}: ${reason} (${section})`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${total} cases, ${failures} differences that nothing explains, ${seconds} s`);
process.exitCode = failures === 0 ? 0 : 1;
