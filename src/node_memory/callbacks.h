// Calls of the functions that JavaScript has given to configure().
#pragma once

#include <napi.h>

#include "environment.h"

namespace whatwg_encoding::node {

// JavaScript runs in both of these and may call the addon again. Errors that it throws are lost.

// Starts the clock of the arena.
void StartClock(napi_env env, Environment& environment);

// Asks how large the engine's heap is.
void AskHeap(napi_env env, Environment& environment);

}  // namespace whatwg_encoding::node
