// Tests what the sub-command `doctor` says of the running runtime.

import { equal, notEqual, throws } from 'node:assert/strict';
import { encodings } from 'whatwg-transcoder';
import { isNode, runHere } from '../../harness/runtimes-here.mjs';
import { ReferenceTextDecoder } from '../../reference/text-decoder.mjs';
import { program } from './command.mjs';

const decodable = encodings.filter((encoding) => encoding !== 'replacement');

describe('doctor: the command in the running runtime', () => {
  it('gives examples that are right in the running runtime', () => {
    const { status, stdout } = runHere(program, ['doctor', '--json']);
    const results = stdout.trimEnd().split('\n').map(JSON.parse);
    const { right, wrong, missing } = results.pop();
    equal(right + wrong + missing, decodable.length);
    const encodingsHere = results.filter(({ type }) => type === 'encoding');
    equal(encodingsHere.filter((result) => result.wrong > 0).length, wrong);
    equal(status, results.some((result) => result.wrong > 0 || result.supported === false) ? 1 : 0);
    // Bun and Deno follow the standard, and Node does not.
    equal(wrong > 0, isNode);
    for (const { encoding, supported, example } of encodingsHere) {
      if (!supported) throws(() => new globalThis.TextDecoder(encoding));
      if (example === undefined) continue;
      const { way, expected, actual } = example;
      const decodeWith = (Decoder) => {
        const decoder = new Decoder(encoding, { fatal: way === 'fatal' });
        const bytes = Uint8Array.from(Buffer.from(example.bytes, 'hex'));
        try {
          if (way !== 'in pieces') return decoder.decode(bytes);
          const texts = Array.from(bytes, (byte) =>
            decoder.decode(Uint8Array.of(byte), { stream: true }),
          );
          return texts.join('') + decoder.decode();
        } catch {
          return null;
        }
      };
      equal(decodeWith(ReferenceTextDecoder), expected, encoding);
      equal(decodeWith(globalThis.TextDecoder), actual, encoding);
      notEqual(actual, expected);
    }
  });
});
