'use strict';

// Makes the errors of edits.

const { coded } = require('../base/errors.js');

const sentences = {
  'malformed bytes': 'malformed bytes beside the new ones would be read together with them',
  'several encodings':
    'the line would be read in another encoding than it was written in, or together with malformed bytes',
  'inside a character': 'the place is inside a character',
  'byte order mark': 'the file would begin with what readers take for a byte order mark',
};

/** The error for an edit that cannot keep every other byte. `offset` and `length` say which bytes of the file it would replace. */
function editNotPossible(reason, offset, length) {
  const message = `The edit is not possible at byte ${offset}: ${sentences[reason]}`;
  return coded(Error, 'ERR_EDIT_NOT_POSSIBLE', message, { reason, offset, length });
}

const outOfRange = (message) => coded(RangeError, 'ERR_OUT_OF_RANGE', message);

module.exports = { editNotPossible, outOfRange };
