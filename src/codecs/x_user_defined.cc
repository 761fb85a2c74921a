// https://encoding.spec.whatwg.org/#x-user-defined-decoder
// Decodes and encodes x-user-defined as a single-byte encoding whose index is computed.
#include "x_user_defined.h"

#include <array>

#include "../base/utf8.h"
#include "../core/sinks.h"
#include "../core/source.h"

namespace whatwg_encoding {

namespace {

// The arithmetic of the standard as the index of a single-byte encoding: byte 0x80 + i stands for
// U+F780 + i.
constexpr char16_t kFirst = 0xF780;

constexpr auto kUnits = [] {
  std::array<uint16_t, 256> units{};
  for (size_t byte = 0; byte < 256; ++byte) {
    units[byte] = static_cast<uint16_t>(byte < 0x80 ? byte : kFirst + byte - 0x80);
  }
  return units;
}();

// Has the layout of index::kSingleByteUtf8.
constexpr auto kUtf8 = [] {
  std::array<uint32_t, 256> utf8{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    const uint32_t unit = kUnits[byte];
    utf8[byte] = byte < 0x80 ? 1u << 24 | byte
                             : 3u << 24 | uint32_t{Utf8Continuation(unit)} << 16 |
                                   uint32_t{Utf8Continuation(unit >> 6)} << 8 | 0xE0 | unit >> 12;
  }
  return utf8;
}();

// Page 0 is empty. Two pages of ASCII follow, and two of the bytes from 0x80 on.
constexpr auto kEncodePages = [] {
  std::array<uint8_t, size_t{5} * 64> pages{};
  for (size_t byte = 0; byte < 256; ++byte) pages[64 + byte] = static_cast<uint8_t>(byte);
  return pages;
}();

constexpr auto kEncodeIndex = [] {
  std::array<uint8_t, 0x10000 / 64> index{};
  index[0] = 1;
  index[1] = 2;
  index[kFirst / 64] = 3;
  index[kFirst / 64 + 1] = 4;
  return index;
}();

}  // namespace

template <Sink S>
DecodeResult XUserDefinedDecoder::Decode(Bytes in, S& out, bool) {
  out.TakeSingleByte({kUnits.data(), kUtf8.data()}, in.data(), in.size());
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(XUserDefinedDecoder);

EncodeResult XUserDefinedEncoder::Encode(Units in, ByteSink& out, bool) {
  return EncodeSingleByte({kEncodeIndex.data(), kEncodePages.data(), kFirst}, in, out);
}

}  // namespace whatwg_encoding
