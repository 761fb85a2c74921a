// Strings for JavaScript, with the engine's own copy or without.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

#include "base/bytes.h"
#include "node/environment.h"

namespace encoding::node {

// Asks JavaScript how large the engine's heap is: see below.
void AskHeapAgain(napi_env env, Environment& environment);

// The same when that is due. Since JavaScript runs, before a call has looked at any memory.
inline void AskHeap(napi_env env, Environment& environment) {
  if (environment.unasked_bytes >= Environment::kMostUnasked) AskHeapAgain(env, environment);
}

// What the engine keeps a string's code units as.
enum class Characters : uint8_t { kOneByte, kTwoBytes };

// Whether a string of so many bytes had better keep the memory that it was decoded into, and be
// external to the engine's heap. To copy a long one can be slow, because the engine asks for fresh
// memory for each; but to the engine an external string is an old one, which nothing less than a
// collection of the whole heap frees, and there is one for every 64 MB of them.
bool HadBetterBeExternal(const Environment& environment, size_t bytes, Characters characters);

// Each returns null, with an exception pending, when memory cannot be had.

// A string of bytes that are each a code point, copied.
napi_value CopyLatin1(napi_env env, Environment& environment, Bytes bytes);

// A string of UTF-16 code units, copied.
napi_value CopyUtf16(napi_env env, Environment& environment, const char16_t* units, size_t length);

// An external string of the first `length` bytes in a room, each a code point, whose memory it
// takes over.
napi_value NewExternalLatin1(napi_env env, Environment& environment, Room& room, size_t length);

// A string of `length` code units that begin `skipped` code units into a room, whose memory it may
// take over.
napi_value NewStringOfUtf16(napi_env env, Environment& environment, Room& room, size_t skipped,
                            size_t length);

}  // namespace encoding::node
