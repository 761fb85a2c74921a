// The sink that writes nothing and counts what the others would write.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "base/surrogates.h"
#include "core/sink.h"

namespace encoding {

// Counts UTF-16 code units and UTF-8 bytes without writing either.
class CountingSink {
 public:
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::AsciiPrefix(bytes, size);
    utf16_units_ += taken;
    utf8_bytes_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    bool is_odd = false;
    size_t at = TakeFirstPairs(*this, pairs, bytes, size, is_odd);
    if (is_odd) return at;
    for (;;) {
      at += TakeAscii(bytes + at, size - at);
      if (at == size) break;
      // In slices whose code units fit in here. A slice that ends inside a pair is read but for one
      // byte; what ends earlier ends at an odd byte.
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
      constexpr size_t kBlock = 64;
      if (utf16_units_ != 0 && size - at >= kBlock) {
        // Without a branch on any one unit, so that a compiler can make vectors of it.
        unsigned surrogates = 0;
        unsigned more = 0;
        for (size_t i = at; i < at + kBlock; ++i) {
          const char16_t unit = unit_at(i);
          surrogates |= (unit & 0xF800) == 0xD800;
          more += (unit >= 0x80) + (unit >= 0x800);
        }
        if (surrogates == 0) {
          utf16_units_ += kBlock;
          utf8_bytes_ += kBlock + more;
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
    const Progress progress = simd::MeasureUtf8(bytes, size);
    if (utf16_units_ == 0 && progress.read >= 3) {
      begins_with_bom_ = bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF;
    }
    utf16_units_ += progress.written;
    utf8_bytes_ += progress.read;
    return progress.read;
  }
  // None of these encodings has U+FEFF.
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const Progress taken = simd::kActive->single_byte.count_utf8(table, bytes, size);
    utf16_units_ += taken.read;
    utf8_bytes_ += taken.written;
    return taken.read;
  }
  void AppendBmp(char16_t unit) {
    if (utf16_units_ == 0) begins_with_bom_ = unit == 0xFEFF;
    utf16_units_ += 1;
    utf8_bytes_ += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    utf16_units_ += 2;
    utf8_bytes_ += 4;
  }
  // Up to 512 scalar values below U+10000.
  void CountBmp(const char16_t* units, size_t count) {
    if (count == 0) return;
    if (utf16_units_ == 0) begins_with_bom_ = units[0] == 0xFEFF;
    utf16_units_ += count;
    uint16_t beyond =
        0;  // bytes, a unit's first apart; narrow, so that compilers make vectors of it
    for (size_t i = 0; i < count; ++i) {
      beyond =
          static_cast<uint16_t>(beyond + (units[i] >= 0x80 ? 1 : 0) + (units[i] >= 0x800 ? 1 : 0));
    }
    utf8_bytes_ += count + beyond;
  }
  size_t utf16_units() const { return utf16_units_; }
  bool empty() const { return utf16_units_ == 0; }
  size_t utf8_bytes() const { return utf8_bytes_; }
  bool begins_with_bom() const { return begins_with_bom_; }
  void Ensure() const {}

 private:
  size_t utf16_units_ = 0;
  size_t utf8_bytes_ = 0;
  bool begins_with_bom_ = false;
};

static_assert(Sink<CountingSink>);

}  // namespace encoding
