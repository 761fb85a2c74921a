// What one run of a decoder or an encoder reports.
#pragma once

#include <cstddef>
#include <cstdint>

namespace encoding {

enum class Outcome : uint8_t { kFinished, kError };

// Why a sequence is malformed. The standard knows one error; these tell its cases apart.
enum class Reason : uint8_t {
  kNone,
  kTruncated,            // end-of-queue inside a sequence
  kInvalidByte,          // a byte that begins no sequence
  kInvalidTrailingByte,  // a byte that does not continue the sequence begun
  kUnmapped,             // a complete sequence without a code point
  kLoneSurrogate,
  kInvalidEscapeSequence,
  kRedundantEscapeSequence,  // an escape sequence right after another
  kReplacementEncoding,
};

// The name that errors carry.
constexpr const char* ReasonName(Reason reason) {
  constexpr const char* kNames[] = {"none",
                                    "truncated",
                                    "invalid byte",
                                    "invalid trailing byte",
                                    "unmapped",
                                    "lone surrogate",
                                    "invalid escape sequence",
                                    "redundant escape sequence",
                                    "replacement encoding"};
  return kNames[static_cast<size_t>(reason)];
}

// On kFinished, all of the input is read; what it leaves unfinished is in the decoder's state.
// On kError, the malformed sequence is consumed; the bytes that the standard restores are still to
// be decoded. Those of this input follow from `read` on; those of earlier inputs, and those that a
// decoder takes up again at once, are in its state, `held` of them, and come before `read`.
// So a malformed sequence ends `held` bytes before `read` and begins `malformed` bytes before that.
struct DecodeResult {
  Outcome outcome;
  Reason reason;
  uint8_t malformed;
  uint8_t held;
  size_t read;
};

constexpr DecodeResult Finished(size_t read) {
  return {Outcome::kFinished, Reason::kNone, 0, 0, read};
}

constexpr DecodeResult Malformed(Reason reason, size_t malformed, size_t read, size_t held = 0) {
  return {Outcome::kError, reason, static_cast<uint8_t>(malformed), static_cast<uint8_t>(held),
          read};
}

// On kFinished, all of the input is encoded. On kError, `code_point`, the last that was read, could
// not be; what came before it is written.
struct EncodeResult {
  Outcome outcome;
  size_t read;
  char32_t code_point;
};

constexpr EncodeResult Encoded(size_t read) { return {Outcome::kFinished, read, 0}; }

constexpr EncodeResult Unencodable(size_t read, char32_t code_point) {
  return {Outcome::kError, read, code_point};
}

}  // namespace encoding
