// The calls that turn strings into bytes.
#include "encode.h"

#include <algorithm>
#include <iterator>

#include "../calls/encode.h"
#include "../node_values/carried_state.h"
#include "../node_values/errors.h"
#include "../node_values/output.h"
#include "../node_values/records.h"
#include "../node_values/text.h"
#include "../node_values/typed_arrays.h"
#include "../queue/encode_queue.h"
#include "call.h"

namespace whatwg_encoding::node {

namespace {

// Calls `encode(rest, room)`, which returns an EncodeQueueResult, until it has read the whole text
// or has failed, and gives it more room each time that the output is full. The result counts `read`
// from the start of the text. False, with an exception pending, when memory cannot be had.
template <typename Encode>
bool EncodeAll(napi_env env, Units text, Output& output, EncodeQueueResult& result, Encode encode) {
  for (size_t read = 0;;) {
    result = encode(text.subspan(read), output.room());
    result.read = read += result.read;
    output.Wrote(result.written);
    if (!result.full) return true;
    if (!output.Reserve(3 * (text.size() - read) + kMinEncodeRoom)) {
      ThrowOutOfMemory(env);
      return false;
    }
  }
}

}  // namespace

napi_value Encode(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  Environment& environment = *arguments.environment;
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  Output output(env, environment, descriptor.flags);
  const Text text(env, environment, arguments[1]);
  if (!text.ok()) return nullptr;
  EncodeState state(descriptor.encoding);
  const CarriedState carried(env, arguments.optional(2), state, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  EncodeQueueResult result;
  const auto encode = [&](Units rest, WritableAhead room) {
    return EncodeQueue(state, rest, room, descriptor.unencodables, !descriptor.is(kStream));
  };
  if (!EncodeAll(env, text.units(), output, result, encode)) return nullptr;
  napi_value value = result.failed ? output.ToBuffer() : output.ToResult();
  if (result.failed && value != nullptr) {
    Record error(env);
    error.Set("index", static_cast<double>(result.offset));
    error.Set("codePoint", static_cast<double>(result.code_point));
    error.Set("read", result.read);
    error.Set("output", value);
    value = error.value();
  }
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value EncodeShort(napi_env env, napi_callback_info info) {
  return ShortCall(env, info, [&](const auto& descriptor, const auto& arguments, Slab room) {
    // A text that is too long fills the memory, in which Node-API writes a zero behind the text.
    char16_t units[kMaxShortUnits + 2];
    size_t length = 0;
    if (napi_get_value_string_utf16(env, arguments[0], units, std::size(units), &length) !=
        napi_ok) {
      ThrowNoString(env);
      return kNotEncoded;
    }
    if (length > kMaxShortUnits) return kNotEncoded;
    return EncodeWhole(descriptor.encoding, Units(units, length), room);
  });
}

napi_value EncodeAround(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  Environment& environment = *arguments.environment;
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Text text(env, environment, arguments[1]);
  if (!text.ok()) return nullptr;
  Output output(env, environment, descriptor.flags);
  EncodeState state(descriptor.encoding);
  const CarriedState carried(env, arguments[2], state, descriptor.is(kStart));
  if (!carried.ok()) return nullptr;
  std::span<ListEntry> entries;
  if (!GetList(env, arguments[3], entries)) return nullptr;
  const Units units = text.units();
  if (entries.size() <= units.size()) return ThrowListTooShort(env);
  UnencodableList list(entries);
  const uint64_t begin = state.position;
  EncodeQueueResult result;
  const auto encode = [&](Units rest, WritableAhead room) {
    return EncodeAround(state, rest, room, !descriptor.is(kStream), list, begin, output.size());
  };
  if (!EncodeAll(env, units, output, result, encode)) return nullptr;
  list.Add(units.size(), kNoMore, output.size());
  const napi_value value = output.ToResult();
  if (value != nullptr) carried.Keep();
  return value;
}

napi_value FindUnencodables(napi_env env, napi_callback_info info) {
  const Arguments<3> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Text text(env, *arguments.environment, arguments[1]);
  if (!text.ok()) return nullptr;
  std::span<ListEntry> entries;
  if (!GetList(env, arguments[2], entries)) return nullptr;
  EncodeState state(descriptor.encoding);
  UnencodableList list(entries);
  FindUnencodables(state, text.units(), true, list);
  return NewNumber(env, static_cast<double>(list.count()));
}

napi_value EncodeInto(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<4> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  std::span<uint8_t> memory;
  if (!GetTarget(env, arguments[2], memory)) return nullptr;
  const Foreign target(memory);
  EncodeQueueResult result;
  // Only the first part of a long text is read: two code units become at least one byte. Where code
  // points are skipped that does not hold; then a part twice as long is tried, until the text ends
  // or the target is full.
  for (size_t most = 2 * target.size() + 2;; most *= 2) {
    const Text text(env, *arguments.environment, arguments[1], most);
    if (!text.ok()) return nullptr;
    const bool is_part = text.units().size() == most;
    EncodeState state(descriptor.encoding);
    result = EncodeInto(state, text.units(), target, descriptor.unencodables, is_part);
    if (!is_part || result.full || result.failed) break;
  }
  answer.Set(result);
  answer.array = arguments[3];
  return nullptr;
}

napi_value MeasureText(napi_env env, napi_callback_info info) {
  AnswerFor<Answer> answer(env);
  const Arguments<3> arguments(env, info);
  const CallDescriptor descriptor(env, arguments[0]);
  if (!descriptor.ok) return nullptr;
  const Text text(env, *arguments.environment, arguments[1]);
  if (!text.ok()) return nullptr;
  EncodeState state(descriptor.encoding);
  answer.Set(MeasureText(state, text.units(), descriptor.unencodables, true));
  answer.Set(kAnswerReplacements, state.replacements);
  answer.array = arguments[2];
  return nullptr;
}

}  // namespace whatwg_encoding::node
