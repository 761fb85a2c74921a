// Bytes to strings.
#pragma once

#include <napi.h>

#include "core/process.h"
#include "node/environment.h"
#include "node/values.h"

namespace encoding::node {

// What becomes of the text before a fatal error.
enum class TextBeforeError : uint8_t {
  kLost,  // as TextDecoder has it; a byte order mark in it has not been seen either
  kKept,  // it is the error's `output`
};

// What decode() below does, on a state that the caller carries.
napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state,
                          const Input& input, uint32_t flags, TextBeforeError before_error);

// decode(head, bytes, state): the text of a chunk, or in fatal mode { offset, length, reason, read
// } of the first malformed sequence, and with kKeepText `output`. `state` is a Uint8Array of
// decodeStateSize bytes, which carries a stream from call to call, and which an exception leaves as
// it was.
napi_value Decode(napi_env env, napi_callback_info info);

// decodeOnce(head, bytes): the same of a whole stream.
napi_value DecodeOnce(napi_env env, napi_callback_info info);

// fillDecodeTable(encoding, table): at leading byte << 8 | trailing byte of a Uint16Array of 65,536
// the code unit that two bytes from 0x80 on decode to at the start of a stream; 0 where that is not
// one.
napi_value FillDecodeTable(napi_env env, napi_callback_info info);

// measureBytes(head, bytes): { length, utf8Length, replacements, firstError? } of the
// text that the bytes decode to, in UTF-16 code units and UTF-8 bytes; in fatal mode of the text
// before the first error.
napi_value MeasureBytes(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value DecodeStateSize(napi_env env);

}  // namespace encoding::node
