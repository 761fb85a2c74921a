'use strict';

// The entry point `whatwg-transcoder/labels` for CommonJS. lib/labels.d.ts describes the exports.

const { ambiguousNames, otherNames, windowsCodePages } = require('./labels/lists.js');
const { labelFromCodePage, resolveLabel } = require('./labels/other-names.js');

// The exports are plain values, not getters, because tools that mock or copy a module read the values of its properties.
module.exports = { ambiguousNames, labelFromCodePage, otherNames, resolveLabel, windowsCodePages };
