// The errors that many tests expect.

import { throws } from 'node:assert/strict';

export const wrongType = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
export const wrongThis = { name: 'TypeError', code: 'ERR_INVALID_THIS' };
export const notSupported = { name: 'RangeError', code: 'ERR_ENCODING_NOT_SUPPORTED' };
export const invalidData = { name: 'TypeError', code: 'ERR_ENCODING_INVALID_ENCODED_DATA' };

/** The error that a function throws. Fails when the function throws none. */
export function thrownBy(run) {
  let thrown;
  throws(run, (error) => {
    thrown = error;
    return true;
  });
  return thrown;
}
