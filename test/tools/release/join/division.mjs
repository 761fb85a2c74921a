// Says in which file each module of lib/ is joined with others.

/** The file of the modules that several entry points need. */
const core = 'lib/core.js';

/** The file of the command, with all modules of its room that it always needs. */
const command = 'lib/cli/main.js';

const isEntryPoint = (path) => /^lib\/[^/]+\.js$/.test(path);

/**
 * The modules that are loaded when one of their functions or classes is first used, because compiling them would be half of what
 * loading costs. Each file has these modules and those that only these need; `entry` is the entry point that does without them. A file
 * that is for all has also what other entry points need of these modules at once.
 */
const laterFiles = {
  'lib/core-later.js': {
    entry: 'lib/index.js',
    isForAll: true,
    modules: [
      'transcoding/encode',
      'transcoding/errors',
      'transcoding/limits',
      'transcoding/pieces',
      'transcoding/transcoding-stream',
    ].map((name) => `lib/${name}.js`),
  },
  'lib/http/later.js': {
    entry: 'lib/http.js',
    modules: ['http/body', 'http/errors', 'http/form', 'http/options', 'url/url'].map(
      (name) => `lib/${name}.js`,
    ),
  },
  'lib/iconv-lite/later.js': {
    entry: 'lib/iconv-lite.js',
    modules: ['codec', 'iconv', 'names', 'single-byte-codecs'].map(
      (name) => `lib/iconv-lite/${name}.js`,
    ),
  },
  'lib/iconv-lite/unicode-later.js': {
    entry: 'lib/iconv-lite.js',
    modules: ['unicode-codecs', 'utf-7'].map((name) => `lib/iconv-lite/${name}.js`),
  },
};

/** The file of each of these modules. */
export const fileOfLater = new Map(
  Object.entries(laterFiles).flatMap(([file, { modules }]) => modules.map((one) => [one, file])),
);

/** Returns, by the path of each module, the paths of the roots that are loaded together with it. */
function rootsOfModules({ modules, roots }) {
  const loaders = new Map();
  for (const root of roots) {
    const visit = (path) => {
      if (!loaders.has(path)) loaders.set(path, new Set());
      if (loaders.get(path).has(root)) return;
      loaders.get(path).add(root);
      for (const one of modules.get(path).needs) visit(one);
    };
    visit(root);
  }
  return loaders;
}

/**
 * Returns the paths of all modules: each behind those that it needs. A module that loads the backend comes behind those that a
 * backend needs, because a backend requires the core while it is loaded.
 */
function inOrder({ modules, roots, backends }) {
  const order = new Set();
  const visited = new Set();
  const visitBelow = (path) => {
    for (const one of modules.get(path).needs) visit(one);
    for (const one of modules.get(path).lazy) visitBelow(one);
  };
  const visit = (path) => {
    if (visited.has(path)) return;
    visited.add(path);
    const { needs, lazy } = modules.get(path);
    for (const one of needs) visit(one);
    for (const one of lazy) if (backends.has(one)) visitBelow(one);
    order.add(path);
  };
  for (const path of roots) visit(path);
  return order;
}

/**
 * Returns the paths of the modules in each file, by the path of the file. Modules that the same roots need are in one file, which
 * has the path of the last of them; so no file requires another one that requires it.
 */
export function divide(graph) {
  const { main, backends } = graph;
  const roots = [...graph.roots, ...fileOfLater.keys()];
  const loaders = rootsOfModules({ ...graph, roots });
  const groups = new Map();
  const keyOf = (path) => {
    const own = loaders.get(path);
    const isOfBackends = own.size > 1 && [...own].every((one) => backends.has(one));
    if (path !== main && (own.has(main) || isOfBackends)) return core;
    const entries = [...own].filter(isEntryPoint);
    for (const [file, { entry, modules, isForAll = false }] of Object.entries(laterFiles)) {
      const isNeeded = !own.has(entry) && modules.some((one) => own.has(one));
      if (isNeeded && (isForAll || entries.length === 0)) return file;
    }
    if (own.has(command) && path.startsWith('lib/cli/')) return command;
    // What one entry point needs, and beside it files that are loaded later.
    const hasLater = [...own].some((one) => fileOfLater.has(one));
    if (entries.length === 1 && own.size > 1 && !hasLater) return `beside ${entries}`;
    return [...new Set([...own].map((one) => fileOfLater.get(one) ?? one))].sort().join();
  };
  for (const path of inOrder({ ...graph, roots })) {
    const key = keyOf(path);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(path);
  }
  const pathOf = (key, paths) => (key === core || key in laterFiles ? key : paths.at(-1));
  return new Map(Array.from(groups, ([key, paths]) => [pathOf(key, paths), paths]));
}
