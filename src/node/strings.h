// Strings for JavaScript, with the engine's own copy or without.
#pragma once

#include <napi.h>

#include "core/result.h"
#include "node/environment.h"

namespace encoding::node {

// From how many bytes on a string is made without a copy: there V8's strings move to its large
// objects, which it fills at a fifth of the speed.
inline constexpr size_t kExternalBytes = 128 * 1024;

// Each returns null, with an exception pending, when memory cannot be had.

// A string of bytes that are each a code point.
napi_value NewLatin1String(napi_env env, Environment& environment, Bytes bytes);

// The same of the first `length` bytes in a room, whose memory it may take over.
napi_value NewStringOfLatin1(napi_env env, Room& room, size_t length);

// A string of `length` code units that begin `skipped` code units into a room, whose memory it may
// take over.
napi_value NewStringOfUtf16(napi_env env, Room& room, size_t skipped, size_t length);

}  // namespace encoding::node
