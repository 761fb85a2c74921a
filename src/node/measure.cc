// Measures the text of bytes without making a string of it.
//
// May include protocol/ and what is below it, and the other files of node/.
#include "node/measure.h"

#include "core/sinks.h"
#include "node/call.h"
#include "node/input.h"
#include "node/records.h"
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

}  // namespace encoding::node
