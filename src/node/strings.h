// Strings for JavaScript, with the engine's own copy or without.
#pragma once

#include <napi.h>

#include "node/environment.h"

namespace encoding::node {

// From how many bytes on a string is made without a copy: there V8's strings move to its large
// objects, which it fills at a fifth of the speed.
inline constexpr size_t kExternalBytes = 128 * 1024;

// A string of Latin-1 bytes, each a code point. Null, with an exception pending, when memory cannot
// be had.
napi_value NewLatin1String(napi_env env, Environment& environment, const uint8_t* bytes,
                           size_t length);

// A string of `length` code units that begin `skipped` code units into a block, which it takes
// over.
napi_value NewStringOfBlock(napi_env env, Block* block, size_t skipped, size_t length);

}  // namespace encoding::node
