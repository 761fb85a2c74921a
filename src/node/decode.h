// Bytes to strings, or to what can be said of them.
#pragma once

#include <napi.h>

#include <cstdint>

namespace whatwg_encoding::node {

// decode(descriptor, bytes, state?): returns the text of a whole stream or, with a state, of a
// chunk. In fatal mode it returns { offset, length, reason, read, output? } of the first malformed
// sequence instead. The descriptor contains the encoding and flags of protocol/protocol.h. `state`
// is a Uint8Array of decodeStateSize bytes, which carries a stream from call to call. An exception
// leaves it as it was. Without kKeepText, "BOM seen" stays unset where an error follows a byte
// order mark.
napi_value Decode(napi_env env, napi_callback_info info);

// measureBytes(descriptor, bytes, answer): answers with the length in UTF-16 code units of the text
// that the bytes decode to, as `written`, with the number of replacements, and with the first
// error. In fatal mode the text ends before that. The descriptor contains the encoding and the
// flags of decode().
napi_value MeasureBytes(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node
