// Runs the decoders that have no state on all inputs of two bytes, and others on all sequences of three and four bytes that begin
// in one way. Compares them with the reference.

import { allBytes, product, range, sweep } from '../harness/sweep.mjs';
import { decodableNames, isStateless } from './reference.mjs';
import { gb18030FourBytes, iso2022JpEscapes, listsOf } from './sequences.mjs';

describe('every decoder without a state, every input of two bytes', () => {
  for (const name of decodableNames.filter(isStateless)) {
    it(name, () => sweep(name, product(allBytes, allBytes)));
  }
});

describe('gb18030 decoder, three and four bytes', () => {
  it('every pointer of the Basic Multilingual Plane', () => {
    sweep('gb18030', range(0, 39500).map(gb18030FourBytes));
  });

  it('every leading byte before each byte that is restored', () => {
    sweep('gb18030', product(range(0x81, 0xfe), [0x30, 0x39], allBytes));
    sweep('gb18030', product([0x81], [0x30], range(0x81, 0xfe), allBytes));
  });
});

describe('EUC-JP decoder, three bytes', () => {
  it('every 0x8F sequence, with each second and third byte', () => {
    sweep('EUC-JP', product([0x8f], allBytes, allBytes));
  });
});

describe('ISO-2022-JP decoder, escape sequences', () => {
  for (const [state, sequence] of Object.entries(iso2022JpEscapes)) {
    it(`state ${state}: every input of two bytes`, () => {
      sweep('ISO-2022-JP', product([0x1b], ...listsOf(sequence), allBytes, allBytes));
    });
  }

  it('every input of three bytes that begins with 0x1B', () => {
    sweep('ISO-2022-JP', product([0x1b], allBytes, allBytes));
  });
});
