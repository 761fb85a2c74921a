// The types of the ES module: it exports the same names and the same objects as the CommonJS module.
// `npm run lint -- --fix` makes this file.

export * from './edit.js';
