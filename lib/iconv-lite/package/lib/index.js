'use strict';

// The functions of iconv-lite. This file has the place that it has in iconv-lite, because some programs name it.

module.exports = require('whatwg-transcoder/iconv-lite');
