// Throws exceptions.
#include "errors.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace whatwg_encoding::node {

napi_value ThrowNoUint8Array(napi_env env) {
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint8Array");
  return nullptr;
}

napi_value ThrowNoUint32Array(napi_env env) {
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint32Array");
  return nullptr;
}

napi_value ThrowNoString(napi_env env) {
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a string");
  return nullptr;
}

napi_value ThrowStringTooLong(napi_env env, size_t max_string_length) {
  constexpr std::string_view kBefore = "Cannot create a string longer than ";
  constexpr std::string_view kAfter = " UTF-16 code units";
  constexpr size_t kMaxDigits = 20;
  char message[kBefore.size() + kMaxDigits + kAfter.size() + 1];
  char* end = std::ranges::copy(kBefore, message).out;
  end = std::to_chars(end, end + kMaxDigits, max_string_length).ptr;
  *std::ranges::copy(kAfter, end).out = '\0';
  napi_throw_error(env, "ERR_STRING_TOO_LONG", message);
  return nullptr;
}

napi_value ThrowListTooShort(napi_env env) {
  napi_throw_range_error(env, nullptr, "The list is too short");
  return nullptr;
}

napi_value ThrowOutOfMemory(napi_env env) {
  napi_throw_error(env, "ERR_MEMORY_ALLOCATION_FAILED", "Failed to allocate memory");
  return nullptr;
}

}  // namespace whatwg_encoding::node
