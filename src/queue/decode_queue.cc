// Runs a decoder over its input and handles errors as the error mode says.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#include "decode_queue.h"

#include "../core/sinks.h"

namespace whatwg_encoding {

template <Sink S>
DecodeQueueResult DecodeQueue(DecodeState& state, Bytes input, S& sink, ErrorMode mode,
                              bool flush) {
  DecodeQueueResult queue;
  VisitCodec(state.decoder, [&](auto& decoder) {
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
  });
  state.position += queue.read;
  sink.Ensure();
  return queue;
}

template DecodeQueueResult DecodeQueue(DecodeState&, Bytes, Utf16Sink&, ErrorMode, bool);
template DecodeQueueResult DecodeQueue(DecodeState&, Bytes, Utf8Sink&, ErrorMode, bool);
template DecodeQueueResult DecodeQueue(DecodeState&, Bytes, CountingSink&, ErrorMode, bool);

template <Sink S>
void DecodeWhole(EncodingId encoding, bool ignore_bom, Bytes input, S& sink) {
  Decoder decoder = NewDecoder(encoding);
  VisitCodec(decoder, [&](auto& own) {
    for (;;) {
      const DecodeResult result = own.Decode(input, sink, true);
      if (result.outcome == Outcome::kFinished) return;
      input = input.subspan(result.read);
      sink.AppendBmp(0xFFFD);
    }
  });
  sink.Ensure();
  if (!ignore_bom && IsUnicode(encoding)) sink.DropBom();
}

template void DecodeWhole(EncodingId, bool, Bytes, Utf16Sink&);
template void DecodeWhole(EncodingId, bool, Bytes, Utf8Sink&);

}  // namespace whatwg_encoding
