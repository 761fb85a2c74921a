// Runs the decoders that have no state on all inputs of two bytes, and compares them with the reference.

import { allBytes, product, sweep } from '../harness/sweep.mjs';
import { decodableNames, isStateless } from './reference.mjs';

describe('every decoder without a state, every input of two bytes', () => {
  for (const name of decodableNames.filter(isStateless)) {
    it(name, () => sweep(name, product(allBytes, allBytes)));
  }
});
