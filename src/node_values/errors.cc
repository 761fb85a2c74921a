// Throws exceptions.
//
// May include node_values/.
#include "errors.h"

#include <string>

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
  const std::string message = "Cannot create a string longer than " +
                              std::to_string(max_string_length) + " UTF-16 code units";
  napi_throw_error(env, "ERR_STRING_TOO_LONG", message.c_str());
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
