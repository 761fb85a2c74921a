// Makes the reference from the types and doc comments in lib/: a page for each entry point of the package. A release has the
// pages in its folder docs/. In a checkout this program writes them into the same folder, which git ignores.
// Usage: node test/tools/release/reference.mjs

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { root } from '../run/cmake.mjs';

/** The folder of the reference, as a path from the root of the package and of the checkout. */
export const folder = 'docs';

/** A longer declaration is a list of labels, of which only the start is shown. In lines. */
const MAX_DECLARATION_LINES = 48;

const indented = (text) => text.replace(/\n(?=.)/g, '\n  ');

/** Returns the paragraphs of the doc comment before a node, and the list of its parameters. */
function paragraphsOf(node) {
  const { comment, tags = [] } = node.jsDoc?.at(-1) ?? {};
  const parameters = tags.filter(ts.isJSDocParameterTag).map((tag) => {
    const text = ts.getTextOfJSDocComment(tag.comment);
    return `- \`${tag.name.text}\`: ${indented(text)}`;
  });
  return [ts.getTextOfJSDocComment(comment) ?? '', parameters.join('\n')].filter(Boolean);
}

/** Returns a declaration as it stands in its file, without words that say nothing here. */
function declarationOf(node) {
  const text = node.getText().replace(/^export (?:declare )?/, '');
  const lines = text.split('\n');
  if (lines.length <= MAX_DECLARATION_LINES) return text;
  return [...lines.slice(0, 8), `  // … and ${lines.length - 8} more lines`].join('\n');
}

/** Returns the declaration of a member on one line. */
const memberOf = (node) =>
  node
    .getText()
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replace(/,? \)/g, ')')
    .replace(/;$/, '');

const inCode = (text) => `\`\`\`ts\n${text}\n\`\`\``;
/** Returns the paragraphs for a class or an interface: its head, its comment, and a list of its members. */
function describeMembers(node) {
  const [first] = node.members;
  const end = first === undefined ? node.end : first.getFullStart();
  const source = node.getSourceFile();
  const head = source.text.slice(node.getStart(), end).replace(/^export (?:declare )?/, '');
  const members = node.members.map((member) => {
    const comment = paragraphsOf(member).join('\n\n');
    return `- \`${memberOf(member)}\`\n\n  ${indented(comment)}`.trimEnd();
  });
  const declaration = head.replace(/\s*\{\s*\}?\s*$/, '');
  return [inCode(declaration), ...paragraphsOf(node), ...members];
}

/** Returns the paragraphs for a declaration of any kind. */
function describe(node) {
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) return describeMembers(node);
  return [inCode(declarationOf(node)), ...paragraphsOf(node)];
}

/** The names that a node declares. One statement may declare several constants, which then have one section. */
export const namesOf = (node) =>
  (ts.isVariableStatement(node) ? node.declarationList.declarations : [node]).map(
    ({ name }) => name.text,
  );

/**
 * Returns { declarations, names, values } of a file of types: what it declares, also through « export * », what it passes on, and the names
 * of all its values. `textOf` returns the text of a file.
 */
export function exportsOf(path, textOf = (file) => readFileSync(join(root, file), 'utf8')) {
  const found = { declarations: [], names: [], values: [] };
  const others = [];
  const { statements } = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  for (const node of statements) {
    if (ts.isExportDeclaration(node) && node.exportClause === undefined) {
      const from = node.moduleSpecifier.text.replace(/\.js$/, '.d.ts');
      const other = exportsOf(join(dirname(path), from), textOf);
      found.values.push(...other.values);
      others.push(other);
    } else if (ts.isExportDeclaration(node)) {
      const names = node.exportClause.elements.map(({ name }) => name.text);
      found.names.push(...names);
      if (!node.isTypeOnly) found.values.push(...names);
    } else if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      found.declarations.push(node);
      if (!isType(node)) found.values.push(...namesOf(node));
    }
  }
  for (const { declarations, names } of others) {
    found.declarations.push(...declarations);
    found.names.push(...names);
  }
  return found;
}

const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
const isError = (node) => isType(node) && node.name.text.endsWith('Error');

const sections = [
  ['Functions', ts.isFunctionDeclaration],
  ['Classes', ts.isClassDeclaration],
  ['Constants', ts.isVariableStatement],
  ['Errors', isError],
  ['Types', (node) => isType(node) && !isError(node)],
];

/** Returns the page of an entry point. */
function pageOf(specifier, path) {
  const { declarations, names } = exportsOf(path);
  const source = relative(folder, path).replaceAll('\\', '/');
  const paragraphs = [
    `# ${specifier}`,
    `Made from [${path}](${source}) when the package was packed.`,
  ];
  const contents = [];
  const body = [];
  for (const [title, isOfSection] of sections) {
    const own = new Map();
    for (const node of declarations.filter(isOfSection)) {
      const [name] = namesOf(node);
      own.set(name, [...(own.get(name) ?? []), node]);
    }
    if (own.size === 0) continue;
    const links = Array.from(own, ([heading, [node]]) =>
      namesOf(node).map((name) => `[\`${name}\`](#${heading.toLowerCase()})`),
    ).flat();
    contents.push(`**${title}:** ${links.join(', ')}`);
    body.push(`## ${title}`);
    for (const [name, nodes] of own) body.push(`### ${name}`, ...nodes.flatMap(describe));
  }
  if (names.length > 0) {
    const list = names.map((name) => `\`${name}\``).join(', ');
    contents.push(`The same as in the package root: ${list}`);
  }
  return `${[...paragraphs, ...contents, ...body].join('\n\n')}\n`;
}

/** Returns the pages of the reference by their paths from the root of the package. */
export function makeReference() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pages = new Map();
  for (const [key, target] of Object.entries(exports)) {
    if (target.require === undefined) continue;
    const file = key === '.' ? 'index' : key.slice(2);
    const specifier = join(name, key).replaceAll('\\', '/');
    pages.set(`${folder}/${file}.md`, pageOf(specifier, join(target.require.types)));
  }
  return pages;
}

/** Writes the pages below a folder. */
export function writeReference(target) {
  rmSync(join(target, folder), { recursive: true, force: true });
  mkdirSync(join(target, folder), { recursive: true });
  for (const [path, text] of makeReference()) writeFileSync(join(target, path), text);
}

if (isMainProgram(import.meta.url)) writeReference(root);
