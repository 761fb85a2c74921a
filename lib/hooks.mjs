import hooks from './hooks.js';

export const {
  BOMSniff,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} = hooks;
