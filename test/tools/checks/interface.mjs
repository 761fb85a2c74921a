// Lists what users rely on: exports with their members, error codes, statuses of the command, and the declarations of the library's
// headers, each as stable, experimental or internal. An export has a part of the SHA-256 of its declaration without comments and white
// space, so that a change of a type is seen, too, and its members.
// Usage: node test/tools/checks/interface.mjs [COMMIT]
//
// Without COMMIT the program writes test/types/api.json, which has one form for each part of the list. A change of a stable part is shown by the difference of that file.
// With COMMIT, such as the tag of a release, it prints what was removed, added or changed since then.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { exportsOf, namesOf } from '../release/reference.mjs';
import { root } from '../run/cmake.mjs';

/** Where the forms stand. */
export const file = new URL('../../types/api.json', import.meta.url);

/** Entry points of which a minor version may change a declaration. */
const experimental = new Set(['./edit']);

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
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
function exportsFrom(path, readText) {
  const { declarations, names } = exportsOf(path, readText);
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
function errorCodes(paths, readText) {
  const codesIn = (pattern) =>
    paths
      .filter((path) => pattern.test(path))
      .flatMap((path) => readText(path).match(/\bERR_[A-Z0-9_]+\b/g) ?? []);
  const described = new Set(codesIn(/\.d\.ts$|\.md$/));
  return [...new Set(codesIn(/\.js$/))].filter((code) => described.has(code)).sort();
}

/** The statuses of the command, from the table of its page. */
function exitStatuses(page) {
  const [, table] = /\*\*Exit status\.\*\*\n([\s\S]*?)\n\n\*\*/.exec(page);
  return Array.from(table.matchAll(/^\| (\d+) \|/gm), ([, status]) => Number(status));
}

/** The names that a header declares, and the form of all its declarations but that of the version. */
function headerOf(text) {
  const code = text.replace(/\/\/.*/g, '');
  const names = Array.from(
    code.matchAll(
      /\b(?:class|struct|enum(?: class)?|union) (?:WHATWG_\w+ )?(\w+)|\b(whatwg_\w+)\(|^#define (WHATWG_\w+)/gm,
    ),
    ([, type, call, macro]) => type ?? call ?? macro,
  );
  const unversioned = code.replace(/^#define WHATWG_ENCODING_VERSION.*/gm, '');
  return { form: formOf(unversioned), names: [...new Set(names)].sort().join(' ') };
}

const ownPaths = () =>
  readdirSync(join(root, 'lib'), { recursive: true }).map((path) => `lib/${path}`);

/** The list. `readText` returns the text of a file; `paths` are those of the files in lib/. */
export function makeInterface(readText = read, paths = ownPaths()) {
  const { exports } = JSON.parse(readText('package.json'));
  const entryPoints = Object.entries(exports)
    .filter(([, target]) => target.require !== undefined)
    .map(([key, target]) => [
      key,
      {
        stability: experimental.has(key) ? 'experimental' : 'stable',
        exports: exportsFrom(join(target.require.types), readText),
      },
    ]);
  return {
    entryPoints: Object.fromEntries(entryPoints),
    errorCodes: { stability: 'stable', codes: errorCodes(paths, readText).join(' ') },
    exitStatuses: {
      stability: 'stable',
      statuses: exitStatuses(readText('lib/cli/README.md')).join(' '),
    },
    headers: {
      stability: 'stable',
      ...Object.fromEntries(
        ['whatwg_encoding.h', 'whatwg_encoding_c.h'].map((name) => [
          name,
          headerOf(readText(`src/library/${name}`)),
        ]),
      ),
    },
    internal: 'every other path of the package; properties that begin with a low line',
  };
}

/** The parts of a list: one for each entry point, and the others. */
const partsOf = ({ entryPoints, ...others }) => Object.entries({ ...entryPoints, ...others });

/** The stability and the form of each part of a list. */
export const formsOf = (list) =>
  Object.fromEntries(
    partsOf(list).map(([key, part]) => [
      key,
      `${part.stability ?? 'internal'} ${formOf(JSON.stringify(part))}`,
    ]),
  );

/** The values in a part by their paths. The words of a text are values of their own. */
const valuesOf = (part, path = '') =>
  typeof part === 'string'
    ? part.split(' ').map((word) => `${path} ${word}`)
    : Object.entries(part).flatMap(([key, value]) => valuesOf(value, `${path} ${key}`));

/** Prints what differs from the list of a commit: `-` and `+` before what was and what is. */
function compareWith(commit) {
  const paths = git('ls-tree', '-r', '--name-only', commit, 'lib').trim().split('\n');
  const before = valuesOf(makeInterface((path) => git('show', `${commit}:${path}`), paths));
  const now = valuesOf(makeInterface());
  for (const value of before) if (!now.includes(value)) console.log(`-${value}`);
  for (const value of now) if (!before.includes(value)) console.log(`+${value}`);
}

if (isMainProgram(import.meta.url)) {
  const [commit] = process.argv.slice(2);
  if (commit !== undefined) compareWith(commit);
  else writeFileSync(file, `${JSON.stringify(formsOf(makeInterface()), null, 2)}\n`);
}
