'use strict';

// Finds the code pages that the standard does not have, which whatwg-transcoder/codepages has.

/** Returns the core's number of the code page with this name; undefined for another name. */
function codePageId(_name) {
  return undefined;
}

module.exports = { codePageId };
