// The polyfill: the runtime's own names then do what the classes of this package do.

import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { bytesFor, labelled, optionsOf } from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';

await import('../../../lib/polyfill.mjs');

export default [
  {
    name: 'TextDecoder',
    arbitrary: labelled('index', (label) => ({
      options: optionsOf(['fatal', 'ignoreBOM']),
      calls: fc.array(fc.tuple(bytesFor(label), optionsOf(['stream'])), { maxLength: 4 }),
    })),
    async run({ index }, { label, options, calls }, world) {
      world.isChanged = true;
      const [own, runtime] = await Promise.all(
        [index.TextDecoder, globalThis.TextDecoder].map((TextDecoder) =>
          outcomeOf(async () => {
            const decoder = new TextDecoder(label, options);
            const results = [decoder.encoding, decoder.fatal, decoder.ignoreBOM];
            for (const [chunk, settings] of calls) {
              results.push(await outcomeOf(() => decoder.decode(chunk, settings)));
            }
            return results;
          }),
        ),
      );
      equal(runtime.returns === undefined, own.returns === undefined);
      return own;
    },
  },
];
