'use strict';

// Runs the command in this process, again and again, and acts as another program between two of its calls to the system.
//
// A case is { suffix, noLinks, big, action }: `action` is done before one of the calls that the command makes after it has opened
// the file.

const path = require('node:path');
const { real, runCases } = require('./faults.cjs');

const folder = process.argv[2];
const at = (name) => path.join(folder, name);
const old = Buffer.alloc(300_000, 0xe9);
const OTHER = 'what another program has written\n';
const LONG_AGO = 1_000_000_000.25;

const actions = {
  renameOver: () => real.renameSync(at('new'), at('a')),
  delete: () => real.unlinkSync(at('a')),
  move: () => real.renameSync(at('a'), at('moved')),
  symlink: () => {
    real.unlinkSync(at('a'));
    real.symlinkSync('new', at('a'));
  },
  hardLink: () => {
    real.unlinkSync(at('a'));
    real.linkSync(at('new'), at('a'));
  },
  write: () => real.appendFileSync(at('a'), OTHER),
  // The same length and the same time of the last write as before.
  writeAndSetTime: () => {
    const { atimeNs, mtimeNs, size } = real.statSync(at('a'), { bigint: true });
    real.writeFileSync(at('a'), Buffer.alloc(Number(size), 0x78));
    real.utimesSync(at('a'), Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9);
  },
  deleteBackup: () => real.rmSync(at('a.old'), { force: true }),
  replaceBackup: () => real.renameSync(at('new'), at('a.old')),
  moveFolderAway: () => {
    real.mkdirSync(`${folder}-next`);
    real.renameSync(at('new'), `${folder}-next/a`);
    real.renameSync(folder, `${folder}-away`);
    real.renameSync(`${folder}-next`, folder);
  },
};

/** Every entry of a folder: the name of the content of a file, or where a link leads. */
function contents(root) {
  const names = real.existsSync(root) ? real.readdirSync(root).sort() : [];
  const rows = names.map((name) => {
    const file = path.join(root, name);
    const isLink = real.lstatSync(file).isSymbolicLink();
    return [
      name,
      isLink ? `-> ${real.readlinkSync(file)}` : nameContent(real.readFileSync(file, 'latin1')),
    ];
  });
  return Object.fromEntries(rows);
}

function nameContent(text) {
  const is = (unit) => text !== '' && text === unit.repeat(text.length / unit.length);
  if (is('\xe9')) return 'old';
  if (is('\xc3\xa9')) return 'converted';
  if (is('x')) return 'x';
  if (text === OTHER) return 'other';
  return text.endsWith(OTHER)
    ? `${nameContent(text.slice(0, -OTHER.length))} and other`
    : 'damaged';
}

function prepare({ big }) {
  for (const root of [folder, `${folder}-away`, `${folder}-next`]) {
    real.rmSync(root, { recursive: true, force: true });
  }
  real.mkdirSync(folder);
  real.writeFileSync(at('a'), big ? old : old.subarray(0, 10));
  real.utimesSync(at('a'), LONG_AGO, LONG_AGO);
  real.writeFileSync(at('new'), OTHER);
}

runCases({
  prepare,
  argsOf: ({ suffix }) => ['-f', 'latin1', `--in-place${suffix && `=${suffix}`}`, at('a')],
  begins: (name, args) => name === 'openSync' && String(args[0]).endsWith('/a'),
  act: ({ action }) => actions[action](),
  look: () => ({ files: contents(folder), away: contents(`${folder}-away`) }),
});
