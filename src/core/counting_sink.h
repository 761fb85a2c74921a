// CountingSink, which writes nothing and counts what Utf16Sink and Utf8Sink would write.
// May include base/, simd/ and core/.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "../base/bom.h"
#include "../base/plain.h"
#include "../base/surrogates.h"
#include "sink.h"

namespace whatwg_encoding {

// Counts UTF-16 code units and UTF-8 bytes. A string's length and a buffer's size are found with it
// before memory is allocated.
class CountingSink {
 public:
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::kActive->ascii_prefix(bytes, size);
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
      // Decodes slices whose code units fit into `units`. A slice that ends inside a pair is read
      // except for one byte; a slice of which less is read ends at a byte that the table cannot
      // decode.
      char16_t units[512];
      const size_t slice = std::min(size - at, std::size(units));
      const Progress run = simd::kActive->pairs.decode(pairs, bytes + at, slice, units);
      CountBmp(units, run.written);
      at += run.read;
      if (run.read + 1 < slice || run.read == 0) break;
    }
    return at;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto unit_at = [&](size_t at) {
      const uint8_t* const unit = bytes + 2 * at;
      return static_cast<char16_t>(is_utf16be ? unit[0] << 8 | unit[1] : unit[1] << 8 | unit[0]);
    };
    size_t at = 0;
    while (at < size) {
      constexpr size_t kBlock = 64;  // in code units
      if (utf16_units_ != 0 && size - at >= kBlock) {
        // There is no branch on a single code unit, so that compilers can use vector instructions.
        unsigned surrogates = 0;
        unsigned extra_bytes = 0;  // of UTF-8, beyond one for each code unit
        for (size_t i = at; i < at + kBlock; ++i) {
          const char16_t unit = unit_at(i);
          surrogates |= (unit & 0xF800) == 0xD800;
          extra_bytes += (unit >= 0x80) + (unit >= 0x800);
        }
        if (surrogates == 0) {
          utf16_units_ += kBlock;
          utf8_bytes_ += kBlock + extra_bytes;
          at += kBlock;
          continue;
        }
      }
      for (const size_t end = std::min(size, at + kBlock); at < end; ++at) {
        const char16_t unit = unit_at(at);
        if ((unit & 0xF800) != 0xD800) {
          AppendBmp(unit);
          continue;
        }
        if (!IsLeadingSurrogate(unit) || at + 1 == size) return at;
        const char16_t trailing = unit_at(at + 1);
        if (!IsTrailingSurrogate(trailing)) return at;
        Append(FromSurrogates(unit, trailing));
        ++at;
      }
    }
    return size;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    const Progress progress = simd::kActive->unicode.measure_utf8(bytes, size);
    if (utf16_units_ == 0) begins_with_bom_ = BomAtStart(bytes, progress.read) != 0;
    utf16_units_ += progress.written;
    utf8_bytes_ += progress.read;
    return progress.read;
  }
  // No single-byte encoding contains U+FEFF, so this need not look for a byte order mark.
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const Progress taken = simd::kActive->single_byte.count_utf8(table, bytes, size);
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
  // Counts up to 512 scalar values below U+10000.
  void CountBmp(const char16_t* units, size_t count) {
    if (utf16_units_ == 0) begins_with_bom_ = BomAtStart(units, count) != 0;
    utf16_units_ += count;
    // Bytes of UTF-8 beyond one for each code unit. Sixteen bits are enough for them, and let
    // compilers put more of them into a vector.
    uint16_t extra_bytes = 0;
    for (size_t i = 0; i < count; ++i) {
      extra_bytes = static_cast<uint16_t>(extra_bytes + (units[i] >= 0x80 ? 1 : 0) +
                                          (units[i] >= 0x800 ? 1 : 0));
    }
    utf8_bytes_ += count + extra_bytes;
  }
  size_t utf16_units() const { return utf16_units_; }
  size_t utf8_bytes() const { return utf8_bytes_; }
  bool begins_with_bom() const { return begins_with_bom_; }
  void Ensure() const {}

 private:
  size_t utf16_units_ = 0;
  size_t utf8_bytes_ = 0;
  bool begins_with_bom_ = false;
};

static_assert(Sink<CountingSink>);

}  // namespace whatwg_encoding
