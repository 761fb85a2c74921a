// Compares every decoder and every encoder with the reference, from JavaScript and on the backend in use. test/proof proves each
// step of the core; here all short inputs take the way of a user's call.

import { ok } from 'node:assert/strict';
import { multiByteEncodings } from '../../indexes/pointers.mjs';
import * as root from '../../lib/index.mjs';
import * as others from '../harness/other-encodings.mjs';
import { allBytes, byteByByte, product, range, sweep } from '../harness/sweep.mjs';
import * as otherReference from './other-encodings.mjs';
import * as reference from './reference.mjs';

/** The class of decoders, its reference, and the names of the encodings whose decoders run here. */
const decoders = [
  [root.TextDecoder, reference, reference.decodableNames],
  [others.Implementation, otherReference, otherReference.namesOfSeveralBytes],
];

/** Bytes at borders of the ranges that decoders treat differently. */
const borders = [0x0e, 0x1b, 0x24, 0x30, 0x42, 0x7e, 0x80, 0x8f, 0xa1, 0xd8, 0xe3, 0xf4, 0xff];

describe('every decoder and the reference', () => {
  for (const [TextDecoder, { referenceDecode }, names] of decoders) {
    const check = (name, inputs, decode) =>
      sweep(name, inputs, decode, { TextDecoder, referenceDecode });

    for (const name of names) {
      it(`${name}: every input of one byte, and all bytes in one input`, () => {
        check(name, product(allBytes));
        const rotated = range(0, 15).map((i) =>
          Uint8Array.from([...allBytes.slice(i * 16), ...allBytes.slice(0, i * 16)]),
        );
        check(name, rotated);
      });

      if (reference.isStateless(name)) continue;
      it(`${name}: every input of two bytes, and four bytes at borders, at once and byte by byte`, () => {
        for (const decode of [undefined, byteByByte]) {
          check(name, product(allBytes, allBytes), decode);
        }
        check(name, product(borders, borders, borders, borders));
      });
    }
  }
});

/** What encodes, its reference, and the names of encodings of several bytes. */
const encoders = [
  [root, reference, multiByteEncodings],
  [others.encoders, otherReference, [...otherReference.namesOfSeveralBytes, 'EUC-JP', 'Big5']],
];

/** All scalar values that an index may contain, in texts of 4,096. No index contains a code point from U+30000 on. */
const texts = range(0, 0x2f).map((block) =>
  String.fromCodePoint(...range(block << 12, (block << 12) | 0xfff)).toWellFormed(),
);

describe('every encoder of several bytes and the reference', () => {
  for (const [{ encode }, { referenceEncode }, names] of encoders) {
    for (const name of names) {
      it(`${name}${encode === root.encode ? '' : ', all that the decoder reads'}: every scalar value`, () => {
        for (const text of texts) {
          const { bytes } = referenceEncode(name, text, 'html');
          ok(encode(text, name, { unencodable: 'html' }).equals(bytes), text.slice(0, 1));
        }
      });
    }
  }
});
