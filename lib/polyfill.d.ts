// The types of whatwg-transcoder/polyfill, and its only reference documentation.

/**
 * A place where a class of the runtime was replaced: a global name, or a property of `node:util` or of
 * `node:stream/web`.
 *
 * https://encoding.spec.whatwg.org/#api
 */
export type ReplacedName =
  | 'TextDecoder'
  | 'TextDecoderStream'
  | 'util.TextDecoder'
  | 'stream/web.TextDecoderStream';

/**
 * The interfaces that were replaced when the module was first loaded; an empty list where the runtime follows the standard.
 *
 * Loading the module tests the `TextDecoder` of the runtime with the inputs, labels and rules that
 * decoders are known to get wrong. The test takes some milliseconds, and less where the runtime deviates.
 * Where the runtime deviates, the global `TextDecoder` and `TextDecoderStream`, and the same names in
 * `node:util` and `node:stream/web`, become the classes of this package; otherwise the package itself is
 * not loaded. If a program has already replaced `TextDecoder` by another class, that class is tested in
 * the same way. A `TextDecoderStream` is replaced only if it is the runtime's own. `TextEncoder` and
 * `TextEncoderStream` stay. Loading the module again does nothing. References that were taken before keep
 * the old class, and a decoder of the old class is no `instanceof` the new one. Throws `Error` with code
 * `ERR_NATIVE_ADDON_NOT_LOADED` when the package is needed and cannot be loaded; then nothing is
 * replaced.
 *
 * https://encoding.spec.whatwg.org/#api
 */
export declare const replaced: readonly ReplacedName[];
