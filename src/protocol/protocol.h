// The numbers that JavaScript and a backend agree on. They stand here alone: description.cc writes
// them down for JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "../calls/decode.h"
#include "../calls/transcode.h"
#include "../core/encoding.h"
#include "../queue/encode_queue.h"
#include "../queue/transcode.h"

namespace whatwg_encoding {

// The first argument of most calls is the descriptor, one number: an encoding in the lowest eight
// bits, then eight bits of flags, then, for transcode(), eight bits for the encoding to write, then
// four bits that say what to do with code points that the encoding does not contain.
inline constexpr uint32_t kFlagsShift = 8;
inline constexpr uint32_t kToShift = 16;
inline constexpr uint32_t kUnencodablesShift = 24;
static_assert(std::size(kUnencodablesNames) <= 16);

enum CallFlag : uint32_t {
  kFatal = 1,      // a malformed sequence is an error
  kIgnoreBom = 2,  // a byte order mark is kept
  kStream = 4,     // do not flush: more of the stream follows
  kStart = 8,      // a new stream: what the state holds is forgotten
  kKeepText = 16,  // of decode(): an error carries the text that came before it, as `output`
  kInSlab = 64,    // a short result may be put into the slab, and is then a place in it
};

// The parts of the descriptor.
struct CallDescriptor {
  constexpr explicit CallDescriptor(uint32_t number)
      : encoding(static_cast<EncodingId>(number & 0xFF)),
        to(static_cast<EncodingId>(number >> kToShift & 0xFF)),
        flags(number >> kFlagsShift & 0xFF),
        unencodables(static_cast<Unencodables>(number >> kUnencodablesShift)) {}

  // Whether there are such encodings and such a mode.
  constexpr bool is_valid() const {
    return static_cast<size_t>(encoding) < kAllEncodingCount &&
           static_cast<size_t>(to) < kAllEncodingCount &&
           static_cast<size_t>(unencodables) < std::size(kUnencodablesNames);
  }
  constexpr bool is(CallFlag flag) const { return (flags & flag) != 0; }

  constexpr DecodeOptions decode_options() const {
    return {.malformed = is(kFatal) ? ErrorMode::kFatal : ErrorMode::kReplacement,
            .ignore_bom = is(kIgnoreBom),
            .keep_text = is(kKeepText),
            .flush = !is(kStream)};
  }
  constexpr TranscodeModes transcode_modes() const {
    return {decode_options().malformed, unencodables, is(kIgnoreBom)};
  }

  EncodingId encoding;
  EncodingId to;  // for transcode() only
  uint32_t flags;
  Unencodables unencodables;
};

// In bytes: a longer result has memory of its own, so that a short result that is kept keeps a slab
// alive that holds nothing but short results.
inline constexpr size_t kMaxSharedBytes = 4096;

// In bytes. What is left of a slab when the next one is taken is lost, so a slab is larger than the
// pool of Node's Buffers.
inline constexpr size_t kSlabBytes = size_t{128} * 1024;

// In bytes: what is reserved in the slab for a short result. It is more than the result can have,
// because kernels write ahead, and so that most texts have room for whatever they could become.
inline constexpr size_t kSlabRoomBytes = 2 * kMaxSharedBytes;

// The slab begins with two numbers of a call of encodeShort() or transcodeShort(): JavaScript
// writes the descriptor of the call there, and the addon the place of the result. So both are read
// without a call of Node-API.
struct SlabStart {
  uint32_t descriptor;
  uint32_t place;
};

// The longest input of encodeShort() in UTF-16 code units, and of transcodeShort() in bytes.
inline constexpr size_t kMaxShortUnits = 1024;

// A place in the slab as one number: how many bytes the result has in the lowest bits, and above
// them where it begins.
inline constexpr uint32_t kPlaceShift = 13;
static_assert(kMaxSharedBytes < size_t{1} << kPlaceShift);
constexpr uint32_t PlaceOf(size_t start, size_t size) {
  return static_cast<uint32_t>(start << kPlaceShift | size);
}

// A call answers with these numbers, each of which is a double. The comment of each call names
// those that it sets.
enum AnswerField : uint32_t {
  kAnswerOffset,  // of an error in the stream, in bytes or code units
  kAnswerReplacements,
  kAnswerRead,     // in bytes or code units of the input
  kAnswerStart,    // where the output begins, in code units
  kAnswerWritten,  // in the output, in bytes or code units
  kAnswerOutcome,
  kAnswerLength,  // of a malformed sequence, in bytes
  kAnswerReason,  // why it is malformed; 0 when nothing is
  kAnswerCodePoint,
  kAnswerMode,     // of the decoder; 0 within a sequence
  kAnswerSettled,  // 1 when the bytes that were read lead to this mode, whatever follows
  kAnswerFields,
};

// The outcome of a call. The first four are those of TranscodeQueue(). After kFull the WebAssembly
// module is called again with more room.
enum CallOutcome : uint32_t {
  kDone = static_cast<uint32_t>(TranscodeOutcome::kFinished),
  kFull = static_cast<uint32_t>(TranscodeOutcome::kFull),
  kMalformed = static_cast<uint32_t>(TranscodeOutcome::kMalformed),
  kUnencodable = static_cast<uint32_t>(TranscodeOutcome::kUnencodable),
  kMalformedAfterText,
  kLatin1Text,
};

// The numbers of a call.
struct Answer {
  void Set(AnswerField field, uint64_t number) { numbers[field] = static_cast<double>(number); }
  void Set(const DecodeError& error) {
    Set(kAnswerOffset, error.offset);
    Set(kAnswerLength, error.length);
    Set(kAnswerReason, static_cast<size_t>(error.reason));
  }
  void Set(const EncodeQueueResult& result) {
    Set(kAnswerRead, result.read);
    Set(kAnswerWritten, result.written);
    Set(kAnswerOutcome, result.failed ? kUnencodable : result.full ? kFull : kDone);
    Set(kAnswerOffset, result.offset);
    Set(kAnswerCodePoint, result.code_point);
  }
  void Set(const FoundOffsets& found) {
    Set(kAnswerOffset, found.begin);
    Set(kAnswerRead, found.read);
    Set(kAnswerWritten, found.made);
    Set(kAnswerMode, found.mode);
    Set(kAnswerSettled, found.is_settled ? 1 : 0);
  }
  void Set(const StreamProgress& progress) {
    Set(kAnswerReplacements, progress.replacements);
    Set(progress.first_malformed);
  }

  double numbers[kAnswerFields] = {};
};

}  // namespace whatwg_encoding
