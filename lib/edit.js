'use strict';

// The entry point `whatwg-transcoder/edit` for CommonJS. lib/edit.d.ts describes the exports.

const { EditableText } = require('./edit/editable-text.js');
const { editFile, openTextFile } = require('./edit/text-file.js');

module.exports = { EditableText, editFile, openTextFile };
