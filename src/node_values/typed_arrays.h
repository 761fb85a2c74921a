// The memory of typed arrays of JavaScript.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "errors.h"

namespace whatwg_encoding::node {

// Each returns false, with an exception pending, when the value is not an array of its kind. The
// memory of a detached array, or of one that is out of bounds, is empty.

// Gets the memory of a Uint8Array.
inline bool GetTarget(napi_env env, napi_value value, std::span<uint8_t>& target) {
  size_t length = 0;
  void* data = nullptr;
  // The kind of array is not checked: no other has fewer bytes than its length says.
  if (napi_get_typedarray_info(env, value, nullptr, &length, &data, nullptr, nullptr) != napi_ok) {
    ThrowNoUint8Array(env);
    return false;
  }
  target = {static_cast<uint8_t*>(data), data == nullptr ? 0 : length};
  return true;
}

// Gets the memory of a Uint32Array.
bool GetList(napi_env env, napi_value value, std::span<uint32_t>& list);

}  // namespace whatwg_encoding::node
