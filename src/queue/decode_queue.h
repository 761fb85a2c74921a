// "Process a queue": the only place that knows error modes, counts errors and knows where in the
// stream they are.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#pragma once

#include "base/bytes.h"
#include "core/encoding.h"
#include "core/result.h"
#include "core/sink.h"
#include "queue/decoder.h"

namespace encoding {

enum class ErrorMode : uint8_t { kReplacement, kFatal };

// A malformed sequence: its first byte's offset in the stream, how many bytes it has, and why.
struct DecodeError {
  uint64_t offset = 0;
  uint8_t length = 0;
  Reason reason = Reason::kNone;
};

// All that a stream of bytes remembers from one chunk to the next. A value, like the decoder in it.
struct DecodeState {
  explicit DecodeState(EncodingId id) : decoder(NewDecoder(id)), encoding(id) {}

  Decoder decoder;
  EncodingId encoding;
  bool bom_seen = false;      // https://encoding.spec.whatwg.org/#textdecoder-bom-seen-flag
  uint64_t position = 0;      // bytes of the stream read so far
  uint64_t replacements = 0;  // U+FFFD that stand for malformed sequences so far
  DecodeError first_error;    // reason kNone: none so far
};

// Where in the stream the sequence begins that the decoder is in, or the next one.
inline uint64_t SequenceStart(const DecodeState& state) {
  return state.position -
         std::visit([](const auto& decoder) { return decoder.pending(); }, state.decoder);
}

// Bytes of the input read, and in fatal mode the error that ended the run (reason kNone: none).
// After an error the bytes from `read` on, and those that the decoder holds, are still to be
// decoded.
struct DecodeQueueResult {
  size_t read = 0;
  DecodeError error;
};

// Decodes a chunk; `flush` says that end-of-queue follows it.
template <Sink S>
DecodeQueueResult DecodeQueue(DecodeState& state, Bytes input, S& sink, ErrorMode mode, bool flush);

// Decodes a whole stream with U+FFFD for what is malformed, without a state, which costs more than
// to decode a few bytes.
template <Sink S>
void DecodeWhole(EncodingId encoding, Bytes input, S& sink);

}  // namespace encoding
