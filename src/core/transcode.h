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

// Transcodes a chunk into `output`; `flush` says that end-of-queue follows it. After kFull the rest
// of the input is to be given again with more room; after an error, to go on behind it.
TranscodeResult TranscodeQueue(TranscodeState& state, Bytes input, std::span<uint8_t> output,
                               const TranscodeModes& modes, bool flush);

// Room in which TranscodeQueue() can always take a step.
inline constexpr size_t kMinTranscodeRoom = 256;

}  // namespace encoding
