// Reads the arguments of calls and makes their results.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/values.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "simd/kernels.h"

namespace encoding::node {

namespace {

bool IsShared(napi_env env, napi_value array) {
  napi_value buffer;
  bool is_unshared = false;
  return napi_get_typedarray_info(env, array, nullptr, nullptr, nullptr, &buffer, nullptr) ==
             napi_ok &&
         napi_is_arraybuffer(env, buffer, &is_unshared) == napi_ok && !is_unshared;
}

}  // namespace

void StartClock(napi_env env, Environment& environment) {
  environment.arena().ClockStarts();
  napi_value nothing;
  if (!CallFunction(env, environment.start_clock, nothing)) environment.arena().ClockFails();
}

bool CallFunction(napi_env env, napi_ref function, napi_value& result) {
  napi_value callee = nullptr;
  napi_value global = nullptr;
  bool is_pending = true;
  // An exception of the call that is running is not ours to lose.
  if (napi_is_exception_pending(env, &is_pending) != napi_ok || is_pending) return false;
  if (napi_get_reference_value(env, function, &callee) != napi_ok || callee == nullptr ||
      napi_get_global(env, &global) != napi_ok) {
    return false;
  }
  if (napi_call_function(env, global, callee, 0, nullptr, &result) == napi_ok) return true;
  if (napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending) {
    napi_value error;
    napi_get_and_clear_last_exception(env, &error);
  }
  return false;
}

bool ThrowNoUint8Array(napi_env env) {
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint8Array");
  return false;
}

bool GetTable(napi_env env, napi_value value, std::span<uint16_t>& table) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_uint16_array || length != 0x10000) {
    napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint16Array of 65,536");
    return false;
  }
  table = {static_cast<uint16_t*>(data), length};
  return true;
}

bool GetList(napi_env env, napi_value value, std::span<uint32_t>& list) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_uint32_array) {
    napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "Expected a Uint32Array");
    return false;
  }
  list = {static_cast<uint32_t*>(data), data == nullptr ? 0 : length};
  return true;
}

Input::Input(napi_env env, Environment& environment, napi_value value)
    : copy_(environment.arena()) {
  std::span<uint8_t> memory;
  if (!GetTarget(env, value, memory)) return;
  const size_t size = memory.size();
  bytes_ = memory;
  if (size != 0 && (size <= kShortInput || IsShared(env, value))) {
    auto* const copy = copy_.Take<uint8_t>(size + simd::kLargestStep);
    if (copy == nullptr) {
      ThrowOutOfMemory(env);
      return;
    }
    is_ascii_ = simd::kActive->copy(memory.data(), size, copy);
    bytes_ = Bytes(copy, size);
  }
  ok_ = true;
}

CarriedState::CarriedState(napi_env env, napi_value array, void* state, size_t size, bool start)
    : state_(state), size_(size) {
  if (array == nullptr) return;
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

napi_value NewNumber(napi_env env, double number) {
  napi_value value = nullptr;
  napi_create_double(env, number, &value);
  return value;
}

Record NewDecodeError(napi_env env, const DecodeError& error) {
  Record record(env);
  record.Set("offset", static_cast<double>(error.offset));
  record.Set("length", size_t{error.length});
  napi_value reason = nullptr;
  napi_create_string_latin1(env, ReasonName(error.reason), NAPI_AUTO_LENGTH, &reason);
  record.Set("reason", reason);
  return record;
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

}  // namespace encoding::node
