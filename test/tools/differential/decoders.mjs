// Compares TextDecoder with two other exact decoders, @exodus/bytes and Chromium's.
//
//   npm run test:differential -- [--cases N] [--seed S] [--chromium PATH | --no-chromium]
//                           [--encoding NAME]...
//   npm run test:differential -- --encode [--chromium PATH | --no-chromium] [--encoding NAME]...
//
// With --encode it compares encoders instead: see encode-oracles.mjs.
// There are N random cases per encoding (20,000 by default), after sweeps that do not depend on the
// seed. The default is all encodings, else those named in lowercase. The exit code is 0 when
// `documented` below explains every difference, and 1 otherwise.

import { parseArgs } from 'node:util';
import { TextDecoder as ExodusTextDecoder } from '@exodus/bytes/encoding.js';
import { readEncodings, readIndex } from '../../../indexes/files.mjs';
import { TextDecoder } from '../../../lib/index.mjs';
import { secondsSince } from '../run/machine.mjs';
import * as cases from './cases.mjs';
import { startChromium } from './chromium.mjs';
import { compareEncoders } from './encoders.mjs';

const hex = (bytes) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');

const units = (texts) => [texts].flat().flatMap((text) => text?.split(' ').filter(Boolean) ?? []);

const refused = (texts) => [texts].flat().includes(null);

/**
 * Whether both sides refuse the same calls of a case, and all texts that they return pass a test.
 */
const everyText = ({ ours, fresh }, test) =>
  Object.keys(ours).every(
    (key) =>
      refused(ours[key]) === refused(fresh[key]) && test(units(ours[key]), units(fresh[key])),
  );

const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);

/** Pairs « JIS X 0208, JIS X 0212 » of the code points that the same two bytes mean in EUC-JP. */
const japanesePairs = new Set();
{
  const [first, second] = ['jis0208', 'jis0212'].map((name) => new Map(readIndex(name)));
  for (let pointer = 0; pointer < 94 * 94; pointer += 1) {
    const [left, right] = [first, second].map((index) =>
      (index.get(pointer) ?? 0xfffd).toString(16),
    );
    japanesePairs.add(`${left} ${right}`);
  }
}

/**
 * The pointers of Big5 that mean two code points, as the two UTF-16 code units that Chromium gives.
 */
const brokenBig5 = [
  ['93 df04', 'ca 304'],
  ['93 df0c', 'ca 30c'],
  ['b3 df04', 'ea 304'],
  ['b3 df0c', 'ea 30c'],
];

/** The number of escape sequences of ISO-2022-JP that are broken in their third byte. */
const brokenEscapes = (bytes) =>
  hex(bytes).match(/1b (24(?! 40| 42)|28(?! 42| 49| 4a))(?= )/g)?.length ?? 0;

/**
 * Differences in which, by the text of the standard, the other decoder is wrong. The function `is`
 * of a row gets { block, bytes, ours, theirs, fresh }, where `fresh` is the result of the other's
 * new decoders. A difference that no row explains is a failure.
 */
const documented = [
  {
    oracle: 'chromium',
    section: '#dom-textdecoder-decode',
    reason:
      'the state of a call without stream is kept for the next call of the same TextDecoder, but ' +
      'step 1 of that call sets a new decoder (EUC-JP, ISO-2022-JP)',
    is: ({ block, ours, fresh }) =>
      ['euc-jp', 'iso-2022-jp'].includes(block.encoding) && same(ours, fresh),
  },
  {
    oracle: 'chromium',
    section: '#big5-decoder',
    reason:
      'the pointers 1133, 1135, 1164 and 1166 decode to half a surrogate pair instead of the two code ' +
      'points of step 3.6 (88 62, 88 64, 88 A3, 88 A5)',
    is: (difference) =>
      difference.block.encoding === 'big5' &&
      everyText(difference, (ours, theirs) => {
        let text = theirs.join(' ');
        for (const [wrong, right] of brokenBig5) text = text.replaceAll(wrong, right);
        return text === ours.join(' ');
      }),
  },
  {
    oracle: 'chromium',
    section: '#euc-jp-decoder',
    reason:
      'after 8F, a byte and an error the next two bytes are looked up in index jis0212, although ' +
      'step 5 has set « EUC-JP jis0212 » to false',
    is: (difference) =>
      difference.block.encoding === 'euc-jp' &&
      difference.bytes.includes(0x8f) &&
      everyText(
        difference,
        (ours, theirs) =>
          ours.length === theirs.length &&
          ours.every(
            (unit, at) => unit === theirs[at] || japanesePairs.has(`${unit} ${theirs[at]}`),
          ),
      ),
  },
  {
    oracle: 'chromium',
    section: '#iso-2022-jp-decoder',
    reason:
      'the bytes that state « escape » restores are not decoded like other bytes: the second ' +
      'one is never an error, and at the end of the queue the first one is ASCII in every state',
    is: (difference) =>
      difference.block.encoding === 'iso-2022-jp' &&
      everyText(difference, (ours, theirs) => {
        let dropped = 0;
        let at = 0;
        const cut = /1b (24|28)$/.exec(hex(difference.bytes))?.[1];
        const rest = cut !== undefined && theirs.at(-1) === cut ? theirs.slice(0, -1) : theirs;
        const wanted = rest === theirs ? ours : ours.slice(0, -1);
        for (const unit of wanted) {
          if (unit === rest[at]) at += 1;
          else if (unit === 'fffd') dropped += 1;
          else return false;
        }
        return at === rest.length && dropped <= brokenEscapes(difference.bytes);
      }),
  },
];

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    chromium: { type: 'string' },
    encode: { type: 'boolean', default: false },
    encoding: { type: 'string', multiple: true },
    'no-chromium': { type: 'boolean', default: false },
  },
});

const count = Number(values.cases);
if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('--cases takes a whole number');

const encodings = readEncodings()
  .map(({ name }) => name.toLowerCase())
  .filter((name) => name !== 'replacement' && (values.encoding?.includes(name) ?? true));

if (values.encode) {
  const chromium = values['no-chromium'] ? null : (values.chromium ?? 'chromium');
  const names = encodings.filter((name) => !name.startsWith('utf-16'));
  process.exit((await compareEncoders(names, chromium)) === 0 ? 0 : 1);
}

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

const functions = new Map(Object.entries(cases));

/** A decoder in this process, in the same shape as the result of startChromium(). */
const local = (Decoder) => ({
  call: async (name, ...args) => functions.get(name)(Decoder, ...args),
  close: async () => {},
});

/** The differences in one block whose hashes differ. */
async function differencesOf(oracle, block) {
  const ours = await own.call('listOutcomes', block);
  const theirs = await oracle.call('listOutcomes', block);
  const list = [...ours.keys()].filter((index) => !same(ours[index], theirs[index]));
  const places = list.map((index) => block.from + index);
  const fresh = await oracle.call('listFreshOutcomes', block, places);
  return list.map((index, at) => {
    const difference = {
      oracle: oracle.name,
      block,
      ...cases.caseOf(block, places[at]),
      ours: ours[index],
      theirs: theirs[index],
      fresh: fresh[at],
    };
    difference.row = documented.find((row) => row.oracle === oracle.name && row.is(difference));
    return difference;
  });
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
  const url = new URL('cases.mjs', import.meta.url);
  const chromium = await startChromium(values.chromium ?? 'chromium', url);
  oracles.push({ name: 'chromium', ...chromium });
  console.log(chromium.version);
}
console.log(`seed ${values.seed}, ${count} random cases per encoding`);

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
    // The browser is asked first, so that it works at the same time as this process.
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
    const seconds = secondsSince(before);
    console.log(`${encoding.padEnd(15)} ${size} cases, ${verdicts.join('; ')} (${seconds} s)`);
  }
} finally {
  for (const oracle of oracles) await oracle.close();
}

for (const [{ oracle, section, reason }, times] of explained) {
  console.log(`documented, ${times} times: ${oracle}: ${reason} (${section})`);
}
const seconds = secondsSince(started, 0);
console.log(`${total} cases, ${failures} unexplained differences, ${seconds} s`);
process.exitCode = failures === 0 ? 0 : 1;
