// The calls that find out about the text of bytes without making a string of it.
//
// May include protocol/ and what is below it, and the other files of node/.
#include "node/measure.h"

#include <span>

#include "core/sinks.h"
#include "node/values.h"
#include "protocol/malformed_list.h"
#include "queue/decode_queue.h"

namespace encoding::node {

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

napi_value FindMalformed(napi_env env, napi_callback_info info) {
  const Arguments<4> arguments(env, info);
  const Head head(env, arguments[0]);
  if (!head.ok) return nullptr;
  const Input input(env, *arguments.environment, arguments[1]);
  if (!input.ok()) return nullptr;
  DecodeState state(head.encoding);
  const CarriedState carried(env, arguments[2], state, head.flags & kStart);
  if (!carried.ok()) return nullptr;
  std::span<uint32_t> list;
  if (!GetList(env, arguments[3], list)) return nullptr;
  if (list.size() < MalformedListSize(input.bytes().size())) return ThrowListTooShort(env);
  const uint64_t begin = SequenceStart(state);
  ListMalformed(state, input.bytes(), (head.flags & kIgnoreBom) != 0, !(head.flags & kStream),
                list);
  carried.Keep();
  return NewNumber(env, static_cast<double>(begin));
}

}  // namespace encoding::node
