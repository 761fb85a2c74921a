// npm run demo: without arguments it prints the tables of show.mjs and write.mjs; with files it
// prints their text as UTF-8.

import { parseArgs } from 'node:util';
import { decodeFiles } from './files.mjs';
import { show } from './show.mjs';
import { showWriting } from './write.mjs';

const usage = `Usage: npm run demo
       npm run demo -- FILE… --encoding LABEL [--fatal]

Without FILE: decodes legacy documents served over HTTP on loopback, writes them to files as
UTF-8, posts legacy forms, and prints tables of the results.
With FILE (- is standard input): writes the text of the files to standard
output as UTF-8.

  -e, --encoding LABEL  any label of the Encoding Standard, such as shift_jis or windows-1252
      --fatal           stop at the first malformed sequence and say where it is
  -h, --help            show this text

Exit code: 0 success, 1 a file cannot be read or is malformed, 2 wrong arguments.
`;

function wrong(message) {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = 2;
}

async function main() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        encoding: { type: 'string', short: 'e' },
        fatal: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return wrong(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) return process.stdout.write(usage);
  if (positionals.length === 0) {
    if (values.encoding !== undefined || values.fatal) return wrong('No FILE was given.');
    const acts = [await show(), await showWriting()];
    process.exitCode = acts.every(Boolean) ? 0 : 1;
    return undefined;
  }
  if (values.encoding === undefined) return wrong('--encoding LABEL is needed to decode a file.');
  process.exitCode = await decodeFiles(positionals, values.encoding, { fatal: values.fatal });
  return undefined;
}

await main();
