// CountingSink, which writes nothing and counts what Utf16Sink and Utf8Sink would write.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../base/bom.h"
#include "../base/load.h"
#include "../base/plain.h"
#include "../simd/ascii.h"
#include "sink.h"

namespace whatwg_encoding {

// Counts UTF-16 code units and UTF-8 bytes. A string's length and a buffer's size are found with it
// before memory is allocated.
class CountingSink {
 public:
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::AsciiPrefix(bytes, size);
    utf16_units_ += taken;
    utf8_bytes_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    size_t at = 0;
    for (;;) {
      at += TakeAscii(bytes + at, size - at);
      if (at == size) break;
      // A slice that ends inside a pair is read except for one byte; a slice of which less is read
      // ends at a byte that the table cannot decode.
      char16_t units[kSliceUnits];
      const size_t slice = std::min(size - at, kSliceUnits);
      const Progress run = simd::Active()->pairs.decode(pairs, bytes + at, slice, units);
      Count(units, run.written);
      at += run.read;
      if (run.read + 1 < slice || run.read == 0) break;
    }
    return at;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kSource : simd::Swapped::kNeither;
    size_t at = 0;
    while (at < size) {
      char16_t units[kSliceUnits];
      const size_t slice = std::min(size - at, kSliceUnits);
      const size_t taken = simd::Active()->copy_utf16(bytes + 2 * at, slice, swapped,
                                                      reinterpret_cast<uint8_t*>(units));
      Count(units, taken);
      at += taken;
      // A slice may end inside a surrogate pair.
      if (taken + 1 < slice || taken == 0) break;
    }
    return at;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    const Progress progress = simd::Active()->unicode.measure_utf8(bytes, size);
    if (utf16_units_ == 0) begins_with_bom_ = BomAtStart(bytes, progress.read) != 0;
    utf16_units_ += progress.written;
    utf8_bytes_ += progress.read;
    return progress.read;
  }
  // No single-byte encoding contains U+FEFF, so this need not look for a byte order mark.
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const Progress taken = simd::Active()->single_byte.count_utf8(table, bytes, size);
    utf16_units_ += taken.read;
    utf8_bytes_ += taken.written;
    return taken.read;
  }
  void AppendBmp(char16_t unit) {
    if (utf16_units_ == 0) begins_with_bom_ = BomAtStart(&unit, 1) != 0;
    utf16_units_ += 1;
    utf8_bytes_ += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    utf16_units_ += 2;
    utf8_bytes_ += 4;
  }
  uint64_t utf16_units() const { return utf16_units_; }
  uint64_t utf8_bytes() const { return utf8_bytes_; }
  bool begins_with_bom() const { return begins_with_bom_; }
  void Ensure() const {}

 private:
  // Text is decoded and counted in slices.
  static constexpr size_t kSliceUnits = 512;

  // Counts the code units of a slice, in which no surrogate is alone.
  void Count(const char16_t* units, size_t count) {
    if (utf16_units_ == 0) begins_with_bom_ = BomAtStart(units, count) != 0;
    utf16_units_ += count;
    // Bytes of UTF-8 beyond one for each code unit. Sixteen bits are enough for them, and let
    // compilers put more of them into a vector. A surrogate has two of the four bytes of its pair.
    uint16_t extra_bytes = 0;
    for (size_t i = 0; i < count; ++i) {
      const bool is_surrogate = (units[i] & 0xF800) == 0xD800;
      extra_bytes = static_cast<uint16_t>(extra_bytes + (units[i] >= 0x80 ? 1 : 0) +
                                          (units[i] >= 0x800 && !is_surrogate ? 1 : 0));
    }
    utf8_bytes_ += count + extra_bytes;
  }

  // Input that comes in slices may have more bytes than a size of 32 bits can hold.
  uint64_t utf16_units_ = 0;
  uint64_t utf8_bytes_ = 0;
  bool begins_with_bom_ = false;
};

static_assert(Sink<CountingSink>);

}  // namespace whatwg_encoding
