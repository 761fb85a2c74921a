// Makes ES modules of the CommonJS modules of lib/, which are written in one way: a module takes names of others by
// `const { … } = require('…')` in its outermost scope, and has `module.exports = …` once.

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse } from 'acorn';
import { fileOf, laterFiles } from './files.mjs';

const isPath = (node) => /^[.]{1,2}[/].*[.](js|json|node)$/.test(node?.value);

/** Returns what a call requires if it is `require('…')`. */
const requiredBy = (node) => (node?.callee?.name === 'require' ? node.arguments[0] : undefined);

/** Calls `visit(node, parents)` for each node at or below a node. */
function walk(node, visit, parents = []) {
  visit(node, parents);
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === 'string') walk(child, visit, [...parents, node]);
  }
}

export class Module {
  #edits = [];
  #comments = [];
  /** Each use of a name, with the nodes in which it stands. */
  #uses = { __proto__: null };
  #stubs = '';

  constructor(root, path) {
    this.path = path;
    this.text = readFileSync(posix.join(root, path), 'utf8');
    const onComment = this.#comments;
    this.program = parse(this.text, { ecmaVersion: 'latest', allowHashBang: true, onComment });
    this.exports = this.program.body.find((one) =>
      this.#textOf(one).startsWith('module.exports ='),
    );
    const value = this.exports?.expression.right;
    this.from = requiredBy(value);
    /** Whether the exports are variables with their names: then the ES module exports these, and otherwise one value by default. */
    this.hasNames = this.from !== undefined || value?.properties?.every((one) => one.shorthand);
  }

  #textOf = ({ start, end }) => this.text.slice(start, end);
  #pathOf = ({ value }) => posix.join(posix.dirname(this.path), value);
  #edit = ({ start, end }, text) => this.#edits.push({ start, end, text });

  /**
   * Returns the text of an ES module, in which each line has the number that it has in the source. An entry point keeps
   * `module.exports`. `moduleAt` finds a module by its path.
   */
  toES(moduleAt, isEntry) {
    walk(this.program, (node, parents) => this.#read(node, parents));
    for (const statement of this.program.body) {
      if (statement.directive) this.#edit(statement, `// ${this.path}`);
      const { init } = statement.declarations?.[0] ?? {};
      if (isPath(requiredBy(init))) this.#editImport(statement, moduleAt);
    }
    if (this.exports !== undefined) this.#editExports(moduleAt, isEntry);
    this.#removeComments();
    let text = '';
    let at = 0;
    for (const { start, end, text: own } of this.#edits.sort((a, b) => a.start - b.start)) {
      // What stands in a statement that is written anew.
      if (start < at) continue;
      const lineEnds = this.text.slice(start, end).replaceAll(/[^\n]/g, '');
      text += this.text.slice(at, start) + own + lineEnds;
      at = end;
    }
    return text + this.text.slice(at);
  }

  /** Reads uses of names, and calls with the relative path of a file of JavaScript or of an addon. */
  #read(node, parents) {
    const parent = parents.at(-1);
    const path = node.arguments?.at(-1);
    if (node.type === 'Identifier') {
      if (!parent.computed && (parent.property === node || parent.key === node)) return;
      this.#uses[node.name] ??= [];
      this.#uses[node.name].push({ node, parents });
    } else if (isPath(path)) {
      const own = this.#pathOf(path);
      this.#edit(path, `import.meta['${laterFiles.has(fileOf.get(own)) ? fileOf.get(own) : own}']`);
    }
  }

  #editImport(statement, moduleAt) {
    const { id, init } = statement.declarations[0];
    const path = this.#pathOf(requiredBy(init));
    const text = this.#textOf(id).replaceAll('\n', ' ');
    const file = fileOf.get(path);
    if (laterFiles.has(file) && fileOf.get(this.path) !== file) {
      this.#loadLater(statement, moduleAt(path), file);
    } else if (id.name || moduleAt(path).hasNames) {
      const names = id.name && moduleAt(path).hasNames ? '* as ' : '';
      this.#edit(statement, `import ${names}${text.replaceAll(':', ' as')} from '${path}';`);
    } else this.#edit(statement, `import all$ from '${path}'; const ${text} = all$;`);
  }

  /** Has a file loaded when one of the names is used. In the place of a function that is exported stands one that calls it. */
  #loadLater(statement, module, file) {
    const name = module.path.slice(4, -3).replaceAll(/\W/g, '_');
    // Without `??=`, so that Node 12 can parse the package root and the command, which then say which version they need.
    const load = `loaded_${name} || (loaded_${name} = require(import.meta['${file}']))`;
    this.#edit(statement, `let loaded_${name}; const load_${name} = () => ${load};`);
    for (const { key, value } of statement.declarations[0].id.properties) {
      const text = `(load_${name}().${key.name})`;
      for (const { node, parents } of this.#uses[value.name]) {
        if (parents.includes(this.exports)) this.#stubs += module.#stubOf(key.name, text);
        else this.#edit(node, parents.at(-1).shorthand ? `${value.name}: ${text}` : text);
      }
    }
  }

  /** Returns the text of a function that calls one of this module, for which `text` stands. */
  #stubOf(name, text) {
    const { params } = this.program.body.find(({ id }) => id?.name === name);
    const passed = params.map((one) => this.#textOf(one.left ?? one));
    return `function ${name}(${params.map(this.#textOf)}) { return ${text}(${passed}); } `;
  }

  #editExports(moduleAt, isEntry) {
    const { start, expression } = this.exports;
    if (this.from !== undefined) {
      const path = this.#pathOf(this.from);
      const names = moduleAt(path).hasNames ? '*' : '{ default }';
      this.#edit(this.exports, `export ${names} from '${path}';`);
    } else if (isEntry) this.#edit({ start, end: start }, this.#stubs);
    else {
      const end = expression.right.start;
      this.#edit({ start, end }, this.hasNames ? 'export ' : 'export default ');
    }
  }

  /** Removes the comments that begin lines, because compiling takes less time without them. */
  #removeComments() {
    for (const { start, end } of this.#comments) {
      const line = this.text.lastIndexOf('\n', start) + 1;
      const isFirst = start > 0 && this.text.slice(line, start).trim() === '';
      if (isFirst) this.#edit({ start: line, end }, '');
    }
  }
}
