// Makes the reference of encodings that the standard does not have, with the same functions as for those of the standard.

import * as indexes from './indexes.mjs';
import * as standard from './reference.mjs';
import * as textDecoder from './text-decoder.mjs';

/** The names and labels are those of a folder of indexes/. `decoderOf` and `encoderOf` make what has a name. */
export function referenceOf(directory, decoderOf, encoderOf) {
  const getEncoding = (label) => indexes.getEncoding(label, directory);
  return {
    getEncoding,
    referenceDecode: (name, bytes, { fatal = false } = {}) =>
      standard.referenceDecode(name, bytes, { fatal, decoder: decoderOf(name) }),
    referenceEncode: (name, text, mode = 'fatal') =>
      standard.referenceEncode(name, text, mode, encoderOf(name)),
    ReferenceTextDecoder: class extends textDecoder.ReferenceTextDecoder {
      constructor(label, options) {
        super(label, options, { getEncoding, decoderOf });
      }
    },
  };
}
