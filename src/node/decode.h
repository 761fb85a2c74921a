// Bytes to strings.
#pragma once

#include <napi.h>

#include "core/process.h"
#include "node/environment.h"

namespace encoding::node {

// What `flags` in the calls below say; the numbers are exported to JavaScript.
enum DecodeFlag : uint32_t {
  kFatal = 1,
  kIgnoreBom = 2,
  kStream = 4,  // do not flush
  kStart = 8,   // a new stream: what the state held is forgotten
};

// What becomes of the text before a fatal error.
enum class TextBeforeError : uint8_t {
  kLost,  // as TextDecoder has it; a byte order mark in it has not been seen either
  kKept,  // it is the error's `output`
};

// What decodeStream() below does, on a state that the caller carries.
napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                          uint32_t flags, TextBeforeError before_error);

// decode(encoding, bytes, flags): one-shot. The text, or in fatal mode { offset, length, reason,
// read } of the first malformed sequence.
napi_value Decode(napi_env env, napi_callback_info info);

// decodeStream(encoding, bytes, flags, state): the same for a chunk of a stream. `state` is a
// Uint8Array of decodeStateSize bytes, which carries the stream from call to call; an exception
// leaves it as it was.
napi_value DecodeStream(napi_env env, napi_callback_info info);

// measureBytes(encoding, bytes, flags): { length, utf8Length, replacements, firstError? } of the
// text that the bytes decode to, in UTF-16 code units and UTF-8 bytes; in fatal mode of the text
// before the first error.
napi_value MeasureBytes(napi_env env, napi_callback_info info);

// How many bytes a stream's state has.
napi_value DecodeStateSize(napi_env env);

}  // namespace encoding::node
