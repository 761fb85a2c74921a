'use strict';

// The code pages of DOS, of Macintosh, of IBM's mainframes and of some countries that the standard does not have, and UTF-32BE
// and UTF-32LE. They have an entry point of their own because no label of the standard names them. One of them, ibm864, is a
// historical encoding of the standard. lib/codepages.d.ts describes the exports.

const { historicalRows } = require('../labels/encodings.js');
const { codePageRows } = require('../labels/code-page-labels.js');
const { exportsFor } = require('./other-encodings.js');

const historical = historicalRows.find(([name]) => name === 'ibm864');

module.exports = exportsFor([...codePageRows, [...historical, '864']]);
