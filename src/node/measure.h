// The calls that find out about the text of bytes without making a string of it.
#pragma once

#include <napi.h>

namespace whatwg_encoding::node {

// measureBytes(head, bytes, answer): answers with the length in UTF-16 code units of the text that
// the bytes decode to, as `written`, with the number of replacements, and with the first error. In
// fatal mode the text ends before that. The head contains the encoding and the flags of decode().
napi_value MeasureBytes(napi_env env, napi_callback_info info);

// findMalformed(head, bytes, state, list): fills the list with the malformed sequences of a chunk,
// as calls/malformed_list.h says; returns the offset in the stream from which their offsets
// count. `state` is a Uint8Array of decodeStateSize bytes, which carries the stream from call to
// call. The list has room for an entry for each byte of the chunk and for five more.
napi_value FindMalformed(napi_env env, napi_callback_info info);

}  // namespace whatwg_encoding::node
