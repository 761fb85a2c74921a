// The report of one run of a decoder or of an encoder.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

enum class Outcome : uint8_t { kFinished, kError };

// Why a sequence is malformed. The standard has one kind of error; these are the cases of it.
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
inline constexpr size_t kReasonCount = static_cast<size_t>(Reason::kReplacementEncoding) + 1;

// The name of a reason in error messages.
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

// On kFinished, all of the input is read; an unfinished sequence is in the state of the decoder.
//
// On kError, the malformed sequence is consumed, and the bytes that the standard restores are still
// to be decoded. Those of them that are in this input start at `read`. The others are in the state
// of the decoder, `held` of them, and come before `read`: bytes of earlier inputs, and bytes that
// the decoder takes up again at once. So a malformed sequence ends `held` bytes before `read`, and
// begins `malformed` bytes before its end.
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

// On kFinished, all of the input is encoded. On kError, the last code point that was read,
// `code_point`, cannot be encoded; everything before it is written.
struct EncodeResult {
  Outcome outcome;
  size_t read;
  char32_t code_point;
};

constexpr EncodeResult Encoded(size_t read) { return {Outcome::kFinished, read, 0}; }

constexpr EncodeResult Unencodable(size_t read, char32_t code_point) {
  return {Outcome::kError, read, code_point};
}

}  // namespace whatwg_encoding
