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

// Gets the memory of a Uint32Array as entries, each of which is a row of its numbers.
template <typename Entry>
bool GetList(napi_env env, napi_value value, std::span<Entry>& list) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_uint32_array) {
    ThrowNoUint32Array(env);
    return false;
  }
  const size_t size = length * sizeof(uint32_t) / sizeof(Entry);
  list = {static_cast<Entry*>(data), data == nullptr ? 0 : size};
  return true;
}

}  // namespace whatwg_encoding::node
