// What the tests of the code pages of several bytes share.

import * as root from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import { multiByteDirectory, readEncodings } from '../../../indexes/files.mjs';
import encodingNumbers from '../../../lib/labels/encodings.js';
import * as reference from '../../reference/multi-byte.mjs';

const { names: allNames, EncodingHandle, fullEncoding } = encodingNumbers;

export const { TextDecoder, Transcoder, decode, encode, transcode } = codepages;

export const { referenceDecode, referenceEncode, ReferenceTextDecoder } = reference;

export const names = readEncodings(multiByteDirectory).map(({ name }) => name);

/** The encoders of the code pages, for rows. */
export const own = {
  encode,
  encodeInto: codepages.encodeInto,
  idOf: (name) => allNames.indexOf(name),
  referenceEncode,
};

const handleOf = (name) => new EncodingHandle(fullEncoding(allNames.indexOf(name)));

/** The encoders that write everything, for rows. */
export const full = {
  encode: (text, name, options) => root.encode(text, handleOf(name), options),
  encodeInto: (text, bytes, name, options) => root.encodeInto(text, bytes, handleOf(name), options),
  idOf: (name) => fullEncoding(allNames.indexOf(name)),
  referenceEncode,
};
