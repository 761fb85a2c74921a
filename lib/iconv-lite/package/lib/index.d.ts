// The types of whatwg-transcoder/iconv-lite.

import iconv = require('whatwg-transcoder/iconv-lite');

export = iconv;
