// The lists that calls fill. Each entry is a row of numbers, because JavaScript gives the memory of
// a Uint32Array for them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace whatwg_encoding {

// An entry of a list.
struct ListEntry {
  // The place of a code point in the text, in code units.
  uint32_t index;
  // The code point. For a U+FFFD that stands for a malformed sequence, it is the length of the
  // sequence in bytes instead, and above that, from kReasonShift on, the reason.
  uint32_t code_point;
  // Each call defines it.
  uint32_t place;
};
inline constexpr size_t kNumbersPerEntry = sizeof(ListEntry) / sizeof(uint32_t);

// The code point behind the last entry of EncodeAround().
inline constexpr uint32_t kNoMore = 0xFFFFFFFF;

// No code point has a bit from here on.
inline constexpr uint32_t kReasonShift = 24;

// A list of unencodable code points.
class UnencodableList {
 public:
  explicit UnencodableList(std::span<ListEntry> entries) : entries_(entries) {}

  size_t count() const { return count_; }
  bool is_full() const { return count_ == entries_.size(); }

  // Adds an entry. The list must not be full.
  void Add(size_t index, char32_t code_point, size_t place) {
    assert(!is_full());
    entries_[count_++] = {static_cast<uint32_t>(index), code_point, static_cast<uint32_t>(place)};
  }

 private:
  std::span<ListEntry> entries_;
  size_t count_ = 0;
};

}  // namespace whatwg_encoding
