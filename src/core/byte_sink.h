// ByteSink, to which encoders write their bytes.
// May include base/, simd/ and core/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "../base/load.h"
#include "../base/utf8.h"
#include "../simd/ascii.h"
#include "../simd/kernels.h"

namespace whatwg_encoding {

// Where encoders write their bytes. A byte sink does not check for room: an encoder writes at most
// kMaxBytesPerUnit bytes for each code unit of its input, and kMaxEndBytes bytes at end-of-queue.
class ByteSink {
 public:
  explicit ByteSink(uint8_t* begin) : begin_(begin), next_(begin) {}

  void Append(uint8_t byte) { *next_++ = byte; }
  // Appends one byte when the number is below 0x100, else two, the higher one first.
  void AppendBytes(uint16_t bytes) {
    if (bytes >= 0x100) Append(static_cast<uint8_t>(bytes >> 8));
    Append(static_cast<uint8_t>(bytes));
  }
  // Encodes code units up to the first that is not in the table; returns how many it has read.
  size_t TakePairs(const simd::PairBytesTable& pairs, const char16_t* units, size_t size) {
    const Progress run = simd::kActive->pairs.encode(pairs, units, size, next_);
    next_ += run.written;
    return run.read;
  }
  void AppendUtf8(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }
  // Appends code units up to the first that is not ASCII; returns how many.
  size_t TakeAscii(const char16_t* units, size_t size) {
    const size_t taken = simd::NarrowAscii(units, size, next_);
    next_ += taken;
    return taken;
  }
  // Encodes code units up to the first for which the map has no byte; returns how many it has read.
  size_t TakeSingleByte(const simd::SingleByteMap& map, const char16_t* units, size_t size) {
    const size_t taken = simd::kActive->single_byte.encode(map, units, size, next_);
    next_ += taken;
    return taken;
  }
  // Encodes code units in UTF-8, up to the first lone surrogate; returns how many it has read. A
  // leading surrogate at the end of the input counts as lone.
  size_t TakeUtf8(Units units) {
    const Progress progress =
        simd::kActive->unicode.utf16_to_utf8(BytesOf(units), units.size(), false, next_);
    next_ += progress.written;
    return progress.read;
  }
  // Encodes code units in UTF-16BE or UTF-16LE, up to the first lone surrogate, as TakeUtf8() does.
  size_t TakeUtf16(Units units, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kTarget : simd::Swapped::kNeither;
    const size_t taken = simd::kActive->copy_utf16(BytesOf(units), units.size(), swapped, next_);
    next_ += 2 * taken;
    return taken;
  }
  // Where the next byte goes. A caller that writes bytes there calls Advance() with their number.
  uint8_t* next() { return next_; }
  void Advance(size_t bytes) { next_ += bytes; }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }

 private:
  static const uint8_t* BytesOf(Units units) {
    return reinterpret_cast<const uint8_t*>(units.data());
  }

  uint8_t* begin_;
  uint8_t* next_;
};

}  // namespace whatwg_encoding
