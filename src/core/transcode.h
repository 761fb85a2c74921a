// Bytes in one encoding to bytes in another, with no string between.
#pragma once

#include "core/process.h"

namespace encoding {

// All that such a stream remembers from one chunk to the next. A value.
struct TranscodeState {
  TranscodeState(EncodingId from, EncodingId to_encoding)
      : decode(from), encode(to_encoding), to(to_encoding) {}

  DecodeState decode;
  EncodeState encode;
  EncodingId to;
  // Code units that the last bytes read were decoded to, and that an error left unencoded.
  uint8_t carried_size = 0;
  char16_t carried[kPendingUnits] = {};
  uint64_t carried_offset = 0;  // where those bytes begin
};

struct TranscodeModes {
  ErrorMode malformed = ErrorMode::kReplacement;
  Unencodables unencodables = Unencodables::kFatal;
  bool ignore_bom = false;
};

enum class TranscodeOutcome : uint8_t {
  kFinished,
  kFull,         // the output has no room for what the next slice might become
  kMalformed,    // fatal: `error`
  kUnencodable,  // fatal: `code_point`, whose bytes begin at `error.offset`
};

struct TranscodeResult {
  TranscodeOutcome outcome = TranscodeOutcome::kFinished;
  size_t read = 0;
  size_t written = 0;
  DecodeError error;
  char32_t code_point = 0;
};

// Decodes a chunk a second time, to tell which of its bytes have made a code unit of its text.
class Retrace {
 public:
  // `state` is the decoder's state before the chunk. It goes forward with each Find(), and must not
  // be copied over while the Retrace lives.
  Retrace(DecodeState& state, Bytes input, bool ignore_bom, bool flush)
      : state_(state), input_(input), ignore_bom_(ignore_bom), flush_(flush) {}

  // Decodes up to the end of the sequence that makes the code unit of this number, or up to the end
  // of the chunk when its text is shorter. The first code unit has number 0; a byte order mark that
  // is dropped is not counted. Returns the offset in the stream at which the sequence begins.
  // Numbers must not fall from one call to the next.
  uint64_t Find(size_t unit);

  // How many bytes of the chunk have been read, and how many code units they have made.
  size_t read() const { return read_; }
  size_t made() const { return made_; }
  // The code units that have been made from this number on. The last sequence has made all of them.
  Units From(size_t unit) const { return Units(last_, last_size_).last(made_ - unit); }

 private:
  bool Stride(size_t unit);
  bool Step();

  DecodeState& state_;
  Bytes input_;
  bool ignore_bom_;
  bool flush_;
  bool may_hold_ = true;  // the decoder may hold bytes that it takes up before any other
  bool ended_ = false;
  size_t read_ = 0;
  size_t made_ = 0;
  // Where the last sequence that has made code units begins, and these code units.
  uint64_t begin_ = 0;
  char16_t last_[MaxUtf16Units(1)] = {};
  size_t last_size_ = 0;
};

// Transcodes a chunk into `output`; `flush` says that end-of-queue follows it. After kFull the rest
// of the input is to be given again with more room; after an error, to go on behind it.
TranscodeResult TranscodeQueue(TranscodeState& state, Bytes input, WritableAhead output,
                               const TranscodeModes& modes, bool flush);

// Room in which TranscodeQueue() can always take a step.
inline constexpr size_t kMinTranscodeRoom = 256;

}  // namespace encoding
