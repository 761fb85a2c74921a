'use strict';

// The entry point `whatwg-transcoder/detect` for CommonJS. lib/detect.d.ts describes the exports.

const { Detector, detect } = require('./detect/detect.js');
const { DetectDecodeStream, DetectDecodeTransform } = require('./detect/stream.js');

module.exports = { DetectDecodeStream, DetectDecodeTransform, Detector, detect };
