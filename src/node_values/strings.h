// Strings for JavaScript. A caller gives the characters; node/strings.cc alone decides whether the
// engine copies them or the string is external and keeps the memory that they are in.
#pragma once

#include <napi.h>

#include "../base/bytes.h"
#include "../node_memory/environment.h"
#include "../node_memory/scratch_memory.h"

namespace whatwg_encoding::node {

// Each returns null, with an exception pending, when there is not enough memory.

// Makes the string of bytes in any memory, each of which is a code point. The engine copies them.
napi_value CopyLatin1(napi_env env, Environment& environment, Bytes bytes);

// Makes the string of UTF-16 code units in any memory. The engine copies them.
napi_value CopyUtf16(napi_env env, Environment& environment, Units units);

// Makes the string of the first `length` bytes in scratch memory, each of which is a code point.
// The string may take the memory over.
napi_value NewLatin1(napi_env env, Environment& environment, ScratchMemory& scratch, size_t length);

// Makes the string of `length` UTF-16 code units from `start` on in scratch memory. The string may
// take the memory over.
napi_value NewUtf16(napi_env env, Environment& environment, ScratchMemory& scratch, size_t start,
                    size_t length);

}  // namespace whatwg_encoding::node
