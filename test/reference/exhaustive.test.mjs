// Runs the decoder of every encoding on all inputs of one byte, of two bytes where it has a state, and on all borders of
// longer sequences, and compares it with the reference: in replacement mode the text, in fatal mode
// the error with its offset, length and reason.

import { readIndex } from '../../indexes/files.mjs';
import { multiByteEncodings } from '../../indexes/pointers.mjs';
import { allBytes, byteByByte, product, range, sweep } from '../harness/sweep.mjs';
import { decodableNames, isStateless } from './reference.mjs';
import { gb18030FourBytes, iso2022JpEscapes, listsOf } from './sequences.mjs';

describe('every decoder, every input of one byte', () => {
  for (const name of decodableNames) it(name, () => sweep(name, product(allBytes)));
});

// exhaustive.long.test.mjs has the others, whose decoders have no state.
describe('every decoder with state, every input of two bytes, at once and byte by byte', () => {
  for (const name of decodableNames.filter((each) => !isStateless(each))) {
    it(name, () => {
      sweep(name, product(allBytes, allBytes));
      sweep(name, product(allBytes, allBytes), byteByByte);
    });
  }
});

describe('every decoder, all bytes in one input', () => {
  for (const name of decodableNames) {
    it(name, () => {
      const rotated = range(0, 15).map((i) =>
        Uint8Array.from([...allBytes.slice(i * 16), ...allBytes.slice(0, i * 16)]),
      );
      sweep(name, rotated);
    });
  }
});

describe('UTF-8 decoder, borders', () => {
  const borders = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];

  it('all leading bytes, borders of the second and third byte', () => {
    sweep('UTF-8', product(range(0x80, 0xff), borders, borders));
  });

  it('all leading bytes, all second bytes, borders of the third byte', () => {
    sweep('UTF-8', product(range(0xe0, 0xf4), allBytes, [0x7f, 0x80, 0xbf, 0xc0]));
  });

  it('leading bytes 0xE0 to 0xFF, borders of the three others', () => {
    sweep('UTF-8', product(range(0xe0, 0xff), borders, borders, borders));
  });

  it('a malformed sequence before a sequence of each length', () => {
    const starts = [0x41, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xf0, 0xf1, 0xf4];
    const continuations = [0x80, 0x90, 0xa0, 0xbf];
    sweep('UTF-8', product(starts, continuations, starts, continuations, continuations));
  });
});

describe('UTF-16BE decoder and UTF-16LE decoder, borders', () => {
  const units = [0x0000, 0x0041, 0xd7ff, 0xd800, 0xd801, 0xdbfe, 0xdbff, 0xdc00, 0xdc01];
  units.push(0xdffe, 0xdfff, 0xe000, 0xfeff, 0xfffe, 0xffff);
  const surrogates = range(0xd7f0, 0xe010);

  function* pairs(name, lefts, rights) {
    const bytes = new DataView(new ArrayBuffer(4));
    for (const left of lefts) {
      for (const right of rights) {
        bytes.setUint16(0, left, name === 'UTF-16LE');
        bytes.setUint16(2, right, name === 'UTF-16LE');
        yield new Uint8Array(bytes.buffer);
      }
    }
  }

  for (const name of ['UTF-16BE', 'UTF-16LE']) {
    it(`${name}: each border before each border, and cut after three bytes`, () => {
      sweep(name, pairs(name, units, units));
      sweep(
        name,
        Array.from(pairs(name, units, units), (bytes) => bytes.slice(0, 3)),
      );
    });

    it(`${name}: every surrogate before and after each border`, () => {
      sweep(name, pairs(name, surrogates, units));
      sweep(name, pairs(name, units, surrogates));
    });
  }
});

describe('gb18030 decoder, four bytes', () => {
  const starts = readIndex('gb18030-ranges').map(([pointer]) => pointer);
  const borders = [...starts, 7457, 39419, 39420, 188999, 189000, 1237575, 1237576, 1587599];

  for (const name of ['gb18030', 'GBK']) {
    it(`${name}: around each start and end of index gb18030 ranges`, () => {
      const pointers = borders.flatMap((pointer) => [
        pointer - 2,
        pointer - 1,
        pointer,
        pointer + 1,
      ]);
      const valid = pointers.filter((pointer) => pointer >= 0 && pointer <= 1587599);
      sweep(name, valid.map(gb18030FourBytes));
    });
  }

  it('borders of each byte', () => {
    const digits = [0x2f, 0x30, 0x31, 0x39, 0x3a];
    const letters = [0x00, 0x40, 0x7f, 0x80, 0x81, 0xfe, 0xff];
    const bytes = [...digits, ...letters];
    sweep('gb18030', product([0x81, 0x84, 0x90, 0xe3, 0xfe], bytes, bytes, bytes));
    sweep('gb18030', product([0x81, 0xfe], digits, letters, bytes, bytes));
  });
});

describe('EUC-JP decoder, three bytes', () => {
  it('an index jis0208 pair after each kind of 0x8F sequence', () => {
    const borders = [0x41, 0x80, 0x8e, 0x8f, 0xa0, 0xa1, 0xa4, 0xfe, 0xff];
    sweep('EUC-JP', product([0x8e, 0x8f], borders, borders, borders, borders));
  });
});

describe('double-byte decoders, a pair after each malformed sequence', () => {
  const borders = [0x00, 0x30, 0x41, 0x5b, 0x7e, 0x7f, 0x80, 0x81, 0x88, 0xa0, 0xa1, 0xa4, 0xdf];
  borders.push(0xe0, 0xf0, 0xfc, 0xfe, 0xff);

  // GBK has the decoder of gb18030. ISO-2022-JP has escape sequences, which are tested below.
  const others = ['GBK', 'ISO-2022-JP'];
  for (const name of multiByteEncodings.filter((each) => !others.includes(each))) {
    it(name, () => sweep(name, product(borders, borders, borders, borders)));
  }
});

describe('ISO-2022-JP decoder, escape sequences', () => {
  for (const [state, sequence] of Object.entries(iso2022JpEscapes)) {
    it(`state ${state}: every escape of two bytes, then 0x21 0x5C`, () => {
      const intermediates = [0x1b, 0x21, 0x23, 0x24, 0x25, 0x27, 0x28, 0x29, 0x42, 0x80];
      const start = [[0x1b], ...listsOf(sequence), [0x24]];
      sweep('ISO-2022-JP', product(...start, [0x1b], intermediates, allBytes, [0x21], [0x5c]));
    });
  }

  it('every sequence of five bytes out of 0x1B, 0x24, 0x28, 0x42, 0x4A, 0x21 and 0x80', () => {
    const bytes = [0x1b, 0x24, 0x28, 0x42, 0x4a, 0x21, 0x80];
    sweep('ISO-2022-JP', product(bytes, bytes, bytes, bytes, bytes));
  });
});
