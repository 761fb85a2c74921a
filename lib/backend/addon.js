'use strict';

// Finds and loads the native addon. Each path is a literal with its extension, so that bundlers and file tracers can
// follow it. Each require() is in a `try`, so that these tools accept a missing file. Some put something else, such as its path, in its place.

const { backendOf } = require('./memory.js');

function loadPrebuilt(failures) {
  const platform = `${process.platform}-${process.arch}`;
  try {
    switch (platform) {
      case 'linux-x64':
        return backendOf(require('../../prebuilds/linux-x64/whatwg_transcoder.node'));
      case 'linux-arm64':
        return backendOf(require('../../prebuilds/linux-arm64/whatwg_transcoder.node'));
      case 'win32-x64':
        return backendOf(require('../../prebuilds/win32-x64/whatwg_transcoder.node'));
      case 'win32-arm64':
        return backendOf(require('../../prebuilds/win32-arm64/whatwg_transcoder.node'));
      case 'darwin-x64':
        return backendOf(require('../../prebuilds/darwin-x64/whatwg_transcoder.node'));
      case 'darwin-arm64':
        return backendOf(require('../../prebuilds/darwin-arm64/whatwg_transcoder.node'));
      default:
        return undefined;
    }
  } catch (error) {
    failures.push({ file: `prebuilds/${platform}/whatwg_transcoder.node`, error });
    return undefined;
  }
}

function loadBuilt(failures) {
  try {
    return backendOf(require('../../build/Release/whatwg_transcoder.node'));
  } catch (error) {
    failures.push({ file: 'build/Release/whatwg_transcoder.node', error });
    return undefined;
  }
}

/**
 * Returns the backend that the addon is. An installed package looks for its prebuilt addon first, a checkout for the addon that was built
 * there. The path of this file tells which of the two it is, so that the file system need not be read. Returns undefined, and adds
 * `file` and `error` of each file that did not load to `failures`, when there is no addon.
 */
function loadAddon(failures) {
  return __dirname.includes('node_modules')
    ? (loadPrebuilt(failures) ?? loadBuilt(failures))
    : (loadBuilt(failures) ?? loadPrebuilt(failures));
}

module.exports = { loadAddon };
