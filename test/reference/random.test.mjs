// Compares random streams with the reference. npm run test:differential -- random runs more of them.

import { deepEqual } from 'node:assert/strict';
import { TextDecoder, Transcoder } from '../../lib/index.mjs';
import { isShort } from '../harness/part.mjs';
import { runRandomCases } from '../harness/random-cases.mjs';
import { runRandomEncodeCases } from '../harness/random-encode-cases.mjs';

/**
 * Decodes as TextDecoder does, with a function as `malformed`, or in fatal mode with the limit 0 of errors. In fatal mode
 * a TextDecoder removes a byte order mark that follows a malformed sequence at the start of the stream. A Transcoder does
 * not, so there this class is only for encodings without one and for ignoreBOM.
 */
class DecoderByPieces {
  #transcoder;

  constructor(label, { fatal, ignoreBOM }) {
    if (fatal && !ignoreBOM && label.startsWith('UTF')) {
      // biome-ignore lint/correctness/noConstructorReturn: the class stands for TextDecoder
      return new TextDecoder(label, { fatal });
    }
    const own = fatal ? { maxErrors: 0 } : { malformed: () => '\uFFFD' };
    this.#transcoder = new Transcoder(label, 'utf-8', { ...own, ignoreBOM });
  }

  decode(bytes = new Uint8Array(0), { stream = false } = {}) {
    try {
      return (stream ? this.#transcoder.write(bytes) : this.#transcoder.end(bytes)).toString();
    } catch (error) {
      throw error.cause ?? error;
    } finally {
      if (!stream) this.#transcoder.reset();
    }
  }
}

const cases = isShort ? 15_000 : 50_000;

describe('every decoder, random bytes in random chunks', () => {
  it('returns the text and errors of the reference, call by call', () => {
    const { mismatches } = runRandomCases(TextDecoder, { cases, seed: 2026 });
    deepEqual(mismatches.slice(0, 5), []);
  });

  it('does so with a function as `malformed` and with a limit of errors', () => {
    const { mismatches } = runRandomCases(DecoderByPieces, { cases, seed: 2027 });
    deepEqual(mismatches.slice(0, 5), []);
  });
});

describe('every encoder, random text in random chunks', () => {
  it('returns the bytes and errors of the reference', () => {
    const { mismatches } = runRandomEncodeCases({ cases, seed: 2026 });
    deepEqual(mismatches.slice(0, 5), []);
  });
});
