// Lists what users rely on: exports with their members, error codes, statuses of the command, and the declarations of the library's
// headers, each as stable, experimental or internal. An export has a part of the SHA-256 of its declaration without comments and white
// space, so that a change of a type is seen, too, and its members.
// Usage: node test/tools/checks/interface.mjs, which writes test/types/api.json: a change of what is stable is a decision

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { exportsOf, namesOf } from '../release/reference.mjs';
import { root } from '../run/cmake.mjs';

/** Where the list stands. */
export const file = new URL('../../types/api.json', import.meta.url);

/** Entry points of which a minor version may change a declaration. */
const experimental = new Set(['./edit']);

const read = (path) => readFileSync(join(root, path), 'utf8');
const formOf = (text) =>
  createHash('sha256').update(text.replace(/\s+/g, '')).digest('hex').slice(0, 8);

const printer = ts.createPrinter({ removeComments: true });
const textOf = (node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());

/** The names of the members of a class or an interface. */
const membersOf = (node) => [
  ...new Set(
    (node.members ?? []).map((member) =>
      ts.isConstructorDeclaration(member) ? 'constructor' : (member.name?.getText() ?? '()'),
    ),
  ),
];

/** The exports of an entry point by their names. Overloads and merged declarations are one. */
function exportsFrom(path) {
  const { declarations, names } = exportsOf(path);
  const found = {};
  for (const node of declarations) {
    for (const name of namesOf(node)) {
      const { members = [], text = '' } = found[name] ?? {};
      found[name] = { members: [...members, ...membersOf(node)], text: text + textOf(node) };
    }
  }
  const own = Object.entries(found).map(([name, { members, text }]) => [
    name,
    [formOf(text), ...members].join(' '),
  ]);
  return Object.fromEntries([...own, ...names.map((name) => [name, 'as in .'])].sort());
}

/** The codes of errors that the types or the pages of lib/ name, and that its modules make. */
function errorCodes() {
  const paths = readdirSync(join(root, 'lib'), { recursive: true });
  const codesIn = (pattern) =>
    paths
      .filter((path) => pattern.test(path))
      .flatMap((path) => read(`lib/${path}`).match(/\bERR_[A-Z0-9_]+\b/g) ?? []);
  const described = new Set(codesIn(/\.d\.ts$|\.md$/));
  return [...new Set(codesIn(/\.js$/))].filter((code) => described.has(code)).sort();
}

/** The statuses of the command, from the table of its page. */
function exitStatuses() {
  const [, table] = /\*\*Exit status\.\*\*\n([\s\S]*?)\n\n\*\*/.exec(read('lib/cli/README.md'));
  return Array.from(table.matchAll(/^\| (\d+) \|/gm), ([, status]) => Number(status));
}

/** The names that a header declares, and the form of all its declarations but that of the version. */
function headerOf(path) {
  const code = read(path).replace(/\/\/.*/g, '');
  const names = Array.from(
    code.matchAll(
      /\b(?:class|struct|enum(?: class)?|union) (?:WHATWG_\w+ )?(\w+)|\b(whatwg_\w+)\(|^#define (WHATWG_\w+)/gm,
    ),
    ([, type, call, macro]) => type ?? call ?? macro,
  );
  const unversioned = code.replace(/^#define WHATWG_ENCODING_VERSION.*/gm, '');
  return { form: formOf(unversioned), names: [...new Set(names)].sort().join(' ') };
}

/** The text of the list. */
export function makeInterface() {
  const { exports } = JSON.parse(read('package.json'));
  const entryPoints = Object.entries(exports)
    .filter(([, target]) => target.require !== undefined)
    .map(([key, target]) => [
      key,
      {
        stability: experimental.has(key) ? 'experimental' : 'stable',
        exports: exportsFrom(join(target.require.types)),
      },
    ]);
  const list = {
    entryPoints: Object.fromEntries(entryPoints),
    errorCodes: { stability: 'stable', codes: errorCodes().join(' ') },
    exitStatuses: { stability: 'stable', statuses: exitStatuses().join(' ') },
    headers: {
      stability: 'stable',
      ...Object.fromEntries(
        ['whatwg_encoding.h', 'whatwg_encoding_c.h'].map((name) => [
          name,
          headerOf(`src/library/${name}`),
        ]),
      ),
    },
    internal: 'every other path of the package; properties that begin with a low line',
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

if (isMainProgram(import.meta.url)) writeFileSync(file, makeInterface());
