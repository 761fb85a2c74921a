// Decodes the user's files to UTF-8 on standard output, one chunk at a time.

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TextDecoder } from '../../lib/index.mjs';

const complain = (message) => process.stderr.write(`${message}\n`);

async function put(text) {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

/**
 * Writes the text of each file to standard output. Returns the exit code. After an error in one
 * file, the next files are still decoded.
 */
export async function decodeFiles(files, label, { fatal }) {
  try {
    new TextDecoder(label, { fatal });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    complain(
      `No decoder has the label « ${label} »: see https://encoding.spec.whatwg.org/#names-and-labels`,
    );
    return 2;
  }
  // A reader such as `head` may close the pipe. That ends the demo and is not an error.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });

  let exitCode = 0;
  for (const file of files) {
    try {
      // npm runs scripts in the package's folder, but a file name is relative to the user's folder.
      const path = resolve(process.env.INIT_CWD ?? '.', file);
      const input = file === '-' ? process.stdin : createReadStream(path);
      const decoder = new TextDecoder(label, { fatal });
      for await (const chunk of input) await put(decoder.decode(chunk, { stream: true }));
      await put(decoder.decode());
    } catch (error) {
      exitCode = 1;
      if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
        const { encoding, offset, length, reason } = error;
        complain(`${file}: malformed ${encoding} at byte ${offset}, length ${length}: ${reason}`);
      } else if (error.syscall !== undefined) {
        complain(`${file}: ${error.message}`);
      } else {
        throw error;
      }
    }
  }
  return exitCode;
}
