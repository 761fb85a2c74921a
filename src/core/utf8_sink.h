// Utf8Sink, which writes scalar values as UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "../base/plain.h"
#include "../base/utf8.h"
#include "../simd/ascii.h"
#include "sink.h"
#include "unit_writer.h"

namespace whatwg_encoding {

class Utf8Sink : public UnitWriter<uint8_t> {
 public:
  using UnitWriter::UnitWriter;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    return Took(simd::CopyAscii(bytes, size, next_));
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    return Took(simd::Active()->pairs.decode_utf8(pairs, bytes, size, next_));
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    return Took(
        simd::Active()->unicode.utf16_to_utf8(bytes, size, is_utf16be != kIsBigEndian, next_));
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    return Took(simd::Active()->single_byte.decode_utf8(table, bytes, size, next_));
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    return Took(simd::Active()->unicode.copy_utf8(bytes, size, next_));
  }
  void AppendBmp(char16_t unit) { next_ = WriteUtf8Bmp(unit, next_); }
  void Append(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }
};

static_assert(Sink<Utf8Sink>);

}  // namespace whatwg_encoding
