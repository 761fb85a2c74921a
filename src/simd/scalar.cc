// The kernels without vector instructions. Every other kernel is tested against them.
// May include base/ and simd/.
#include "simd/scalar.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simd/targets.h"

namespace encoding::simd::scalar {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;

// How many of eight bytes come before the first whose high bit is set.
size_t AsciiBytes(uint64_t word) {
  const uint64_t high = word & kHighBits;
  if (high == 0) return 8;
  const int bits =
      std::endian::native == std::endian::little ? std::countr_zero(high) : std::countl_zero(high);
  return static_cast<size_t>(bits) / 8;
}

// Calls `block(at, word)` for each eight ASCII bytes and `byte(at, byte)` for each ASCII byte that
// is left, up to the first other byte; returns how many there are. The bytes are passed as they
// were read, because another thread may write to the input meanwhile.
template <typename Block, typename Byte>
size_t AsciiRun(const uint8_t* bytes, size_t size, Block block, Byte byte) {
  size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes + at, 8);
    const size_t ascii = AsciiBytes(word);
    if (ascii != 8) {
      uint8_t eight[8];
      std::memcpy(eight, &word, 8);
      for (size_t i = 0; i < ascii; ++i) byte(at + i, eight[i]);
      return at + ascii;
    }
    block(at, word);
  }
  for (; at < size; ++at) {
    const uint8_t next = bytes[at];
    if (next >= 0x80) break;
    byte(at, next);
  }
  return at;
}

}  // namespace

size_t AsciiPrefix(const uint8_t* bytes, size_t size) {
  return AsciiRun(
      bytes, size, [](size_t, uint64_t) {}, [](size_t, uint8_t) {});
}

size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  return AsciiRun(
      bytes, size,
      [&](size_t at, uint64_t word) {
        uint8_t eight[8];
        std::memcpy(eight, &word, 8);
        for (size_t i = 0; i < 8; ++i) out[at + i] = eight[i];
      },
      [&](size_t at, uint8_t byte) { out[at] = byte; });
}

size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  return AsciiRun(
      bytes, size, [&](size_t at, uint64_t word) { std::memcpy(out + at, &word, 8); },
      [&](size_t at, uint8_t byte) { out[at] = byte; });
}

bool Copy(const uint8_t* bytes, size_t size, uint8_t* out) {
  const size_t ascii = CopyAscii(bytes, size, out);
  if (ascii == size) return true;
  std::memcpy(out + ascii, bytes + ascii, size - ascii);
  return false;
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

size_t NonC1Prefix(const uint8_t* bytes, size_t size) {
  size_t at = 0;
  while (at < size && (bytes[at] & 0xE0) != 0x80) ++at;
  return at;
}

namespace tables {
namespace {
#include "simd/single_byte-inl.h"
}  // namespace
}  // namespace tables

const SingleByteKernels kSingleByte = tables::kSingleByte;

}  // namespace encoding::simd::scalar

namespace encoding::simd {

const Kernels kScalar = {"scalar",
                         scalar::AsciiPrefix,
                         scalar::WidenAscii,
                         scalar::CopyAscii,
                         scalar::Copy,
                         scalar::NarrowAscii,
                         scalar::CopyUtf16,
                         scalar::NonC1Prefix,
                         scalar::kUnicode,
                         scalar::tables::kSingleByte,
                         {scalar::DecodePairs, scalar::DecodePairsUtf8, scalar::EncodePairs},
                         scalar::ToEucJp};

}  // namespace encoding::simd
