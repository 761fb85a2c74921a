// Answers about bytes, without a string of their text.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

namespace encoding::node {

// measureBytes(head, bytes): { length, utf8Length, replacements, firstError? } of the text that the
// bytes decode to, in UTF-16 code units and UTF-8 bytes; in fatal mode of the text before the first
// error. The head holds the encoding and the flags of decode().
napi_value MeasureBytes(napi_env env, napi_callback_info info);

}  // namespace encoding::node
