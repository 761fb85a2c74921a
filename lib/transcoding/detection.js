'use strict';

// Finds encodings: what rooms above ask of the core's detector.

const {
  ChunkDetector,
  detectBytes,
  detectable,
  detectableCodePages,
  newDetectOptions,
} = require('../backend/detect.js');

module.exports = { ChunkDetector, detectBytes, detectable, detectableCodePages, newDetectOptions };
