// Bytes to strings.
//
// May include queue/ and what is below it.
#pragma once

#include <napi.h>

#include <cstdint>

namespace encoding::node {

// decode(head, bytes, state?): the text of a whole stream or, with a state, of a chunk; or in fatal
// mode { offset, length, reason, read, output? } of the first malformed sequence. The head holds
// the encoding and the flags above. `state` is a Uint8Array of decodeStateSize bytes, which carries
// a stream from call to call, and which an exception leaves as it was. Without kKeepText a byte
// order mark before an error has not been seen.
napi_value Decode(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value DecodeStateSize(napi_env env);

}  // namespace encoding::node
