'use strict';

/**
 * Returns the name under which whatwg-transcoder/encodings exports an encoding that the standard does not have: that of the encoding
 * without its hyphens, such as `hzGb2312`.
 */
const valueName = (name) =>
  name === 'eucjp-ms'
    ? 'eucJpMs'
    : name.toLowerCase().replaceAll(/-(.)/g, (_, unit) => unit.toUpperCase());

module.exports = { valueName };
