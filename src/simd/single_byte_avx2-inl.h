// The single-byte kernels with AVX2, which looks up 32 bytes at once in a table of 16 bytes.
//
// A table of 128 bytes is eight rows of 16. Here it is kept as a chain of links: link k holds row k
// minus row k − 1, and is looked up for every index from 16k on. So the sum of the links up to the
// row of an index is that row. Links that are all 0 are left out: where entries are differences to
// the byte itself, an alphabet that keeps its order repeats the same row.
#pragma once

#include <algorithm>

#include "ascii.h"
#include "avx2.h"
#include "lanes.h"
#include "scalar.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// For shorter input, making the links takes longer than decoding or encoding without them.
inline constexpr size_t kMinBytesForLinks = 96;
inline constexpr size_t kMinUnitsForLinks = 64;

// The sixteen bytes that count up from `first`.
inline __m128i RowOfBytes(size_t first) {
  const __m128i bytes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return bytes | _mm_set1_epi8(static_cast<char>(first));
}

// Indexes into a chain: 0 to 127 for the bytes from 0x80 on, below 0 for ASCII.
inline __m256i UpperIndexes(__m256i bytes) { return bytes ^ V::Fill8(0x80); }

// Two chains for the bytes from 0x80 on: the lower bytes of their code units minus the bytes
// themselves, and the upper bytes. Both have the same links.
struct UnitsLink {
  __m256i low;
  __m256i high;
  __m256i first;
};

struct UnitsChain {
  explicit UnitsChain(const uint16_t* units) {
    __m128i last_low = __m128i{};
    __m128i last_high = __m128i{};
    for (size_t row = 0; row < 8; ++row) {
      const auto* const from = reinterpret_cast<const __m128i*>(units + 128 + 16 * row);
      const __m128i a = _mm_loadu_si128(from);
      const __m128i b = _mm_loadu_si128(from + 1);
      const __m128i byte = _mm_set1_epi16(0xFF);
      const __m128i low =
          _mm_sub_epi8(_mm_packus_epi16(a & byte, b & byte), RowOfBytes(0x80 + 16 * row));
      const __m128i high = _mm_packus_epi16(_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8));
      const __m128i low_link = _mm_sub_epi8(low, last_low);
      const __m128i high_link = _mm_sub_epi8(high, last_high);
      const __m128i any = low_link | high_link;
      links[count] = {_mm256_broadcastsi128_si256(low_link), _mm256_broadcastsi128_si256(high_link),
                      V::Fill8(16 * row)};
      count += _mm_testz_si128(any, any) ? 0 : 1;
      last_low = low;
      last_high = high;
    }
  }
  UnitsLink links[8];
  size_t count = 0;
};

// 32 bytes as code units. The bytes are kept in the order in which unpacking takes them.
struct DecodedUnits {
  explicit DecodedUnits(__m256i block)
      : bytes(_mm256_permute4x64_epi64(block, 0xD8)),
        indexes(UpperIndexes(bytes)),
        low(bytes),
        high(__m256i{}) {}
  void Add(const UnitsLink& link) {
    const __m256i at = _mm256_subs_epi8(indexes, link.first);
    low = _mm256_add_epi8(low, _mm256_shuffle_epi8(link.low, at));
    high = _mm256_add_epi8(high, _mm256_shuffle_epi8(link.high, at));
  }
  // Has the high bit set for each byte from 0x80 on that stands for nothing.
  __m256i Unmapped() const {
    const __m256i is_zero = _mm256_cmpeq_epi8(low | high, __m256i{});
    return is_zero & bytes;
  }
  void Store(char16_t* out) const {
    V::Store(_mm256_unpacklo_epi8(low, high), out);
    V::Store(_mm256_unpackhi_epi8(low, high), out + 16);
  }
  __m256i bytes;
  __m256i indexes;
  __m256i low;
  __m256i high;
};

inline size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                               char16_t* out) {
  if (size < kMinBytesForLinks) return scalar::DecodeSingleByte(table, bytes, size, out);
  // ASCII at the start needs no links.
  const size_t ascii = simd::WidenAscii(bytes, size, out);
  if (ascii == size) return size;
  const UnitsChain chain(table.units);
  for (size_t at = std::min(ascii, size - 64);; at += 64) {
    if (at + 64 > size) {
      if (at == size) return size;
      at = size - 64;
    }
    const __m256i first = V::Load(bytes + at);
    const __m256i second = V::Load(bytes + at + 32);
    if (V::HighBits(first | second) == 0) {
      V::StoreWidened(first, out + at);
      V::StoreWidened(second, out + at + 32);
      continue;
    }
    DecodedUnits a(first);
    DecodedUnits b(second);
    for (size_t i = 0; i < chain.count; ++i) {
      a.Add(chain.links[i]);
      b.Add(chain.links[i]);
    }
    a.Store(out + at);
    b.Store(out + at + 32);
    if (V::HighBits(a.Unmapped() | b.Unmapped()) != 0) {
      const size_t end = at + 64;
      while (at < end && (bytes[at] < 0x80 || table.units[bytes[at]] != 0)) ++at;
      return at;
    }
  }
}

// The bytes of 128 code units, in a chain that is made when the first of these code units comes.
class Window {
 public:
  // `relative` says that the entries are added to the lower bytes of the code units.
  Window(const SingleByteMap& map, size_t first, bool relative)
      : map_(map), first_(first), relative_(relative) {}

  // The entries of code units, given by their lower and upper bytes; 0 for those that are not in
  // the window.
  __m256i Get(__m256i low, __m256i high) {
    const __m256i is_same = _mm256_cmpeq_epi8(high, V::Fill8(first_ >> 8));
    const __m256i in_order = low ^ V::Fill8(first_ & 0x80);
    // Code units with another upper byte get −1.
    const __m256i none = V::Fill8(-1);
    const __m256i indexes = in_order | (is_same ^ none);
    if (V::HighBits(indexes) == 0xFFFFFFFF) return __m256i{};
    if (!is_made_) Make();
    __m256i bytes = __m256i{};
    for (size_t i = 0; i < count_; ++i) {
      const __m256i at = _mm256_subs_epi8(indexes, links_[i].first);
      bytes = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(links_[i].entries, at));
    }
    return bytes;
  }

 private:
  struct Link {
    __m256i entries;
    __m256i first;
  };

  void Make() {
    __m128i last = __m128i{};
    for (size_t row = 0; row < 8; ++row) {
      const size_t unit = first_ + 16 * row;
      const uint8_t* const from = map_.Page(unit) + (unit & 63);
      __m128i entries = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
      if (relative_) entries = _mm_sub_epi8(entries, RowOfBytes(unit & 0xFF));
      const __m128i link = _mm_sub_epi8(entries, last);
      links_[count_] = {_mm256_broadcastsi128_si256(link), V::Fill8(16 * row)};
      count_ += _mm_testz_si128(link, link) ? 0 : 1;
      last = entries;
    }
    is_made_ = true;
  }

  const SingleByteMap& map_;
  size_t first_;
  bool relative_;
  bool is_made_ = false;
  size_t count_ = 0;
  Link links_[8];
};

inline size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size,
                               uint8_t* out) {
  if (size < kMinUnitsForLinks) return scalar::EncodeSingleByte(map, units, size, out);
  Window latin1(map, 0x80, true);
  Window window(map, map.window, false);
  Window punctuation(map, 0x2000, false);
  for (size_t at = 0;; at += 32) {
    if (at + 32 > size) {
      if (at == size) return size;
      at = size - 32;
    }
    const __m256i a = V::Load(units + at);
    const __m256i b = V::Load(units + at + 16);
    const __m256i byte = V::Fill16(0xFF);
    // Packing puts the lower halves of both vectors side by side, and then the upper halves.
    const __m256i low = _mm256_permute4x64_epi64(_mm256_packus_epi16(a & byte, b & byte), 0xD8);
    if (V::NonAscii(a | b) == 0) {
      V::Store(low, out + at);
      continue;
    }
    const __m256i high = _mm256_permute4x64_epi64(
        _mm256_packus_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8)), 0xD8);
    const __m256i zero = __m256i{};
    const __m256i below_100 = low & _mm256_cmpeq_epi8(high, zero);
    const __m256i own = _mm256_add_epi8(below_100, latin1.Get(low, high));
    const __m256i bytes = own | window.Get(low, high) | punctuation.Get(low, high);
    V::Store(bytes, out + at);
    // A bit for each code unit that has no byte in these windows and is not U+0000.
    const __m256i is_nul = _mm256_cmpeq_epi8(low | high, zero);
    uint32_t missing = V::HighBits(~is_nul & _mm256_cmpeq_epi8(bytes, zero));
    for (; missing != 0; missing &= missing - 1) {
      const size_t unit = at + LowestBit(missing);
      out[unit] = map[units[unit]];
      if (out[unit] == 0) return unit;
    }
  }
}

inline constexpr SingleByteKernels kSingleByte = {DecodeSingleByte, scalar::DecodeSingleByteUtf8,
                                                  scalar::CountSingleByteUtf8, EncodeSingleByte};

ENCODING_SET_END

#endif
