// Tests that whatwg-transcoder/labels and the command answer all names of eight programs, or refuse them for the reason in
// names-of-programs.txt: never with the nearest table.

import { equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decode, getEncoding, encodings as standard } from 'whatwg-transcoder';
import * as encodingsOfOthers from 'whatwg-transcoder/encodings';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { toSource } from '../../../lib/cli/conversion.js';
import { isShort } from '../../harness/part.mjs';

const text = readFileSync(new URL('names-of-programs.txt', import.meta.url), 'utf8');

/** Returns the words that a word with braces stands for: « {a,b}1 » for a1 and b1. */
function expand(word) {
  const [, before, inside, after] = /^([^{]*)\{(.*?)\}(.*)$/.exec(word) ?? [];
  if (inside === undefined) return [word];
  return inside.split(',').flatMap((each) => expand(before + each + after));
}

/** The forms of a name: all separators that are not between two digits as « - », as « _ » and left out. */
const formsOf = (name) =>
  ['-', '_', ''].map((separator) =>
    name.replaceAll(/(?<=.)[-_](?=.)/g, (own, at) =>
      /\d.\d/.test(name.slice(at - 1, at + 2)) ? own : separator,
    ),
  );

/** A row for each line of the table: { meaning, reason, names }; `meaning` is null for names that are not here. */
const rows = text
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const cells = line.split('\t');
    return {
      meaning: cells[0] === '-' ? null : cells[0],
      reason: cells.length === 3 ? cells[1] : null,
      names: cells.at(-1).split(' ').flatMap(expand),
    };
  });

// These labels of the standard mean an encoding beside which another one has that name without the hyphen, or `replacement`.
const alone = ['hz-gb-2312', 'iso-2022-kr', 'tis-620', 'koi8-ru'];
const listed = new Set(rows.flatMap((row) => row.names));
const inTable = listed.size;
for (const [label, meaning] of Object.entries(encodingsOfOthers.labels)) {
  if (listed.has(label) || getEncoding(label) !== null) continue;
  rows.push({ meaning, reason: null, names: [label] });
  listed.add(label);
}
for (const row of rows) {
  const forms = row.names.filter((name) => !alone.includes(name)).flatMap(formsOf);
  row.forms = [...row.names, ...forms.filter((form) => !listed.has(form))];
}

const known = new Set([...standard, ...Object.values(encodingsOfOthers.labels)]);

// What the command alone has, by names without separators: encodings whose byte order mark it reads, UTF-7 and CESU-8.
const encodingsOfCommand = {
  utf16: 'UTF-16',
  unicode: 'UTF-16',
  csunicode: 'UTF-16',
  utf32: 'UTF-32',
  utf7: 'UTF-7',
  unicode11utf7: 'UTF-7',
  utf7imap: 'UTF-7-IMAP',
  cesu8: 'CESU-8',
  cscesu8: 'CESU-8',
};

describe('The names of other programs', () => {
  it('are all in the table, once', () => {
    const names = rows.flatMap((row) => row.names);
    equal(new Set(names).size, names.length);
    equal(inTable, 1662);
    for (const {
      meaning,
      reason,
      names: [name],
    } of rows) {
      ok(meaning === null ? reason !== null : known.has(meaning), name);
    }
  });

  it('have their meaning in resolveLabel(), or null, in upper and in lower case', () => {
    for (const { meaning, forms } of rows) {
      for (const name of forms) {
        equal(resolveLabel(name), meaning, name);
        equal(resolveLabel(name.toUpperCase()), meaning, name);
      }
    }
  });

  it('have a space in one place, in .NET', () => {
    equal(resolveLabel('iso-8859-8 visual'), 'ISO-8859-8');
  });

  it('have the same meaning in the command, which refuses the same names', () => {
    for (const { meaning, names, forms } of rows) {
      // To refuse a name takes long, because similar ones are looked for. The command splits a name with slashes.
      const own = meaning === null && isShort ? names : forms;
      for (const name of own.filter((other) => !other.includes('/'))) {
        const ofCommand = encodingsOfCommand[name.replaceAll(/[-_]/g, '')];
        if (ofCommand !== undefined) equal(toSource(name), ofCommand, name);
        else if (meaning === null)
          throws(() => toSource(name), { message: /is not supported/ }, name);
        else if (meaning !== 'replacement') equal(toSource(name), meaning, name);
      }
    }
  });
});

describe('Names by rules', () => {
  it('are IBM’s CCSIDs only with their prefix, by a table of their own', () => {
    const known =
      '37 ibm037|367 windows-1252|437 ibm437|813 ISO-8859-7|819 windows-1252|866 IBM866|878 KOI8-R|912 ISO-8859-2|921 ISO-8859-13|923 ISO-8859-15|1047 ibm1047|1051 hp-roman8|1140 ibm1140|1167 koi8ru|1168 KOI8-U|1200 UTF-16BE|1202 UTF-16LE|1208 UTF-8|1232 UTF-32BE|1234 UTF-32LE|1252 windows-1252|1282 x-mac-ce|1392 gb18030|5012 ISO-8859-8|5348 windows-1252|9005 ISO-8859-7|9448 windows-1256';
    for (const [ccsid, encoding] of known.split('|').map((row) => row.split(' '))) {
      const padded = `${ccsid}`.padStart(5, '0');
      for (const name of [
        ...[`CCSID ${ccsid}`, `ccsid${ccsid}`, `ibm-${ccsid}`, `IBM${ccsid}`, `CCSID-${padded}`],
        `IBM${padded}`,
      ]) {
        equal(resolveLabel(name), encoding, name);
      }
    }
    // These numbers mean other tables at IBM than at Windows, or tables that are not here.
    for (const ccsid of [932, 936, 949, 950, 874, 943, 970, 1383, 1386, 5351, 5352, 0, 65535]) {
      for (const name of [`CCSID ${ccsid}`, `ibm-${ccsid}`, `ibm${ccsid}`]) {
        equal(resolveLabel(name), null, name);
      }
    }
    equal(resolveLabel('1200'), 'UTF-16LE');
    for (const name of [
      '1208',
      'cp1208',
      '1202',
      'cp819x',
      'ccsid',
      'ibm',
      'ccsid+37',
      'ccsid-1-2',
    ]) {
      equal(resolveLabel(name), null, name);
    }
  });

  it('are numbers of code pages behind « ANSI », as in files of maps, and behind « DOS »', () => {
    equal(resolveLabel('ANSI 1251'), 'windows-1251');
    equal(resolveLabel('DOS-720'), 'ibm720');
    equal(resolveLabel('DOS850'), 'ibm850');
  });

  it('are HZ and ISO-2022-KR, whose labels in the standard stay those of the replacement encoding', () => {
    for (const label of ['hz-gb-2312', 'iso-2022-kr', 'csiso2022kr']) {
      equal(resolveLabel(label), getEncoding(label), label);
      equal(resolveLabel(label), 'replacement', label);
      equal(toSource(label), encodingsOfOthers.encodingFor(label).name, label);
    }
  });

  // base/errors.test.mjs has the advice for each name.
  it('name a value where no label of the standard is meant', () => {
    const message = /: did you mean the value hzGb2312 of whatwg-transcoder\/encodings\?$/;
    throws(() => decode(new Uint8Array(1), 'HZ'), { message });
  });

  it('never have the nearest table: the reason stands in the message', () => {
    for (const [name, codePage] of [
      ['EBCDIC-US', 'ibm037'],
      ['EBCDICUS', 'ibm037'],
      ['EBCDIC-INT', 'ibm500'],
      ['CP038', 'ibm500'],
    ]) {
      equal(resolveLabel(name), null);
      throws(() => decode(new Uint8Array(1), name), {
        code: 'ERR_ENCODING_NOT_SUPPORTED',
        message: `The "${name}" encoding is not supported: it is not ${codePage}, which has 96 characters more`,
      });
    }
  });
});
