// The types of the ES module: it exports the same names and the same objects as the CommonJS module, which is also its default
// export.

export * from './iconv-lite.js';

import iconv = require('./iconv-lite.js');

export default iconv;
