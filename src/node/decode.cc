#include "node/decode.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "core/bom.h"
#include "node/strings.h"
#include "node/values.h"
#include "simd/kernels.h"

namespace encoding::node {

namespace {

// The most UTF-16 code units that so many bytes and what is held before them can become.
size_t MostUnits(EncodingId encoding, size_t bytes) {
  const bool is_utf16 = encoding == EncodingId::kUtf16be || encoding == EncodingId::kUtf16le;
  return MaxUtf16Units(is_utf16 ? bytes / 2 + 1 : bytes);
}

// How many UTF-16 code units to make room for. Never more than a string can have: where the input
// is so long that its text might be longer, the text is measured first. SIZE_MAX: it is too long.
size_t RoomFor(const Environment& environment, const DecodeState& state, Bytes input,
               ErrorMode mode, bool flush) {
  const size_t most = MostUnits(state.encoding, input.size());
  if (most <= environment.max_string_length) return most;
  DecodeState copy = state;
  CountingSink sink;
  DecodeQueue(copy, input, sink, mode, flush);
  // In fatal mode the text before an error is never made, but it is written. A kernel may touch as
  // much room beyond what it reports as it has been given input.
  return sink.utf16_units() <= environment.max_string_length
             ? sink.utf16_units() + simd::kLargestStep
             : SIZE_MAX;
}

// Makes the string of bytes that are their own code points; false when they are not. The same as to
// decode them from between two sequences: each byte returns itself and leaves the decoder where it
// is, and the first is no byte order mark. Null, with an exception pending, when memory for it
// cannot be had.
bool TakeLatin1(napi_env env, Environment& environment, EncodingId encoding, Bytes bytes,
                std::optional<bool> is_ascii, napi_value& value) {
  if (!IsAsciiCompatible(encoding) || bytes.empty()) return false;
  if (bytes.size() > environment.max_string_length) return false;
  const bool is_windows_1252 = encoding == EncodingId::kWindows1252;
  const auto all = [&](Bytes part) { return is_windows_1252 ? HasNoC1(part) : IsAscii(part); };
  if (!is_ascii.value_or(false)) {
    if (is_ascii.has_value() && !is_windows_1252) return false;
    const size_t first = std::min(bytes.size(), size_t{4096});
    if (!all(bytes.first(first))) return false;
    if (HadBetterBeExternal(environment, bytes.size(), Characters::kOneByte)) {
      Room room(environment.arena());
      auto* const copy = room.Take<uint8_t>(bytes.size());
      if (copy == nullptr) {
        value = ThrowOutOfMemory(env);
        return true;
      }
      // What is looked at and copied at once is read from memory only once.
      const size_t ascii = simd::CopyAscii(bytes.data(), bytes.size(), copy);
      const Bytes rest = bytes.subspan(ascii);
      if (!rest.empty()) {
        if (!is_windows_1252 || !all(rest)) return false;
        std::memcpy(copy + ascii, rest.data(), rest.size());
      }
      value = NewExternalLatin1(env, environment, room, bytes.size());
      return true;
    }
    if (!all(bytes.subspan(first))) return false;
  }
  value = CopyLatin1(env, environment, bytes);
  return true;
}

// The same of UTF-16LE that is well-formed and does not begin with a byte order mark.
bool TakeUtf16le(napi_env env, Environment& environment, Bytes bytes, napi_value& value) {
  const size_t length = bytes.size() / 2;
  const auto* const units = reinterpret_cast<const char16_t*>(bytes.data());
  const bool is_memory_of_units = std::endian::native == std::endian::little &&
                                  reinterpret_cast<uintptr_t>(units) % alignof(char16_t) == 0;
  if (!is_memory_of_units || bytes.size() % 2 != 0 || bytes.empty()) return false;
  if (length > environment.max_string_length || units[0] == u'\uFEFF') return false;
  if (HadBetterBeExternal(environment, bytes.size(), Characters::kTwoBytes)) return false;
  // To look at code units is to copy them, to where the next go as well.
  constexpr size_t kStep = 1024;
  uint8_t copy[2 * kStep];
  for (size_t at = 0; at < length;) {
    const size_t step = std::min(length - at, kStep);
    const size_t taken =
        simd::CopyUtf16(bytes.data() + 2 * at, step, simd::Swapped::kNeither, copy);
    // Before a pair that the step cuts, it stops short by one.
    if (taken < step && (taken == 0 || taken + 1 < step)) return false;
    at += taken;
  }
  value = CopyUtf16(env, environment, units, length);
  return true;
}

// Whether UTF-8 may be all Latin-1: of most texts the first byte that is not ASCII tells.
bool MayBeLatin1(Bytes bytes) {
  if (!simd::HasUtf8ToLatin1() || bytes[0] > 0xC3) return false;
  constexpr size_t kFew = 2048;
  if (bytes.size() <= kFew) return true;  // to look costs as much as to try
  const size_t ascii = simd::AsciiPrefix(bytes.data(), kFew);
  return ascii == kFew || (bytes[ascii] & 0xFE) == 0xC2;
}

// The same of well-formed UTF-8 of few bytes, at least one, without a state or a room, which cost
// more than to decode them.
bool TakeShortUtf8(napi_env env, Environment& environment, Bytes bytes, napi_value& value) {
  if (MayBeLatin1(bytes)) {
    uint8_t latin1[kShortInput];
    const size_t length = simd::Utf8ToLatin1(bytes.data(), bytes.size(), latin1);
    if (length != simd::kNotLatin1) {
      value = CopyLatin1(env, environment, Bytes(latin1, length));
      return true;
    }
  }
  char16_t units[kShortInput];
  const simd::Progress all = simd::Utf8ToUtf16(bytes.data(), bytes.size(), units);
  if (all.read != bytes.size() || units[0] == u'\uFEFF') return false;
  value = CopyUtf16(env, environment, units, all.written);
  return true;
}

// The same of UTF-8; if it is not short, of what is Latin-1, without code units that the engine
// would make bytes of.
bool TakeUtf8(napi_env env, Environment& environment, Bytes bytes, napi_value& value) {
  if (bytes.empty() || bytes.size() > environment.max_string_length) return false;
  if (bytes.size() <= kShortInput) return TakeShortUtf8(env, environment, bytes, value);
  if (!MayBeLatin1(bytes)) return false;
  Room room(environment.arena());
  auto* const latin1 = room.Take<uint8_t>(bytes.size());
  if (latin1 == nullptr) return false;
  const size_t length = simd::Utf8ToLatin1(bytes.data(), bytes.size(), latin1);
  if (length == simd::kNotLatin1) return false;
  value = HadBetterBeExternal(environment, length, Characters::kOneByte)
              ? NewExternalLatin1(env, environment, room, length)
              : CopyLatin1(env, environment, Bytes(latin1, length));
  return true;
}

// The same, of the encodings where there is something to be had so. `is_ascii` is what is known of
// the bytes.
bool TakeWhole(napi_env env, Environment& environment, EncodingId encoding, Bytes bytes,
               std::optional<bool> is_ascii, napi_value& value) {
  if (encoding == EncodingId::kUtf16le) return TakeUtf16le(env, environment, bytes, value);
  return TakeLatin1(env, environment, encoding, bytes, is_ascii, value) ||
         (encoding == EncodingId::kUtf8 && TakeUtf8(env, environment, bytes, value));
}

// A string of the code units in `room`, without a byte order mark that is to be dropped. Null, with
// an exception pending, when memory for it cannot be had.
napi_value MakeString(napi_env env, Environment& environment, DecodeState& state, uint32_t flags,
                      Room& room, size_t length) {
  const size_t bom = TakeBom(state, flags & kIgnoreBom, room.memory<char16_t>(), length);
  return NewStringOfUtf16(env, environment, room, bom, length - bom);
}

// DecodeToString() of what is not all Latin-1.
napi_value NewText(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                   uint32_t flags, TextBeforeError before_error) {
  const ErrorMode mode = flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const bool flush = !(flags & kStream);
  const size_t length = RoomFor(environment, state, input, mode, flush);
  if (length == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  Room room(environment.arena());
  auto* const units = room.Take<char16_t>(length);
  if (units == nullptr) return ThrowOutOfMemory(env);

  Utf16Sink sink(units, length);
  const DecodeQueueResult result = DecodeQueue(state, input, sink, mode, flush);
  if (result.error.reason == Reason::kNone) {
    return MakeString(env, environment, state, flags, room, sink.written());
  }
  Record error = NewDecodeError(env, result.error);
  error.Set("read", static_cast<double>(result.read));
  if (before_error == TextBeforeError::kKept) {
    const napi_value text = MakeString(env, environment, state, flags, room, sink.written());
    if (text == nullptr) return nullptr;
    error.Set("output", text);
  }
  return error.value();
}

// In bytes: of so many ASCII is copied to be looked at, which costs less than to ask whether their
// memory is shared.
constexpr size_t kMiddle = 4096;

// Makes the string of ASCII of middle length; false when it is not that, of which nothing is then
// known: another thread may write there.
bool TakeMiddleAscii(napi_env env, Environment& environment, EncodingId encoding,
                     std::span<const uint8_t> memory, napi_value& value) {
  if (memory.size() > kMiddle || !IsAsciiCompatible(encoding)) return false;
  uint8_t copy[kMiddle + simd::kLargestStep];
  if (simd::CopyAscii(memory.data(), memory.size(), copy) != memory.size()) return false;
  value = CopyLatin1(env, environment, Bytes(copy, memory.size()));
  return true;
}

// decodeOnce() of more than a few bytes. Neither this nor the next is in line, for the sake of
// short ASCII: their frames are large.
[[gnu::noinline]] napi_value DecodeLong(napi_env env, Environment& environment, const Head& head,
                                        napi_value array, std::span<const uint8_t> memory) {
  napi_value text;
  if (TakeMiddleAscii(env, environment, head.encoding, memory, text)) return text;
  AskHeap(env, environment);
  const Input input(env, environment, array);
  if (!input.ok()) return nullptr;
  // What is between two sequences at the start is so without a state.
  if (TakeWhole(env, environment, head.encoding, input.bytes(), input.is_ascii(), text)) {
    return text;
  }
  DecodeState state(head.encoding);
  return NewText(env, environment, state, input.bytes(), head.flags, TextBeforeError::kLost);
}

// decodeOnce() of few bytes, which nobody else can write to, and which are not all ASCII that
// stands for itself. What TakeWhole() does, without its rooms, which cost 2 of 42 ns.
[[gnu::noinline]] napi_value DecodeShort(napi_env env, Environment& environment, const Head& head,
                                         Bytes bytes) {
  napi_value text;
  switch (head.encoding) {
    case EncodingId::kUtf8:
      if (TakeShortUtf8(env, environment, bytes, text)) return text;
      break;
    case EncodingId::kUtf16le:
      if (TakeUtf16le(env, environment, bytes, text)) return text;
      break;
    case EncodingId::kWindows1252:
      if (HasNoC1(bytes)) return CopyLatin1(env, environment, bytes);
      break;
    default:
      break;
  }
  if (head.flags & kFatal) {
    DecodeState state(head.encoding);
    return NewText(env, environment, state, bytes, head.flags, TextBeforeError::kLost);
  }
  char16_t units[MaxUtf16Units(kShortInput)];
  Utf16Sink sink(units, std::size(units));
  DecodeWhole(head.encoding, bytes, sink);
  const size_t bom = BomSize(head.encoding, head.flags & kIgnoreBom, units, sink.written());
  return CopyUtf16(env, environment, units + bom, sink.written() - bom);
}

}  // namespace

napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state,
                          const Input& input, uint32_t flags, TextBeforeError before_error) {
  napi_value value;
  const bool is_between = SequenceStart(state) == state.position;
  if (is_between &&
      TakeWhole(env, environment, state.encoding, input.bytes(), input.is_ascii(), value)) {
    state.position += input.bytes().size();
    if (IsUnicode(state.encoding) && !(flags & kIgnoreBom)) state.bom_seen = true;
    return value;
  }
  return NewText(env, environment, state, input.bytes(), flags, before_error);
}

napi_value Decode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  AskHeap(env, environment);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(head.encoding);
  const CarriedState carried(env, arguments[2], state, head.flags & kStart);
  if (!carried.ok()) return nullptr;
  const TextBeforeError before_error =
      head.flags & kKeepText ? TextBeforeError::kKept : TextBeforeError::kLost;
  const napi_value value = DecodeToString(env, environment, state, input, head.flags, before_error);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value DecodeOnce(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  Environment& environment = *arguments.environment;
  const Head head(env, arguments[0]);
  std::span<uint8_t> memory;
  if (!head.ok || !GetTarget(env, arguments[1], memory)) return nullptr;
  if (memory.size() > kShortInput) return DecodeLong(env, environment, head, arguments[1], memory);
  // The same as Input does, and at once what becomes of most that is short.
  uint8_t copy[kShortInput + simd::kLargestStep];
  const bool is_ascii = memory.empty() || simd::Copy(memory.data(), memory.size(), copy);
  const Bytes bytes(copy, memory.size());
  return is_ascii && IsAsciiCompatible(head.encoding) ? CopyLatin1(env, environment, bytes)
                                                      : DecodeShort(env, environment, head, bytes);
}

napi_value FillDecodeTable(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  const Head head(env, arguments[0]);
  std::span<uint16_t> table;
  if (!head.ok || !GetTable(env, arguments[1], table)) return nullptr;
  for (size_t pair = 0x8000; pair < table.size(); ++pair) {
    const uint8_t bytes[] = {static_cast<uint8_t>(pair >> 8), static_cast<uint8_t>(pair)};
    char16_t units[MaxUtf16Units(sizeof bytes)];
    DecodeState state(head.encoding);
    Utf16Sink sink(units, std::size(units));
    DecodeQueue(state, bytes, sink, ErrorMode::kReplacement, true);
    const bool is_one = sink.written() == 1 && state.replacements == 0;
    table[pair] = is_one ? units[0] : char16_t{0};
  }
  return nullptr;
}

napi_value MeasureBytes(napi_env env, napi_callback_info info) {
  const Arguments<2> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(head.encoding);
  CountingSink sink;
  DecodeQueue(state, input.bytes(), sink,
              head.flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement, true);
  const bool has_bom =
      !(head.flags & kIgnoreBom) && IsUnicode(head.encoding) && sink.begins_with_bom();
  Record measured(env);
  measured.Set("length", static_cast<double>(sink.utf16_units() - (has_bom ? 1 : 0)));
  measured.Set("utf8Length", static_cast<double>(sink.utf8_bytes() - (has_bom ? 3 : 0)));
  measured.Set("replacements", static_cast<double>(state.replacements));
  if (state.first_error.reason != Reason::kNone) {
    measured.Set("firstError", NewDecodeError(env, state.first_error).value());
  }
  return measured.value();
}

napi_value DecodeStateSize(napi_env env) {
  return NewNumber(env, static_cast<double>(sizeof(DecodeState)));
}

}  // namespace encoding::node
