'use strict';

// The labels of the encodings that the standard does not have, and the names of their values.

const { codePageRows } = require('./code-page-labels.js');
const { historicalRows, labelsOf } = require('./encodings.js');

/** A row for each encoding: its name and its labels. One of the historical encodings, ibm864, is a code page and has its number, too. */
const otherRows = [
  ...codePageRows,
  ...historicalRows.map((row) => (row[0] === 'ibm864' ? row.toSpliced(1, 0, '864') : row)),
];

/** All labels, each with the name of its encoding. */
const otherLabels = labelsOf(otherRows);

/**
 * Returns the name under which whatwg-transcoder/encodings exports an encoding that the standard does not have: that of the encoding
 * without its hyphens, such as `hzGb2312`.
 */
const valueName = (name) =>
  name === 'eucjp-ms'
    ? 'eucJpMs'
    : name.toLowerCase().replaceAll(/-(.)/g, (_, unit) => unit.toUpperCase());

module.exports = { otherLabels, otherRows, valueName };
