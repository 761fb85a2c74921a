// Reads the CommonJS modules of lib/: what each requires, declares and exports.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'acorn';
import { childrenOf, declaredBy, resolveNames } from './scopes.mjs';

const isString = (node) => node?.type === 'Literal' && typeof node.value === 'string';

/** Returns what a call requires if it is `require('…')`. */
function requiredBy(node) {
  if (node?.type !== 'CallExpression' || node.callee.name !== 'require') return undefined;
  if (node.arguments.length !== 1 || !isString(node.arguments[0])) {
    throw new Error('has a require() whose argument is not one string');
  }
  return node.arguments[0].value;
}

const isModuleExports = (node) =>
  node?.type === 'MemberExpression' &&
  !node.computed &&
  node.object.name === 'module' &&
  node.property.name === 'exports';

/** Whether a property of an object is `name` or `name: variable`. */
const isPlain = ({ type, kind, computed, method, key, value }) =>
  type === 'Property' &&
  kind === 'init' &&
  !computed &&
  !method &&
  key.type === 'Identifier' &&
  value.type === 'Identifier';

/** Whether a variable keeps the value with which it is declared. */
const isConstant = ({ imports, kinds }, name) =>
  imports.has(name) || /^(const|function|class)$/.test(kinds.get(name));

/** Returns the constant that the exported object of a module has as its property `name`, if that can be seen. */
export function lastProperty(module, name) {
  const { value } = module.exports;
  if (value?.type !== 'ObjectExpression') return undefined;
  for (const property of value.properties.toReversed()) {
    if (!isPlain(property)) return undefined;
    const local = property.value.name;
    if (property.key.name === name) return isConstant(module, local) ? local : undefined;
  }
  return undefined;
}

class Module {
  /** The paths of the modules that are loaded together with this one. */
  needs = [];
  /** The paths of the modules that this one loads later. */
  lazy = [];
  /** The calls with the name of a file: `node`, its `literal`, the `path` from the folder of the package, and `isRequire`. */
  paths = [];
  /** The names that calls require and that the manifest has under `imports`. */
  conditional = [];
  /** The variables that `const … = require('…')` declares: `builtin` or `path`, `name` unless it is all of it, and `statement`. */
  imports = new Map();
  /** Other variables of the outermost scope, with the words that declare them. */
  kinds = new Map();
  /** The functions of the outermost scope, by their names. */
  declarations = new Map();
  /** The statement `module.exports = value`; `names` if the value is an object of constants, `of` if it is another module's. */
  exports = {};
  /** Where else `module.exports` stands. */
  exportsUses = [];
  /** The comments, with `start` and `end`. */
  comments = [];
  isEntry = false;

  constructor(root, path) {
    this.path = path;
    this.text = readFileSync(join(root, path), 'utf8');
    this.hashBang = /^#!.*\n/.exec(this.text)?.[0];
    const options = {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowHashBang: true,
      onComment: this.comments,
    };
    const program = parse(this.text, options);
    const [directive, ...statements] = program.body;
    if (directive.directive !== 'use strict') throw new Error("does not begin with 'use strict'");
    this.directive = directive;
    Object.assign(this, resolveNames(program));
    const read = new Set();
    for (const statement of statements) this.#readStatement(statement, read);
    this.#readCalls(program, read);
    this.#readNames();
  }

  /** Returns the path of a file that this module names, from the folder of the package. */
  #pathOf(name) {
    return join(dirname(this.path), name).replaceAll('\\', '/');
  }

  #readStatement(statement, read) {
    const { type } = statement;
    if (type === 'VariableDeclaration') this.#readVariables(statement, read);
    else if (type === 'FunctionDeclaration') {
      this.kinds.set(statement.id.name, 'function');
      this.declarations.set(statement.id.name, statement);
    } else if (type === 'ClassDeclaration') this.kinds.set(statement.id.name, 'class');
    else if (type === 'ExpressionStatement' && isModuleExports(statement.expression.left)) {
      if (this.exports.statement !== undefined) throw new Error('has two "module.exports ="');
      const value = statement.expression.right;
      this.exports = { statement, value };
      read.add(statement.expression.left);
      const name = requiredBy(value);
      if (name === undefined) return;
      read.add(value);
      this.exports.of = this.#pathOf(name);
      this.needs.push(this.exports.of);
    }
  }

  #readVariables(statement, read) {
    const { declarations, kind } = statement;
    const [{ id, init }] = declarations;
    const name = requiredBy(init);
    if (name === undefined || declarations.length > 1) {
      for (const { id: pattern } of declarations) {
        for (const variable of declaredBy(pattern)) this.kinds.set(variable.name, kind);
      }
      return;
    }
    read.add(init);
    const from = name.startsWith('.') ? { path: this.#pathOf(name) } : { builtin: name };
    if (from.path !== undefined) this.needs.push(from.path);
    else if (!name.startsWith('node:')) throw new Error(`requires ${name}`);
    if (id.type === 'Identifier') this.imports.set(id.name, { ...from, statement });
    for (const { key, value } of id.properties ?? []) {
      if (value?.type !== 'Identifier') throw new Error(`takes more than names from ${name}`);
      this.imports.set(value.name, { ...from, name: key.name, statement });
    }
  }

  /** Finds the calls that #readStatement() has not read, and `module.exports`. */
  #readCalls(node, read) {
    if (read.has(node)) return;
    const required = requiredBy(node);
    if (required?.startsWith('#')) this.conditional.push(required);
    else if (node.type === 'CallExpression' && isString(node.arguments.at(-1))) {
      const literal = node.arguments.at(-1);
      // Only require(), and functions made for the purpose, get the relative path of a file of JavaScript or of an addon.
      if (/^[.]{1,2}[/].*[.](js|json|node)$/.test(literal.value)) {
        const isRequire = required !== undefined;
        this.paths.push({ node, literal, path: this.#pathOf(literal.value), isRequire });
      }
    } else if (isModuleExports(node)) this.exportsUses.push(node);
    for (const child of childrenOf(node)) this.#readCalls(child, read);
  }

  #readNames() {
    const { value } = this.exports;
    if (value?.type !== 'ObjectExpression' || !value.properties.every(isPlain)) return;
    const names = value.properties.map(({ key, value: local }) => [key.name, local.name]);
    if (names.every(([, local]) => isConstant(this, local))) this.exports.names = new Map(names);
  }
}

/** Returns the text of a function's parameters and their names; undefined if a call cannot pass them on one by one. */
export function parametersOf({ declarations, text }, name) {
  const params = declarations.get(name)?.params;
  const patterns = params?.map((one) => (one.type === 'AssignmentPattern' ? one.left : one));
  if (patterns === undefined || patterns.some(({ type }) => type !== 'Identifier'))
    return undefined;
  return {
    text: params.map(({ start, end }) => text.slice(start, end)).join(', '),
    names: patterns.map((one) => one.name),
  };
}

/**
 * Has a module load what it takes from other files of `later` when that is first used. One that it uses while it is itself
 * loaded it still loads together with itself; but it may export a function, in whose place another stands.
 */
function loadLater(module, modules, later) {
  const isExport = ({ parents }) => parents.includes(module.exports.value);
  const isFunction = (path, name) => parametersOf(modules.get(path), name) !== undefined;
  for (const path of later.keys()) {
    if (later.get(module.path) === later.get(path)) continue;
    const imports = [...module.imports].filter(([, from]) => from.path === path);
    const names = new Map(imports);
    const isUsedNow = module.references.some((reference) => {
      const from = names.get(reference.identifier.name);
      if (from === undefined || !reference.isEager) return false;
      if (reference.parents.includes(from.statement)) return false;
      return !(module.exports.names && isExport(reference) && isFunction(path, from.name));
    });
    if (imports.length === 0 || isUsedNow || imports.some(([, { name }]) => !name)) continue;
    module.needs = module.needs.filter((one) => one !== path);
    for (const [, from] of imports) from.isLater = true;
  }
}

/** The files that a manifest names: those of its entry points and commands, and those among which it chooses the backend. */
function rootsOf({ exports, bin, imports, main }) {
  const entries = Object.values(exports).flatMap(
    ({ require: required }) => required?.default ?? [],
  );
  const backends = Object.entries(imports).map(([name, conditions]) => [
    name,
    [...new Set(Object.values(conditions))].map((path) => join(path)),
  ]);
  return {
    main: join(main),
    entries: entries.map((path) => join(path)),
    commands: Object.values(bin).map((path) => join(path)),
    backends: new Map(backends),
  };
}

/**
 * Reads all modules that the files of the manifest reach. Returns them by their paths; `main`, the path of the package root;
 * `backends`, the paths of the modules that find a backend; and `roots`, the paths of all modules that are loaded by themselves.
 * The modules whose paths are keys of
 * `later` are loaded when they are first used, from the files that are their values.
 */
export function readModules(root, manifest, later) {
  const { main, entries, commands, backends } = rootsOf(manifest);
  const modules = new Map();
  const read = (path) => {
    if (modules.has(path)) return;
    let module;
    try {
      module = new Module(root, path);
    } catch (error) {
      error.message = `${path}: ${error.message}`;
      throw error;
    }
    modules.set(path, module);
    const inLib = module.paths.filter((one) => one.path.startsWith('lib/'));
    module.lazy.push(...inLib.map((one) => one.path));
    for (const name of module.conditional) module.lazy.push(...backends.get(name));
    for (const one of [...module.needs, ...module.lazy]) read(one);
  };
  for (const path of [...entries, ...commands]) read(path);
  for (const path of entries) modules.get(path).isEntry = true;
  for (const module of modules.values()) loadLater(module, modules, later);
  const lazy = [...modules.values()].flatMap((module) => module.lazy);
  const roots = [...new Set([main, ...entries, ...commands, ...lazy])];
  return { modules, main, roots, backends: new Set([...backends.values()].flat()) };
}
