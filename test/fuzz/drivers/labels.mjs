// Labels and names: what knows them, and the advice for those that are not known.

import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { callOf, inOrder, labelFor, labelsOf, weighted, wrongValues } from '../arbitraries.mjs';
import { outcomeOf } from '../outcome.mjs';

const all = Object.values(labelsOf).flat();

/** Names that are nearly one that is known. */
const names = weighted(
  [3, fc.constantFrom(...all)],
  [
    4,
    fc
      .tuple(
        fc.constantFrom(...all),
        fc.nat({ max: 40 }),
        fc.constantFrom(
          '',
          '-',
          '_',
          ' ',
          'x',
          '\u212a',
          '\u0130',
          '\ud800',
          '"',
          'cp',
          'windows-',
        ),
        fc.nat({ max: 2 }),
      )
      .map(([name, at, text, removed]) => name.slice(0, at) + text + name.slice(at + removed)),
  ],
  [2, labelFor('index')],
  [
    1,
    inOrder(
      fc.constantFrom('cp', 'ibm', 'windows-', 'x-windows-', 'ms', ''),
      fc.nat({ max: 70_000 }),
    ),
  ],
  [1, fc.constantFrom(...all).map((name) => name.repeat(5000))],
  [1, wrongValues],
);

export default [
  {
    name: 'names',
    arbitrary: fc.record({ name: names }),
    runs: 500,
    async run(product, { name }) {
      const { index, hooks, encodings, labels } = product;
      const found = await outcomeOf(() => index.getEncoding(name));
      const resolved = await outcomeOf(() => labels.resolveLabel(name));
      const calls = [
        () => index.getOutputEncoding(name),
        () => hooks.getEncoding(name),
        () => hooks.getOutputEncoding(name),
        () => encodings.encodingFor(name)?.name,
        () => product['iconv-lite'].encodingExists(name),
        () => new index.TextDecoder(name).encoding,
        () => new index.Transcoder('utf-8', name).to,
        () => index.decode(Buffer.from('a'), name),
        () => hooks.encode('a', name),
      ];
      // Only functions of the standard convert other values to strings.
      if (typeof name === 'string' && found.returns) equal(resolved.returns, found.returns);
      return [found, resolved, ...(await Promise.all(calls.map(outcomeOf)))];
    },
  },
  {
    ...callOf(
      'labels',
      'labelFromCodePage',
      fc.oneof(fc.nat({ max: 66_000 }), fc.double(), wrongValues),
    ),
    runs: 500,
  },
];
