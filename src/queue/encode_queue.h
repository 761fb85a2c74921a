// "Process a queue" for encoders. Only this knows what to do with code points that the encoding
// does not contain, counts them, and knows where in the text they are.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../base/bytes.h"
#include "../core/encoding.h"
#include "../core/output.h"
#include "codec_set.h"

namespace whatwg_encoding {

// The treatment of code points that the encoding does not contain. The standard has the first two.
enum class Unencodables : uint8_t {
  kFatal,
  kHtml,     // writes &#n; with n the code point in base ten
  kReplace,  // writes ?
  kSkip,     // writes nothing
};

// The names of these modes in the option `unencodable`, in the order of their numbers.
inline constexpr std::string_view kUnencodablesNames[] = {"fatal", "html", "replace", "skip"};

// The state of a stream of text between two chunks. It is a value.
struct EncodeState {
  explicit EncodeState(EncodingId id) : encoder(NewEncoder(id)) {}

  Encoder encoder;
  char16_t leading_surrogate = 0;  // the last code unit of the chunk before; 0: none
  char16_t unused = 0;             // so that every byte of a state has a value
  uint64_t position = 0;           // how many code units of the stream have been encoded
  uint64_t replacements = 0;       // how many unencodable code points were replaced or skipped
};

struct EncodeQueueResult {
  size_t read = 0;     // in code units of the input
  size_t written = 0;  // in bytes of the output
  bool full = false;   // it stopped because the output buffer is full
  bool failed = false;
  // After a failure, in fatal mode: the code point, which has been read, and its offset in the
  // stream in code units.
  char32_t code_point = 0;
  uint64_t offset = 0;
};

// Encodes a chunk into `output`. `flush` says that end-of-queue follows it. Only whole characters
// are written, and enough room is always left for the bytes that flushing would write. When the
// output is full, the caller gives the rest of the input again with more room.
EncodeQueueResult EncodeQueue(EncodeState& state, Units input, WritableAhead output,
                              Unencodables mode, bool flush);

// EncodeWhole() returns this when it has not encoded the text.
inline constexpr size_t kNotEncoded = SIZE_MAX;

// Encodes a whole text and returns the number of bytes written. Returns kNotEncoded when the
// encoding does not contain one of the code points, or when `output` is smaller than the most that
// a text of this length can become.
size_t EncodeWhole(EncodingId encoding, Units input, WritableAhead output);

// Ends a stream after EncodeQueue() has stopped before the end of its input. Writes what flushing
// writes into the room that EncodeQueue() has left for it; returns how many bytes that is.
size_t FinishEncoding(EncodeState& state, WritableAhead output);

// With an output of this size in bytes or more, EncodeQueue() always makes progress.
inline constexpr size_t kMinEncodeRoom = 32;

}  // namespace whatwg_encoding
