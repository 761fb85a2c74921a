'use strict';

// Finds and loads the native addon. Each path is a literal with its extension, so that bundlers and
// file tracers can follow it; each `require` has a `try` of its own, so that they accept a missing file.

function loadPrebuilt(failures) {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (platform === 'linux-x64') {
      return require('../../prebuilds/linux-x64/whatwg_transcoder.node');
    }
    if (platform === 'linux-arm64') {
      return require('../../prebuilds/linux-arm64/whatwg_transcoder.node');
    }
  } catch (error) {
    failures.push({ file: `prebuilds/${platform}/whatwg_transcoder.node`, error });
  }
  return undefined;
}

function loadBuilt(failures) {
  try {
    return require('../../build/Release/whatwg_transcoder.node');
  } catch (error) {
    failures.push({ file: 'build/Release/whatwg_transcoder.node', error });
    return undefined;
  }
}

/**
 * Looks for an installed package's prebuilt addon first. In a checkout the addon that was built there
 * goes first. The package's own path tells the two apart without a look at the file system.
 */
function load() {
  const failures = [];
  const addon = __dirname.includes('node_modules')
    ? (loadPrebuilt(failures) ?? loadBuilt(failures))
    : (loadBuilt(failures) ?? loadPrebuilt(failures));
  if (addon === undefined) throw require('./load-error.js').loadError(failures);
  return addon;
}

module.exports = load();
