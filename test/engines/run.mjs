// Runs the programs of lib/cli/engines.md with the engines that it names. Each engine loses one worker while it works, and has to
// end with the right bytes all the same. It needs Linux, and Debian's packages of the engines.
// Usage: npm run test:runtimes -- engines [NAME]...   NAME: parallel or cluster; both by default
//
// Exit code: 0 when every engine has ended with the right bytes, 1 otherwise, 2 for wrong arguments.

import { stepsOf, succeeds } from '../tools/run/machine.mjs';
import { heading, sumUp } from '../tools/run/suites.mjs';
import * as cluster from './cluster.mjs';
import { unused } from './page.mjs';
import * as parallel from './parallel.mjs';

const engines = {
  parallel: { ...parallel, run: parallel.losesOneMachine },
  cluster: { ...cluster, run: cluster.losesOneWorker },
};

/** Ends the process when commands of the engines are missing. */
function checkPackages(names) {
  const { fail } = stepsOf('test:runtimes -- engines');
  const needed = names.flatMap((name) => Object.entries(engines[name].packages));
  const isMissing = ([command]) => !succeeds('sh', ['-c', `command -v ${command}`]);
  const missing = new Set(needed.filter(isMissing).map(([, debianPackage]) => debianPackage));
  if (missing.size > 0) fail(`as root: apt-get install ${[...missing].join(' ')}`);
}

async function main(args) {
  const names = args.length > 0 ? args : Object.keys(engines);
  if (names.some((name) => !Object.hasOwn(engines, name))) {
    console.error(`Usage: npm run test:runtimes -- engines [${Object.keys(engines).join('|')}]...`);
    return 2;
  }
  checkPackages(names);
  const counts = { passed: 0, failed: 0 };
  const test = async (name, run) => {
    try {
      console.log(`✓ ${name}: ${await run()}`);
      counts.passed++;
    } catch (error) {
      console.log(`✗ ${name}: ${error.stack}`);
      counts.failed++;
    }
  };
  heading('Engines');
  for (const name of names) await test(name, engines[name].run);
  if (args.length === 0) {
    await test('programs of the page', () => {
      if (unused.size > 0) throw new Error(`not run: ${[...unused].join(', ')}`);
      return 'all have been run';
    });
  }
  return sumUp({ engines: { ...counts, ok: counts.passed > 0 } }) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
