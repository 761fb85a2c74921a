'use strict';

// Makes the errors of edits.

const { coded } = require('../base/errors.js');

// What is wrong, and what the caller can do.
const sentences = {
  'malformed bytes':
    'malformed bytes beside the new text would be read together with it; let the edit take in the U+FFFD that stands for them',
  'several encodings':
    'a line would be read in another encoding than it is written in; keep its line end, or replace the whole line',
  'inside a character':
    'it begins or ends between code units that are one character; let it take in all of them or none',
  'byte order mark':
    'the file would begin with what readers take for a byte order mark; let other text stand first',
};

/** The error for an edit that cannot keep every other byte. `offset` and `length` say which bytes of the file it would replace. */
const editNotPossible = (reason, offset, length) =>
  coded(
    Error,
    'ERR_EDIT_NOT_POSSIBLE',
    `The edit is not possible at byte ${offset}: ${sentences[reason]}`,
    { reason, offset, length },
  );

const outOfRange = (message) => coded(RangeError, 'ERR_OUT_OF_RANGE', message);

module.exports = { editNotPossible, outOfRange };
