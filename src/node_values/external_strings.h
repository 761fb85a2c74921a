// Strings that keep their characters outside the engine's heap, in the blocks of an arena.
// node/strings.cc decides which strings do so.
#pragma once

#include <napi.h>

#include <cstddef>

#include "../node_memory/scratch_memory.h"

namespace whatwg_encoding::node {

// Whether the runtime has the functions below. It needs version 10 of Node-API.
bool HasExternalStrings();

// Each makes a string that takes over the block of `scratch`, which must have one. The engine is
// told of the block's memory, and releases the block when the string is collected.

// Makes the string of the first `length` bytes, each of which is a code point.
napi_status NewExternalLatin1(napi_env env, ScratchMemory& scratch, size_t length,
                              napi_value* string);

// Makes the string of `length` UTF-16 code units from `start` on.
napi_status NewExternalUtf16(napi_env env, ScratchMemory& scratch, size_t start, size_t length,
                             napi_value* string);

}  // namespace whatwg_encoding::node
