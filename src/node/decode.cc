#include "node/decode.h"

#include <cstring>
#include <type_traits>

#include "core/bom.h"
#include "node/values.h"
#include "simd/kernels.h"

namespace encoding::node {

namespace {

static_assert(std::is_trivially_copyable_v<DecodeState>);

// How many UTF-16 code units to make room for. Never more than a string can have: where the input
// is so long that its text might be longer, the text is measured first. SIZE_MAX: it is too long.
size_t RoomFor(const Environment& environment, DecodeState state, Bytes input, ErrorMode mode,
               bool flush) {
  const size_t most = MaxUtf16Units(input.size());
  if (most <= environment.max_string_length) return most;
  CountingSink sink;
  DecodeQueue(state, input, sink, mode, flush);
  // In fatal mode the text before an error is never made, but it is written.
  return sink.utf16_units() <= environment.max_string_length ? sink.utf16_units() : SIZE_MAX;
}

napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                          uint32_t flags) {
  const ErrorMode mode = flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const bool flush = !(flags & kStream);
  const size_t room = RoomFor(environment, state, input, mode, flush);
  if (room == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  char16_t* units = environment.units.Take(room);
  if (units == nullptr) return ThrowOutOfMemory(env);

  Utf16Sink sink(units, room);
  const QueueResult result = DecodeQueue(state, input, sink, mode, flush);
  napi_value value = nullptr;
  if (result.error.reason != Reason::kNone) {
    value = NewDecodeError(env, result);
  } else {
    const size_t bom = TakeBom(state, flags & kIgnoreBom, units, sink.written());
    if (napi_create_string_utf16(env, units + bom, sink.written() - bom, &value) != napi_ok) {
      value = ThrowOutOfMemory(env);
    }
  }
  environment.units.Release();
  environment.bytes.Release();
  return value;
}

bool GetEncodingId(napi_env env, napi_value value, EncodingId& id) {
  const uint32_t number = GetUint32(env, value);
  if (number >= kEncodingCount) {
    napi_throw_range_error(env, nullptr, "No such encoding");
    return false;
  }
  id = static_cast<EncodingId>(number);
  return true;
}

}  // namespace

napi_value Decode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  EncodingId id;
  Bytes input;
  if (!GetEncodingId(env, arguments[0], id)) return nullptr;
  if (!GetBytes(env, environment, arguments[1], input)) return nullptr;
  if (IsAsciiCompatible(id) && input.size() <= environment.max_string_length &&
      simd::AsciiPrefix(input.data(), input.size()) == input.size()) {
    napi_value value;
    const auto* characters = reinterpret_cast<const char*>(input.data());
    if (napi_create_string_latin1(env, characters, input.size(), &value) == napi_ok) return value;
    return ThrowOutOfMemory(env);
  }
  DecodeState state(id);
  return DecodeToString(env, environment, state, input, GetUint32(env, arguments[2]));
}

napi_value DecodeStream(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[2]);
  EncodingId id;
  Bytes input;
  Bytes carried;
  if (!GetEncodingId(env, arguments[0], id)) return nullptr;
  if (!GetBytes(env, environment, arguments[1], input)) return nullptr;
  if (!GetBytes(env, environment, arguments[3], carried)) return nullptr;
  DecodeState state(id);
  if (carried.size() != sizeof state) {
    napi_throw_range_error(env, nullptr, "Not a state of a stream");
    return nullptr;
  }
  if (!(flags & kStart)) std::memcpy(&state, carried.data(), sizeof state);
  napi_value value = DecodeToString(env, environment, state, input, flags);
  if (value != nullptr) {
    std::memcpy(const_cast<uint8_t*>(carried.data()), &state, sizeof state);
  }
  return value;
}

napi_value DecodeStateSize(napi_env env) {
  return Napi::Number::New(env, static_cast<double>(sizeof(DecodeState)));
}

}  // namespace encoding::node
