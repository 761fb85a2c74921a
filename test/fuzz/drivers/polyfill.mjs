// The polyfill: the runtime's own names then do what the classes of this package do.

import { equal } from 'node:assert/strict';
import { outcomeOf } from '../outcome.mjs';
import { callsOf, decoders } from './transcoder.mjs';

await import('../../../lib/polyfill.mjs');

export default [
  {
    name: 'TextDecoder',
    arbitrary: decoders,
    async run({ index }, input, world) {
      world.isChanged = true;
      const [own, runtime] = await Promise.all(
        [index.TextDecoder, globalThis.TextDecoder].map((TextDecoder) =>
          outcomeOf(() => callsOf(TextDecoder, input, world)),
        ),
      );
      equal(runtime.returns === undefined, own.returns === undefined);
      return own;
    },
  },
];
