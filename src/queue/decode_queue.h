// "Process a queue" for decoders. Only this knows error modes, counts errors and knows where in the
// stream they are. https://encoding.spec.whatwg.org/#concept-encoding-run
#pragma once

#include <optional>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "../core/result.h"
#include "../core/sink.h"
#include "codec_set.h"

namespace whatwg_encoding {

enum class ErrorMode : uint8_t { kReplacement, kFatal };

// A malformed sequence: the offset of its first byte in the stream in bytes, its length in bytes,
// and why it is malformed.
struct DecodeError {
  uint64_t offset = 0;
  uint8_t length = 0;
  Reason reason = Reason::kNone;
};

// The state of a stream of bytes between two chunks. It is a value, like the decoder in it.
struct DecodeState {
  explicit DecodeState(EncodingId id) : decoder(NewDecoder(id)), encoding(id) {}

  Decoder decoder;
  EncodingId encoding;
  bool bom_seen = false;      // https://encoding.spec.whatwg.org/#textdecoder-bom-seen-flag
  uint16_t unused = 0;        // so that every byte of a state has a value
  uint64_t position = 0;      // how many bytes of the stream have been read
  uint64_t replacements = 0;  // how many malformed sequences became U+FFFD
  DecodeError first_error;    // its reason is kNone before the first error
};

// The offset in the stream, in bytes, of the sequence that the decoder has begun, or of the next
// one.
inline uint64_t SequenceStart(const DecodeState& state) {
  return state.position -
         std::visit([](const auto& decoder) { return decoder.pending(); }, state.decoder);
}

// A number for what the decoder makes of the bytes that follow: 0 where it has begun a sequence. A
// decoder has modes where escape sequences change how it reads bytes.
inline size_t ModeOf(const DecodeState& state) {
  return std::visit(
      [](const auto& decoder) -> size_t {
        if (decoder.pending() != 0) return 0;
        if constexpr (requires { decoder.mode(); }) return 1 + decoder.mode();
        return 1;
      },
      state.decoder);
}

// How many bytes of the input were read, and in fatal mode the error that ended the run; its reason
// is kNone when there was none. After an error, the bytes from `read` on, and those that the
// decoder holds, are still to be decoded.
struct DecodeQueueResult {
  size_t read = 0;
  DecodeError error;
};

// Decodes a chunk. `flush` says that end-of-queue follows it.
template <Sink S>
DecodeQueueResult DecodeQueue(DecodeState& state, Bytes input, S& sink, ErrorMode mode, bool flush);

// Decodes a stream in the smallest steps, in fatal mode.
class DecodeSteps {
 public:
  // Decodes one thing only, so that it either makes code units or finds an error: what the decoder
  // holds, or the next byte, or end-of-queue if `flush` says that it follows. Returns nothing when
  // nothing is left.
  template <Sink S>
  std::optional<DecodeQueueResult> Next(DecodeState& state, Bytes rest, S& sink, bool flush) {
    const bool ends = !may_hold_ && rest.empty();
    if (ends && (!flush || has_ended_)) return std::nullopt;
    const Bytes byte = rest.first(may_hold_ || ends ? 0 : 1);
    const DecodeQueueResult step = DecodeQueue(state, byte, sink, ErrorMode::kFatal, ends);
    may_hold_ = step.error.reason != Reason::kNone;
    has_ended_ = ends && !may_hold_;
    return step;
  }
  // Whether the decoder may hold bytes that it reads before any others.
  bool may_hold() const { return may_hold_; }

 private:
  bool may_hold_ = true;
  bool has_ended_ = false;
};

// Decodes a whole stream in replacement mode into an empty sink. With `ignore_bom` a byte order
// mark stays in the output. There is no DecodeState, because making one takes longer than decoding
// a few bytes.
template <Sink S>
void DecodeWhole(EncodingId encoding, bool ignore_bom, Bytes input, S& sink);

}  // namespace whatwg_encoding
