// The kernels between Unicode encodings without vector instructions. Every other kernel of this
// kind is tested against them.
// May include base/ and simd/.
#include <cstring>

#include "../base/load.h"
#include "lanes.h"
#include "scalar.h"
#include "sequences.h"

namespace whatwg_encoding::simd::scalar {

namespace {

// A block of eight bytes or four code units, as sequences-inl.h needs it.
struct A {
  static constexpr size_t kBytes = 8;

  static size_t Prefix(const uint8_t* bytes) { return BytesBefore(Load64(bytes)); }
  static size_t Widen(const uint8_t* bytes, char16_t* out) {
    for (size_t i = 0; i < 8; ++i) out[i] = bytes[i];
    return Prefix(bytes);
  }
  static size_t Copy(const uint8_t* bytes, uint8_t* out) {
    std::memcpy(out, bytes, 8);
    return Prefix(bytes);
  }
  static size_t Narrow(const uint8_t* bytes, uint8_t* out) {
    uint16_t units[4];
    std::memcpy(units, bytes, 8);
    size_t ascii = 0;
    while (ascii < 4 && units[ascii] < 0x80) {
      out[ascii] = static_cast<uint8_t>(units[ascii]);
      ++ascii;
    }
    return ascii;
  }
  static bool AllAscii(const uint8_t* bytes) {
    uint64_t units[2];
    std::memcpy(units, bytes, 16);
    return ((units[0] | units[1]) & 0xFF80'FF80'FF80'FF80) == 0;
  }
};

#include "sequences-inl.h"

}  // namespace

Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out) {
  return TranscodeSequences(bytes, size, out);
}

size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  return CopySequences(bytes, size, out);
}

Progress MeasureUtf8(const uint8_t* bytes, size_t size) { return MeasureSequences(bytes, size); }

Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  return TranscodeCodeUnits(bytes, size, swapped, out);
}

size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out) {
  const auto load = [&](size_t at) {
    const uint16_t unit = LoadUnit(bytes + 2 * at);
    return static_cast<char16_t>(swapped == Swapped::kSource ? Swap(unit) : unit);
  };
  const auto store = [&](size_t at, char16_t unit) {
    const uint16_t stored = swapped == Swapped::kTarget ? Swap(unit) : unit;
    std::memcpy(out + 2 * at, &stored, 2);
  };
  size_t at = 0;
  for (; at < size; ++at) {
    const char16_t unit = load(at);
    if ((unit & 0xF800) == 0xD800) {
      if (!IsLeadingSurrogate(unit) || at + 1 == size) break;
      const char16_t trailing = load(at + 1);
      if (!IsTrailingSurrogate(trailing)) break;
      store(at, unit);
      store(++at, trailing);
      continue;
    }
    store(at, unit);
  }
  return at;
}

}  // namespace whatwg_encoding::simd::scalar
