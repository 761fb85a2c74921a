// The truth that every other kernel is tested against.
#include "simd/scalar.h"

#include <bit>
#include <cstring>

#include "simd/targets.h"

namespace encoding::simd::scalar {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;

// How many of the eight bytes come before the first with its high bit set.
size_t AsciiBytes(uint64_t word) {
  const uint64_t high = word & kHighBits;
  if (high == 0) return 8;
  const int bits =
      std::endian::native == std::endian::little ? std::countr_zero(high) : std::countl_zero(high);
  return static_cast<size_t>(bits) / 8;
}

// Runs `block(at)` on each stretch of eight ASCII bytes and `byte(at)` on each ASCII byte left.
template <typename Block, typename Byte>
size_t AsciiRun(const uint8_t* bytes, size_t size, Block block, Byte byte) {
  size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes + at, 8);
    const size_t ascii = AsciiBytes(word);
    if (ascii != 8) {
      for (const size_t end = at + ascii; at < end; ++at) byte(at);
      return at;
    }
    block(at);
  }
  for (; at < size && bytes[at] < 0x80; ++at) byte(at);
  return at;
}

}  // namespace

size_t AsciiPrefix(const uint8_t* bytes, size_t size) {
  return AsciiRun(
      bytes, size, [](size_t) {}, [](size_t) {});
}

size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  return AsciiRun(
      bytes, size,
      [&](size_t at) {
        for (size_t i = at; i < at + 8; ++i) out[i] = bytes[i];
      },
      [&](size_t at) { out[at] = bytes[at]; });
}

size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  return AsciiRun(
      bytes, size, [&](size_t at) { std::memcpy(out + at, bytes + at, 8); },
      [&](size_t at) { out[at] = bytes[at]; });
}

size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out) {
  size_t at = 0;
  for (; at + 4 <= size; at += 4) {
    uint64_t word;
    std::memcpy(&word, units + at, 8);
    if (word & 0xFF80FF80FF80FF80) break;
    for (size_t i = at; i < at + 4; ++i) out[i] = static_cast<uint8_t>(units[i]);
  }
  for (; at < size && units[at] < 0x80; ++at) out[at] = static_cast<uint8_t>(units[at]);
  return at;
}

size_t CopyUtf16(const uint8_t* bytes, size_t size, bool swapped, char16_t* out) {
  for (size_t at = 0; at < size; ++at) {
    uint16_t unit;
    std::memcpy(&unit, bytes + 2 * at, 2);
    if (swapped) unit = static_cast<uint16_t>(unit << 8 | unit >> 8);
    if ((unit & 0xF800) == 0xD800) return at;
    out[at] = unit;
  }
  return size;
}

size_t NonC1Prefix(const uint8_t* bytes, size_t size) {
  size_t at = 0;
  while (at < size && (bytes[at] & 0xE0) != 0x80) ++at;
  return at;
}

}  // namespace encoding::simd::scalar

namespace encoding::simd {

const Kernels kScalar = {"scalar",
                         scalar::AsciiPrefix,
                         scalar::WidenAscii,
                         scalar::CopyAscii,
                         scalar::NarrowAscii,
                         scalar::CopyUtf16,
                         scalar::NonC1Prefix,
                         {scalar::DecodePairs, scalar::DecodePairsUtf8, scalar::EncodePairs}};

}  // namespace encoding::simd
