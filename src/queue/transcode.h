// Converts bytes in one encoding to bytes in another without making a string.
#pragma once

#include "../base/bytes.h"
#include "../core/output.h"
#include "../core/sink.h"
#include "decode_queue.h"
#include "encode_queue.h"

namespace whatwg_encoding {

// The state of a stream between two chunks. It is a value.
struct TranscodeState {
  TranscodeState(EncodingId from, EncodingId to_encoding)
      : decode(from), encode(to_encoding), to(to_encoding) {}

  DecodeState decode;
  EncodeState encode;
  EncodingId to;
  // Code units that come from the bytes read last and that an error has left unencoded.
  uint8_t carried_size = 0;
  char16_t carried[kPendingUnits] = {};
  uint64_t carried_offset = 0;  // the offset in the stream of those bytes
};

struct TranscodeModes {
  ErrorMode malformed = ErrorMode::kReplacement;
  Unencodables unencodables = Unencodables::kFatal;
  bool ignore_bom = false;
};

enum class TranscodeOutcome : uint8_t {
  kFinished,
  kFull,         // the output may be too small for the next slice of the input
  kMalformed,    // in fatal mode: see `error`
  kUnencodable,  // in fatal mode: `code_point`, whose bytes begin at `error.offset`
};

struct TranscodeResult {
  TranscodeOutcome outcome = TranscodeOutcome::kFinished;
  size_t read = 0;
  size_t written = 0;
  DecodeError error;
  char32_t code_point = 0;
};

// Decodes a chunk a second time, to find out which of its bytes made a certain code unit.
class Retrace {
 public:
  // `state` is the state of the decoder before the chunk. Each Find() advances it, and it must not
  // be assigned to while the Retrace exists.
  Retrace(DecodeState& state, Bytes input, bool ignore_bom, bool flush)
      : state_(state), input_(input), ignore_bom_(ignore_bom), flush_(flush) {}

  // Decodes up to the end of the sequence that makes the code unit of this number, or up to the end
  // of the chunk when its text is shorter. The first code unit has number 0; a byte order mark that
  // is dropped is not counted. Returns the offset in the stream, in bytes, at which the sequence
  // begins. The number must not be smaller than in the call before.
  uint64_t Find(size_t unit);

  // How many bytes of the chunk have been read, and how many code units they have made.
  size_t read() const { return read_; }
  size_t made() const { return made_; }
  // Whether these bytes alone lead the decoder to its state. Behind a malformed sequence it may
  // have looked at the byte that follows.
  bool is_settled() const { return is_settled_; }
  // The code units from this number on, all of which the last sequence has made.
  Units From(size_t unit) const { return Units(last_, last_size_).last(made_ - unit); }

 private:
  bool Stride(size_t unit);
  bool Step();

  DecodeState& state_;
  Bytes input_;
  bool ignore_bom_;
  bool flush_;
  DecodeSteps steps_;
  bool is_settled_ = true;
  size_t read_ = 0;
  size_t made_ = 0;
  // The offset of the last sequence that has made code units, and these code units.
  uint64_t begin_ = 0;
  char16_t last_[MaxUtf16Units(1)] = {};
  size_t last_size_ = 0;
};

// Transcodes a chunk into `output`. `flush` says that end-of-queue follows it. After kFull the
// caller gives the rest of the input again with more room; after an error it gives the rest to go
// on after the error.
TranscodeResult TranscodeQueue(TranscodeState& state, Bytes input, WritableAhead output,
                               const TranscodeModes& modes, bool flush);

// With an output of this size in bytes or more, TranscodeQueue() always makes progress.
inline constexpr size_t kMinTranscodeRoom = 256;

}  // namespace whatwg_encoding
