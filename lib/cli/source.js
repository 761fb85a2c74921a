'use strict';

// Makes the conversion of an open file. With `-f auto` the bytes of each file tell its encoding; what finds it is loaded only then.

const { fstatSync } = require('node:fs');
const { AUTO, Conversion } = require('./conversion.js');

/**
 * Returns the settings for one file, in which `from` is its encoding. `pause`, if there is one, is awaited between the chunks of a
 * long file. Throws FileError if the encoding is not certain.
 */
async function settingsFor(settings, descriptor, pause = undefined) {
  if (settings.from !== AUTO) return settings;
  const { encodingOf } = require('./detection.js');
  return { ...settings, from: await encodingOf(descriptor, settings, pause) };
}

/**
 * Returns the conversion of an open file, or of standard input for null. Throws FileError if the encoding is not certain; for what
 * comes from a pipe, the conversion does so later.
 */
async function conversionFor(settings, path, descriptor, pause = undefined, report = undefined) {
  if (settings.from === AUTO && (path === null || !fstatSync(descriptor).isFile())) {
    const look = require('./detection.js').lookWith(settings);
    return new Conversion({ ...settings, look }, report);
  }
  return new Conversion(await settingsFor(settings, descriptor, pause), report);
}

module.exports = { conversionFor, settingsFor };
