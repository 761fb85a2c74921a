// Values in and out of JavaScript.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

#include <optional>
#include <type_traits>

#include "node/environment.h"
#include "node/protocol.h"
#include "queue/decode_queue.h"
#include "simd/kernels.h"

namespace encoding::node {

// Has JavaScript start the clock of the arena. JavaScript runs, and may call the addon again.
void StartClock(napi_env env, Environment& environment);

// The environment, and the arguments of a call; those not given are undefined. Each call makes this
// first of all, so that it is destroyed last, when the call looks at no memory any more and has
// given its blocks back: JavaScript may run then.
template <size_t N>
struct Arguments {
  Arguments(napi_env env, napi_callback_info info) : env(env) {
    void* data = nullptr;
    napi_get_cb_info(env, info, &count, values, nullptr, &data);
    environment = static_cast<Environment*>(data);
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments() {
    if (environment->arena().wants_clock()) StartClock(env, *environment);
  }

  napi_value operator[](size_t at) const { return values[at]; }
  // The argument, or null when it was not given.
  napi_value optional(size_t at) const { return at < count ? values[at] : nullptr; }

  napi_env env;
  size_t count = N;
  napi_value values[N];
  Environment* environment;
};

// Input of no more bytes is copied, which costs less than to ask whether its memory is shared.
inline constexpr size_t kShortInput = 1024;

// The bytes of a Uint8Array; none when it is detached or out of bounds. A few bytes are copied, and
// shared memory is, once, so that what another thread writes meanwhile cannot come between two
// looks at it.
class Input {
 public:
  // When it is not ok(), an exception is pending: the value is no Uint8Array, or memory for the
  // copy cannot be had.
  Input(napi_env env, Environment& environment, napi_value value);

  bool ok() const { return ok_; }
  Bytes bytes() const { return bytes_; }
  // Whether all are ASCII, which to copy them has told; nothing of what is not copied.
  std::optional<bool> is_ascii() const { return is_ascii_; }

 private:
  Room copy_;
  Bytes bytes_;
  std::optional<bool> is_ascii_;
  bool ok_ = false;
};

inline bool IsAscii(Bytes bytes) {
  return simd::kActive->ascii_prefix(bytes.data(), bytes.size()) == bytes.size();
}
// Whether all are what windows-1252 decodes to code points of the same value.
inline bool HasNoC1(Bytes bytes) {
  return simd::kActive->non_c1_prefix(bytes.data(), bytes.size()) == bytes.size();
}

// Returns false, with an exception pending.
bool ThrowNoUint8Array(napi_env env);

// The memory of a Uint8Array, to be written to. False, with an exception pending, when the value is
// none.
inline bool GetTarget(napi_env env, napi_value value, std::span<uint8_t>& target) {
  size_t length = 0;
  void* data = nullptr;
  // Were it an array of another type, it would have no fewer bytes than its length says.
  if (napi_get_typedarray_info(env, value, nullptr, &length, &data, nullptr, nullptr) != napi_ok) {
    return ThrowNoUint8Array(env);
  }
  target = {static_cast<uint8_t*>(data), data == nullptr ? 0 : length};
  return true;
}

// The memory of a Uint16Array of 65,536. False, with an exception pending, when the value is none.
bool GetTable(napi_env env, napi_value value, std::span<uint16_t>& table);

// The memory of a Uint32Array, to be written to. False, with an exception pending, when the value
// is none.
bool GetList(napi_env env, napi_value value, std::span<uint32_t>& list);

// False, with an exception pending, when there is no such encoding.
inline bool CheckEncoding(napi_env env, uint32_t number) {
  if (number < kAllEncodingCount) return true;
  napi_throw_range_error(env, nullptr, "No such encoding");
  return false;
}

// Calls a function of JavaScript's without arguments; false when it throws, or cannot be called.
// What it throws is lost.
bool CallFunction(napi_env env, napi_ref function, napi_value& result);

inline uint32_t GetUint32(napi_env env, napi_value value) {
  uint32_t number = 0;
  napi_get_value_uint32(env, value, &number);
  return number;
}

// What a call is asked to do: the head, which node/protocol.h describes.
struct Head {
  // When it is not ok(), an exception is pending: there is no such encoding.
  Head(napi_env env, napi_value value) : Head(env, GetUint32(env, value)) {}
  Head(napi_env env, uint32_t number)
      : ok(CheckEncoding(env, number & 0xFF) && CheckEncoding(env, number >> kToShift)),
        encoding(static_cast<EncodingId>(number & 0xFF)),
        to(static_cast<EncodingId>(number >> kToShift)),
        flags(number >> kFlagsShift & 0xFF) {}

  const bool ok;
  const EncodingId encoding;
  const EncodingId to;  // of transcode()
  const uint32_t flags;
};

// The state of a stream between calls: bytes in a Uint8Array of JavaScript's. The states are values
// without pointers, so that the bytes are all there is to them. Without an array there is nothing
// to carry, and the state is that of a new stream.
class CarriedState {
 public:
  // Reads the state from `array`, unless it is null or a new stream starts.
  template <typename State>
  CarriedState(napi_env env, napi_value array, State& state, bool start)
      : CarriedState(env, array, &state, sizeof state, start) {
    static_assert(std::is_trivially_copyable_v<State>);
  }
  // False, with an exception pending, when the array is not of the state's size.
  bool ok() const { return ok_; }
  // Writes the state back.
  void Keep() const;

 private:
  CarriedState(napi_env env, napi_value array, void* state, size_t size, bool start);

  void* state_;
  uint8_t* carried_ = nullptr;
  size_t size_;
  bool ok_ = true;
};

// A number; null with an exception pending when it cannot be made.
napi_value NewNumber(napi_env env, double number);

// An object for JavaScript, property by property.
class Record {
 public:
  explicit Record(napi_env env) : env_(env) { napi_create_object(env, &object_); }

  void Set(const char* name, double number) { Set(name, NewNumber(env_, number)); }
  void Set(const char* name, size_t number) { Set(name, static_cast<double>(number)); }
  void Set(const char* name, napi_value value) {
    napi_set_named_property(env_, object_, name, value);
  }

  napi_value value() const { return object_; }

 private:
  napi_env env_;
  napi_value object_ = nullptr;
};

// { offset, length, reason }
Record NewDecodeError(napi_env env, const DecodeError& error);

// Each returns null with an exception pending.
napi_value ThrowNoString(napi_env env);
napi_value ThrowStringTooLong(napi_env env, size_t max_string_length);
napi_value ThrowOutOfMemory(napi_env env);
napi_value ThrowListTooShort(napi_env env);

}  // namespace encoding::node
