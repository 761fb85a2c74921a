'use strict';

// The entry point `whatwg-transcoder/edit` for CommonJS. lib/edit.d.ts describes the exports.

const { EditableText } = require('./edit/editable-text.js');

module.exports = { EditableText };
