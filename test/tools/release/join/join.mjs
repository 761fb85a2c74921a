// Joins the CommonJS modules of lib/ into few files, for packages. The modules of a file share one scope, so that no function
// wraps them. The require() calls are followed from the files that package.json names. A module that the package root needs, or
// that both backends need, is in lib/core.js; one that a single entry point needs is in the file of this entry point. What is
// required inside a function has a file of its own, which is loaded there. Some modules of the package root are loaded when they are
// first used, although the sources require them at once: division.mjs names them.
//
// A class or a function keeps its `name` where its variable must have another one. A module is taken to change none of its exports.

import { dirname, relative } from 'node:path';
import { divide, fileOfLater } from './division.mjs';
import { lastProperty, parametersOf, readModules } from './modules.mjs';
import { Edits, Output } from './source-map.mjs';

const joinedNote = '// Made of modules of lib/ in the repository, which have comments.';

/** The name of an object that has the exports of a module: `contentCodingsExports` for `lib/http/content-codings.js`. */
const exportsName = (path) =>
  path
    .split('/')
    .at(-1)
    .replace(/[.]js$/, '-exports')
    .replace(/[^a-z0-9]+([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Returns how the file `from` names the file `to`. */
function pathFrom(from, to) {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the value of `key` in a map, which `make` makes if there is none. */
function takeOrMake(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** A property of an object, or of a pattern that reads it. */
const propertyText = (property, name) => (property === name ? name : `${property}: ${name}`);

/** One joined file: what its names stand for, and what it gives to other files and takes from them. */
class File {
  /** The names by what they stand for: a variable of a module, the exports of a module, or what a module of the runtime has. */
  #names = new Map();
  #taken = new Set(['require', 'module', 'exports', '__filename', '__dirname']);
  #hidden = new Set();

  /** What it takes of the runtime: by a key, `builtin`, `property` and `name`. */
  builtins = new Map();
  /** What it takes from other files: for each, its names there and the names here. */
  takes = new Map();
  /** The names that other files take, with the paths of the modules that declare them. */
  gives = new Map();
  /** The names of the functions that load other files, by these. */
  loaders = new Map();
  /** The text of functions that stand for functions of files that are loaded later, by their names. */
  stubs = new Map();

  constructor(path, modules) {
    this.path = path;
    this.modules = modules;
    for (const { references, declared, inner } of modules) {
      // A name that a module does not declare means something of the runtime.
      for (const { identifier } of references) {
        if (!declared.has(identifier.name)) this.#taken.add(identifier.name);
      }
      for (const name of inner) this.#hidden.add(name);
    }
    // Functions and classes get their own names before other variables do.
    const isNamedFirst = (kind) => kind === 'function' || kind === 'class';
    for (const first of [true, false]) {
      for (const { kinds, path: modulePath } of modules) {
        for (const [name, kind] of kinds) {
          if (isNamedFirst(kind) === first) this.#add(`${modulePath} ${name}`, name, this.#taken);
        }
      }
    }
  }

  #add(key, wanted, ...excluded) {
    let name = wanted;
    for (let i = 1; excluded.some((names) => names.has(name)); i++) name = `${wanted}$${i}`;
    this.#taken.add(name);
    this.#names.set(key, name);
    return name;
  }

  /** Returns the name of what `key` stands for. If it has none it gets one, which is hidden in no scope. */
  nameOf(key, wanted) {
    return this.#names.get(key) ?? this.#add(key, wanted, this.#taken, this.#hidden);
  }
}

class Joiner {
  /** The paths of modules whose exports are needed as an object. */
  #objects = new Set();
  /** By the path of a module, the properties of its exports that variables stand for, with the names of these. */
  #properties = new Map();
  #fileOf = new Map();
  #files = [];

  constructor(graph) {
    this.graph = graph;
    for (const [path, paths] of divide(graph)) {
      const file = new File(
        path,
        paths.map((one) => graph.modules.get(one)),
      );
      this.#files.push(file);
      for (const one of paths) this.#fileOf.set(one, file);
    }
  }

  /** Returns all joined files: `path`, `text` and `map`. */
  join() {
    const edited = new Map();
    for (const file of this.#files) {
      for (const module of file.modules) edited.set(module, this.#edit(file, module));
    }
    this.#nameAllExports();
    for (const [module, edits] of edited) this.#editExports(module, edits);
    return this.#files.map((file) => this.#write(file, edited));
  }

  /** Follows a name of a module's exports to where it is declared. */
  #foundExport(path, name) {
    const module = this.graph.modules.get(path);
    const { of, names } = module.exports;
    if (of !== undefined) return this.#foundExport(of, name);
    const local = names === undefined ? lastProperty(module, name) : names.get(name);
    if (local !== undefined) return this.#foundVariable(module, local);
    if (names !== undefined) throw new Error(`${path} exports no ${name}`);
    return { module, property: name };
  }

  /**
   * Follows the name of a variable of a module to where it is declared: to a `variable` or a `property` of the exports of another
   * `module`, to all exports of it, or to something of the runtime.
   */
  #foundVariable(module, local) {
    const from = module.imports.get(local);
    if (from === undefined) return { module, variable: local };
    if (from.builtin !== undefined) return from;
    return from.name === undefined
      ? this.#foundObject(from.path)
      : this.#foundExport(from.path, from.name);
  }

  /** Follows a module that exports what another one exports. */
  #foundObject(path) {
    const module = this.graph.modules.get(path);
    return module.exports.of === undefined ? { module } : this.#foundObject(module.exports.of);
  }

  /** Returns the name, in the file of its module, of what was found there. */
  #nameAtHome({ module, variable, property }) {
    const home = this.#fileOf.get(module.path);
    if (variable !== undefined) return home.nameOf(`${module.path} ${variable}`, variable);
    if (property === undefined) {
      this.#objects.add(module.path);
      return home.nameOf(module.path, exportsName(module.path));
    }
    const properties = takeOrMake(this.#properties, module.path, () => new Map());
    return takeOrMake(properties, property, () =>
      home.nameOf(`${module.path}.${property}`, property),
    );
  }

  /** Whether a name of a module stands for what another file has that is loaded when it is first used. */
  #isLater(file, module, local) {
    const from = module.imports.get(local);
    return from?.isLater === true && this.#fileOf.get(from.path) !== file;
  }

  /** Returns an expression for what was found in a file that is loaded when it is first used. */
  #laterIn(file, found) {
    const atHome = this.#nameAtHome(found);
    const home = this.#fileOf.get(found.module.path);
    home.gives.set(atHome, found.module.path);
    const loader = takeOrMake(file.loaders, home, () =>
      file.nameOf(`loader of ${home.path}`, exportsName(home.path).replace(/Exports$/, '')),
    );
    return `${loader}().${atHome}`;
  }

  /** Returns the name of a function that stands for one that is found in a file that is loaded when it is first used. */
  #stubIn(file, found, name) {
    const { text, names } = parametersOf(found.module, found.variable);
    if (file.nameOf(`stub of ${name}`, name) !== name || found.variable !== name) {
      throw new Error(`${file.path}: a function cannot have the name ${name}`);
    }
    const call = `${this.#laterIn(file, found)}(${names.join(', ')})`;
    file.stubs.set(name, `function ${name}(${text}) {\n  return ${call};\n}\n`);
    return name;
  }

  /** Returns the name in `file` of what was found. It is `wanted` if that can be. */
  #nameIn(file, found, wanted) {
    if (found.builtin !== undefined) {
      const { builtin, name: property } = found;
      const key = `${builtin}.${property}`;
      const name = file.nameOf(key, wanted);
      file.builtins.set(key, { builtin, property, name });
      return name;
    }
    const atHome = this.#nameAtHome(found);
    const home = this.#fileOf.get(found.module.path);
    if (home === file) return atHome;
    home.gives.set(atHome, found.module.path);
    const taken = takeOrMake(file.takes, home, () => new Map());
    return takeOrMake(taken, atHome, () => file.nameOf(`${home.path} ${atHome}`, wanted));
  }

  /** Renames the variables of a module, and removes its imports. */
  #edit(file, module) {
    const edits = new Edits(module);
    if (module.hashBang !== undefined) edits.replace(0, module.hashBang.length, '');
    edits.remove(module.directive);
    this.#removeComments(module, edits);
    const imports = new Set([...module.imports.values()].map(({ statement }) => statement));
    for (const statement of imports) edits.remove(statement);
    const { names, value } = module.exports;
    for (const reference of module.references) {
      const { identifier, parents } = reference;
      const isOwn = module.kinds.has(identifier.name) || module.imports.has(identifier.name);
      if (!isOwn || parents.some((one) => imports.has(one))) continue;
      // #editExports() writes this object anew.
      if (names !== undefined && parents.includes(value)) continue;
      const found = this.#foundVariable(module, identifier.name);
      if (this.#isLater(file, module, identifier.name)) {
        const text = this.#laterIn(file, found);
        const isMade =
          parents.at(-1).type === 'NewExpression' && parents.at(-1).callee === identifier;
        rename(edits, reference, isMade ? `(${text})` : text);
        continue;
      }
      const name = this.#nameIn(file, found, identifier.name);
      if (name !== identifier.name) rename(edits, reference, name);
    }
    for (const path of module.paths) this.#editPath(file, path, edits);
    for (const node of module.exportsUses) {
      edits.replace(node.start, node.end, this.#nameAtHome({ module }));
    }
    return edits;
  }

  /** Removes the comments that have lines of their own: compiling takes less time without them. */
  #removeComments({ comments, imports, exports, text }, edits) {
    const rewritten = [...imports.values(), exports].map(({ statement }) => statement);
    const isIn = (comment, node) => comment.start >= node?.start && comment.end <= node?.end;
    for (const comment of comments) {
      const start = text.lastIndexOf('\n', comment.start) + 1;
      const isAlone = text.slice(start, comment.start).trim() === '' && text[comment.end] === '\n';
      const isKept =
        text.startsWith('#!', comment.start) || rewritten.some((one) => isIn(comment, one));
      if (isAlone && !isKept) edits.remove({ start, end: comment.end });
    }
  }

  /** Changes a call with the name of a file: what is required may be in another file, and paths begin in another folder. */
  #editPath(file, { node, literal, path, isRequire }, edits) {
    const inLib = isRequire && this.graph.modules.has(path);
    const found = inLib ? this.#foundObject(path) : undefined;
    if (found === undefined || this.#isWhole(found.module)) {
      const text = `'${pathFrom(file.path, path)}'`;
      if (text !== literal.raw) edits.replace(literal.start, literal.end, text);
      return;
    }
    const home = this.#fileOf.get(found.module.path);
    const name = this.#nameAtHome(found);
    if (home === file) {
      edits.replace(node.start, node.end, name);
      return;
    }
    home.gives.set(name, found.module.path);
    edits.replace(node.start, node.end, `require('${pathFrom(file.path, home.path)}').${name}`);
  }

  /** Whether what a module exports is all that its file exports. */
  #isWhole({ isEntry, path }) {
    return isEntry || this.graph.backends.has(path);
  }

  #needsObject({ path }) {
    return this.#objects.has(path) || this.#properties.has(path);
  }

  /** Gives names to what is in the exports that are needed as objects. They may need other objects. */
  #nameAllExports() {
    const isNamed = new Set();
    for (let size = -1; size < isNamed.size; ) {
      size = isNamed.size;
      for (const module of this.graph.modules.values()) {
        if (isNamed.has(module) || !(this.#isWhole(module) || this.#needsObject(module))) continue;
        isNamed.add(module);
        this.#nameExports(module);
      }
    }
  }

  /** Returns the name of the exports that a module has from another one, or the pieces of an object. */
  #nameExports(module) {
    const { names, of } = module.exports;
    const file = this.#fileOf.get(module.path);
    if (of !== undefined) return this.#nameIn(file, this.#foundObject(of), exportsName(of));
    return Array.from(names ?? [], ([property, local]) => {
      const found = this.#foundVariable(module, local);
      const isLater = this.#isLater(file, module, local);
      const name = isLater ? this.#stubIn(file, found, local) : this.#nameIn(file, found, local);
      return propertyText(property, name);
    });
  }

  #editExports(module, edits) {
    const { statement, value, names, of } = module.exports;
    if (statement === undefined) return;
    const isWhole = this.#isWhole(module);
    if (!isWhole && !this.#needsObject(module)) {
      edits.remove(statement);
      return;
    }
    if (this.#needsObject(module)) {
      const name = this.#nameAtHome({ module });
      edits.replace(statement.start, value.start, `const ${name} = `);
      if (isWhole) edits.replace(statement.end, statement.end, `\nmodule.exports = ${name};`);
    }
    const named = this.#nameExports(module);
    if (of !== undefined) edits.replace(value.start, value.end, named);
    else if (names !== undefined) {
      edits.replace(value.start, value.end, `{\n${named.map((one) => `  ${one},\n`).join('')}}`);
    }
  }

  #write(file, edited) {
    const output = new Output();
    const { hashBang = '' } = file.modules.at(-1);
    output.add(`${hashBang}'use strict';\n\n${joinedNote}\n\n${this.#requires(file)}`);
    for (const module of file.modules) {
      output.add(`// ${module.path}\n`);
      output.addPieces(module, edited.get(module).pieces());
      const properties = this.#properties.get(module.path);
      if (properties !== undefined) {
        const names = Array.from(properties, ([property, name]) => propertyText(property, name));
        output.add(`const { ${names.join(', ')} } = ${this.#nameAtHome({ module })};\n`);
      }
      for (const [name, path] of file.gives) {
        if (path === module.path) output.add(`exports.${name} = ${name};\n`);
      }
      output.add('\n');
    }
    return { path: file.path, ...output.finish(file.path) };
  }

  /** What stands before the modules of a file: what they take from the runtime and from other files. */
  #requires(file) {
    const requires = new Map();
    for (const { builtin, property, name } of file.builtins.values()) {
      takeOrMake(requires, builtin, () => []).push([property, name]);
    }
    for (const [home, names] of file.takes)
      requires.set(pathFrom(file.path, home.path), [...names]);
    let text = '';
    for (const [path, names] of requires) {
      const parts = names.filter(([property]) => property !== undefined);
      for (const [property, name] of names) {
        if (property === undefined) text += `const ${name} = require('${path}');\n`;
      }
      if (parts.length === 0) continue;
      const pattern = parts.map(([property, name]) => `  ${propertyText(property, name)},\n`);
      text += `const {\n${pattern.join('')}} = require('${path}');\n`;
    }
    for (const [home, name] of file.loaders) {
      const variable = file.nameOf(`loaded ${home.path}`, `${name}Exports`);
      // Without `??=`, so that the entry points of the root and of the command can be parsed by Node 12, which they then refuse.
      const load = `${variable} || (${variable} = require('${pathFrom(file.path, home.path)}'))`;
      text += `let ${variable};\nconst ${name} = () => (${load});\n`;
    }
    return `${text}${[...file.stubs.values()].join('')}\n`;
  }
}

/** Gives another name to an identifier: where it declares a function or a class, the value keeps the `name` that it has. */
function rename(edits, { identifier, parents }, name) {
  const { start, end } = identifier;
  const parent = parents.at(-1);
  const declares = parent.id === identifier;
  if (declares && /^(Function|Class)Declaration$/.test(parent.type)) {
    edits.replace(parent.start, parent.start, `const ${name} = `);
    edits.replace(parent.end, parent.end, ';');
    return;
  }
  const property = parent.type === 'AssignmentPattern' ? parents.at(-2) : parent;
  const isShorthand = property.type === 'Property' && property.shorthand;
  edits.replace(start, end, isShorthand ? `${identifier.name}: ${name}` : name);
  if (!declares || parent.type !== 'VariableDeclarator') return;
  const { init } = parent;
  const isAnonymous =
    init?.type === 'ArrowFunctionExpression' ||
    (/^(Function|Class)Expression$/.test(init?.type) && init.id === null);
  if (isAnonymous) {
    edits.replace(init.start, init.start, `{ ${identifier.name}: `);
    edits.replace(init.end, init.end, ` }.${identifier.name}`);
  }
}

/**
 * Joins the modules of lib/ in the folder `root`, whose manifest is given. Returns `files`, each with its `path`, `text` and `map`,
 * and `sources`, the paths of the modules that are in them.
 */
export function joinModules(root, manifest) {
  const graph = readModules(root, manifest, fileOfLater);
  return { files: new Joiner(graph).join(), sources: [...graph.modules.keys()] };
}
