#include "node/transcode.h"

#include <algorithm>

#include "core/transcode.h"
#include "node/decode.h"
#include "node/encode.h"
#include "node/output.h"
#include "node/values.h"

namespace encoding::node {

namespace {

// How much more room to make at the most each time, in bytes.
constexpr size_t kLargestStep = size_t{1} << 20;

// Transcodes all of `input` into a Buffer.
napi_value TranscodeToBuffer(napi_env env, TranscodeState& state, Bytes input,
                             const TranscodeModes& modes, bool flush) {
  Output output;
  TranscodeResult result;
  size_t read = 0;
  do {
    const size_t rest = input.size() - read;
    if (!output.Reserve(std::min(3 * rest, kLargestStep) + kMinTranscodeRoom)) {
      return ThrowOutOfMemory(env);
    }
    result = TranscodeQueue(state, input.subspan(read), output.room(), modes, flush);
    read += result.read;
    output.Wrote(result.written);
  } while (result.outcome == TranscodeOutcome::kFull);

  const napi_value bytes = output.ToBuffer(env);
  if (bytes == nullptr || result.outcome == TranscodeOutcome::kFinished) return bytes;
  const bool is_malformed = result.outcome == TranscodeOutcome::kMalformed;
  Napi::Object error = is_malformed ? NewDecodeError(env, result.error) : Napi::Object::New(env);
  error.Set("offset", static_cast<double>(result.error.offset));
  if (!is_malformed) error.Set("codePoint", static_cast<double>(result.code_point));
  error.Set("read", static_cast<double>(read));
  error.Set("output", bytes);
  return error;
}

}  // namespace

napi_value Transcode(napi_env env, napi_callback_info info) {
  const Arguments<6> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[3]);
  const uint32_t unencodables = GetUint32(env, arguments[4]);
  EncodingId from;
  EncodingId to;
  Bytes input;
  if (!GetEncodingId(env, arguments[0], from)) return nullptr;
  if (!GetEncodingId(env, arguments[1], to)) return nullptr;
  if (!GetBytes(env, environment, arguments[2], input)) return nullptr;
  TranscodeState state(from, to);
  CarriedState carried(env, arguments[5], state, flags & kStart);
  if (!carried.ok()) return nullptr;
  const TranscodeModes modes{flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement,
                             UnencodablesOf(unencodables), (flags & kIgnoreBom) != 0};
  const napi_value value = TranscodeToBuffer(env, state, input, modes, !(flags & kStream));
  if (value != nullptr) carried.Keep();
  environment.bytes.Release();
  return value;
}

napi_value TranscodeToText(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[1]);
  Bytes input;
  if (!GetBytes(env, environment, arguments[0], input)) return nullptr;
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  const CarriedState carried(env, arguments[2], state, false);
  if (!carried.ok()) return nullptr;
  const napi_value value =
      DecodeToString(env, environment, state.decode, input, flags, TextBeforeError::kKept);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value TranscodeInsert(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  Environment& environment = *arguments.environment;
  Units text;
  if (!GetText(env, environment, arguments[0], text)) return nullptr;
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  const CarriedState carried(env, arguments[1], state, false);
  if (!carried.ok()) return nullptr;
  const napi_value value = InsertText(env, state.encode, text);
  if (value != nullptr) carried.Keep();
  environment.units.Release();
  return value;
}

napi_value TranscodeProgress(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  CarriedState carried(env, arguments[0], state, false);
  if (!carried.ok()) return nullptr;
  Napi::Object progress = Napi::Object::New(env);
  progress.Set("replacements",
               static_cast<double>(state.decode.replacements + state.encode.replacements));
  if (state.decode.first_error.reason != Reason::kNone) {
    progress.Set("firstErrorOffset", static_cast<double>(state.decode.first_error.offset));
  }
  return progress;
}

napi_value TranscodeStateSize(napi_env env) {
  return Napi::Number::New(env, static_cast<double>(sizeof(TranscodeState)));
}

}  // namespace encoding::node
