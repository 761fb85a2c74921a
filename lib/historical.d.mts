// The ES module has the names of the CommonJS module, and the same instances.

export * from './historical.js';
