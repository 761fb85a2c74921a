// Bytes to strings.
#pragma once

#include <napi.h>

#include <cstdint>

namespace whatwg_encoding::node {

// decode(head, bytes, state?): returns the text of a whole stream or, with a state, of a chunk. In
// fatal mode it returns { offset, length, reason, read, output? } of the first malformed sequence
// instead. The head contains the encoding and flags of protocol/protocol.h. `state` is a Uint8Array
// of decodeStateSize bytes, which carries a stream from call to call. An exception leaves it as it
// was. Without kKeepText, "BOM seen" stays unset where an error follows a byte order mark.
napi_value Decode(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node
