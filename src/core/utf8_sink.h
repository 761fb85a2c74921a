// Utf8Sink, which writes scalar values as UTF-8.
// May include base/, simd/ and core/.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "../base/utf8.h"
#include "../simd/ascii.h"
#include "sink.h"

namespace whatwg_encoding {

class Utf8Sink {
 public:
  Utf8Sink(uint8_t* begin, size_t room) : begin_(begin), next_(begin), room_(room) {}

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::CopyAscii(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    const Progress run = simd::kActive->pairs.decode_utf8(pairs, bytes, size, next_);
    next_ += run.written;
    return run.read;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const Progress progress =
        simd::kActive->unicode.utf16_to_utf8(bytes, size, is_utf16be != kIsBigEndian, next_);
    next_ += progress.written;
    return progress.read;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::kActive->unicode.copy_utf8(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const Progress taken = simd::kActive->single_byte.decode_utf8(table, bytes, size, next_);
    next_ += taken.written;
    return taken.read;
  }
  void AppendBmp(char16_t unit) { next_ = WriteUtf8Bmp(unit, next_); }
  void Append(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }
  void Ensure() const { assert(written() <= room_); }

 private:
  uint8_t* begin_;
  uint8_t* next_;
  [[maybe_unused]] size_t room_;
};

static_assert(Sink<Utf8Sink>);

}  // namespace whatwg_encoding
