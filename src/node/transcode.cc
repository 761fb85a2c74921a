// The calls that turn bytes in one encoding into bytes in another.
#include "transcode.h"

#include <algorithm>
#include <iterator>

#include "../calls/transcode.h"
#include "../core/sinks.h"
#include "../node_values/carried_state.h"
#include "../node_values/errors.h"
#include "../node_values/input.h"
#include "../node_values/output.h"
#include "../node_values/records.h"
#include "../node_values/typed_arrays.h"
#include "../queue/transcode.h"
#include "call.h"

namespace whatwg_encoding::node {

namespace {

// In bytes: the output of large input mostly grows to no more than half as much again and this
// more. Room for whatever may come would cost nothing until something is written there, but
// addresses.
constexpr size_t kMargin = size_t{32} << 20;

// { offset, length, reason, read, output } of a malformed sequence, or { offset, codePoint, read,
// output } of an unencodable code point.
napi_value NewTranscodeError(napi_env env, const TranscodeResult& result, size_t read,
                             napi_value output) {
  const bool is_malformed = result.outcome == TranscodeOutcome::kMalformed;
  Record error = is_malformed ? NewDecodeError(env, result.error) : Record(env);
  error.Set("offset", static_cast<double>(result.error.offset));
  if (!is_malformed) error.Set("codePoint", static_cast<double>(result.code_point));
  error.Set("read", read);
  error.Set("output", output);
  return error.value();
}

}  // namespace

napi_value Transcode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  Output output(env, environment, descriptor.flags);
  TranscodeState state(descriptor.encoding, descriptor.to);
  const CarriedState carried(env, arguments.optional(2), state, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  TranscodeResult result;
  size_t read = 0;
  for (;;) {
    result = TranscodeQueue(state, input.bytes().subspan(read), output.room(),
                            descriptor.transcode_modes(), !descriptor.is(kStream));
    read += result.read;
    output.Wrote(result.written);
    if (result.outcome != TranscodeOutcome::kFull) break;
    const size_t rest = input.bytes().size() - read;
    if (!output.Reserve(std::min(3 * rest, rest + rest / 2 + kMargin) + kMinTranscodeRoom)) {
      return ThrowOutOfMemory(env);
    }
  }
  const bool is_finished = result.outcome == TranscodeOutcome::kFinished;
  napi_value value = is_finished ? output.ToResult() : output.ToBuffer();
  if (!is_finished && value != nullptr) value = NewTranscodeError(env, result, read, value);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value TranscodeShort(napi_env env, napi_callback_info info) {
  return ShortCall(env, info, [&](const auto& descriptor, const auto& arguments, Slab room) {
    const Input input(env, *arguments.environment, arguments[0]);
    if (!input.ok() || input.bytes().size() > kMaxShortUnits || descriptor.is(kFatal))
      return kNotEncoded;
    // There is no state, which takes longer to make than all else.
    const bool ignore_bom = descriptor.is(kIgnoreBom);
    if (descriptor.to == EncodingId::kUtf8) {
      Utf8Sink sink(room.data(), room.size());
      DecodeWhole(descriptor.encoding, ignore_bom, input.bytes(), sink);
      return sink.written();
    }
    char16_t units[MaxUtf16Units(kMaxShortUnits)];
    Utf16Sink sink(units, std::size(units));
    DecodeWhole(descriptor.encoding, ignore_bom, input.bytes(), sink);
    return EncodeWhole(descriptor.to, Units(units, sink.written()), room);
  });
}

napi_value TranscodeOffsets(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<6> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(descriptor.encoding);
  const CarriedState carried(env, arguments[2], state, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  std::span<ListEntry> list;
  if (!GetList(env, arguments[3], list)) return nullptr;
  const size_t count = GetUint32(env, arguments[4]);
  if (list.size() < std::max(count, MaxUtf16Units(input.bytes().size()))) {
    return ThrowListTooShort(env);
  }
  const FoundOffsets found =
      FindOffsets(state, input.bytes(), list, count, descriptor.decode_options());
  const napi_value all = NewNumber(env, static_cast<double>(found.count));
  if (all == nullptr) return nullptr;
  answer.Set(found);
  answer.array = arguments[5];
  carried.Keep();
  return all;
}

napi_value Progress(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<2> arguments(env, info);
  std::span<uint8_t> array;
  if (!GetTarget(env, arguments[0], array)) return nullptr;
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  const bool is_encode = array.size() == sizeof(EncodeState);
  const CarriedState carried = is_encode ? CarriedState(env, arguments[0], state.encode, false)
                                         : CarriedState(env, arguments[0], state, false);
  if (!carried.ok()) return nullptr;
  answer.Set(is_encode ? ProgressOf(state.encode) : ProgressOf(state));
  answer.array = arguments[1];
  return nullptr;
}

}  // namespace whatwg_encoding::node
