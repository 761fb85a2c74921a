// Compares whatwg-transcoder/iconv-lite with iconv-lite, which is installed in a folder of its own: for each name that iconv-lite
// knows, all inputs of one and two bytes are decoded, and all code points up to U+FFFF are encoded. The encodings that differ
// are the table in lib/iconv-lite/README.md, each with the reason that stands here.
//
//   npm run test:iconv-lite [-- --write]
//
// With --write the table is written; else the exit code is 0 when the table is right.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import own from 'whatwg-transcoder/iconv-lite';
import { root } from './cmake.mjs';
import { fetchPackage } from './npm-package.mjs';

const version = '0.7.3';
const page = join(root, 'lib/iconv-lite/README.md');
const [begin, end] = ['<!-- table: npm run test:iconv-lite -->', '<!-- end of table -->'];

const controls = 'the standard decodes bytes without a character to C1 controls, and back';
const lastByte =
  'iconv-lite encodes U+FFFD as a byte that has no character; here it becomes `?` like other text';
const ascii =
  'the standard gives back a byte of ASCII that follows a malformed byte, or makes one U+FFFD of both';
const surrogates = 'a lone surrogate is U+FFFD here, and stays one in iconv-lite';
const mac = 'the later table, with the euro sign';
const apple = "Apple's table since Mac OS 8.5";
const thai = 'the standard has windows-874 for all names of Thai encodings';

/** Why the results of each codec of iconv-lite differ. The files in indexes/codepages/ say more about code pages. */
const reasons = {
  armscii8: 'punctuation of ASCII is encoded as the bytes of ASCII',
  cp1046: 'assigned code points, as in glibc, where iconv-lite has private ones',
  cp1133: 'U+00A0 is the byte FF, as in glibc and ICU',
  cp1161: 'a character that two bytes stand for is encoded as the lower byte',
  cp856: lastByte,
  cp857: lastByte,
  cp864: 'the table of the edition of 2012 of the standard, in which `%` is ASCII',
  cp869: lastByte,
  cp922: 'AF is the macron, U+00AF',
  hproman8: lastByte,
  iso646cn: lastByte,
  iso646jp: lastByte,
  koi8t: lastByte,
  maccroatian: apple,
  macgreek: apple,
  maciceland: apple,
  macromania: apple,
  macthai: lastByte,
  macturkish: apple,
  rk1048: lastByte,
  utf16le: `an unfinished unit is U+FFFD; ${surrogates}`,
  ascii:
    'bytes from 0x80 on are windows-1252, as the standard says; text is encoded to ASCII alone',
  big5hkscs: `the encoder does not write extensions of Hong Kong; ${ascii}`,
  cesu8: `a malformed or unfinished sequence is U+FFFD; ${surrogates}`,
  cp1162: lastByte,
  cp936: `the standard has GBK for all names of GB 2312, which is more; ${ascii}`,
  cp949: ascii,
  cp950: `the standard has one Big5, which is more; ${ascii}`,
  eucjp: `JIS X 0212 is decoded, and not encoded; ${ascii}`,
  gb18030: `the mappings of GB18030-2022; ${surrogates}; ${ascii}`,
  gbk: `the mappings of GB18030-2022; ${ascii}`,
  iso885911: thai,
  iso88593: lastByte,
  iso88596: lastByte,
  iso88597: lastByte,
  iso88598: lastByte,
  iso88599: 'the standard has windows-1254 for all names of ISO-8859-9',
  koi8u: 'the standard has the two letters of Belarusian in it',
  maccyrillic: `${mac} and the two letters of Ukrainian`,
  macintosh: mac,
  macroman: mac,
  macukraine: mac,
  shiftjis: `U+2212 is encoded as its wide form; ${ascii}`,
  tis620: thai,
  utf16: `an unfinished unit is U+FFFD; ${surrogates}`,
  utf16be: `an unfinished unit is U+FFFD; ${surrogates}`,
  utf32: surrogates,
  utf32be: surrogates,
  utf32le: surrogates,
  utf7: `base64 that ends within a unit is U+FFFD; ${surrogates}`,
  utf7imap: `base64 that ends within a unit is U+FFFD; ${surrogates}`,
  windows1250: controls,
  windows1251: controls,
  windows1252: controls,
  windows1253: controls,
  windows1254: controls,
  windows1255: controls,
  windows1257: controls,
  windows1258: controls,
  windows874: controls,
};

const scratch = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-iconv-lite-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const iconvLite = createRequire(`${fetchPackage(join(scratch, 'npm'), `iconv-lite@${version}`)}/`)(
  'iconv-lite',
);

/** Returns the names of iconv-lite by the name of their codec. */
function namesByCodec() {
  iconvLite.encodingExists('utf8');
  const { encodings } = iconvLite;
  const groups = new Map();
  for (const name of Object.keys(encodings)) {
    if (name.startsWith('_')) continue;
    let codec = name;
    while (typeof encodings[codec] === 'string') codec = encodings[codec];
    // Names of one codec there that are not one codec here are two rows.
    const [first = name] = groups.get(codec) ?? [];
    if (own.encodingExists(name) && own.getCodec(first) !== own.getCodec(name)) codec = name;
    groups.set(codec, [...(groups.get(codec) ?? []), name]);
  }
  return groups;
}

/** Returns how many inputs of each kind have different results. */
function countDifferences(name) {
  const counts = { one: 0, two: 0, text: 0 };
  const differs = (bytes) => iconvLite.decode(bytes, name) !== own.decode(bytes, name);
  for (let byte = 0; byte < 0x100; byte++) if (differs(Buffer.of(byte))) counts.one++;
  for (let pair = 0; pair < 0x10000; pair++) {
    if (differs(Buffer.of(pair >> 8, pair & 0xff))) counts.two++;
    const unit = String.fromCharCode(pair);
    if (!iconvLite.encode(unit, name).equals(own.encode(unit, name))) counts.text++;
  }
  return counts;
}

const problems = [];
const rows = [];
let compared = 0;
let names = 0;
for (const [codec, group] of namesByCodec()) {
  names += group.length;
  const code = group.map((name) => `\`${name}\``).join(' ');
  const unknown = group.filter((name) => !own.encodingExists(name));
  if (unknown.length > 0) {
    problems.push(`${unknown.join(' ')}: not recognized`);
    continue;
  }
  for (const name of group) {
    if (own.getCodec(name) !== own.getCodec(group[0])) problems.push(`${name}: another codec`);
  }
  compared++;
  const { one, two, text } = countDifferences(codec);
  if (one + two + text === 0) {
    if (reasons[codec] !== undefined) problems.push(`${codec}: does not differ`);
    continue;
  }
  if (reasons[codec] === undefined) problems.push(`${codec}: differs without a reason`);
  rows.push(`| ${code} | ${one} | ${two} | ${text} | ${reasons[codec]} |`);
}

const head = '| names | 1 byte | 2 bytes | code points | why |\n| --- | --- | --- | --- | --- |';
const table = `${begin}\n\n${head}\n${rows.sort().join('\n')}\n\n${end}`;
const text = readFileSync(page, 'utf8');
const written = `${text.slice(0, text.indexOf(begin))}${table}${text.slice(text.indexOf(end) + end.length)}`;
if (process.argv.includes('--write')) writeFileSync(page, written);
else if (written !== text) problems.push('the table in lib/iconv-lite/README.md is out of date');
for (const problem of problems) console.log(`FAILED  ${problem}`);
console.log(
  `iconv-lite ${version}: ${names} names, ${compared} codecs compared, ${rows.length} differ`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
