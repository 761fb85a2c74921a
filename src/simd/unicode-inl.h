// The kernels that read UTF-8, over vectors. A file that includes this has opened a namespace of
// its own and defined in it `struct V` as vector-inl.h wants it, and `struct U` with what is said
// below. No include guard: each kind of processor compiles it for itself.
//
// U::Block, U::Bits           a vector; an unsigned integer of one bit a byte
// U::Fill(byte), U::Repeat(sixteen bytes)
// U::LoadShort(bytes, size)   fewer bytes than a vector has, 0 beyond
// U::StoreShort(block, size, out)
// U::And, U::Or, U::Xor, U::Minimum, U::Difference (0 where it were negative), U::Decrement
// U::ShiftLeft<n>, U::ShiftRight<n>   of each two bytes
// U::Choose(bits, a, b)       a where the constant bits say so, else b, bit by bit
// U::ChooseBytes(bits, a, b)  a where U::Bits say so, else b
// U::ChooseNonAscii(block, bits, a, b)   a where a byte of the block, and its bit, is not ASCII
// U::Before<n>(block, previous)       each byte replaced by the n-th before it
// U::LookUp(table, indexes)   of sixteen bytes, by indexes below sixteen
// U::NonZero(block), U::Zero(block), U::AtLeast<byte>(block), U::Continuations(block): U::Bits
// U::StoreShortWidened(block, size, out)   the first `size` bytes as code units
// U::StoreUnits(low, high, bits, out)   the units of the bytes that `bits` name, as many; there is
//                                       room for as many units as a vector has bytes
// U::StoreShortUnits(low, high, bits, size, out)   the same with room for `size`

// Bytes that cannot follow each other, by the nibbles of the first and the higher one of the second
// (a bit for each value): https://encoding.spec.whatwg.org/#utf-8-decoder, steps 3 and 4.
struct Forbidden {
  uint16_t first_high;
  uint16_t first_low;
  uint16_t second_high;
};

constexpr uint16_t Nibbles(unsigned from, unsigned to) {
  return static_cast<uint16_t>((2u << to) - (1u << from));
}

// The last is no error where the byte is the third or fourth of a sequence.
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

// For each value of a nibble the bits of those that it may belong to.
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

// Non-zero where a byte cannot come after those before it. `previous` is the block before, of whose
// sequences it may be the rest.
inline U::Block Misplaced(U::Block block, U::Block previous) {
  const auto nibble = U::Fill(0x0F);
  const auto first = U::template Before<1>(block, previous);
  const auto first_high = U::And(U::template ShiftRight<4>(first), nibble);
  const auto second_high = U::And(U::template ShiftRight<4>(block), nibble);
  const auto forbidden = U::And(U::And(U::LookUp(U::Repeat(kFirstHigh.bits), first_high),
                                       U::LookUp(U::Repeat(kFirstLow.bits), U::And(first, nibble))),
                                U::LookUp(U::Repeat(kSecondHigh.bits), second_high));
  // The highest bit where the byte is to be the third of a sequence, or the fourth.
  const auto third = U::Difference(U::template Before<2>(block, previous), U::Fill(0xE0 - 0x80));
  const auto fourth = U::Difference(U::template Before<3>(block, previous), U::Fill(0xF0 - 0x80));
  return U::Xor(forbidden, U::And(U::Or(third, fourth), U::Fill(0x80)));
}

// Where the sequence begins that is not finished before `end`, or `end` itself.
inline size_t SequenceEnd(const uint8_t* bytes, size_t end) {
  if (end >= 1 && bytes[end - 1] >= 0xC0) return end - 1;
  if (end >= 2 && bytes[end - 2] >= 0xE0) return end - 2;
  if (end >= 3 && bytes[end - 3] >= 0xF0) return end - 3;
  return end;
}

inline size_t CountUnits(U::Block block, U::Bits bits) {
  const U::Bits first = ~U::Continuations(block) & bits;
  const U::Bits of_four = U::template AtLeast<0xF0>(block) & bits;
  return static_cast<size_t>(std::popcount(first)) + static_cast<size_t>(std::popcount(of_four));
}

template <bool kCopies>
inline Progress ReadUtf8(const uint8_t* bytes, size_t size, [[maybe_unused]] uint8_t* out) {
  constexpr U::Bits kAll = ~U::Bits{0};
  constexpr size_t kFour = 4 * V::kBytes;
  size_t at = 0;
  size_t units = 0;  // of the bytes before `at`
  auto previous = U::Fill(0);
  auto block = previous;
  U::Bits misplaced = 0;
  bool in_fours = false;
  while (size - at >= V::kBytes) {
    if (in_fours && size - at >= kFour) {
      const auto a = V::Load(bytes + at);
      const auto b = V::Load(bytes + at + V::kBytes);
      const auto c = V::Load(bytes + at + 2 * V::kBytes);
      const auto d = V::Load(bytes + at + 3 * V::kBytes);
      Prefetch(bytes + at, kFour);
      if (V::HighBits(U::Or(U::Or(a, b), U::Or(c, d))) == 0 && SequenceEnd(bytes, at) == at) {
        units += kFour;
      } else if (U::NonZero(U::Or(U::Or(Misplaced(a, previous), Misplaced(b, a)),
                                  U::Or(Misplaced(c, b), Misplaced(d, c)))) != 0) {
        in_fours = false;
        continue;
      } else if constexpr (!kCopies) {
        units +=
            CountUnits(a, kAll) + CountUnits(b, kAll) + CountUnits(c, kAll) + CountUnits(d, kAll);
      }
      if constexpr (kCopies) {
        V::Store(a, out + at);
        V::Store(b, out + at + V::kBytes);
        V::Store(c, out + at + 2 * V::kBytes);
        V::Store(d, out + at + 3 * V::kBytes);
      }
      previous = d;
      at += kFour;
      continue;
    }
    block = V::Load(bytes + at);
    if constexpr (kCopies) V::Store(block, out + at);
    misplaced = U::NonZero(Misplaced(block, previous));
    if (misplaced != 0) break;
    if constexpr (!kCopies) units += CountUnits(block, kAll);
    // In fours after a block without an error, so that one in each costs little.
    in_fours = at == 0;
    previous = block;
    at += V::kBytes;
  }
  size_t end = size;
  size_t counted = size;
  if (misplaced == 0 && at < size) {
    block = U::LoadShort(bytes + at, size - at);
    if constexpr (kCopies) U::StoreShort(block, size - at, out + at);
    // What is cut at the end is found by the 0 behind it.
    misplaced = U::NonZero(Misplaced(block, previous));
    if constexpr (!kCopies) {
      if (misplaced == 0) units += CountUnits(block, kAll >> (V::kBytes - (size - at)));
    }
  }
  if (misplaced != 0) {
    counted = end = at + static_cast<size_t>(std::countr_zero(misplaced));
    if constexpr (!kCopies) {
      if (end != at) units += CountUnits(block, kAll >> (V::kBytes - (end - at)));
    }
  }
  end = SequenceEnd(bytes, end);
  // All that is counted of a sequence that is not finished is its leading byte.
  if (!kCopies && end != counted) units -= bytes[end] >= 0xF0 ? 2 : 1;
  return {end, units};
}

inline size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  return ReadUtf8<true>(bytes, size, out).read;
}

inline Progress MeasureUtf8(const uint8_t* bytes, size_t size) {
  return ReadUtf8<false>(bytes, size, nullptr);
}

// How many bytes at the end of well-formed UTF-8 belong to a sequence that is cut there; `last` are
// the last four. Found apart from all else, so that the next block need not wait for it.
inline size_t CutAtEnd(uint32_t last) {
  const uint32_t twos = last & last << 1;  // two bits set, the higher one marked
  const uint32_t threes = twos & last << 2;
  const uint32_t fours = twos & twos << 2;
  return (twos >> 31) + 2 * (threes >> 23 & 1) + 3 * (fours >> 15 & 1);
}

struct Transcoding {
  U::Bits ends;  // the bytes that end one, of those read
  size_t read;   // up to the sequence that is not finished in the block, or malformed
  bool is_malformed;
};

// The block up to `read`, or to the first sequence that is malformed. `leading` are first bytes of
// sequences, `unfinished` bytes that do not end one, `ends` those that end a code unit.
inline Transcoding UpTo(size_t read, U::Bits malformed, U::Bits leading, U::Bits unfinished,
                        U::Bits ends) {
  using Bits = U::Bits;
  if (malformed != 0) {
    read = static_cast<size_t>(std::countr_zero(malformed));
    if (read == 0) return {0, 0, true};
    // The last first byte is that of the sequence in which it was found.
    if (unfinished >> (read - 1) & 1) {
      read = static_cast<size_t>(std::bit_width(leading & ((Bits{1} << read) - 1)) - 1);
      if (read == 0) return {0, 0, true};
    }
  }
  return {ends & (~Bits{0} >> (V::kBytes - read)), read, malformed != 0};
}

// Transcodes a block that begins with a sequence's first byte, or ASCII; up to `read` there are
// whole sequences, if they are well-formed. `low` and `high` are those of the code unit that each
// byte ends; of four bytes, the third ends one as well.
inline Transcoding TranscodeUtf8(U::Block block, U::Bits non_ascii, size_t read, U::Block& low,
                                 U::Block& high) {
  using Bits = U::Bits;
  const Bits from_c2 = U::template AtLeast<0xC2>(block);
  const Bits from_e0 = U::template AtLeast<0xE0>(block);
  const Bits continuations = U::Continuations(block);
  // Bytes that are neither ASCII nor continuations begin a sequence, and a continuation follows
  // each byte that does not end one, and no other.
  const auto misplaced = [&](Bits unfinished) {
    return ((unfinished << 1) ^ continuations) | (non_ascii ^ (from_c2 | continuations));
  };

  const auto zero = U::Fill(0);
  const auto before = U::template Before<1>(block, zero);
  // xxyyyyyy: two bits of the byte before, six of the byte itself.
  low = U::Choose(0x3F, block, U::template ShiftLeft<6>(before));
  low = U::ChooseNonAscii(block, non_ascii, low, block);
  // zzzzxxxx: four bits of the first byte when it begins three, four of the one before the last.
  high = U::template ShiftRight<2>(before);
  if (from_e0 == 0) {
    high = U::ChooseNonAscii(block, non_ascii, U::And(high, U::Fill(0x0F)), zero);
    return UpTo(read, misplaced(from_c2), from_c2, from_c2, ~from_c2);
  }
  const Bits from_f0 = U::template AtLeast<0xF0>(block);
  const Bits unfinished = from_c2 | from_e0 << 1 | from_f0 << 2;
  Bits malformed = misplaced(unfinished);
  const auto before_that = U::template Before<2>(block, zero);
  const auto first = U::template ShiftLeft<4>(U::Difference(before_that, U::Fill(0xE0)));
  high = U::Choose(0x0F, high, first);
  high = U::ChooseNonAscii(block, non_ascii, high, zero);

  // Three bytes are for U+0800 and above, and for no surrogates.
  const auto top = U::And(high, U::Fill(0xF8));
  const Bits third = (from_e0 & ~from_f0) << 2;
  malformed |= (U::Zero(U::Minimum(top, U::Xor(top, U::Fill(0xD8)))) & third) >> 2;

  if (from_f0 != 0) [[unlikely]] {
    const Bits leading = from_f0 << 2;
    const Bits trailing = from_f0 << 3;
    high = U::ChooseBytes(trailing, U::Choose(0x03, high, U::Fill(0xDC)), high);
    // The leading surrogate 110110wwwwzzzzxx: wwww is one less than what the first two bytes have
    // above their lower sixteen bits, zzzz is from the second byte and xx from the third.
    const auto plane = U::Choose(0x03, U::template ShiftRight<4>(before),
                                 U::And(U::template ShiftLeft<2>(before_that), U::Fill(0x3C)));
    const auto wwww = U::Decrement(plane);
    const auto zzzzxx =
        U::Choose(0x03, U::template ShiftRight<4>(block), U::template ShiftLeft<2>(before));
    low = U::ChooseBytes(leading, U::Choose(0x3F, zzzzxx, U::template ShiftLeft<6>(wwww)), low);
    const auto top_bits = U::And(U::template ShiftRight<2>(wwww), U::Fill(0x3F));
    high = U::ChooseBytes(leading, U::Xor(top_bits, U::Fill(0xD8)), high);
    // More than four bits are no plane from 1 to 16.
    malformed |= (U::NonZero(U::And(top_bits, U::Fill(0x3C))) & leading) >> 2;
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
      // No more than is read: stores that overlap those after the next error would be slow.
      U::StoreShortUnits(low, high, result.ends, result.read, next);
      next += std::popcount(result.ends);
      return {at + result.read, static_cast<size_t>(next - out)};
    }
    U::StoreUnits(low, high, result.ends, next);
    at += result.read;
    next += std::popcount(result.ends);
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
    // What is cut at the end is found by the 0 behind it.
    const size_t read = std::min(result.read, rest);
    if (read != 0) {
      const U::Bits ends = result.ends & (~U::Bits{0} >> (V::kBytes - read));
      U::StoreShortUnits(low, high, ends, rest, next);
      at += read;
      next += std::popcount(ends);
    }
  }
  return {at, static_cast<size_t>(next - out)};
}
