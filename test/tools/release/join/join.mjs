// Joins the modules of lib/ into few files, for packages. Rollup joins them; module.mjs makes of each the ES module that rollup reads.

import { SourceMap } from 'node:module';
import { posix } from 'node:path';
import { rollup } from 'rollup';
import { fileOf, files, laterFiles } from './files.mjs';
import { Module } from './module.mjs';

/** The files that a manifest names: those of its entry points and commands, and those among which it chooses the backend. */
const entriesOf = ({ exports, bin, imports }) =>
  [
    ...Object.values(exports).map((one) => one.require?.default ?? []),
    ...Object.values(bin),
    ...Object.values(imports).flatMap(Object.values),
  ]
    .flat()
    .map((path) => posix.normalize(path));

/** Returns the path of the file of the table in which a module stands, if one has it. */
function fileWith(id, { getModuleInfo }) {
  const isNeeded = ([, own]) => {
    const found = new Set(own);
    for (const one of found) for (const next of getModuleInfo(one).importedIds) found.add(next);
    return found.has(id);
  };
  return laterFiles.has(id) ? id : (fileOf.get(id) ?? Object.entries(files).find(isNeeded)?.[0]);
}

/** The path of a file: that of the table, of the entry point that it is, or of its last module. */
const pathOfFile = ({ facadeModuleId, moduleIds }) =>
  moduleIds.map((id) => fileOf.get(id)).find(Boolean) ?? facadeModuleId ?? moduleIds.at(-1);

const pathText = (path) => `'${path.startsWith('.') ? path : `./${path}`}'`;

/**
 * Takes names from another file as a require() in lib/ does, because short calls take 4 % longer where they read them as properties, as
 * rollup has it. No place changes. A backend is loaded while lib/core.js is loaded, which does not have all its exports then.
 */
function takeNames({ fileName, code }) {
  if (fileName.startsWith('lib/backend/')) return code;
  const taken = {};
  return code
    .replaceAll(/\b(lib_\w+_js)[.]([\w$]+)/g, (_, file, name) => {
      taken[file] ??= new Set();
      taken[file].add(`${name}: ${file}_${name}`);
      return `${file}_${name}`;
    })
    .replaceAll(/^var (lib_\w+_js) =/gm, (_, file) => `const { ${[...taken[file]].join(', ')} } =`);
}

/** Exports functions in the first line, because a backend takes some of lib/core.js while that is loaded. */
function exportFunctionsFirst({ code }) {
  let first = "'use strict';";
  const rest = code.replaceAll(/^exports[.].* = (.*);\n/gm, (line, name) => {
    if (!code.includes(`\nfunction ${name}(`)) return line;
    first += ` ${line.trim()}`;
    return '';
  });
  return rest.replace("'use strict';", () => first);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number as source maps have it. */
const vlq = (value, rest = value < 0 ? 1 - 2 * value : 2 * value) =>
  rest < 32 ? digits[rest] : digits[(rest & 31) | 32] + vlq(0, rest >> 5);

/** Returns the text of a map with one place for each line. The maps of rollup are six times as long, because they have each word. */
function lineMap(map, text) {
  const words = new SourceMap(map);
  let last = [0, 0];
  const lines = text.split('\n').map((_, line) => {
    const { generatedLine, originalSource, originalLine } = words.findEntry(line, 0);
    if (generatedLine !== line) return '';
    const place = [map.sources.indexOf(originalSource), originalLine];
    const [source, from] = place.map((value, i) => vlq(value - last[i]));
    last = place;
    return `A${source}${from}A`;
  });
  return `${JSON.stringify({ ...map, names: [], mappings: lines.join(';') })}\n`;
}

/**
 * Joins the modules of lib/ in the folder `root`, whose manifest is given. Returns `files`, each with its `path`, `text` and `map`,
 * and `sources`, the paths of the modules that are in them.
 */
export async function joinModules(root, manifest) {
  const modules = new Map();
  const moduleAt = (path) => {
    if (!modules.has(path)) modules.set(path, new Module(root, path));
    return modules.get(path);
  };
  const entries = entriesOf(manifest);
  const plugin = {
    name: 'lib',
    resolveId: (id) => id,
    load(id) {
      if (laterFiles.has(id)) return files[id].map((path) => `export * from '${path}';`).join('\n');
      const emit = (path) =>
        this.emitFile({ type: 'chunk', id: path, preserveSignature: 'allow-extension' });
      return moduleAt(id)
        .toES(moduleAt, entries.includes(id))
        .replaceAll(/\['(lib[/].*?)'\]/g, (_, path) => `.ROLLUP_FILE_URL_${emit(path)}`);
    },
    resolveFileUrl: ({ relativePath }) => pathText(relativePath),
    resolveImportMeta: (path, { chunkId }) =>
      pathText(posix.relative(posix.dirname(chunkId), path)),
  };
  const onLog = (_, { message }) => {
    throw new Error(message);
  };
  const bundle = await rollup({ input: entries, plugins: [plugin], treeshake: false, onLog });
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: pathOfFile,
    chunkFileNames: pathOfFile,
    manualChunks: fileWith,
    onlyExplicitManualChunks: true,
    hoistTransitiveImports: false,
    intro: '// Made of modules of lib/ in the repository, which have comments.',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const joined = output.flatMap(({ map, ...chunk }) => {
    if (chunk.type === 'asset') return [];
    const path = chunk.fileName;
    const text = path === 'lib/core.js' ? exportFunctionsFirst(chunk) : takeNames(chunk);
    return { path, text, map: lineMap(map, text) };
  });
  return { files: joined, sources: [...modules.keys()] };
}
