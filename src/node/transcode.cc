// The calls that turn bytes in one encoding into bytes in another.
//
// May include queue/ and what is below it, and the other files of node/.
#include "node/transcode.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "node/decode.h"
#include "node/encode.h"
#include "node/output.h"
#include "node/values.h"
#include "queue/transcode.h"
#include "simd/kernels.h"

namespace encoding::node {

// decode() takes the first part of a transcoding's state as the state of a decoder.
static_assert(offsetof(TranscodeState, decode) == 0);

namespace {

// Room for whatever may come is only an address until something is written there; of large input
// most grows to no more than half as much again, and this more, in bytes.
constexpr size_t kMargin = size_t{32} << 20;

// In bytes: what is called much, and what is looked at as a whole before there is a Buffer.
constexpr size_t kMuch = 4096;
constexpr size_t kBlock = size_t{512} << 10;

// Copies ASCII to where there is room; whether it is that.
bool CopyAscii(Bytes input, std::span<uint8_t> room) {
  return simd::CopyAscii(input.data(), input.size(), room.data()) == input.size();
}

// Whether a block is, or the beginning, the middle and the end of more: a Buffer made for nothing
// is not cheap.
bool LooksAscii(Bytes input) {
  constexpr size_t kLook = 64;
  if (input.size() <= kBlock) return IsAscii(input);
  return IsAscii(input.first(kMuch)) && IsAscii(input.last(kLook)) &&
         IsAscii(input.subspan(input.size() / 2, kLook));
}

// Makes the result of much ASCII, which both encodings write as it is, without a copy between;
// false when it is not that. Null, with an exception pending, when memory for it cannot be had.
bool TakeAscii(napi_env env, Output& output, TranscodeState& state, Bytes input,
               const TranscodeModes& modes, napi_value& value) {
  const bool is_between = SequenceStart(state.decode) == state.decode.position;
  if (input.size() < kMuch || !is_between || state.carried_size != 0 ||
      !IsAsciiCompatible(state.decode.encoding) || !IsAsciiCompatible(state.to)) {
    return false;
  }
  if (output.slab().size() >= input.size()) {
    if (!CopyAscii(input, output.slab())) return false;
    value = output.InSlab(env, input.size());
  } else {
    if (!LooksAscii(input)) return false;
    std::span<uint8_t> memory;
    value = NewBuffer(env, input.size(), memory);
    if (value == nullptr) return true;
    // A block has been looked at, and is copied from the cache.
    if (input.size() <= kBlock) {
      std::memcpy(memory.data(), input.data(), input.size());
    } else if (!CopyAscii(input, memory)) {
      return false;
    }
  }
  state.decode.position += input.size();
  if (IsUnicode(state.decode.encoding) && !modes.ignore_bom) state.decode.bom_seen = true;
  return true;
}

// Transcodes all of `input` into the output's result.
napi_value TranscodeToBuffer(napi_env env, Output& output, TranscodeState& state, Bytes input,
                             const TranscodeModes& modes, bool flush) {
  napi_value ascii;
  if (TakeAscii(env, output, state, input, modes, ascii)) return ascii;
  TranscodeResult result;
  size_t read = 0;
  do {
    const size_t rest = input.size() - read;
    if (!output.Reserve(std::min(3 * rest, rest + rest / 2 + kMargin) + kMinTranscodeRoom)) {
      return ThrowOutOfMemory(env);
    }
    result = TranscodeQueue(state, input.subspan(read), output.room(), modes, flush);
    read += result.read;
    output.Wrote(result.written);
  } while (result.outcome == TranscodeOutcome::kFull);

  if (result.outcome == TranscodeOutcome::kFinished) return output.ToResult(env);
  const napi_value bytes = output.ToBuffer(env);
  if (bytes == nullptr) return nullptr;
  const bool is_malformed = result.outcome == TranscodeOutcome::kMalformed;
  Record error = is_malformed ? NewDecodeError(env, result.error) : Record(env);
  error.Set("offset", static_cast<double>(result.error.offset));
  if (!is_malformed) error.Set("codePoint", static_cast<double>(result.code_point));
  error.Set("read", static_cast<double>(read));
  error.Set("output", bytes);
  return error.value();
}

// What transcode() and transcodeShort() are asked to do.
struct TranscodeHead {
  TranscodeHead(napi_env env, napi_value value) : TranscodeHead(env, GetUint32(env, value)) {}
  TranscodeHead(napi_env env, uint32_t head) : from(env, head) {
    const uint32_t number = from.flags & 0xFF;
    ok = from.ok && CheckEncoding(env, number);
    to = static_cast<EncodingId>(number);
    flags = from.flags >> 8 & 0xFF;
    modes = {flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement,
             UnencodablesOf(from.flags >> 16), (flags & kIgnoreBom) != 0};
  }
  const Head from;
  EncodingId to;
  uint32_t flags;
  TranscodeModes modes;
  bool ok;
};

}  // namespace

napi_value Transcode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const TranscodeHead head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  TranscodeState state(head.from.encoding, head.to);
  const CarriedState carried(env, arguments.optional(2), state, head.flags & kStart);
  if (!carried.ok()) return nullptr;
  Output output(environment, head.flags);
  const napi_value value =
      TranscodeToBuffer(env, output, state, input.bytes(), head.modes, !(head.flags & kStream));
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value TranscodeShort(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  Environment& environment = *arguments.environment;
  Call& call = *environment.call;
  const TranscodeHead head(env, call.head);
  if (!head.ok) return nullptr;
  const Input input(env, environment, arguments[0]);
  if (!input.ok()) return nullptr;
  TranscodeState state(head.from.encoding, head.to);
  const CarriedState carried(env, arguments.optional(1), state, head.flags & kStart);
  if (!carried.ok()) return nullptr;
  const TranscodeResult result = TranscodeQueue(state, input.bytes(), environment.RoomInSlab(),
                                                head.modes, !(head.flags & kStream));
  const bool is_finished = result.outcome == TranscodeOutcome::kFinished;
  if (is_finished) carried.Keep();
  call.written = is_finished ? static_cast<int32_t>(result.written) : -1;
  return nullptr;
}

napi_value TranscodeOffsets(napi_env env, napi_callback_info info) {
  const Arguments<5> arguments(env, info);
  Environment& environment = *arguments.environment;
  const uint32_t flags = GetUint32(env, arguments[0]);
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  const CarriedState carried(env, arguments[2], state, false);
  if (!carried.ok()) return nullptr;
  std::span<uint32_t> list;
  if (!GetList(env, arguments[3], list)) return nullptr;
  const size_t end = size_t{GetUint32(env, arguments[4])} * kNumbersEach;
  if (list.size() < end + 2) return ThrowListTooShort(env);
  const uint64_t begin = SequenceStart(state.decode);
  Retrace retrace(state.decode, input.bytes(), (flags & kIgnoreBom) != 0, !(flags & kStream));
  for (size_t at = 0; at < end; at += kNumbersEach) {
    list[at + 2] = static_cast<uint32_t>(retrace.Find(list[at]) - begin);
  }
  list[end] = static_cast<uint32_t>(retrace.read());
  list[end + 1] = static_cast<uint32_t>(retrace.made());
  carried.Keep();
  return NewNumber(env, static_cast<double>(begin));
}

napi_value TranscodeProgress(napi_env env, napi_callback_info info) {
  const Arguments<1> arguments(env, info);
  TranscodeState state(EncodingId::kUtf8, EncodingId::kUtf8);
  CarriedState carried(env, arguments[0], state, false);
  if (!carried.ok()) return nullptr;
  Record progress(env);
  progress.Set("replacements",
               static_cast<double>(state.decode.replacements + state.encode.replacements));
  if (state.decode.first_error.reason != Reason::kNone) {
    progress.Set("firstErrorOffset", static_cast<double>(state.decode.first_error.offset));
  }
  return progress.value();
}

napi_value TranscodeStateSize(napi_env env) {
  return NewNumber(env, static_cast<double>(sizeof(TranscodeState)));
}

}  // namespace encoding::node
