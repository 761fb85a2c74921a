#include "node/decode.h"

#include "core/bom.h"
#include "node/values.h"
#include "simd/kernels.h"

namespace encoding::node {

namespace {

// How many UTF-16 code units to make room for. Never more than a string can have: where the input
// is so long that its text might be longer, the text is measured first. SIZE_MAX: it is too long.
size_t RoomFor(const Environment& environment, DecodeState state, Bytes input, ErrorMode mode,
               bool flush) {
  const size_t most = MaxUtf16Units(input.size());
  if (most <= environment.max_string_length) return most;
  CountingSink sink;
  DecodeQueue(state, input, sink, mode, flush);
  // In fatal mode the text before an error is never made, but it is written. A kernel may touch as
  // much room beyond what it reports as it has been given input.
  return sink.utf16_units() <= environment.max_string_length
             ? sink.utf16_units() + simd::kLargestStep
             : SIZE_MAX;
}

// A string of the code units, without a byte order mark that is to be dropped. Null, with an
// exception pending, when memory for it cannot be had.
napi_value MakeString(napi_env env, DecodeState& state, uint32_t flags, const char16_t* units,
                      size_t length) {
  const size_t bom = TakeBom(state, flags & kIgnoreBom, units, length);
  napi_value value = nullptr;
  if (napi_create_string_utf16(env, units + bom, length - bom, &value) == napi_ok) return value;
  return ThrowOutOfMemory(env);
}

}  // namespace

napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                          uint32_t flags, TextBeforeError before_error) {
  const ErrorMode mode = flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const bool flush = !(flags & kStream);
  const size_t room = RoomFor(environment, state, input, mode, flush);
  if (room == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  char16_t* units = environment.units.Take(room);
  if (units == nullptr) return ThrowOutOfMemory(env);

  Utf16Sink sink(units, room);
  const DecodeQueueResult result = DecodeQueue(state, input, sink, mode, flush);
  napi_value value = nullptr;
  if (result.error.reason != Reason::kNone) {
    Napi::Object error = NewDecodeError(env, result.error);
    error.Set("read", static_cast<double>(result.read));
    value = error;
    if (before_error == TextBeforeError::kKept) {
      const napi_value text = MakeString(env, state, flags, units, sink.written());
      if (text == nullptr) value = nullptr;
      if (text != nullptr) error.Set("output", text);
    }
  } else {
    value = MakeString(env, state, flags, units, sink.written());
  }
  environment.units.Release();
  environment.bytes.Release();
  return value;
}

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
  return DecodeToString(env, environment, state, input, GetUint32(env, arguments[2]),
                        TextBeforeError::kLost);
}

napi_value DecodeStream(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[2]);
  EncodingId id;
  Bytes input;
  if (!GetEncodingId(env, arguments[0], id)) return nullptr;
  if (!GetBytes(env, environment, arguments[1], input)) return nullptr;
  DecodeState state(id);
  const CarriedState carried(env, arguments[3], state, flags & kStart);
  if (!carried.ok()) return nullptr;
  const napi_value value =
      DecodeToString(env, environment, state, input, flags, TextBeforeError::kLost);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value MeasureBytes(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[2]);
  EncodingId id;
  Bytes input;
  if (!GetEncodingId(env, arguments[0], id)) return nullptr;
  if (!GetBytes(env, environment, arguments[1], input)) return nullptr;
  DecodeState state(id);
  CountingSink sink;
  DecodeQueue(state, input, sink, flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement,
              true);
  environment.bytes.Release();
  const bool has_bom = !(flags & kIgnoreBom) && IsUnicode(id) && sink.begins_with_bom();
  Napi::Object measured = Napi::Object::New(env);
  measured.Set("length", static_cast<double>(sink.utf16_units() - (has_bom ? 1 : 0)));
  measured.Set("utf8Length", static_cast<double>(sink.utf8_bytes() - (has_bom ? 3 : 0)));
  measured.Set("replacements", static_cast<double>(state.replacements));
  if (state.first_error.reason != Reason::kNone) {
    measured.Set("firstError", NewDecodeError(env, state.first_error));
  }
  return measured;
}

napi_value DecodeStateSize(napi_env env) {
  return Napi::Number::New(env, static_cast<double>(sizeof(DecodeState)));
}

}  // namespace encoding::node
