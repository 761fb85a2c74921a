// The lists that calls fill. Each entry is a row of numbers, because JavaScript gives the memory of
// a Uint32Array for them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace whatwg_encoding {

// Each entry of a list has this many numbers. malformed_list.h says what they are for a malformed
// sequence. For an unencodable code point they are its index in the text in code units, the code
// point, and a place, which each call defines.
inline constexpr size_t kNumbersPerEntry = 3;

// The code point behind the last entry of EncodeAround(), and the index behind the last entry of
// ListMalformed().
inline constexpr uint32_t kNoMore = 0xFFFFFFFF;

// The third number of a malformed sequence has its length in the lowest bits, and above them the
// reason.
inline constexpr uint32_t kReasonShift = 8;

// A list of unencodable code points.
class UnencodableList {
 public:
  explicit UnencodableList(std::span<uint32_t> numbers) : numbers_(numbers) {}

  size_t count() const { return count_; }
  bool is_full() const { return (count_ + 1) * kNumbersPerEntry > numbers_.size(); }

  // Adds an entry. The list must not be full.
  void Add(size_t index, char32_t code_point, size_t place) {
    assert(!is_full());
    const std::span<uint32_t> entry =
        numbers_.subspan(count_++ * kNumbersPerEntry, kNumbersPerEntry);
    entry[0] = static_cast<uint32_t>(index);
    entry[1] = code_point;
    entry[2] = static_cast<uint32_t>(place);
  }

 private:
  std::span<uint32_t> numbers_;
  size_t count_ = 0;
};

}  // namespace whatwg_encoding
