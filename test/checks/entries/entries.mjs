// Makes the files of the entry points that follow a rule: in lib/, each NAME.mjs and NAME.d.mts from NAME.d.ts; the types of names
// and labels from the lists of encodings in indexes/; and from these and one text historical.d.ts and codepages.d.ts. A test
// compares the files with it.
// Usage: npm run format, which runs it without arguments

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import {
  codePageDirectory,
  historicalDirectory,
  multiByteDirectory,
  readEncodings,
  unicodeDirectory,
} from '../../../indexes/files.mjs';
import { isMainProgram } from '../../../indexes/main-program.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const { name: packageName, exports } = JSON.parse(read('package.json'));

// The types of /historical and /codepages.

const historical = readEncodings(historicalDirectory);
const ibm864 = historical.find(({ name }) => name === 'ibm864');

const otherEncodings = {
  historical: {
    head: `\
// The types of whatwg-transcoder/historical, and its only reference documentation. \`npm run format\` makes this file.
// The sub-path has the three encodings that the standard's edition of 2012 contained and later editions removed. Each export
// does for their labels what the export of the same name in the package root does for the labels of the standard.`,
    Label: 'HistoricalLabel',
    encodings: historical,
    byteOrderMarks: 'No historical encoding has one.',
    encode: `\
 * The output of hz-gb-2312 and of iso-2022-kr ends in ASCII, so that outputs can be joined. iso-2022-kr
 * does not contain U+000E, U+000F and U+001B, because text must not change the decoder's state; the
 * \`codePoint\` of the error is U+FFFD.`,
  },
  codepages: {
    head: `\
// The types of whatwg-transcoder/codepages, and its only reference documentation. \`npm run format\` makes this file.
// The sub-path has encodings that the standard does not have: single-byte code pages of DOS, of Macintosh, of IBM's mainframes
// (EBCDIC) and of some countries; UTF-32BE and UTF-32LE; and eucJP-ms, CP51932 and Johab, whose characters have several bytes.
// Each export does for their labels what the export of the same name in the package root does for the labels of the standard.`,
    Label: 'CodePageLabel',
    encodings: [
      ...[codePageDirectory, unicodeDirectory, multiByteDirectory].flatMap(readEncodings),
      { name: ibm864.name, labels: [...ibm864.labels, '864'] },
    ],
    byteOrderMarks: 'Only UTF-32BE and UTF-32LE have one.',
    encode: `\
 * A character that has two bytes in a code page of single bytes is encoded as the lower one. In EBCDIC the
 * replacements \`&#n;\` and \`?\` are EBCDIC, too. In eucJP-ms a character has up to three bytes.`,
  },
};

/** Writes a union of string literals as the formatter does: on one line if it is short. */
function unionOf(declaration, members) {
  const literals = members.map((member) => `'${member}'`);
  const line = ` ${literals.join(' | ')}`;
  return `${declaration}${line};`.length <= 100 ? line : `\n  | ${literals.join('\n  | ')}`;
}

/** Returns the types of a sub-path that has encodings of its own. */
function typesOf({ encodings, Label, ...texts }) {
  const names = encodings.map(({ name }) => name);
  const labels = encodings.flatMap((encoding) => encoding.labels);
  const values = {
    ...texts,
    Label,
    names: unionOf('export type EncodingName =', names),
    labels: unionOf(`export type ${Label} =`, labels),
    nameCount: names.length,
    labelCount: labels.length,
  };
  const text = readFileSync(new URL('other-encodings.d.ts.txt', import.meta.url), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);
}

// The types of names and labels of the standard.

const namesAndLabels = 'https://encoding.spec.whatwg.org/#names-and-labels';

/** Returns the declaration of a union of string literals. */
const declare = (name, members, comment, link = namesAndLabels) => `
/**
 * ${comment}
 *
 * ${link}
 */
export type ${name} =${unionOf(`export type ${name} =`, members)};
`;

/** Returns the types of the names and labels of the standard. */
function namesOfStandard() {
  const encodings = readEncodings();
  const labelsOf = (isReplacement) =>
    encodings
      .filter(({ name }) => (name === 'replacement') === isReplacement)
      .flatMap(({ labels }) => labels);
  return [
    '// The types of the names and labels of the standard. `npm run format` makes this file.\n',
    declare(
      'EncodingName',
      encodings.map(({ name }) => name),
      'The name of an encoding, in upper and lower case as in the standard.',
    ),
    declare(
      'DecoderLabel',
      labelsOf(false),
      'A label that `TextDecoder` accepts, in ASCII lowercase: every label except those of `replacement`.',
    ),
    declare(
      'ReplacementLabel',
      labelsOf(true),
      'A label that names the `replacement` encoding, which `TextDecoder` refuses.',
      'https://encoding.spec.whatwg.org/#replacement',
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

/** The names of the values that a file of types exports, also through « export * ». `made` has the texts of files that are made. */
function valuesOf(path, made) {
  const source = ts.createSourceFile(path, made.get(path) ?? read(path), ts.ScriptTarget.Latest);
  return source.statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) {
      if (node.isTypeOnly) return [];
      if (node.exportClause !== undefined)
        return node.exportClause.elements.map(({ name }) => name.text);
      const types = node.moduleSpecifier.text.replace(/\.js$/, '.d.ts');
      return valuesOf(join(dirname(path), types), made);
    }
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.map(({ name }) => name.text);
    return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? [node.name.text] : [];
  });
}

/** The entry point whose users import its default export, as they do with the package that it stands in for. */
const withDefault = 'iconv-lite';

/** Returns the ES module of an entry point. */
function moduleOf(specifier, file, names) {
  const lines = [...new Set(names)].sort().map((name) => `export const ${name} = library.${name};`);
  return `\
// The entry point \`${specifier}\` for ES modules. \`npm run format\` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './${file}.js';

${lines.join('\n')}
${file === withDefault ? '\nexport default library;\n' : ''}`;
}

/** Returns the types of the ES module of an entry point. */
const moduleTypesOf = (file) => `\
// The types of the ES module: it exports the same names and the same objects as the CommonJS module.
// \`npm run format\` makes this file.

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
  const files = new Map([['lib/labels/names.d.ts', namesOfStandard()]]);
  for (const [name, description] of Object.entries(otherEncodings)) {
    files.set(`lib/${name}.d.ts`, typesOf(description));
  }
  for (const [key, target] of Object.entries(exports)) {
    if (target.import === undefined) continue;
    const types = join(target.require.types);
    const file = key === '.' ? 'index' : key.slice(2);
    const specifier = `${packageName}${key.slice(1)}`;
    files.set(join(target.import.default), moduleOf(specifier, file, valuesOf(types, files)));
    files.set(join(target.import.types), moduleTypesOf(file));
  }
  return files;
}

if (isMainProgram(import.meta.url)) {
  for (const [path, text] of makeEntries()) writeFileSync(join(root, path), text);
}
