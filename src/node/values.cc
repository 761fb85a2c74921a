#include "node/values.h"

#include <cstring>
#include <string>

namespace encoding::node {

bool GetBytes(napi_env env, Environment& environment, napi_value value, Bytes& bytes) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  napi_value buffer;
  size_t offset;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, &buffer, &offset) != napi_ok ||
      type != napi_uint8_array) {
    napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint8Array");
    return false;
  }
  bool is_unshared = false;
  napi_is_arraybuffer(env, buffer, &is_unshared);
  if (data == nullptr) length = 0;
  if (!is_unshared && length != 0) {
    uint8_t* copy = environment.bytes.Take(length);
    if (copy == nullptr) {
      ThrowOutOfMemory(env);
      return false;
    }
    std::memcpy(copy, data, length);
    data = copy;
  }
  bytes = Bytes(static_cast<const uint8_t*>(data), length);
  return true;
}

uint32_t GetUint32(napi_env env, napi_value value) {
  uint32_t number = 0;
  napi_get_value_uint32(env, value, &number);
  return number;
}

napi_value NewDecodeError(napi_env env, const QueueResult& result) {
  Napi::Object error = Napi::Object::New(env);
  error.Set("offset", static_cast<double>(result.error.offset));
  error.Set("length", static_cast<double>(result.error.length));
  error.Set("reason", ReasonName(result.error.reason));
  error.Set("read", static_cast<double>(result.read));
  return error;
}

napi_value ThrowStringTooLong(napi_env env, size_t max_string_length) {
  const std::string message = "Cannot create a string longer than " +
                              std::to_string(max_string_length) + " UTF-16 code units";
  napi_throw_error(env, "ERR_STRING_TOO_LONG", message.c_str());
  return nullptr;
}

napi_value ThrowOutOfMemory(napi_env env) {
  napi_throw_error(env, "ERR_MEMORY_ALLOCATION_FAILED", "Failed to allocate memory");
  return nullptr;
}

}  // namespace encoding::node
