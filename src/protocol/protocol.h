// The numbers that JavaScript and a backend agree on. They stand here alone: description.cc writes
// them down for JavaScript.
//
// May include queue/ and what is below it, and the other files of protocol/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "queue/encode_queue.h"

namespace encoding {

// The first argument of most calls is the head, one number: an encoding in the lowest eight bits,
// then eight bits of flags, then, for transcode(), eight bits for the encoding to write.
inline constexpr uint32_t kFlagsShift = 8;
inline constexpr uint32_t kToShift = 16;

enum CallFlag : uint32_t {
  kFatal = 1,         // a malformed sequence is an error
  kIgnoreBom = 2,     // a byte order mark is kept
  kStream = 4,        // do not flush: more of the stream follows
  kStart = 8,         // a new stream: what the state holds is forgotten
  kKeepText = 16,     // of decode(): an error carries the text that came before it, as `output`
  kOneByteText = 16,  // of encode(): the text has no code unit above U+00FF
  kInSlab = 128,      // a short result may be put into the slab, and is then a place in it
};

// Two more bits of the flags: what to do with code points that the encoding does not contain.
inline constexpr uint32_t kUnencodablesShift = 5;
constexpr Unencodables UnencodablesOf(uint32_t flags) {
  return static_cast<Unencodables>(flags >> kUnencodablesShift & 3);
}

// In bytes: a longer result has memory of its own, so that a short result that is kept keeps a slab
// alive that holds nothing but short results.
inline constexpr size_t kMaxSharedBytes = 4096;

// In bytes: what is reserved in the slab for a short result. It is more than the result can have,
// because kernels write ahead, and so that most texts have room for whatever they could become.
inline constexpr size_t kSlabRoomBytes = 2 * kMaxSharedBytes;

// A place in the slab as one number: how many bytes the result has in the lowest bits, and above
// them where it begins.
inline constexpr uint32_t kPlaceShift = 13;
static_assert(kMaxSharedBytes < size_t{1} << kPlaceShift);
constexpr uint32_t PlaceOf(size_t start, size_t size) {
  return static_cast<uint32_t>(start << kPlaceShift | size);
}

// The argument and the result of encodeShort() and transcodeShort() beside the text or the bytes,
// in memory of a Uint32Array.
struct ShortCall {
  uint32_t head = 0;
  uint32_t place = 0;
};
inline constexpr uint32_t kNoPlace = 0xFFFFFFFF;

// In UTF-16 code units: the longest text of encodeShort(). Whatever it becomes has room in the
// slab.
inline constexpr size_t kMaxShortUnits = 1024;

// In bytes: the longest input of decodeShort() and transcodeShort(), and of input that is copied
// because that takes less time than to ask whether another thread can write to its memory.
inline constexpr size_t kMaxShortBytes = 1024;

// JavaScript learns of unencodable code points from a Uint32Array, which has so many numbers for
// each of them: its index in the text in code units, the code point, and a place, which each call
// defines. malformed_list.h says what the numbers of a malformed sequence are.
inline constexpr size_t kNumbersEach = 3;

// The code point behind the last one in the list of encodeAround(), and the index behind the last
// one in the list of findMalformed().
inline constexpr uint32_t kNoMore = 0xFFFFFFFF;

// The third number of a malformed sequence has its length in the lowest bits, and above them the
// reason.
inline constexpr uint32_t kReasonShift = 8;

}  // namespace encoding
