// The calls that find the encoding of bytes.
#pragma once

#include <napi.h>

namespace whatwg_encoding::node {

// detectOptions(target, allowed, topLevelDomain, tags): writes the options of a detector to
// `target`, a Uint8Array of detectOptionsSize bytes. The other arguments are Uint8Arrays: numbers
// of encodings, and texts in ASCII, as calls/detect.h has them.
napi_value SetDetectOptions(napi_env env, napi_callback_info info);

// detect(descriptor, bytes, answer, options, state?): reads a whole stream or, with a state, a
// chunk, and writes the answer, if `answer` is a Uint8Array for detectionNumbers doubles, as
// calls/detect.h has them. Where it is empty, the call returns 1 when the answer is certain enough
// to begin to decode, and otherwise 0. The end of the bytes excludes nothing with kStream.
// `options` are those of detectOptions(). `state` is a Uint8Array of detectStateSize bytes.
napi_value Detect(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node
