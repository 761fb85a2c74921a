// Strings for JavaScript. A caller gives the characters; node/strings.cc alone decides whether the
// engine copies them or the string is external and keeps the memory that they are in.
//
// May include node/environment.h and what is below it.
#pragma once

#include <napi.h>

#include "base/bytes.h"
#include "node/environment.h"

namespace encoding::node {

// Asks JavaScript how large the engine's heap is.
void AskHeapAgain(napi_env env, Environment& environment);

// Asks the same when it is time. JavaScript runs, so a call does this before it looks at any
// memory.
inline void AskHeap(napi_env env, Environment& environment) {
  if (environment.unasked_bytes >= Environment::kMostUnasked) AskHeapAgain(env, environment);
}

// Each function below returns null, with an exception pending, when memory cannot be had.

// The string of bytes in any memory, each of which is a code point. The engine copies them.
napi_value CopyLatin1(napi_env env, Environment& environment, Bytes bytes);

// The string of UTF-16 code units in any memory. The engine copies them.
napi_value CopyUtf16(napi_env env, Environment& environment, Units units);

// The string of the first `length` bytes in scratch memory, each of which is a code point. The
// string may take the memory over.
napi_value NewLatin1(napi_env env, Environment& environment, Room& scratch, size_t length);

// The string of `length` UTF-16 code units from `start` on in scratch memory, which it may take
// over.
napi_value NewUtf16(napi_env env, Environment& environment, Room& scratch, size_t start,
                    size_t length);

}  // namespace encoding::node
