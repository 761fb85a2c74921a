// "Process a queue": the only place that knows error modes, counts errors and knows where in the
// stream they are.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#pragma once

#include "core/decoder.h"
#include "core/encoder.h"
#include "core/output.h"
#include "core/sink.h"

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

// What becomes of a code point that cannot be encoded. The standard has the first two.
enum class Unencodables : uint8_t {
  kFatal,
  kHtml,     // &#n; with the code point's number in base ten
  kReplace,  // ?
  kSkip,
};

// All that a stream of text remembers from one chunk to the next.
struct EncodeState {
  explicit EncodeState(EncodingId id) : encoder(NewEncoder(id)) {}

  Encoder encoder;
  char16_t leading_surrogate = 0;  // that ended the last chunk; 0: none
  uint64_t position = 0;           // code units of the stream encoded so far
  uint64_t replacements = 0;       // unencodable code points passed over so far
};

struct EncodeQueueResult {
  size_t read = 0;     // code units of the input
  size_t written = 0;  // bytes of the output
  bool full = false;   // it ended because the output has no room for what comes next
  bool failed = false;
  // When it failed, in fatal mode: the code point, already read, and its offset in the stream in
  // code units.
  char32_t code_point = 0;
  uint64_t offset = 0;
};

// Encodes a chunk into `output`; `flush` says that end-of-queue follows it. What is written is
// whole: no character is split, and there is always room left for what flushing would write. When
// the output is full, the rest of the input is to be given again, with more room.
EncodeQueueResult EncodeQueue(EncodeState& state, Units input, WritableAhead output,
                              Unencodables mode, bool flush);

inline constexpr size_t kNotEncoded = SIZE_MAX;

// The same of a whole text, without a code point that cannot be encoded: how many bytes that is;
// kNotEncoded when it has one, or there is no room for whatever it could become.
size_t EncodeWhole(EncodingId encoding, Units input, WritableAhead output);

// Ends a stream after EncodeQueue() has stopped in its midst: writes what flushing writes into the
// room that it has left for that, and returns how many bytes that is.
size_t FinishEncoding(EncodeState& state, WritableAhead output);

// Encodes as much of a text as fits into the caller's memory, from its start, and ends the stream
// there: what is written is complete by itself, and no other byte changes. When `is_part` is true,
// more text follows, and the stream is ended only when the target is full or an error is fatal.
EncodeQueueResult EncodeInto(EncodeState& state, Units input, Foreign target, Unencodables mode,
                             bool is_part);

// Room in which EncodeQueue() can always take a step.
inline constexpr size_t kMinEncodeRoom = 32;

}  // namespace encoding
