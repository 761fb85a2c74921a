// Compares the historical encodings with other converters: iso-2022-kr with glibc's iconv and with
// Python's codec iso2022_kr, hz-gb-2312 with Python's codec hz, ibm864 with glibc's iconv.
//
//   npm run test:differential -- historical
//
// The inputs are every pair of bytes of the two-byte sets, every single byte, every code point of
// the Basic Multilingual Plane, and streams in which different rules give different results. The
// exit code is 0 when `documented` below explains every difference and each of its rows explains at
// least one; otherwise it is 1.

import { spawnSync } from 'node:child_process';
import { hzGb2312, ibm864, iso2022Kr } from '../../../lib/encodings.mjs';
import { decode, encode } from '../../../lib/index.mjs';
import { askPython } from './python.mjs';

/**
 * A converter, which is run over a list of inputs. It returns a list of outputs, with null for each
 * input that it refuses.
 */
const python = (codec) => {
  const ask = (direction, as) => (inputs) =>
    askPython(direction, [codec], inputs)[codec].map((answer) =>
      answer === null ? null : Buffer.from(answer, as),
    );
  return {
    name: `Python ${codec}`,
    decode: ask('decode', 'utf16le'),
    encode: ask('encode', 'hex'),
  };
};

function run(command, args, input) {
  const { error, status, stdout } = spawnSync(command, args, { input, maxBuffer: 1 << 28 });
  if (error !== undefined) throw new Error(`cannot run ${command}`, { cause: error });
  return { status, stdout };
}

const newline = Uint8Array.of(0x0a);

/** Runs iconv on one input. Returns null when iconv refuses it. */
function askIconv(from, to, bytes) {
  const { status, stdout } = run('iconv', ['-f', from, '-t', to], bytes);
  return status === 0 ? stdout : null;
}

/**
 * Decodes inputs that end in ASCII, many in one process, one per line. When iconv refuses a list,
 * each half of the list is tried.
 */
function decodeLines(charset, inputs) {
  const joined = Buffer.concat(inputs.flatMap((bytes) => [bytes, newline]));
  const text = askIconv(charset, 'UTF-16LE', joined);
  if (text !== null) {
    const lines = text.toString('utf16le').split('\n');
    if (lines.length === inputs.length + 1) return lines.slice(0, -1).map(utf16);
  }
  if (inputs.length === 1) return [null];
  const half = inputs.length >> 1;
  return [
    ...decodeLines(charset, inputs.slice(0, half)),
    ...decodeLines(charset, inputs.slice(half)),
  ];
}

/**
 * Encodes texts, all in one process, one per line. An empty line means that the text was refused.
 */
function encodeLines(charset, texts, header) {
  const joined = Buffer.concat(texts.flatMap((text) => [text, utf16('\n')]));
  const { stdout } = run('iconv', ['-c', '-f', 'UTF-16LE', '-t', charset], joined);
  const lines = stdout.toString('latin1').split('\n').slice(0, -1);
  if (lines.length !== texts.length) throw new Error(`iconv gave ${lines.length} lines`);
  return lines.map((line, i) => {
    const own = i === 0 && header !== '' ? line.slice(header.length) : line;
    return own === '' ? null : Buffer.from(header + own, 'latin1');
  });
}

const iconv = (charset, header = '') => ({
  name: `glibc ${charset}`,
  decode: (inputs) => inputs.map((bytes) => askIconv(charset, 'UTF-16LE', bytes)),
  decodeMany: (inputs) => decodeLines(charset, inputs),
  encode: (texts) => encodeLines(charset, texts, header),
});

const utf16 = (text) => Buffer.from(text, 'utf16le');
const latin1 = (text) => Buffer.from(text, 'latin1');

/** The result of this package for an input, or null when it refuses the input. */
function attempt(make) {
  try {
    return make();
  } catch (error) {
    if (!/^ERR_ENCODING_/.test(error.code)) throw error;
    return null;
  }
}

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const seven = range(0x21, 0x7e);
const pairs = (open, close) =>
  seven.flatMap((lead) =>
    seven.map((trail) => Buffer.concat([latin1(open), Uint8Array.of(lead, trail), latin1(close)])),
  );
const codePoints = range(0x01, 0xffff)
  .filter((codePoint) => codePoint !== 0x0a && (codePoint & 0xf800) !== 0xd800)
  .map((codePoint) => utf16(String.fromCharCode(codePoint)));
const bytes = (open) =>
  range(0x00, 0xff).map((byte) => Buffer.concat([latin1(open), Uint8Array.of(byte)]));

const header = '\x1b$)C';
const hzStreams = [
  '~~',
  '~',
  '~a',
  '~\n',
  'a~\nb',
  '~{',
  '~}',
  '~{VP',
  '~{VPND~}!',
  '~{V',
  '~{VP\nND',
  '~{VP~\nND~}',
  '~{VP~~ND~}',
  '~{~{VP~}',
  '~{~}~}',
  '~{V\n',
  '~{ !~}',
  '~{V ~}',
  '~{\x7f!~}',
  '~{VP~a',
  '~{VP~',
].map(latin1);
const krStreams = ['', header].flatMap((start) =>
  [
    '',
    'a',
    '\x0f',
    '\x0e',
    '\x0e0!',
    '\x0e0!\x0f',
    '\x0e0!\n0!',
    '\x0e0!\n\x0e0!',
    '\x0e0',
    '\x0e0\n',
    '\x0e\x0e0!',
    '\x0e0!\x0f\x0fa',
    '\x0e 0!',
    '\x0e0!\r\n',
    '\x0e0!\x1b$)C',
    '\x1b',
    '\x1b$',
    '\x1b$)',
    '\x1b$)C',
    '\x1b$)Ca',
    'a\x1b$)Cb',
    'a\n\x1b$)Cb',
    '\x1b$)C\x1b$)C',
    '\x1b$)A',
    '\x1b(B',
    '\x1bN0!',
  ].map((text) => latin1(start + text)),
);

const blocks = [
  {
    label: hzGb2312,
    oracle: python('hz'),
    decode: {
      pairs: pairs('~{', '~}'),
      bytes: [...bytes(''), ...bytes('~{')],
      streams: hzStreams,
    },
  },
  {
    label: iso2022Kr,
    oracle: python('iso2022_kr'),
    decode: {
      pairs: pairs(`${header}\x0e`, '\x0f'),
      bytes: [...bytes(''), ...bytes(`${header}\x0e`)],
      streams: krStreams,
    },
  },
  {
    label: iso2022Kr,
    oracle: iconv('ISO-2022-KR', header),
    decode: {
      pairs: pairs('\x0e', '\x0f'),
      bytes: [...bytes(''), ...bytes('\x0e')],
      streams: krStreams,
    },
  },
  { label: ibm864, oracle: iconv('IBM864'), decode: { bytes: bytes('') } },
];

const startsWithHeader = (input) => input.subarray(0, header.length).equals(latin1(header));
const refusedHere = ({ ours, theirs }) => ours === null && theirs !== null;
const refusedThere = ({ ours, theirs }) => ours !== null && theirs === null;
const isText = (buffer, expected) => buffer !== null && buffer.toString('utf16le') === expected;
const includes = (input, sequence) => input.includes(latin1(sequence));

/** Whether the input is U+000E, U+000F or U+001B, which the iso-2022-kr encoder refuses. */
const isStateControl = ({ direction, input }) =>
  direction === 'encode' && ['\x0e', '\x0f', '\x1b'].includes(input.toString('utf16le'));

/** The explained differences, by the other converter. Each row is asked about { direction, kind, input, ours, theirs }. */
const documented = {
  'Python hz': [
    {
      reason:
        'supports only GB 2312, as in RFC 1843; the 2012 edition supports all GBK pairs in 21–7E',
      is: (difference) =>
        refusedThere(difference) &&
        (difference.kind === 'pairs' || difference.kind === 'code points') &&
        !'\u00b7\u2014'.includes(difference.input.toString('utf16le')),
    },
    {
      reason: 'decodes 21 24 and 21 2A to U+30FB and U+2015; in GBK they are U+00B7 and U+2014',
      is: ({ direction, input, ours, theirs }) =>
        direction === 'decode'
          ? (isText(ours, '\u00b7') && isText(theirs, '\u30fb')) ||
            (isText(ours, '\u2014') && isText(theirs, '\u2015'))
          : '\u00b7\u2014\u30fb\u2015'.includes(input.toString('utf16le')),
    },
    {
      reason:
        'between ~{ and ~} it accepts only the escape sequence ~}, and refuses ~{, ~~ and ~ newline',
      is: (difference) => refusedThere(difference) && difference.direction === 'decode',
    },
  ],
  'Python iso2022_kr': [
    {
      reason:
        'writes no header before a text of only ASCII; the 2012 edition writes it before every text',
      is: ({ direction, ours, theirs }) =>
        direction === 'encode' &&
        ours !== null &&
        theirs !== null &&
        startsWithHeader(ours) &&
        ours.subarray(header.length).equals(theirs),
    },
    {
      reason: 'writes SO, SI and ESC unchanged, as the 2012 edition does',
      is: (difference) => isStateControl(difference) && refusedHere(difference),
    },
    {
      reason: 'ignores SO before the header, and decodes the bytes after SO as ASCII',
      is: ({ direction, input }) =>
        direction === 'decode' && !startsWithHeader(input) && includes(input, '\x0e'),
    },
    {
      reason: 'accepts control characters and the header in double-byte state',
      is: (difference) =>
        refusedHere(difference) &&
        startsWithHeader(difference.input) &&
        difference.input[header.length] === 0x0e,
    },
    {
      reason:
        'ignores ESC ( B and passes ESC N through; neither is an escape sequence of this encoding',
      is: (difference) =>
        refusedHere(difference) &&
        ['\x1b(B', '\x1bN'].some((each) => includes(difference.input, each)),
    },
  ],
  'glibc ISO-2022-KR': [
    {
      reason:
        'decodes 22 68 to U+327E, which was added to KS X 1001 in 2002 and is not in index euc-kr',
      is: ({ input, ours, theirs }) =>
        ours === null && theirs !== null && (isText(theirs, '\u327e') || isText(input, '\u327e')),
    },
    {
      reason:
        'refuses a newline in double-byte state; in the 2012 edition a newline returns to ASCII',
      is: (difference) => refusedThere(difference) && includes(difference.input, '\n'),
    },
    {
      reason: 'also accepts the header in double-byte state',
      is: (difference) =>
        refusedHere(difference) && difference.input.subarray(-4).equals(latin1(header)),
    },
    {
      reason: 'passes ESC through when it does not begin a header',
      is: (difference) =>
        refusedHere(difference) && difference.theirs.toString('utf16le').includes('\x1b'),
    },
    {
      reason: 'writes SO, SI and ESC unchanged, as the 2012 edition does',
      is: (difference) => isStateControl(difference) && refusedHere(difference),
    },
  ],
  'glibc IBM864': [
    {
      reason: 'decodes 25 to ARABIC PERCENT SIGN; the 2012 edition decodes it to U+0025',
      is: ({ input }) =>
        [[0x25], utf16('%'), utf16('\u066a')].some((each) => input.equals(Buffer.from(each))),
    },
    {
      reason: 'has no characters for 9B, 9C and 9F; the 2012 edition has C1 controls there',
      is: (difference) =>
        refusedThere(difference) && [0x9b, 0x9c, 0x9f].includes(difference.input[0]),
    },
  ],
};

const hex = (buffer) =>
  buffer === null ? 'refused' : buffer.toString('hex').replace(/..(?=.)/g, '$& ');
const text = (buffer) => (buffer === null ? 'refused' : JSON.stringify(buffer.toString('utf16le')));

let failures = 0;
for (const { label, oracle, decode: inputs } of blocks) {
  const groups = [
    ...Object.entries(inputs).map(([kind, list]) => ({ direction: 'decode', kind, list })),
    { direction: 'encode', kind: 'code points', list: codePoints },
  ];
  for (const { direction, kind, list } of groups) {
    const ask =
      (direction === 'decode' && kind === 'pairs' && oracle.decodeMany) || oracle[direction];
    const answers = ask(list);
    let [same, explained] = [0, 0];
    for (const [i, input] of list.entries()) {
      const ours = attempt(() =>
        direction === 'decode'
          ? utf16(decode(input, label, { fatal: true }))
          : encode(input.toString('utf16le'), label),
      );
      const theirs = answers[i];
      const difference = { direction, kind, input, ours, theirs };
      if (ours === null ? theirs === null : theirs !== null && ours.equals(theirs)) {
        same += 1;
        continue;
      }
      const row = documented[oracle.name].find((each) => each.is(difference));
      if (row !== undefined) {
        row.count = (row.count ?? 0) + 1;
        explained += 1;
        continue;
      }
      failures += 1;
      const [from, to] = direction === 'decode' ? [hex, text] : [text, hex];
      console.log(
        `${label} ${oracle.name} ${direction} ${from(input)}: ${to(ours)}, theirs ${to(theirs)}`,
      );
    }
    console.log(
      `${label}, ${oracle.name}, ${direction} ${kind}: ${same} same, ${explained} explained`,
    );
  }
}
for (const [oracle, rows] of Object.entries(documented)) {
  for (const { reason, count = 0 } of rows) {
    console.log(`  ${String(count).padStart(5)}  ${oracle}: ${reason}`);
    if (count > 0) continue;
    failures += 1;
    console.log('         this row explains no difference: remove it');
  }
}
process.exitCode = failures === 0 ? 0 : 1;
