// Makes the files of the entry points that follow a rule: in lib/, each NAME.mjs and NAME.d.mts from NAME.d.ts; the types of names
// and labels, and of the handles of encodings, from the lists in indexes/. The formatter breaks the lines. A test compares the files with
// it, but for white space.
// Usage: npm run lint -- --fix, which runs it without arguments

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  codePageDirectory,
  historicalDirectory,
  multiByteDirectory,
  readCodePage,
  readEncodings,
  unicodeDirectory,
} from '../../../../indexes/files.mjs';
import { isMainProgram } from '../../../../indexes/main-program.mjs';
import { valueName } from '../../../../lib/labels/other-labels.js';
import { exportsOf } from '../../release/reference.mjs';
import { root } from '../../run/machine.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { name: packageName, exports } = JSON.parse(read('package.json'));

// The encodings that the standard does not have.

const namesIn = (folder) => readEncodings(folder).map(({ name }) => name);
const isEbcdic = (name) => readCodePage(name)[0x41] !== 0x41;
const codePages = namesIn(codePageDirectory);

/** The encodings of whatwg-transcoder/encodings, by what they are. */
const otherEncodings = [
  [
    `\
 * A code page of DOS, of Macintosh or of some countries. Each character is one byte, and ASCII bytes are ASCII. A character that
 * has two bytes is encoded as the lower one.`,
    codePages.filter((name) => !isEbcdic(name)),
  ],
  [
    `\
 * EBCDIC, as IBM's mainframes have it. The replacements \`&#n;\` and \`?\` for unencodable code points are EBCDIC, too.`,
    codePages.filter(isEbcdic),
  ],
  [
    `\
 * UTF-32. It has a byte order mark, as UTF-16 has, so \`ignoreBOM\` and \`addBOM\` have an effect.`,
    namesIn(unicodeDirectory),
  ],
  [
    `\
 * A code page in which a character has two bytes, or in eucJP-ms up to three.`,
    namesIn(multiByteDirectory),
  ],
  [
    `\
 * An encoding of the standard's edition of 2012, which later editions do not have. The output of hz-gb-2312 and of iso-2022-kr ends in
 * ASCII, so that outputs can be joined. iso-2022-kr does not contain U+000E, U+000F and U+001B, because text must not change the
 * decoder's state; the \`codePoint\` of the error is U+FFFD.`,
    namesIn(historicalDirectory),
  ],
];

/** Returns the types of the handles of these encodings. */
function handlesOfOthers() {
  const groups = otherEncodings.map(([comment, names]) => {
    const handles = names.map((name) => `${valueName(name)}: EncodingHandle`);
    return `
/**
${comment}
 *
 * ${namesAndLabels}
 */
export declare const ${handles.join(', ')};
`;
  });
  return `\
// The types of the handles of whatwg-transcoder/encodings. \`npm run lint -- --fix\` makes this file.

import type { EncodingHandle } from '../index.js';
${groups.join('')}`;
}

// The types of names and labels of the standard.

const namesAndLabels = 'https://encoding.spec.whatwg.org/#names-and-labels';

/** Returns the declaration of a union of string literals, and of types. */
const declare = (name, members, comment, { link = namesAndLabels, types = [] } = {}) => `
/**
 * ${comment}
 *
 * ${link}
 */
export type ${name} = ${[...types, ...members.map((member) => `'${member}'`)].join(' | ')};
`;

/** Returns the types of the names of encodings, and of the labels of the standard. */
function namesOfEncodings() {
  const encodings = readEncodings();
  const labelsOf = (isReplacement) =>
    encodings
      .filter(({ name }) => (name === 'replacement') === isReplacement)
      .flatMap(({ labels }) => labels);
  return [
    '// The types of the names of encodings, and of the labels of the standard. `npm run lint -- --fix` makes this file.\n',
    declare(
      'EncodingName',
      encodings.map(({ name }) => name),
      'The name of an encoding, in upper and lower case as in the standard.',
    ),
    declare(
      'DecoderLabel',
      labelsOf(false).filter(
        (label) => !encodings.some(({ name }) => name.toLowerCase() === label),
      ),
      'A label that `TextDecoder` accepts, in ASCII lowercase: every label except those of `replacement`.',
      // Each name is a label, too.
      { types: ["Exclude<Lowercase<EncodingName>, 'replacement'>"] },
    ),
    declare(
      'ReplacementLabel',
      labelsOf(true),
      'A label that names the `replacement` encoding, which `TextDecoder` refuses.',
      { link: 'https://encoding.spec.whatwg.org/#replacement' },
    ),
    declare(
      'OtherEncodingName',
      otherEncodings.flatMap(([, names]) => names).filter((name) => !name.startsWith('ibm')),
      'The name of an encoding that the standard does not have, of which `whatwg-transcoder/encodings` has a handle.',
      // The handles of these have the same names.
      { types: [`Extract<keyof typeof import('./handles.js'), \`ibm\${string}\`>`] },
    ),
    `
/**
 * Any label of the standard, in ASCII lowercase.
 *
 * ${namesAndLabels}
 */
export type EncodingLabel = DecoderLabel | ReplacementLabel;
`,
  ].join('');
}

// The modules.

/** The entry point whose users import its default export, as they do with the package that it stands in for. */
const withDefault = 'iconv-lite';

/** Returns the ES module of an entry point. */
function moduleOf(specifier, file, names) {
  return `\
// The entry point \`${specifier}\` for ES modules. \`npm run lint -- --fix\` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './${file}.js';

export const { ${[...new Set(names)].sort().join(', ')} } = library;
${file === withDefault ? '\nexport default library;\n' : ''}`;
}

/** Returns the types of the ES module of an entry point. */
const moduleTypesOf = (file) => `\
// The types of the ES module: it exports the same names and the same objects as the CommonJS module.
// \`npm run lint -- --fix\` makes this file.

export * from './${file}.js';
${
  file === withDefault
    ? `
import library = require('./${file}.js');

export default library;
`
    : ''
}`;

/** Returns the texts of all files that are made, by their paths from the root of the checkout. */
export function makeEntries() {
  const files = new Map([
    ['lib/labels/names.d.ts', namesOfEncodings()],
    ['lib/labels/handles.d.ts', handlesOfOthers()],
  ]);
  for (const [key, target] of Object.entries(exports)) {
    if (target.import === undefined) continue;
    const types = join(target.require.types);
    const file = key === '.' ? 'index' : key.slice(2);
    const specifier = `${packageName}${key.slice(1)}`;
    // Some of the types are made, too.
    const { values } = exportsOf(types, (path) => files.get(path) ?? read(path));
    files.set(join(target.import.default), moduleOf(specifier, file, values));
    files.set(join(target.import.types), moduleTypesOf(file));
  }
  return files;
}

if (isMainProgram(import.meta.url)) {
  for (const [path, text] of makeEntries()) writeFileSync(join(root, path), text);
}
