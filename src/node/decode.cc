#include "node/decode.h"

#include <utility>

#include "core/bom.h"
#include "node/strings.h"
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

// The code units of one call: in scratch memory, or where they are likely to become a string that
// the engine does not copy, in a block.
class Text {
 public:
  // Room for `length` code units; not ok() when memory cannot be had.
  Text(Environment& environment, size_t length) : environment_(environment) {
    if (length * sizeof(char16_t) < kExternalBytes) {
      units_ = environment.units.Take(length);
      return;
    }
    block_ = environment.arena().Take(length * sizeof(char16_t));
    units_ = block_ == nullptr ? nullptr : static_cast<char16_t*>(block_->memory());
  }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  ~Text() {
    if (block_ != nullptr) Arena::Release(block_);
    environment_.units.Release();
  }

  bool ok() const { return units_ != nullptr; }
  char16_t* units() { return units_; }

  // A string of the first `length` code units, without a byte order mark that is to be dropped.
  // Null, with an exception pending, when memory for it cannot be had. The code units are then
  // gone.
  napi_value ToString(napi_env env, DecodeState& state, uint32_t flags, size_t length) {
    const size_t bom = TakeBom(state, flags & kIgnoreBom, units_, length);
    if (block_ != nullptr) {
      return NewStringOfBlock(env, std::exchange(block_, nullptr), bom, length - bom);
    }
    napi_value value = nullptr;
    if (napi_create_string_utf16(env, units_ + bom, length - bom, &value) == napi_ok) return value;
    return ThrowOutOfMemory(env);
  }

 private:
  Environment& environment_;
  Block* block_ = nullptr;
  char16_t* units_ = nullptr;
};

}  // namespace

napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                          uint32_t flags, TextBeforeError before_error) {
  const ErrorMode mode = flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const bool flush = !(flags & kStream);
  const size_t room = RoomFor(environment, state, input, mode, flush);
  if (room == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  Text text(environment, room);
  if (!text.ok()) return ThrowOutOfMemory(env);

  Utf16Sink sink(text.units(), room);
  const DecodeQueueResult result = DecodeQueue(state, input, sink, mode, flush);
  napi_value value = nullptr;
  if (result.error.reason == Reason::kNone) {
    value = text.ToString(env, state, flags, sink.written());
  } else {
    Napi::Object error = NewDecodeError(env, result.error);
    error.Set("read", static_cast<double>(result.read));
    value = error;
    if (before_error == TextBeforeError::kKept) {
      const napi_value output = text.ToString(env, state, flags, sink.written());
      if (output == nullptr) value = nullptr;
      if (output != nullptr) error.Set("output", output);
    }
  }
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
    const napi_value value = NewLatin1String(env, environment, input.data(), input.size());
    environment.bytes.Release();
    return value;
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
