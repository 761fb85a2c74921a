// Finds out whether bytes are UTF-16 without a byte order mark.
//
// May include base/ and detect/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"

namespace whatwg_encoding::detect {

// Counts what the first code units of a stream are, in both orders of their bytes.
class Utf16Text {
 public:
  void Read(Bytes chunk);

  // How many code units stand for ASCII or for one script of a text, if all of them are a text. 0:
  // no text.
  int BigEndianText() const { return TextOf(counts_[0]); }
  int LittleEndianText() const { return TextOf(counts_[1]); }

 private:
  static constexpr size_t kKindCount = 10;
  using Counts = std::array<uint16_t, kKindCount>;

  static int TextOf(const Counts& counts);

  std::array<Counts, 2> counts_{};
  uint16_t size_ = 0;
  uint8_t last_byte_ = 0;
};

}  // namespace whatwg_encoding::detect
