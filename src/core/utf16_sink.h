// Utf16Sink, which writes scalar values as UTF-16 in the byte order of the machine.
// May include base/, simd/ and core/.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "../base/surrogates.h"
#include "../simd/ascii.h"
#include "sink.h"

namespace whatwg_encoding {

class Utf16Sink {
 public:
  Utf16Sink(char16_t* begin, size_t room) : begin_(begin), next_(begin), room_(room) {}

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::WidenAscii(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    const Progress run = simd::kActive->pairs.decode(pairs, bytes, size, next_);
    next_ += run.written;
    return run.read;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kSource : simd::Swapped::kNeither;
    const size_t taken =
        simd::kActive->copy_utf16(bytes, size, swapped, reinterpret_cast<uint8_t*>(next_));
    next_ += taken;
    return taken;
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const size_t taken = simd::kActive->single_byte.decode(table, bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    const Progress progress = simd::kActive->unicode.utf8_to_utf16(bytes, size, next_);
    next_ += progress.written;
    return progress.read;
  }
  void AppendBmp(char16_t unit) { *next_++ = unit; }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    *next_++ = LeadingSurrogate(scalar);
    *next_++ = TrailingSurrogate(scalar);
  }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }
  void Ensure() const { assert(written() <= room_); }

 private:
  char16_t* begin_;
  char16_t* next_;
  [[maybe_unused]] size_t room_;
};

static_assert(Sink<Utf16Sink>);

}  // namespace whatwg_encoding
