// Tests whatwg-transcoder/labels: names of encodings that are not the standard's, numbers of code pages, and names whose
// meaning differs.

import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode, encodings, getEncoding, labels } from 'whatwg-transcoder';
import { encodingFor, labels as otherLabels } from 'whatwg-transcoder/encodings';
import {
  ambiguousNames,
  labelFromCodePage,
  otherNames,
  resolveLabel,
  windowsCodePages,
} from 'whatwg-transcoder/labels';
import { codePageDifferences, nameDifferences } from '../../../lib/labels/lists.js';
import { foldName, namesBySource } from '../../../lib/labels/other-names.js';
import { wrongType } from '../../harness/errors.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { assertLinear } from '../../harness/work.mjs';

const labelsPath = fileURLToPath(new URL('../../../lib/labels.js', import.meta.url));

describe('resolveLabel()', () => {
  it('returns what getEncoding() returns for every label and name of the standard', () => {
    for (const label of [...Object.keys(labels), ...encodings]) {
      for (const text of [label, label.toUpperCase(), ` ${label}\n`]) {
        equal(resolveLabel(text), getEncoding(text), text);
      }
    }
  });

  it('ignores quotes and blanks around a name, case, and separators that are not between two digits', () => {
    for (const text of [
      '"shift_jis"',
      "'Shift-JIS'",
      ' " SHIFT JIS " ',
      '"cp932',
      'cp932"',
      '\t\v\f\r\n cp_932 \n',
      'C.P.932',
      'Windows:31J',
    ]) {
      equal(resolveLabel(text), 'Shift_JIS', text);
    }
    for (const text of 'iso-8859-1 1|iso-8859-1-1|iso-88591-1|cp1-252|cp 12 52|win125_1|utf-1-6'.split(
      '|',
    )) {
      equal(resolveLabel(text), null, text);
    }
    equal(resolveLabel('iso_8859_11'), 'windows-874');
  });

  it('finds the number of a code page with and without a word in front', () => {
    for (const { codePage, encoding } of windowsCodePages) {
      for (const before of ['', 'cp', 'CP-', 'windows-', 'Windows ', 'win', 'x-cp', 'codepage ']) {
        equal(resolveLabel(`${before}${codePage}`), encoding, `${before}${codePage}`);
      }
    }
    for (const name of 'cp0932|cp9.32|cp+932|cp932.0|cp9e2|cp|windows|ibm932|cp943'.split('|')) {
      equal(resolveLabel(name), null, name);
    }
  });

  it('finds names of IANA, of ICU and of iconv-lite', () => {
    const rows = `
      UTF-8 csUTF8|UTF-16LE csUTF16 csUTF16LE|UTF-16BE csUTF16BE|ISO-8859-13 csISO885913|KOI8-U csKOI8U|gb18030 csGB18030
      windows-874 csTIS620 cswindows874|Big5 csBig5HKSCS|ISO-8859-14 csISO885914 28604 celtic celtic8|ISO-8859-6 arabic8
      windows-1252 ascii8bit ansix34 ansix341968 ansix341986 iso646irv|ISO-8859-8 hebrew8 iso88598e|ISO-8859-8-I iso88598i
      ISO-8859-10 28600|ISO-8859-16 28606|tis620 tis6200 tis62025291 tis62025330|GBK gb23121980|Shift_JIS ms31j
      EUC-KR ksc56011987 ksc56011989|windows-1250 cswindows1250|rk1048 csKZ1048|cp51932 csCP51932|ISO-2022-JP csCP50220
      KOI8-R cp878|x-mac-ce x-mac-centraleurroman|x-mac-cyrillic maccy|x-mac-greek macgr|x-mac-turkish mactr
      ibm273 ebcdic-de|ibm277 ebcdic-dk|ibm871 ebcdic-is`;
    for (const row of rows.trim().split(/\s*[|\n]\s*/)) {
      const [encoding, ...names] = row.split(' ');
      for (const name of names) equal(resolveLabel(name), encoding, name);
    }
  });

  it('returns null for what no table here is', () => {
    const names = `
      cp951 asmo708x 708 cp708 shift_jis-2004 iso-2022-jp-ms cp20932
      koi8-c iso-8859-12 8bit gb2312x unknown x-unknown default charset=utf-8 utf-8; utf-8//IGNORE
    `;
    for (const name of names.trim().split(/\s+/)) {
      equal(resolveLabel(name), null, name);
    }
  });

  it('returns null for names of the properties of objects, and for text that is no name', () => {
    for (const name of [
      ...'__proto__ constructor toString hasOwnProperty valueOf proto nan infinity'.split(' '),
      ...`  " "" ''' - _ ... \0 utf\u20118 utf-8\0 \u00a0utf-8 ut\u0301f8`.split(' '),
      // « k » is ASCII; U+212A, KELVIN SIGN, becomes it in lowercase.
      ...'\u212Aoi8-r \u212Aoi8r \uff55tf8 cp\u0669\u0663\u0662 \ud800 1e3 -0 0x3a4'.split(' '),
      ' ',
    ]) {
      equal(resolveLabel(name), null, JSON.stringify(name));
    }
  });

  // Node's inspector counts the steps.
  itInNode('takes steps in proportion to the length of the text', () => {
    const parts = ['"', ' ', '-', 'a', '1-', '\n"', '\ud800', 'cp932 '];
    assertLinear(
      `const { resolveLabel } = require(${JSON.stringify(labelsPath)});
      const run = (part, length) => {
        if (resolveLabel(part.repeat(length / part.length)) !== null) throw new Error(part);
      };`,
      parts,
    );
    for (const part of parts) {
      equal(resolveLabel(part.repeat(4_000_000 / part.length)), null);
    }
  });

  it('finds a name of 64 units, and one with very many quotes and blanks around it', () => {
    for (const count of [59, 60]) {
      equal(resolveLabel(`euc${'_'.repeat(count)}jp`), count === 59 ? 'EUC-JP' : null);
    }
    equal(resolveLabel(`${'" '.repeat(1_000_000)}cp932${" '".repeat(1_000_000)}`), 'Shift_JIS');
  });

  it('refuses a value that is not a string', () => {
    for (const value of [undefined, null, 932, {}, ['cp932'], Symbol('cp932')]) {
      throws(() => resolveLabel(value), wrongType);
    }
  });
});

describe('labelFromCodePage()', () => {
  // https://learn.microsoft.com/en-us/windows/win32/intl/code-page-identifiers
  const ofWindows =
    'x-mac-greek 10006|x-mac-romanian 10010|x-mac-ce 10029|x-mac-icelandic 10079|x-mac-turkish 10081|x-mac-croatian 10082|' +
    'UTF-32LE 12000|UTF-32BE 12001|iso-2022-kr 50225|hz-gb-2312 52936|ISO-8859-8-I 38598|KOI8-R 20866|KOI8-U 21866|' +
    'macintosh 10000|windows-874 874|windows-1250 1250|windows-1251 1251|windows-1252 1252 20127 28591|windows-1253 1253|' +
    'windows-1254 1254 28599|windows-1255 1255|windows-1256 1256|windows-1257 1257|windows-1258 1258|' +
    'x-mac-cyrillic 10007 10017|UTF-8 65001|GBK 936 20936 51936|gb18030 54936|Big5 950|cp51932 51932|johab 1361|' +
    'ISO-2022-JP 50220 50221 50222|Shift_JIS 932|EUC-KR 949 20949 51949|UTF-16BE 1201|UTF-16LE 1200|IBM866 866';
  const ofIbm =
    '037 437 500 720 737 775 850 852 855 857 858 860 861 862 863 864 865 869 870 875 1026 1047 1140 1141 1142 1143 1144 1145 ' +
    '1146 1147 1148 1149';
  const expected = [
    ...ofWindows.split('|').map((row) => row.split(' ')),
    ...ofIbm.split(' ').map((number) => [`ibm${number}`, number]),
    ...'273 277 278 280 284 285 297 424 871'.split(' ').map((own) => [`ibm${own}`, `20${own}`]),
    ...'2 3 4 5 6 7 8 13 15'.split(' ').map((part) => [`ISO-8859-${part}`, 28590 + Number(part)]),
  ].flatMap(([name, ...numbers]) => numbers.map((number) => [Number(number), name]));

  it('returns the encoding of every code page whose table is here', () => {
    for (const [number, name] of expected) equal(labelFromCodePage(number), name, number);
    deepEqual(
      windowsCodePages.map(({ codePage, encoding }) => [codePage, encoding]),
      expected.sort(([a], [b]) => a - b),
    );
  });

  it('returns null for every other number', () => {
    const known = new Set(expected.map(([number]) => number));
    for (let number = 0; number <= 66_000; number++) {
      if (!known.has(number)) equal(labelFromCodePage(number), null, number);
    }
    for (const number of [-1, 936.5, NaN, Infinity, 2 ** 32 + 936]) {
      equal(labelFromCodePage(number), null);
    }
  });

  it('refuses a value that is not a number', () => {
    for (const value of [undefined, null, '936', 936n, {}, [936]]) {
      throws(() => labelFromCodePage(value), wrongType);
    }
  });
});

describe('The lists of whatwg-transcoder/labels', () => {
  it('have every name of each source once, with its encoding', () => {
    const sourcesOf = new Map(otherNames.map(({ name, sources }) => [name, sources]));
    equal(sourcesOf.size, otherNames.length);
    let count = 0;
    for (const [source, namesByLabel] of Object.entries(namesBySource)) {
      for (const [label, list] of Object.entries(namesByLabel)) {
        const names = list.split(' ');
        const encoding = otherLabels[label] ?? getEncoding(label);
        ok(encoding !== null, label);
        equal(new Set(names).size, names.length);
        for (const name of names) {
          count += 1;
          ok(sourcesOf.get(name).includes(source), name);
          equal(resolveLabel(name), encoding, name);
          equal(name, name.toLowerCase());
        }
      }
    }
    equal(otherNames.flatMap(({ sources }) => sources).length, count);
    for (const { name, encoding } of otherNames) equal(resolveLabel(name), encoding);
    const order = otherNames.map(({ name }) => name);
    deepEqual(order, order.toSorted?.() ?? [...order].sort());
  });

  it('have the sources that the types declare', () => {
    const types = readFileSync(new URL('../../../lib/labels.d.ts', import.meta.url), 'utf8');
    const [, members] = types.match(/^export type NameSource =((?:\n {2}\| '.*')+);$/m);
    const declared = Array.from(members.matchAll(/'(.*)'/g), ([, member]) => member);
    deepEqual(declared.sort(), Object.keys(namesBySource).sort());
  });

  it('have no two names or labels that are folded to one name and mean two encodings', () => {
    const encodingOf = new Map();
    // These labels of the standard mean an encoding beside which another one has that name without the hyphen, or `replacement`.
    const others = ['tis-620', 'koi8-ru', 'hz-gb-2312', 'iso-2022-kr', 'csiso2022kr'];
    const own = [...Object.keys(otherLabels), ...otherNames.map(({ name }) => name)];
    for (const name of [...Object.keys(labels), ...own].filter((each) => !others.includes(each))) {
      const folded = foldName(name);
      notEqual(folded, '');
      const encoding = resolveLabel(name);
      equal(encodingOf.get(folded) ?? encoding, encoding, name);
      encodingOf.set(folded, encoding);
    }
  });

  it('tell of a difference only for names and code pages that they have', () => {
    const names = new Set(otherNames.map(({ name }) => name));
    for (const name of nameDifferences.keys()) ok(names.has(name), name);
    const numbers = new Set(windowsCodePages.map(({ codePage }) => codePage));
    for (const number of codePageDifferences.keys()) ok(numbers.has(number), number);
  });

  /** The text of hex digits in the encoding of a name, or null for malformed bytes. */
  const textOf = (name, digits) => {
    try {
      return decode(Buffer.from(digits, 'hex'), encodingFor(name), { fatal: true });
    } catch {
      return null;
    }
  };

  // Each row: a name or a code page, a word of the text of the difference, and bytes with the code point that they are here, if any.
  const truths = `
    cp932 | A0, FD, FE and FF | A0 -, FF -
    s-jis | U+FF5E | 8160 FF5E, 8161 2225, 817C FF0D, 81CA FFE2
    eucjp | U+FF5E | A1C1 FF5E, A1C2 2225, A1DD FF0D, A2CC FFE2
    johab | 5C | 5C 005C
    cp936 | U+20AC | A2E3 20AC
    euc-cn | U+00B7 | A1A4 00B7, A1AA 2014
    gb18030-2000 | A6 D9 | A6D9 FE10, FE59 9FB4
    gb18030-2022 | U+E5E5 | A3A0 3000
    cp949 | C9 A1 | C9A1 -, FEFE -
    cp950 | F9 FE | F9FE FFED, 8140 -, 8740 43F0, C6A1 2460
    koi8u | U+045E | AE 045E, BE 040E
    macukraine | U+20AC | FF 20AC
    thai | 80 | 80 20AC, 91 2018, A0 00A0
    x-maciceland | U+03A9 | BD 03A9, DB 20AC
    x-macromania | a comma | AF 0218, DF 021B, BD 03A9
    mac-uk | U+20AC | FF 20AC
    ms-mac-cyrillic | U+0490 | A2 0490, FF 20AC
    ebcdic-gb | U+000A | 15 0085
    ebcdic-greek | U+2207 | 74 00A0, DD 0387
    iw8pc1507 | U+25A0 | FE 25A0
    we8roman8 | U+25A0 | FC 25A0
    cl8koi8r | U+25A0 | 94 25A0
    864 | U+0025 | 25 0025
    10006 | U+00B7 | 9C 20AC, AF 00B7
    10010 | U+03A9 | BD 03A9, DB 20AC, BF 0219
    10079 | U+03A9 | BD 03A9, DB 20AC
    10081 | U+03A9 | BD 03A9
    10082 | U+03A9 | BD 03A9, DB 20AC
    latin-1 | 80 to 9F | 80 20AC, 9F 0178, 81 0081
    28597 | U+2018 | A1 2018, A4 20AC, AA 037A
    28598 | U+00AF | AF 00AF, FD 200E, A1 -
    10000 | U+03A9 | BD 03A9
    10007 | U+0490 | A2 0490, B6 0491, FF 20AC
    874 | DB to DE | DB -, FF -
    1253 | AA | AA -, D2 -
    1257 | A1 and A5 | A1 -, A5 -
    50222 | 0E | 0E -, 0F -`;

  it('say truly what bytes are here', () => {
    for (const row of truths.trim().split('\n')) {
      const [name, word, bytes] = row.split(' | ').map((cell) => cell.trim());
      const { encoding, difference } =
        windowsCodePages.find(({ codePage }) => `${codePage}` === name) ??
        otherNames.find((own) => own.name === name);
      ok(difference.includes(word), `${name}: ${difference}`);
      for (const each of bytes.split(', ')) {
        const [digits, point] = each.split(' ');
        const text = point === '-' ? null : String.fromCharCode(`0x${point}`);
        equal(textOf(encoding, digits), text, `${name} ${digits}`);
      }
    }
  });

  it('tell what ambiguous names give here', () => {
    const names = ambiguousNames.map(({ name }) => name);
    equal(new Set(names).size, names.length);
    for (const name of 'latin1|ascii|tis-620|utf-16|iso-8859-1|latin5|iso-8859-11|gb2312|ks_c_5601-1987'.split(
      '|',
    )) {
      ok(names.includes(name), name);
    }
    for (const { name, here, elsewhere } of ambiguousNames) {
      equal(here, resolveLabel(name), name);
      ok(elsewhere.length > 0);
      for (const { in: programs, meaning } of elsewhere) {
        ok(programs.length > 0 && meaning.length > 0, name);
      }
      // A meaning that is the same everywhere would not be in the list.
      const isOther = ({ meaning }) => !meaning.endsWith('as here');
      ok(elsewhere.some(isOther), name);
    }
  });

  it('tell that Java has the no-break space in TIS-620', () => {
    const { here, elsewhere } = ambiguousNames.find(({ name }) => name === 'tis620');
    const { meaning } = elsewhere.find(({ in: programs }) => programs.includes('Java'));
    equal(textOf(here, 'A0'), null);
    ok(meaning.includes('U+00A0 at A0'), meaning);
  });

  // « npm run test:differential -- databases » asks the servers.
  it('tell what charsets of MySQL mean to the server', () => {
    for (const [name, digits, text, words] of [
      ['cp866', 'FC', '\u2116', 'U+207F'],
      ['cp866', 'FD', '\u00A4', 'U+00B2'],
      ['cp1256', '8A', '\u0679', 'U+0679 at 8A'],
      ['greek', 'A1', '\u2018', 'U+02BD'],
      ['greek', 'A2', '\u2019', 'U+02BC'],
      ['hebrew', 'AF', '\u00AF', 'U+203E at AF'],
      ['koi8-u', '95', '\u2219', 'U+2022 at 95'],
      ['sjis', '815F', '\uFF3C', 'U+005C at 81 5F'],
      ['tis620', '80', null, '80 to 9F are the C1'],
      ['ujis', 'A1C0', '\uFF3C', 'U+005C at A1 C0'],
    ]) {
      const { here, elsewhere } = ambiguousNames.find((row) => row.name === name);
      const { meaning } = elsewhere.find(({ in: programs }) => programs.includes('MySQL'));
      equal(textOf(here, digits), text, `${name} ${digits}`);
      ok(meaning.includes(words), `${name}: ${meaning}`);
    }
  });

  it('are frozen', () => {
    for (const list of [otherNames, windowsCodePages, ambiguousNames]) {
      ok(Object.isFrozen(list) && list.length > 30);
      for (const row of list) {
        ok(Object.isFrozen(row));
        for (const value of Object.values(row)) ok(Object.isFrozen(value));
      }
    }
    for (const { elsewhere } of ambiguousNames) {
      for (const row of elsewhere) ok(Object.isFrozen(row) && Object.isFrozen(row.in));
    }
  });
});
