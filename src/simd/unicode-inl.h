// The kernels that read UTF-8, for vectors with byte shuffles. They need `struct V`, as
// vector-inl.h does, and `struct U` with the members below. Each .cc file compiles these kernels
// for its own kind of processor.
//
// U::Block, U::Bits           a vector; an unsigned integer with one bit for each byte
// U::Repeat(sixteen bytes)
// U::LoadShort(bytes, size)   fewer bytes than a vector has, and then 0
// U::StoreShort(block, size, out)
// U::Minimum, U::Difference (0 instead of a negative number)
// U::Choose(bits, a, b)       each bit from a where the constant has a bit, else from b
// U::ChooseBytes(bits, a, b)  each byte from a where U::Bits has a bit, else from b
// U::ChooseNonAscii(block, bits, a, b)   each byte from a where the byte of the block
//                                       is not ASCII, which `bits` says too
// U::Before<n>(block, previous)       replaces each byte by the one n places before it
// U::LookUp(table, indexes)   looks up in sixteen bytes, by indexes below 16
// U::NonZero(block), U::Zero(block), U::AtLeast<byte>(block), U::Continuations(block): U::Bits
// U::StoreShortWidened(block, size, out)   the first `size` bytes as code units
// U::StoreUnits(low, high, bits, out)   stores one code unit for each byte that has a bit;
//                                       there is room for as many as a vector has bytes
// U::StoreShortUnits(low, high, bits, out)   stores the same; there is room for no more
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "lanes.h"
#include "targets.h"
#include "unicode.h"

#if !defined(ENCODING_SET_BEGIN)
// This file is checked alone, for one of the sets.
#include "unicode_avx2-inl.h"
#endif

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// Vectors of bytes and of code units, with which operators compute element by element.
using ByteVector [[gnu::vector_size(V::kBytes)]] = uint8_t;
using UnitVector [[gnu::vector_size(V::kBytes)]] = uint16_t;

// Each shifts the bits within each two bytes.
template <int kBits>
inline U::Block ShiftLeft(U::Block block) {
  return reinterpret_cast<U::Block>(reinterpret_cast<UnitVector>(block) << kBits);
}
template <int kBits>
inline U::Block ShiftRight(U::Block block) {
  return reinterpret_cast<U::Block>(reinterpret_cast<UnitVector>(block) >> kBits);
}

// Pairs of bytes that may not follow each other, by the two nibbles of the first byte and the
// higher nibble of the second. Each field has a bit for each value of the nibble.
// https://encoding.spec.whatwg.org/#utf-8-decoder (steps 3 and 4)
struct Forbidden {
  uint16_t first_high;
  uint16_t first_low;
  uint16_t second_high;
};

constexpr uint16_t Nibbles(unsigned from, unsigned to) {
  return static_cast<uint16_t>((2u << to) - (1u << from));
}

// The last is not an error where the second byte is the third or fourth of a sequence.
inline constexpr Forbidden kForbidden[8] = {
    {Nibbles(0xC, 0xC), Nibbles(0x0, 0x1), Nibbles(0x8, 0xB)},  // C0 and C1 begin nothing
    {Nibbles(0xE, 0xE), Nibbles(0x0, 0x0), Nibbles(0x8, 0x9)},  // lower boundary 0xA0
    {Nibbles(0xE, 0xE), Nibbles(0xD, 0xD), Nibbles(0xA, 0xB)},  // upper boundary 0x9F
    {Nibbles(0xF, 0xF), Nibbles(0x0, 0x0) | Nibbles(0x5, 0xF),
     Nibbles(0x8, 0x8)},                                        // 0x90; F5 to FF
    {Nibbles(0xF, 0xF), Nibbles(0x4, 0xF), Nibbles(0x9, 0xB)},  // 0x8F; F5 to FF
    {Nibbles(0xC, 0xF), Nibbles(0x0, 0xF), Nibbles(0x0, 0x7) | Nibbles(0xC, 0xF)},  // too short
    {Nibbles(0x0, 0x7), Nibbles(0x0, 0xF), Nibbles(0x8, 0xB)},                      // after ASCII
    {Nibbles(0x8, 0xB), Nibbles(0x0, 0xF), Nibbles(0x8, 0xB)},
};

// For each value of a nibble, the bits of the entries of kForbidden that it may belong to.
struct NibbleTable {
  explicit constexpr NibbleTable(uint16_t Forbidden::*nibbles) {
    for (unsigned value = 0; value < 16; ++value) {
      for (unsigned i = 0; i < 8; ++i) {
        if (kForbidden[i].*nibbles >> value & 1) {
          bits[value] = static_cast<uint8_t>(bits[value] | 1u << i);
        }
      }
    }
  }
  uint8_t bits[16] = {};
};

inline constexpr NibbleTable kFirstHigh(&Forbidden::first_high);
inline constexpr NibbleTable kFirstLow(&Forbidden::first_low);
inline constexpr NibbleTable kSecondHigh(&Forbidden::second_high);

// Not 0 where a byte may not follow those before it. `previous` is the block before, whose last
// sequence may continue here.
inline U::Block Misplaced(U::Block block, U::Block previous) {
  const auto nibble = V::Fill8(0x0F);
  const auto first = U::Before<1>(block, previous);
  const auto first_high = ShiftRight<4>(first) & nibble;
  const auto second_high = ShiftRight<4>(block) & nibble;
  const auto forbidden = U::LookUp(U::Repeat(kFirstHigh.bits), first_high) &
                         U::LookUp(U::Repeat(kFirstLow.bits), first & nibble) &
                         U::LookUp(U::Repeat(kSecondHigh.bits), second_high);
  // The highest bit is set where the byte has to be the third or fourth of a sequence.
  const auto third = U::Difference(U::Before<2>(block, previous), V::Fill8(0xE0 - 0x80));
  const auto fourth = U::Difference(U::Before<3>(block, previous), V::Fill8(0xF0 - 0x80));
  return forbidden ^ ((third | fourth) & V::Fill8(0x80));
}

// Where the sequence begins that is not finished before `end`; `end` itself when there is none.
inline size_t SequenceEnd(const uint8_t* bytes, size_t end) {
  if (end >= 1 && bytes[end - 1] >= 0xC0) return end - 1;
  if (end >= 2 && bytes[end - 2] >= 0xE0) return end - 2;
  if (end >= 3 && bytes[end - 3] >= 0xF0) return end - 3;
  return end;
}

inline size_t CountUnits(U::Block block, U::Bits bits) {
  const U::Bits first = ~U::Continuations(block) & bits;
  const U::Bits of_four = U::AtLeast<0xF0>(block) & bits;
  return CountBits(first) + CountBits(of_four);
}

template <bool kCopies>
inline Progress ReadUtf8(const uint8_t* bytes, size_t size, [[maybe_unused]] uint8_t* out) {
  constexpr U::Bits kAll = ~U::Bits{0};
  constexpr size_t kFourVectors = 4 * V::kBytes;  // in bytes
  size_t at = 0;
  size_t units = 0;  // UTF-16 code units of the bytes before `at`
  auto previous = V::Fill8(0);
  auto block = previous;
  U::Bits misplaced = 0;
  while (misplaced == 0 && size - at >= V::kBytes) {
    // Most runs of ASCII are long.
    for (; size - at >= kFourVectors && SequenceEnd(bytes, at) == at; at += kFourVectors) {
      const auto a = V::Load(bytes + at);
      const auto b = V::Load(bytes + at + V::kBytes);
      const auto c = V::Load(bytes + at + 2 * V::kBytes);
      const auto d = V::Load(bytes + at + 3 * V::kBytes);
      Prefetch(bytes + at, kFourVectors);
      if (V::HighBits(a | b | c | d) != 0) break;
      if constexpr (kCopies) {
        V::Store(a, out + at);
        V::Store(b, out + at + V::kBytes);
        V::Store(c, out + at + 2 * V::kBytes);
        V::Store(d, out + at + 3 * V::kBytes);
      }
      units += kFourVectors;
      previous = d;
    }
    for (size_t i = 0; i < 4 && size - at >= V::kBytes; ++i) {
      block = V::Load(bytes + at);
      if constexpr (kCopies) V::Store(block, out + at);
      misplaced = U::NonZero(Misplaced(block, previous));
      if (misplaced != 0) break;
      if constexpr (!kCopies) units += CountUnits(block, kAll);
      previous = block;
      at += V::kBytes;
    }
  }
  size_t end = size;
  size_t counted = size;
  if (misplaced == 0 && at < size) {
    block = U::LoadShort(bytes + at, size - at);
    if constexpr (kCopies) U::StoreShort(block, size - at, out + at);
    // A sequence that the end cuts is found by the 0 after it.
    misplaced = U::NonZero(Misplaced(block, previous));
    if constexpr (!kCopies) {
      if (misplaced == 0) units += CountUnits(block, kAll >> (V::kBytes - (size - at)));
    }
  }
  if (misplaced != 0) {
    counted = end = at + LowestBit(misplaced);
    if constexpr (!kCopies) {
      if (end != at) units += CountUnits(block, kAll >> (V::kBytes - (end - at)));
    }
  }
  end = SequenceEnd(bytes, end);
  // Only the leading byte of an unfinished sequence has been counted.
  if (!kCopies && end != counted) units -= bytes[end] >= 0xF0 ? 2 : 1;
  return {end, units};
}

inline size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  return ReadUtf8<true>(bytes, size, out).read;
}

inline Progress MeasureUtf8(const uint8_t* bytes, size_t size) {
  return ReadUtf8<false>(bytes, size, nullptr);
}

// How many bytes at the end of well-formed UTF-8 belong to a sequence that is cut there. `last` are
// the last four bytes. This does not depend on other results, so that the next block need not wait
// for them.
inline size_t CutAtEnd(uint32_t last) {
  const uint32_t twos = last & last << 1;  // a bit remains where the one below it is set too
  const uint32_t threes = twos & last << 2;
  const uint32_t fours = twos & twos << 2;
  return (twos >> 31) + 2 * (threes >> 23 & 1) + 3 * (fours >> 15 & 1);
}

struct Transcoding {
  U::Bits ends;  // one bit for each byte read that ends a code unit
  size_t read;   // how many bytes come before the first unfinished or malformed sequence
  bool is_malformed;
};

// The result for a block up to `read`, or up to the first malformed sequence. `leading` marks the
// first bytes of sequences, `unfinished` the bytes that do not end a sequence, `ends` the bytes
// that end a code unit.
inline Transcoding UpTo(size_t read, U::Bits malformed, U::Bits leading, U::Bits unfinished,
                        U::Bits ends) {
  using Bits = U::Bits;
  if (malformed != 0) {
    read = LowestBit(malformed);
    if (read == 0) return {0, 0, true};
    // The error is in the sequence that the last leading byte before it begins.
    if (unfinished >> (read - 1) & 1) {
      read = static_cast<size_t>(std::bit_width(leading & ((Bits{1} << read) - 1)) - 1);
      if (read == 0) return {0, 0, true};
    }
  }
  return {ends & (~Bits{0} >> (V::kBytes - read)), read, malformed != 0};
}

// Transcodes a block that begins at the start of a sequence; the bytes before `read` are whole
// sequences if they are well-formed. `low` and `high` become the lower and the upper bytes of the
// code unit that each byte ends. In a sequence of four bytes, the third byte ends one too.
inline Transcoding TranscodeUtf8(U::Block block, U::Bits non_ascii, size_t read, U::Block& low,
                                 U::Block& high) {
  using Bits = U::Bits;
  const Bits from_c2 = U::AtLeast<0xC2>(block);
  const Bits from_e0 = U::AtLeast<0xE0>(block);
  const Bits continuations = U::Continuations(block);
  // A byte that is neither ASCII nor a continuation begins a sequence. A continuation follows each
  // byte that does not end a sequence, and no other byte.
  const auto misplaced = [&](Bits unfinished) {
    return ((unfinished << 1) ^ continuations) | (non_ascii ^ (from_c2 | continuations));
  };

  const auto zero = V::Fill8(0);
  const auto before = U::Before<1>(block, zero);
  // The lower byte is xxyyyyyy: two bits of the byte before, and six of the byte itself.
  low = U::Choose(0x3F, block, ShiftLeft<6>(before));
  low = U::ChooseNonAscii(block, non_ascii, low, block);
  // The upper byte is zzzzxxxx: four bits of the first byte when it begins three bytes, and four of
  // the last byte but one.
  high = ShiftRight<2>(before);
  if (from_e0 == 0) {
    high = U::ChooseNonAscii(block, non_ascii, high & V::Fill8(0x0F), zero);
    return UpTo(read, misplaced(from_c2), from_c2, from_c2, ~from_c2);
  }
  const Bits from_f0 = U::AtLeast<0xF0>(block);
  const Bits unfinished = from_c2 | from_e0 << 1 | from_f0 << 2;
  Bits malformed = misplaced(unfinished);
  const auto before_that = U::Before<2>(block, zero);
  const auto first = ShiftLeft<4>(U::Difference(before_that, V::Fill8(0xE0)));
  high = U::Choose(0x0F, high, first);
  high = U::ChooseNonAscii(block, non_ascii, high, zero);

  // Three bytes may stand only for U+0800 and above, and not for surrogates.
  const auto top = high & V::Fill8(0xF8);
  const Bits third = (from_e0 & ~from_f0) << 2;
  malformed |= (U::Zero(U::Minimum(top, top ^ V::Fill8(0xD8))) & third) >> 2;

  if (from_f0 != 0) [[unlikely]] {
    const Bits leading = from_f0 << 2;
    const Bits trailing = from_f0 << 3;
    high = U::ChooseBytes(trailing, U::Choose(0x03, high, V::Fill8(0xDC)), high);
    // The leading surrogate is 110110wwwwzzzzxx. wwww is one less than the bits of the scalar value
    // above the lower sixteen, which are in the first two bytes; zzzz comes from the second byte
    // and xx from the third.
    const auto plane =
        U::Choose(0x03, ShiftRight<4>(before), ShiftLeft<2>(before_that) & V::Fill8(0x3C));
    const auto wwww = reinterpret_cast<U::Block>(reinterpret_cast<ByteVector>(plane) - 1);
    const auto zzzzxx = U::Choose(0x03, ShiftRight<4>(block), ShiftLeft<2>(before));
    low = U::ChooseBytes(leading, U::Choose(0x3F, zzzzxx, ShiftLeft<6>(wwww)), low);
    const auto top_bits = ShiftRight<2>(wwww) & V::Fill8(0x3F);
    high = U::ChooseBytes(leading, top_bits ^ V::Fill8(0xD8), high);
    // A number of more than four bits is not a plane from 1 to 16.
    malformed |= (U::NonZero(top_bits & V::Fill8(0x3C)) & leading) >> 2;
  }

  return UpTo(read, malformed, from_c2, unfinished, ~unfinished | from_f0 << 2);
}

inline Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out) {
  size_t at = 0;
  char16_t* next = out;
  U::Block low;
  U::Block high;
  while (size - at >= V::kBytes) {
    const auto block = V::Load(bytes + at);
    const U::Bits non_ascii = V::HighBits(block);
    Prefetch(bytes + at);
    if (non_ascii == 0) {
      V::StoreWidened(block, next);
      at += V::kBytes;
      next += V::kBytes;
      continue;
    }
    const size_t cut = CutAtEnd(Load32(bytes + at + V::kBytes - 4));
    const Transcoding result = TranscodeUtf8(block, non_ascii, V::kBytes - cut, low, high);
    if (result.is_malformed) [[unlikely]] {
      // Stores only the units of the bytes that were read. A longer store would overlap the stores
      // that follow the error, and overlapping stores are slow.
      U::StoreShortUnits(low, high, result.ends, next);
      next += CountBits(result.ends);
      return ProgressTo(at + result.read, out, next);
    }
    U::StoreUnits(low, high, result.ends, next);
    at += result.read;
    next += CountBits(result.ends);
  }
  if (at != size) {
    const size_t rest = size - at;
    const auto block = U::LoadShort(bytes + at, rest);
    const U::Bits non_ascii = V::HighBits(block);
    if (non_ascii == 0) {
      U::StoreShortWidened(block, rest, next);
      return {size, static_cast<size_t>(next - out) + rest};
    }
    const Transcoding result = TranscodeUtf8(block, non_ascii, V::kBytes, low, high);
    // A sequence that the end cuts is found by the 0 after it.
    const size_t read = std::min(result.read, rest);
    if (read != 0) {
      const U::Bits ends = result.ends & (~U::Bits{0} >> (V::kBytes - read));
      U::StoreShortUnits(low, high, ends, next);
      at += read;
      next += CountBits(ends);
    }
  }
  return ProgressTo(at, out, next);
}

inline constexpr UnicodeKernels kUnicode = {Utf8ToUtf16, CopyUtf8, MeasureUtf8, Utf16ToUtf8};

ENCODING_SET_END

#endif
