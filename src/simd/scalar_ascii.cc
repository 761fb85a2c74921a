// The kernels for ASCII without vector instructions.
#include <cstring>

#include "../base/load.h"
#include "lanes.h"
#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

namespace {

// Calls `block(at, word)` for each eight ASCII bytes and `byte(at, byte)` for each ASCII byte that
// is left, up to the first other byte; returns how many there are. The bytes are passed as they
// were read, because another thread may write to the input meanwhile.
template <typename Block, typename Byte>
size_t AsciiRun(const uint8_t* bytes, size_t size, Block block, Byte byte) {
  size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    const uint64_t word = Load64(bytes + at);
    const size_t ascii = BytesBefore(word);
    if (ascii != 8) {
      for (size_t i = 0; i < ascii; ++i) byte(at + i, static_cast<uint8_t>(word >> 8 * i));
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
  // Compilers make vector instructions of this loop.
  constexpr size_t kStep = 64;
  size_t at = 0;
  for (; at + kStep <= size; at += kStep) {
    uint64_t all = 0;
    for (size_t i = 0; i < kStep; i += 8) all |= Load64(bytes + at + i);
    if (BytesBefore(all) != 8) break;
  }
  return at + AsciiRun(
                  bytes + at, size - at, [](size_t, uint64_t) {}, [](size_t, uint8_t) {});
}

size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  return AsciiRun(
      bytes, size,
      [&](size_t at, uint64_t word) {
        uint8_t eight[8];
        Store64(word, eight);
        for (size_t i = 0; i < 8; ++i) out[at + i] = eight[i];
      },
      [&](size_t at, uint8_t byte) { out[at] = byte; });
}

size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  return AsciiRun(
      bytes, size, [&](size_t at, uint64_t word) { Store64(word, out + at); },
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

}  // namespace whatwg_encoding::simd::scalar
