#include "node/values.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace encoding::node {

namespace {

// Where a Uint8Array has its bytes, and how many; `is_shared` tells whether other threads see them.
bool GetUint8Array(napi_env env, napi_value value, std::span<uint8_t>& bytes, bool& is_shared) {
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
  is_shared = !is_unshared;
  bytes = {static_cast<uint8_t*>(data), data == nullptr ? 0 : length};
  return true;
}

}  // namespace

bool GetBytes(napi_env env, Environment& environment, napi_value value, Bytes& bytes) {
  std::span<uint8_t> memory;
  bool is_shared;
  if (!GetUint8Array(env, value, memory, is_shared)) return false;
  bytes = memory;
  if (!is_shared || memory.empty()) return true;
  uint8_t* copy = environment.bytes.Take(memory.size());
  if (copy == nullptr) {
    ThrowOutOfMemory(env);
    return false;
  }
  std::memcpy(copy, memory.data(), memory.size());
  bytes = Bytes(copy, memory.size());
  return true;
}

bool GetTarget(napi_env env, napi_value value, std::span<uint8_t>& target) {
  bool is_shared;
  return GetUint8Array(env, value, target, is_shared);
}

bool GetText(napi_env env, Environment& environment, napi_value value, Units& text, size_t most) {
  size_t length = 0;
  if (napi_get_value_string_utf16(env, value, nullptr, 0, &length) != napi_ok) {
    napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a string");
    return false;
  }
  length = std::min(length, most);
  char16_t* units = environment.units.Take(length + 1);  // with a terminating zero
  if (units == nullptr) {
    ThrowOutOfMemory(env);
    return false;
  }
  napi_get_value_string_utf16(env, value, units, length + 1, &length);
  text = Units(units, length);
  return true;
}

bool GetEncodingId(napi_env env, napi_value value, EncodingId& id) {
  const uint32_t number = GetUint32(env, value);
  if (number >= kAllEncodingCount) {
    napi_throw_range_error(env, nullptr, "No such encoding");
    return false;
  }
  id = static_cast<EncodingId>(number);
  return true;
}

CarriedState::CarriedState(napi_env env, napi_value array, void* state, size_t size, bool start)
    : state_(state), size_(size) {
  napi_valuetype type;
  if (napi_typeof(env, array, &type) == napi_ok && type == napi_undefined) return;
  std::span<uint8_t> carried;
  ok_ = GetTarget(env, array, carried);
  if (!ok_) return;
  if (carried.size() != size) {
    napi_throw_range_error(env, nullptr, "Not a state of a stream");
    ok_ = false;
    return;
  }
  carried_ = carried.data();
  if (!start) std::memcpy(state_, carried_, size_);
}

void CarriedState::Keep() const {
  if (carried_ != nullptr) std::memcpy(carried_, state_, size_);
}

uint32_t GetUint32(napi_env env, napi_value value) {
  uint32_t number = 0;
  napi_get_value_uint32(env, value, &number);
  return number;
}

Napi::Object NewDecodeError(napi_env env, const DecodeError& error) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("offset", static_cast<double>(error.offset));
  object.Set("length", static_cast<double>(error.length));
  object.Set("reason", ReasonName(error.reason));
  return object;
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
