// "Process a queue" for encoders.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "core/encoding.h"
#include "queue/encoder.h"

namespace encoding {

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
EncodeQueueResult EncodeQueue(EncodeState& state, Units input, std::span<uint8_t> output,
                              Unencodables mode, bool flush);

inline constexpr size_t kNotEncoded = SIZE_MAX;

// The same of a whole text, without a code point that cannot be encoded: how many bytes that is;
// kNotEncoded when it has one, or there is no room for whatever it could become.
size_t EncodeWhole(EncodingId encoding, Units input, std::span<uint8_t> output);

// Ends a stream after EncodeQueue() has stopped in its midst: writes what flushing writes into the
// room that it has left for that, and returns how many bytes that is.
size_t FinishEncoding(EncodeState& state, std::span<uint8_t> output);

// Room in which EncodeQueue() can always take a step.
inline constexpr size_t kMinEncodeRoom = 32;

}  // namespace encoding
