#include "core/process.h"

namespace encoding {

template <Sink S>
QueueResult DecodeQueue(DecodeState& state, Bytes input, S& sink, ErrorMode mode, bool flush) {
  QueueResult queue;
  std::visit(
      [&](auto& decoder) {
        for (;;) {
          const DecodeResult result = decoder.Decode(input.subspan(queue.read), sink, flush);
          queue.read += result.read;
          if (result.outcome == Outcome::kFinished) return;
          const uint64_t end = state.position + queue.read - result.held;
          const DecodeError error{end - result.malformed, result.malformed, result.reason};
          if (state.first_error.reason == Reason::kNone) state.first_error = error;
          if (mode == ErrorMode::kFatal) {
            queue.error = error;
            return;
          }
          ++state.replacements;
          sink.AppendBmp(0xFFFD);
        }
      },
      state.decoder);
  state.position += queue.read;
  sink.Ensure();
  return queue;
}

template QueueResult DecodeQueue(DecodeState&, Bytes, Utf16Sink&, ErrorMode, bool);
template QueueResult DecodeQueue(DecodeState&, Bytes, Utf8Sink&, ErrorMode, bool);
template QueueResult DecodeQueue(DecodeState&, Bytes, CountingSink&, ErrorMode, bool);

}  // namespace encoding
