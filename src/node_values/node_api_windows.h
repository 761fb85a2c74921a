// Finds the functions of Node-API on Windows. Other systems do that by themselves.
#pragma once

namespace whatwg_encoding::node {

// Returns the name of a function that the addon needs and the running program lacks, or null. When
// it is not null, only napi_throw_error() may be called.
const char* MissingNodeApi();

// Returns a function that the addon can do without, or null where the running program lacks it.
void* FindNodeApi(const char* name);

// Keeps the addon loaded until the process ends. Returns whether that was possible.
bool StayLoaded();

}  // namespace whatwg_encoding::node
