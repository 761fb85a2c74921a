// Utf16Sink, which writes scalar values as UTF-16 in the byte order of the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "../base/plain.h"
#include "../base/surrogates.h"
#include "../simd/ascii.h"
#include "sink.h"
#include "unit_writer.h"

namespace whatwg_encoding {

class Utf16Sink : public UnitWriter<char16_t> {
 public:
  using UnitWriter::UnitWriter;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    return Took(simd::WidenAscii(bytes, size, next_));
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    return Took(simd::Active()->pairs.decode(pairs, bytes, size, next_));
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kSource : simd::Swapped::kNeither;
    return Took(
        simd::Active()->copy_utf16(bytes, size, swapped, reinterpret_cast<uint8_t*>(next_)));
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    return Took(simd::Active()->single_byte.decode(table, bytes, size, next_));
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    if (kIsPlain) return TakeAscii(bytes, size);
    return Took(simd::Active()->unicode.utf8_to_utf16(bytes, size, next_));
  }
  void AppendBmp(char16_t unit) { *next_++ = unit; }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    *next_++ = LeadingSurrogate(scalar);
    *next_++ = TrailingSurrogate(scalar);
  }
};

static_assert(Sink<Utf16Sink>);

}  // namespace whatwg_encoding
