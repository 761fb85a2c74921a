// A set of small numbers, as bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

// A set of numbers below `kCount`, or of the values of an enumeration.
template <size_t kCount, typename Member = size_t>
class BitSet {
 public:
  constexpr bool Has(Member member) const {
    const auto at = static_cast<size_t>(member);
    return (words_[at / 64] >> at % 64 & 1) != 0;
  }
  constexpr void Add(Member member) {
    const auto at = static_cast<size_t>(member);
    words_[at / 64] |= uint64_t{1} << at % 64;
  }
  constexpr void Remove(Member member) {
    const auto at = static_cast<size_t>(member);
    words_[at / 64] &= ~(uint64_t{1} << at % 64);
  }
  constexpr void Add(const BitSet& others) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
  }
  constexpr int count() const {
    int count = 0;
    for (const uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  constexpr bool IsEmpty() const { return *this == BitSet(); }
  constexpr bool operator==(const BitSet&) const = default;

  // Calls `is_it` with the members in their order until it returns true. Returns whether it did.
  template <typename Call>
  constexpr bool Any(Call is_it) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t left = words_[i]; left != 0; left &= left - 1) {
        if (is_it(static_cast<Member>(i * 64 + static_cast<size_t>(std::countr_zero(left))))) {
          return true;
        }
      }
    }
    return false;
  }
  template <typename Call>
  constexpr void ForEach(Call call) const {
    Any([&](Member member) {
      call(member);
      return false;
    });
  }

 private:
  std::array<uint64_t, (kCount + 63) / 64> words_{};
};

}  // namespace whatwg_encoding
