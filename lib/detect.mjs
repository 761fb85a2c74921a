// The entry point `whatwg-transcoder/detect` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './detect.js';

export const DetectDecodeStream = library.DetectDecodeStream;
export const DetectDecodeTransform = library.DetectDecodeTransform;
export const Detector = library.Detector;
export const detect = library.detect;
