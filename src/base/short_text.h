// A text in a constant table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace whatwg_encoding {

// A text of at most `kMost` bytes, which it has within itself, with a zero behind it for programs
// in C. Each std::string_view in a table would be a pointer, which has to be written when a program
// loads the binary.
template <size_t kMost>
class ShortText {
 public:
  template <size_t kCount>
  constexpr ShortText(const char (&text)[kCount])  // NOLINT(google-explicit-constructor)
      : size_(kCount - 1) {
    static_assert(kCount - 1 <= kMost);
    for (size_t i = 0; i < kCount - 1; ++i) bytes_[i] = text[i];
  }

  constexpr operator std::string_view() const {  // NOLINT(google-explicit-constructor)
    return {bytes_.data(), size_};
  }

 private:
  std::array<char, kMost + 1> bytes_{};
  uint8_t size_;
};

}  // namespace whatwg_encoding
