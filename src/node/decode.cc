// Decodes bytes to strings. A call goes down a short ladder:
//
// 1. `Input` borrows the bytes, and copies them where they are few or another thread may write to
//    them.
// 2. `TakeAscii()` makes the string of ASCII that was found to be ASCII by that copy.
// 3. `TakeLatin1()` makes the string of text that contains only U+0000 to U+00FF.
// 4. `DecodeToUtf16()` makes all other strings: it runs the queue into scratch memory.
//
// May include queue/ and what is below it.
#include "node/decode.h"

#include <cstring>
#include <iterator>

#include "core/bom.h"
#include "node/strings.h"
#include "node/values.h"
#include "simd/kernels.h"

namespace encoding::node {

namespace {

// Returns the size of the scratch memory for the text of `input`, in UTF-16 code units. The size
// follows from the length of the input. Where that is more than a string can have, the text is
// measured first. Returns SIZE_MAX when the text is too long for a string.
size_t ScratchUnits(const Environment& environment, const DecodeState& state, Bytes input,
                    ErrorMode mode, bool flush) {
  const bool is_utf16 =
      state.encoding == EncodingId::kUtf16be || state.encoding == EncodingId::kUtf16le;
  const size_t most = MaxUtf16Units(is_utf16 ? input.size() / 2 + 1 : input.size());
  if (most <= environment.max_string_length) return most;
  DecodeState copy = state;
  CountingSink sink;
  DecodeQueue(copy, input, sink, mode, flush);
  // In fatal mode the text before an error is written too. A kernel may write one step beyond the
  // text that it reports.
  return sink.utf16_units() <= environment.max_string_length
             ? sink.utf16_units() + simd::kLargestStep
             : SIZE_MAX;
}

// Decodes bytes whose text contains only U+0000 to U+00FF to one byte for each code point. Returns
// how many these are, or simd::kNotLatin1 for all other bytes and where no kernel does so. `latin1`
// has room for as many bytes as there are.
size_t DecodeToLatin1(EncodingId encoding, Bytes bytes, uint8_t* latin1) {
  if (encoding == EncodingId::kUtf8 && simd::HasUtf8ToLatin1()) {
    // The first byte tells of most text that it contains other code points.
    return bytes[0] > 0xC3 ? simd::kNotLatin1
                           : simd::Utf8ToLatin1(bytes.data(), bytes.size(), latin1);
  }
  const size_t ascii = simd::CopyAscii(bytes.data(), bytes.size(), latin1);
  const Bytes rest = bytes.subspan(ascii);
  if (!rest.empty()) {
    if (encoding != EncodingId::kWindows1252 || !HasNoC1(rest)) return simd::kNotLatin1;
    std::memcpy(latin1 + ascii, rest.data(), rest.size());
  }
  return bytes.size();
}

// Makes a one-byte string where the text contains only U+0000 to U+00FF. Returns false for other
// text. The decoder must be between two sequences, and stays there. Sets `value` to null, with an
// exception pending, when memory cannot be had.
bool TakeLatin1(napi_env env, Environment& environment, EncodingId encoding, const Input& input,
                napi_value& value) {
  const Bytes bytes = input.bytes();
  if (!IsAsciiCompatible(encoding) || bytes.empty()) return false;
  if (bytes.size() > environment.max_string_length) return false;
  if (input.is_ascii().has_value()) {
    // Outside 0x80 to 0x9F windows-1252 decodes every byte to the code point of the same value.
    const bool is_latin1 =
        *input.is_ascii() || (encoding == EncodingId::kWindows1252 && HasNoC1(bytes));
    if (is_latin1) value = CopyLatin1(env, environment, bytes);
    return is_latin1;
  }
  Room scratch(environment.arena());
  auto* const latin1 = scratch.Take<uint8_t>(bytes.size());
  if (latin1 == nullptr) return false;
  const size_t length = DecodeToLatin1(encoding, bytes, latin1);
  if (length == simd::kNotLatin1) return false;
  value = NewLatin1(env, environment, scratch, length);
  return true;
}

// Makes the string of any text, or describes the error that ended it.
napi_value DecodeToUtf16(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                         uint32_t flags) {
  const ErrorMode mode = flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
  const bool flush = !(flags & kStream);
  const size_t size = ScratchUnits(environment, state, input, mode, flush);
  if (size == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  Room scratch(environment.arena());
  auto* const units = scratch.Take<char16_t>(size);
  if (units == nullptr) return ThrowOutOfMemory(env);

  Utf16Sink sink(units, size);
  const DecodeQueueResult result = DecodeQueue(state, input, sink, mode, flush);
  const bool is_error = result.error.reason != Reason::kNone;
  napi_value text = nullptr;
  if (!is_error || flags & kKeepText) {
    const size_t bom = TakeBom(state, flags & kIgnoreBom, units, sink.written());
    text = NewUtf16(env, environment, scratch, bom, sink.written() - bom);
  }
  if (!is_error) return text;
  if (flags & kKeepText && text == nullptr) return nullptr;
  Record error = NewDecodeError(env, result.error);
  error.Set("read", static_cast<double>(result.read));
  if (text != nullptr) error.Set("output", text);
  return error.value();
}

// Makes the string of few bytes that are a whole stream, without a state and in replacement mode.
// To make a state and to look after it costs as much as to decode a few bytes.
napi_value DecodeShort(napi_env env, Environment& environment, const Head& head, Bytes bytes) {
  char16_t units[MaxUtf16Units(kShortInput)];
  Utf16Sink sink(units, std::size(units));
  DecodeWhole(head.encoding, bytes, sink);
  const size_t bom = BomSize(head.encoding, head.flags & kIgnoreBom, units, sink.written());
  return CopyUtf16(env, environment, Units(units, sink.written()).subspan(bom));
}

napi_value DecodeToString(napi_env env, Environment& environment, DecodeState& state,
                          const Input& input, uint32_t flags) {
  napi_value text;
  const bool is_between = SequenceStart(state) == state.position;
  if (!is_between || !TakeLatin1(env, environment, state.encoding, input, text)) {
    return DecodeToUtf16(env, environment, state, input.bytes(), flags);
  }
  state.position += input.bytes().size();
  if (IsUnicode(state.encoding) && !(flags & kIgnoreBom)) state.bom_seen = true;
  return text;
}

}  // namespace

napi_value Decode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  AskHeap(env, environment);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  const napi_value array = arguments.optional(2);
  if (array == nullptr && input.bytes().size() <= kShortInput && !(head.flags & kFatal)) {
    napi_value text;
    if (TakeLatin1(env, environment, head.encoding, input, text)) return text;
    return DecodeShort(env, environment, head, input.bytes());
  }
  DecodeState state(head.encoding);
  const CarriedState carried(env, array, state, head.flags & kStart);
  if (!carried.ok()) return nullptr;
  const napi_value value = DecodeToString(env, environment, state, input, head.flags);
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value DecodeStateSize(napi_env env) {
  return NewNumber(env, static_cast<double>(sizeof(DecodeState)));
}

}  // namespace encoding::node
