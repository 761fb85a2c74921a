// ByteSink, to which encoders write their bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "../base/load.h"
#include "../base/plain.h"
#include "../base/utf8.h"
#include "../simd/ascii.h"
#include "../simd/kernels.h"
#include "unit_writer.h"

namespace whatwg_encoding {

// Where encoders write their bytes. It does not check for room, because the EncoderLimits of an
// encoder say how much it needs.
class ByteSink : public UnitWriter<uint8_t> {
 public:
  using UnitWriter::UnitWriter;

  void Append(uint8_t byte) { *next_++ = byte; }
  // Appends one byte when the number is below 0x100, else two, the higher one first.
  void AppendBytes(uint16_t bytes) {
    if (bytes >= 0x100) Append(static_cast<uint8_t>(bytes >> 8));
    Append(static_cast<uint8_t>(bytes));
  }
  void AppendUtf8(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }

  // Each of the following encodes code units, and returns how many it has read. This one encodes up
  // to the first that is not in the table.
  size_t TakePairs(const simd::PairBytesTable& pairs, const char16_t* units, size_t size) {
    return Took(simd::Active()->pairs.encode(pairs, units, size, next_));
  }
  // Up to the first that is not ASCII.
  size_t TakeAscii(const char16_t* units, size_t size) {
    return Took(simd::NarrowAscii(units, size, next_));
  }
  // Up to the first for which the map has no byte.
  size_t TakeSingleByte(const simd::SingleByteMap& map, const char16_t* units, size_t size) {
    return Took(simd::Active()->single_byte.encode(map, units, size, next_));
  }
  // In UTF-8, up to the first lone surrogate. A leading surrogate at the end of the input counts as
  // lone.
  size_t TakeUtf8(Units units) {
    if (kIsPlain) return 0;
    return Took(simd::Active()->unicode.utf16_to_utf8(BytesOf(units), units.size(), false, next_));
  }
  // In UTF-16BE or UTF-16LE, up to the first lone surrogate, as TakeUtf8() does.
  size_t TakeUtf16(Units units, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kTarget : simd::Swapped::kNeither;
    const size_t taken = simd::Active()->copy_utf16(BytesOf(units), units.size(), swapped, next_);
    next_ += 2 * taken;
    return taken;
  }
  // Where the next byte goes. A caller that writes bytes there calls Advance() with their number.
  uint8_t* next() { return next_; }
  void Advance(size_t bytes) { next_ += bytes; }

 private:
  static const uint8_t* BytesOf(Units units) {
    return reinterpret_cast<const uint8_t*>(units.data());
  }
};

}  // namespace whatwg_encoding
