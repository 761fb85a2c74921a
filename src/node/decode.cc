// Decodes bytes to strings, and measures these strings. Every call that decodes goes down the same
// short ladder:
//
// 1. `Input` borrows the bytes. It copies them where they are few or another thread may write to
//    them, and finds out whether they are ASCII while it does so.
// 2. `TakeLatin1()` makes the string of bytes that each stand for the code point of the same value.
// 3. `TakeUtf16()` makes the string of all other bytes: it decodes them into scratch memory.
//    `DecodeShort()` does that for a short whole stream without a state.
//
// The functions of strings.h make the string, and alone decide whether it is copied.
#include "decode.h"

#include <cstring>
#include <iterator>

#include "../base/plain.h"
#include "../calls/decode.h"
#include "../core/sinks.h"
#include "../node_memory/callbacks.h"
#include "../node_memory/scratch_memory.h"
#include "../node_values/carried_state.h"
#include "../node_values/errors.h"
#include "../node_values/input.h"
#include "../node_values/records.h"
#include "../node_values/strings.h"
#include "../node_values/typed_arrays.h"
#include "../simd/ascii.h"
#include "../simd/kernels.h"
#include "call.h"

namespace whatwg_encoding::node {

namespace {

// Returns the size of the scratch memory for the text of `input`, in UTF-16 code units. The size
// follows from the length of the input. Where that is more than a string can have, the text is
// measured first. Returns SIZE_MAX when the text is too long for a string.
size_t ScratchUnits(const Environment& environment, const DecodeState& state, Bytes input,
                    const DecodeOptions& options) {
  // There two bytes become at most one code unit.
  const bool is_wide = IsUtf16(state.encoding) || IsUtf32(state.encoding);
  const size_t most = MaxUtf16Units(is_wide ? input.size() / 2 + 1 : input.size());
  if (most <= environment.max_string_length) return most;
  DecodeState copy = state;
  BytesMeasure measure;
  // A byte order mark that is dropped needs room, too: it is written first.
  DecodeOptions all = options;
  all.ignore_bom = true;
  measure.Add(copy, input, all);
  // In fatal mode the text before an error is written too. A kernel may write one step beyond the
  // text that it reports.
  return measure.utf16_units() <= environment.max_string_length
             ? static_cast<size_t>(measure.utf16_units()) + simd::kMaxWriteAhead
             : SIZE_MAX;
}

// Copies bytes that each stand for the code point of the same value to `latin1`: ASCII, and in
// windows-1252 all bytes but 0x80 to 0x9F. Returns false for all other bytes.
bool CopyLatin1Bytes(EncodingId encoding, Bytes bytes, uint8_t* latin1) {
  const size_t ascii = simd::CopyAscii(bytes.data(), bytes.size(), latin1);
  const Bytes rest = bytes.subspan(ascii);
  if (rest.empty()) return true;
  if (encoding != EncodingId::kWindows1252 || !HasNoC1(rest)) return false;
  std::memcpy(latin1 + ascii, rest.data(), rest.size());
  return true;
}

// Makes a one-byte string where every byte stands for the code point of the same value. Returns
// false for all other bytes. MayBeLatin1() must hold for the stream. Sets `text` to null, with an
// exception pending, when memory cannot be had.
bool TakeLatin1(napi_env env, Environment& environment, EncodingId encoding, const Input& input,
                napi_value& text) {
  const Bytes bytes = input.bytes();
  if (bytes.empty() || bytes.size() > environment.max_string_length) return false;
  // A string that cannot be external is copied from the input itself.
  if (input.is_ascii().has_value() || bytes.size() < environment.external.from) {
    const bool is_latin1 =
        input.is_ascii().has_value()
            ? *input.is_ascii() || (encoding == EncodingId::kWindows1252 && HasNoC1(bytes))
            : IsLatin1(encoding, bytes);
    if (is_latin1) text = CopyLatin1(env, environment, bytes);
    return is_latin1;
  }
  ScratchMemory scratch(environment.arena());
  auto* const latin1 = scratch.Take<uint8_t>(bytes.size());
  if (latin1 == nullptr || !CopyLatin1Bytes(encoding, bytes, latin1)) return false;
  text = NewLatin1(env, environment, scratch, bytes.size());
  return true;
}

// Makes the string of any text, or describes the error that ended it.
napi_value TakeUtf16(napi_env env, Environment& environment, DecodeState& state, Bytes input,
                     const DecodeOptions& options) {
  const size_t size = ScratchUnits(environment, state, input, options);
  if (size == SIZE_MAX) return ThrowStringTooLong(env, environment.max_string_length);
  ScratchMemory scratch(environment.arena());
  auto* const units = scratch.Take<char16_t>(size);
  if (units == nullptr) return ThrowOutOfMemory(env);

  const DecodedText decoded = DecodeToUtf16(state, input, {units, size}, options);
  const bool is_error = decoded.error.reason != Reason::kNone;
  napi_value text = nullptr;
  if (!is_error || options.keep_text) {
    text = NewUtf16(env, environment, scratch, decoded.start, decoded.size);
    if (!is_error || text == nullptr) return text;
  }
  Record error = NewDecodeError(env, decoded.error);
  error.Set("read", decoded.read);
  if (text != nullptr) error.Set("output", text);
  return error.value();
}

// Decodes a short whole stream in replacement mode without a state, which takes longer to make than
// all else.
napi_value DecodeShort(napi_env env, Environment& environment, const CallDescriptor& descriptor,
                       const Input& input) {
  napi_value text;
  if (IsAsciiCompatible(descriptor.encoding) &&
      TakeLatin1(env, environment, descriptor.encoding, input, text)) {
    return text;
  }
  char16_t units[MaxUtf16Units(Input::kMaxShortBytes)];
  Utf16Sink sink(units, std::size(units));
  DecodeWhole(descriptor.encoding, descriptor.is(kIgnoreBom), input.bytes(), sink);
  return CopyUtf16(env, environment, Units(units, sink.written()));
}

}  // namespace

napi_value Decode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  // JavaScript runs, so this comes before the call looks at any memory.
  if (environment.wants_heap_size()) AskHeap(env, environment);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Input input(env, environment, arguments[1]);
  if (!input.ok()) return nullptr;
  const Bytes bytes = input.bytes();
  const napi_value array = arguments.optional(2);
  if (!kIsPlain && array == nullptr && bytes.size() <= Input::kMaxShortBytes &&
      !descriptor.is(kFatal)) {
    return DecodeShort(env, environment, descriptor, input);
  }
  DecodeState state(descriptor.encoding);
  const CarriedState carried(env, array, state, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  napi_value value;
  if (MayBeLatin1(state) && TakeLatin1(env, environment, state.encoding, input, value)) {
    PassLatin1(state, bytes.size(), descriptor.is(kIgnoreBom));
  } else {
    value = TakeUtf16(env, environment, state, bytes, descriptor.decode_options());
  }
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value MeasureBytes(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<3> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(descriptor.encoding);
  BytesMeasure measure;
  measure.Add(state, input.bytes(), descriptor.decode_options());
  answer.Set(kAnswerWritten, measure.utf16_units());
  answer.Set(kAnswerReplacements, state.replacements);
  answer.Set(state.first_error);
  answer.array = arguments[2];
  return nullptr;
}

}  // namespace whatwg_encoding::node
