// The entry point `whatwg-transcoder/edit` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './edit.js';

export const { EditableText, editFile, openTextFile } = library;
