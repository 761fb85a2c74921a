'use strict';

// Runs the command on a tree in this process, again and again, and swaps a file or a folder for a symbolic link to another place before one
// of its calls to the system.
//
// A case is { args, swap, prepares }: `swap` is done before one of the calls that the command makes after it has looked at the last name that
// was given. `prepares` is `kept` for a tree whose files were converted and kept.

const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { real, runCases } = require('./faults.cjs');

const folder = process.argv[2];
const at = (...names) => path.join(folder, ...names);
const LONG_AGO = 1_000_000_000;

const own = 'na\xefve\n';
const secret = 'a secret: \xe9\n';
const kept = 'x\n'; // what --restore finds under the name of a file in the other place, where `x` was made of `x.old`

/** The files before each case. Whatever the tree has under a name, the other place has, too. */
const files = {
  'tree/a.txt': own,
  'tree/sub/x.txt': own,
  'tree/sub/deep/y.txt': own,
  'tree/z.txt': own,
  'other/a.txt': secret,
  'other/x.txt': secret,
  'other/y.txt': secret,
  'other/z.txt': secret,
  'other/sub/x.txt': secret,
  'other/sub/deep/y.txt': secret,
  'other/deep/y.txt': secret,
  'other/k.txt': kept,
  'other/k.txt.old': kept,
};

/** Puts a link in the place of what has a name, if there is anything. */
function swap(name, target) {
  if (!real.existsSync(at(name))) return;
  real.renameSync(at(name), at(`${name.split('/').join('-')}-moved`));
  real.symlinkSync(target, at(name));
}

const swaps = {
  root: () => swap('tree', at('other')),
  folder: () => swap('tree/sub', at('other')),
  deepFolder: () => swap('tree/sub/deep', at('other')),
  file: () => swap('tree/sub/x.txt', at('other/x.txt')),
  lastFile: () => swap('tree/z.txt', at('other/z.txt')),
  loop: () => swap('tree/sub/x.txt', at('tree/sub/x.txt')),
  // To open a pipe would take forever.
  pipe: () => {
    swap('tree/sub/x.txt', 'nowhere');
    real.rmSync(at('tree/sub/x.txt'), { force: true });
    spawnSync('mkfifo', [at('tree/sub/x.txt')]);
  },
  outRoot: () => swap('out', at('other')),
  outFolder: () => swap('out/sub', at('other')),
  outDeepFolder: () => swap('out/sub/deep', at('other')),
  outFile: () => {
    if (!real.existsSync(at('out'))) return;
    real.rmSync(at('out/z.txt'), { force: true });
    real.symlinkSync(at('other/z.txt'), at('out/z.txt'));
  },
  backup: () => {
    if (!real.existsSync(at('tree/sub')) || real.existsSync(at('tree/sub/x.txt.old'))) return;
    real.symlinkSync(at('other/x.txt'), at('tree/sub/x.txt.old'));
  },
  backupFile: () => swap('tree/sub/x.txt.old', at('other/x.txt')),
};

/** Every file below a folder: mode and content by its path. Links have where they lead. */
function contents(root, entries = {}, above = '') {
  for (const name of real.readdirSync(root).sort()) {
    const file = path.join(root, name);
    const key = above + name;
    const info = real.lstatSync(file);
    const mode = (info.mode & 0o777).toString(8);
    if (info.isDirectory()) {
      entries[key] = mode;
      contents(file, entries, `${key}/`);
    } else if (info.isFile()) entries[key] = `${mode} ${real.readFileSync(file, 'latin1')}`;
    else entries[key] = info.isSymbolicLink() ? `-> ${real.readlinkSync(file)}` : 'special';
  }
  return entries;
}

function prepare({ prepares }) {
  real.rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    real.mkdirSync(path.dirname(at(name)), { recursive: true });
    const isOther = name.startsWith('other');
    real.writeFileSync(at(name), Buffer.from(text, 'latin1'), { mode: isOther ? 0o600 : 0o640 });
    real.utimesSync(at(name), LONG_AGO, LONG_AGO);
  }
  const kept = ['a.txt', 'sub/x.txt', 'sub/deep/y.txt', 'z.txt'];
  for (const name of prepares === 'kept' ? kept : []) {
    for (const root of ['tree', 'other']) {
      const file = at(root, name);
      const text = real.readFileSync(file, 'latin1');
      real.renameSync(file, `${file}.old`);
      real.writeFileSync(file, text, { mode: 0o600 });
      real.utimesSync(file, LONG_AGO, LONG_AGO);
    }
  }
  return JSON.stringify(contents(at('other')));
}

const argsOf = ({ args }) => args.map((arg) => arg.replace('FOLDER', folder));

process.chdir(path.dirname(folder));
runCases({
  prepare,
  argsOf,
  begins: (_name, given, one) => String(given[0]) === argsOf(one).at(-1),
  act: ({ swap: name }) => swaps[name](),
  look: (other) => ({
    isUntouched: JSON.stringify(contents(at('other'))) === other,
    files: contents(folder),
  }),
});
