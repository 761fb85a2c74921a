// The truth for the kernels between Unicode encodings.
#include <cstring>

#include "core/load.h"
#include "core/sink.h"
#include "simd/scalar.h"

namespace encoding::simd::scalar {

namespace {

constexpr uint64_t kHighBits = 0x8080'8080'8080'8080;

struct Sequence {
  size_t size;  // 0: malformed or cut
  char32_t code_point;
};

// Reads the sequence that begins with a byte that is not ASCII. The same as the steps of the
// standard's decoder: what its boundaries refuse is refused by the code point.
Sequence ReadSequence(const uint8_t* bytes, size_t size) {
  constexpr Sequence kNone = {0, 0};
  uint32_t word = 0;  // what is beyond the end continues no sequence
  if (size >= 4) {
    word = Load32(bytes);
  } else {
    for (size_t i = 0; i < size; ++i) word |= static_cast<uint32_t>(bytes[i]) << 8 * i;
  }
  if ((word & 0x00C0'C0F0) == 0x0080'80E0) {
    const uint32_t code_point = (word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
    if (code_point < 0x800 || (code_point & 0xF800) == 0xD800) return kNone;
    return {3, code_point};
  }
  if ((word & 0x0000'C0E0) == 0x0000'80C0) {
    const uint32_t code_point = (word & 0x1F) << 6 | (word >> 8 & 0x3F);
    return code_point < 0x80 ? kNone : Sequence{2, code_point};
  }
  if ((word & 0xC0C0'C0F8) == 0x8080'80F0) {
    const uint32_t code_point =
        (word & 0x7) << 18 | (word << 4 & 0x3F000) | (word >> 10 & 0xFC0) | (word >> 24 & 0x3F);
    return code_point < 0x10000 || code_point > 0x10FFFF ? kNone : Sequence{4, code_point};
  }
  return kNone;
}

// Calls `ascii(at, count)` on each run of ASCII bytes, eight or one, and `sequence(at, sequence)`
// on each sequence; returns where it stops.
template <typename Ascii, typename OnSequence>
size_t ForEachSequence(const uint8_t* bytes, size_t size, Ascii ascii, OnSequence on_sequence) {
  size_t at = 0;
  while (at < size) {
    if (bytes[at] < 0x80) {
      const bool are_eight = size - at >= 8 && (Load64(bytes + at) & kHighBits) == 0;
      const size_t count = are_eight ? 8 : 1;
      ascii(at, count);
      at += count;
      continue;
    }
    const Sequence sequence = ReadSequence(bytes + at, size - at);
    if (sequence.size == 0) break;
    on_sequence(at, sequence);
    at += sequence.size;
  }
  return at;
}

uint16_t LoadUnit(const uint8_t* bytes) {
  uint16_t unit;
  std::memcpy(&unit, bytes, 2);
  return unit;
}

uint16_t Swap(uint16_t unit) { return static_cast<uint16_t>(unit << 8 | unit >> 8); }

}  // namespace

Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out) {
  char16_t* next = out;
  const size_t read = ForEachSequence(
      bytes, size,
      [&](size_t at, size_t count) {
        if (count == 8) {
          for (size_t i = 0; i < 8; ++i) next[i] = bytes[at + i];
        } else {
          *next = bytes[at];
        }
        next += count;
      },
      [&](size_t, Sequence sequence) {
        if (sequence.size == 4) {
          *next++ = LeadingSurrogate(sequence.code_point);
          *next++ = TrailingSurrogate(sequence.code_point);
        } else {
          *next++ = static_cast<char16_t>(sequence.code_point);
        }
      });
  return {read, static_cast<size_t>(next - out)};
}

size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  const size_t read = MeasureUtf8(bytes, size).read;
  if (read != 0) std::memcpy(out, bytes, read);
  return read;
}

Progress MeasureUtf8(const uint8_t* bytes, size_t size) {
  size_t units = 0;
  const size_t read = ForEachSequence(
      bytes, size, [&](size_t, size_t count) { units += count; },
      [&](size_t, Sequence sequence) { units += sequence.size == 4 ? 2 : 1; });
  return {read, units};
}

Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  const auto unit_at = [&](size_t place) {
    const uint16_t unit = LoadUnit(bytes + 2 * place);
    return static_cast<char16_t>(swapped ? Swap(unit) : unit);
  };
  for (; at < size; ++at) {
    const char16_t unit = unit_at(at);
    if ((unit & 0xF800) != 0xD800) {
      next = WriteUtf8Bmp(unit, next);
      continue;
    }
    if (!IsLeadingSurrogate(unit) || at + 1 == size) break;
    const char16_t trailing = unit_at(at + 1);
    if (!IsTrailingSurrogate(trailing)) break;
    next = WriteUtf8(FromSurrogates(unit, trailing), next);
    ++at;
  }
  return {at, static_cast<size_t>(next - out)};
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

}  // namespace encoding::simd::scalar
