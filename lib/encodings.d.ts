// The types of whatwg-transcoder/encodings, and its only reference documentation.

import type { EncodingHandle, OtherEncodingName } from './index.js';

export type { EncodingHandle, OtherEncodingName } from './index.js';
export * from './labels/handles.js';

/**
 * Returns the handle of the encoding that a label names, or a name that mail, databases, Windows or other programs use:
 * `encodingFor('cp437') === ibm437`. It is null for a name that is not known, for one whose table is not here, and for one of
 * `replacement`.
 *
 * The names are those that `resolveLabel` of `whatwg-transcoder/labels` knows, in the same spellings, so each name that this
 * package answers with has a handle, also one of the standard. `hz-gb-2312`, `iso-2022-kr` and `csiso2022kr`, which are
 * labels of `replacement` in the standard, give the handles of these encodings. Throws `TypeError` with code
 * `ERR_INVALID_ARG_TYPE` for a value that is not a string.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare function encodingFor(name: string): EncodingHandle | null;

/**
 * All labels of the encodings of this sub-path in ASCII lowercase, each with the name of its encoding; frozen, and without a
 * prototype. `encodingFor` takes them in any case; no function of the package root does.
 *
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export declare const labels: Readonly<Record<string, OtherEncodingName>>;
