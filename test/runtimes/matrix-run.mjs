// Runs files of tests with Mocha in any runtime. Its arguments are the files. The last line of its output is
// { runtime, passed, failed } as JSON.

import Mocha from 'mocha';

const { bun, deno, node } = process.versions;
const runtime =
  deno !== undefined ? `Deno ${deno}` : bun !== undefined ? `Bun ${bun}` : `Node.js ${node}`;

const mocha = new Mocha({
  reporter: 'dot',
  timeout: 240_000,
  forbidOnly: true,
  forbidPending: true,
});
for (const file of process.argv.slice(2)) mocha.addFile(file);
await mocha.loadFilesAsync();
const runner = mocha.run((failures) => {
  const { passes } = runner.stats;
  console.log(`\n${JSON.stringify({ runtime, passed: passes, failed: failures })}`);
  process.exit(failures === 0 ? 0 : 1);
});
