// The checks of decoders.mjs and encoders.mjs for the encodings that the standard does not have, and their handles by their names.

import { encode, encodeInto, TextDecoder } from 'whatwg-transcoder';
import * as exportedModule from 'whatwg-transcoder/encodings';
import encodingNumbers from '../../lib/labels/encodings.js';
import { valueName } from '../../lib/labels/other-labels.js';
import * as reference from '../reference/other-encodings.mjs';
import * as decoderChecks from './decoders.mjs';
import * as encoderChecks from './encoders.mjs';

const { fullEncoding, handleOf, names: allNames } = encodingNumbers;

const exported = { ...exportedModule };

/** The handle of an encoding, by its name. */
export const handleNamed = (name) => exported[valueName(name)];

/** Decodes what a label of one of these encodings names. */
export class Implementation extends TextDecoder {
  constructor(label, options) {
    super(exported.encodingFor(label), options);
  }
}

const ofDecoders = { Implementation, reference };

/** The checks of decoders. */
export const check = (labels, rows, options) =>
  decoderChecks.check(labels, rows, { ...ofDecoders, ...options });
export const checkCalls = (label, options, rows) =>
  decoderChecks.checkCalls(label, options, rows, ofDecoders);

const idOf = (name) => fullEncoding(allNames.indexOf(name));
const handle = (name) => handleOf(idOf(name));

/** The encoders; those of EUC-JP and Big5 write everything that the decoder reads. */
export const encoders = {
  encode: (text, name, options) => encode(text, handle(name), options),
  encodeInto: (text, bytes, name, options) => encodeInto(text, bytes, handle(name), options),
  idOf,
  referenceEncode: reference.referenceEncode,
};

/** The check of encoders. */
export const checkEncoder = (names, rows) => encoderChecks.checkEncoder(names, rows, encoders);
