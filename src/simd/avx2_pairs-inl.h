// The kernels of pairs.h with AVX2: thirty-two bytes at a time, without a branch on how ASCII and
// pairs mix.

using Shuffle = std::array<uint8_t, 16>;

constexpr uint8_t kNoByte = 0x80;

// For each mask of eight two-byte lanes what moves those with a bit to the front.
constexpr std::array<Shuffle, 256> MakeKeepLanes() {
  std::array<Shuffle, 256> shuffles{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t next = 0;
    for (uint8_t lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      shuffles[mask][next++] = static_cast<uint8_t>(2 * lane);
      shuffles[mask][next++] = static_cast<uint8_t>(2 * lane + 1);
    }
    while (next < 16) shuffles[mask][next++] = kNoByte;
  }
  return shuffles;
}

// The same for what takes the second byte out of the lanes without a bit.
constexpr std::array<Shuffle, 256> MakeKeepSecondBytes() {
  std::array<Shuffle, 256> shuffles{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t next = 0;
    for (uint8_t lane = 0; lane < 8; ++lane) {
      shuffles[mask][next++] = static_cast<uint8_t>(2 * lane);
      if (mask >> lane & 1) shuffles[mask][next++] = static_cast<uint8_t>(2 * lane + 1);
    }
    while (next < 16) shuffles[mask][next++] = kNoByte;
  }
  return shuffles;
}

// For four four-byte lanes what keeps the first byte of each, the second where the mask has its
// bit, and the third where it has its bit four places above.
constexpr std::array<Shuffle, 256> MakeKeepUtf8() {
  std::array<Shuffle, 256> shuffles{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t next = 0;
    for (uint8_t lane = 0; lane < 4; ++lane) {
      shuffles[mask][next++] = static_cast<uint8_t>(4 * lane);
      if (mask >> lane & 1) shuffles[mask][next++] = static_cast<uint8_t>(4 * lane + 1);
      if (mask >> lane & 0x10) shuffles[mask][next++] = static_cast<uint8_t>(4 * lane + 2);
    }
    while (next < 16) shuffles[mask][next++] = kNoByte;
  }
  return shuffles;
}

alignas(64) constexpr std::array<Shuffle, 256> kKeepLanes = MakeKeepLanes();
alignas(64) constexpr std::array<Shuffle, 256> kKeepSecondBytes = MakeKeepSecondBytes();
alignas(64) constexpr std::array<Shuffle, 256> kKeepUtf8 = MakeKeepUtf8();

inline __m128i Load128(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}
inline void Store128(__m128i bytes, void* to) {
  _mm_storeu_si128(static_cast<__m128i*>(to), bytes);
}

template <int kHalf>
__m128i Half(__m256i vector) {
  return _mm256_extracti128_si256(vector, kHalf);
}

inline unsigned LowBits(size_t count) { return (1U << count) - 1; }

// The place of the set bit that has `count` others below it.
inline size_t PlaceOf(uint32_t bits, size_t count) {
  for (; count > 0; --count) bits &= bits - 1;
  return static_cast<size_t>(std::countr_zero(bits));
}

// Eight entries of a table.
template <typename Entry, typename Place>
[[gnu::always_inline]] inline __m128i LookUpEight(const Entry* table, const Place* places) {
  __m128i entries = _mm_cvtsi32_si128(table[places[0]]);
  entries = _mm_insert_epi16(entries, table[places[1]], 1);
  entries = _mm_insert_epi16(entries, table[places[2]], 2);
  entries = _mm_insert_epi16(entries, table[places[3]], 3);
  entries = _mm_insert_epi16(entries, table[places[4]], 4);
  entries = _mm_insert_epi16(entries, table[places[5]], 5);
  entries = _mm_insert_epi16(entries, table[places[6]], 6);
  return _mm_insert_epi16(entries, table[places[7]], 7);
}

// Which of eight lanes are zero in `entries` and not in `places`: NUL is itself.
inline unsigned OddLanes(__m128i entries, __m128i places) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i odd =
      _mm_andnot_si128(_mm_cmpeq_epi16(places, zero), _mm_cmpeq_epi16(entries, zero));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(odd, zero)));
}

// Where in the table the characters of a block are, and at which of its bytes they begin.
struct PairPlaces {
  uint16_t places[32 + 8];
  size_t count = 0;
  uint32_t starts;
  size_t read;

  // A byte that may lead does so unless the byte before it does; see Classify() of the AVX-512
  // kernels. The trailing byte of the last may be the byte behind the block.
  PairPlaces(const PairTable& table, const uint8_t* bytes, __m256i block) {
    const __m256i above =
        _mm256_sub_epi8(block, _mm256_set1_epi8(static_cast<char>(table.first_single)));
    const __m256i width =
        _mm256_set1_epi8(static_cast<char>(table.last_single - table.first_single));
    const __m256i is_single = _mm256_cmpeq_epi8(_mm256_min_epu8(above, width), above);
    const __m256i may_lead =
        _mm256_cmpgt_epi8(_mm256_setzero_si256(), _mm256_andnot_si256(is_single, block));
    constexpr uint32_t kOdd = 0xAAAA'AAAA;
    const uint32_t leads = V::HighBits(may_lead);
    const uint32_t ends = (((leads << 1) | kOdd) - leads) ^ kOdd;
    starts = ~(ends ^ leads);
    read = 32 + ((ends & leads) >> 31);
    // First and second byte of a pair, or zero and a byte that stands alone.
    const __m256i first = _mm256_and_si256(block, may_lead);
    const __m256i second = _mm256_blendv_epi8(block, V::Load(bytes + 1), may_lead);
    const __m256i low = _mm256_unpacklo_epi8(first, second);
    const __m256i high = _mm256_unpackhi_epi8(first, second);
    Keep(Half<0>(low), starts & 0xFF);
    Keep(Half<0>(high), starts >> 8 & 0xFF);
    Keep(Half<1>(low), starts >> 16 & 0xFF);
    Keep(Half<1>(high), starts >> 24);
  }

 private:
  void Keep(__m128i lanes, size_t mask) {
    Store128(_mm_shuffle_epi8(lanes, Load128(&kKeepLanes[mask])), places + count);
    count += static_cast<size_t>(std::popcount(mask));
  }
};

// `Out` puts what it is given where it belongs: PutAscii() thirty-two bytes of ASCII, Put() up to
// eight code units at a time from a block; there is room for thirty-two.
template <typename Out>
[[gnu::always_inline]] inline size_t DecodePairBlocks(const PairTable& table, const uint8_t* bytes,
                                                      size_t size, Out& out) {
  size_t at = 0;
  while (size - at > 32) {
    const __m256i block = V::Load(bytes + at);
    if (V::HighBits(block) == 0) {
      out.PutAscii(block);
      at += 32;
      continue;
    }
    const PairPlaces places(table, bytes + at, block);
    for (size_t i = 0; i < places.count; i += 8) {
      const __m128i units = LookUpEight(table.units, places.places + i);
      const size_t left = places.count - i;
      unsigned odd = OddLanes(units, Load128(places.places + i));
      if (left < 8) odd &= LowBits(left);
      if (odd != 0) {
        const auto before = static_cast<size_t>(std::countr_zero(odd));
        out.Put(units, before);
        return at + PlaceOf(places.starts, i + before);
      }
      out.Put(units, std::min(left, size_t{8}));
    }
    at += places.read;
  }
  return at;
}

struct Utf16Out {
  char16_t* next;

  void PutAscii(__m256i bytes) {
    V::StoreWidened(bytes, next);
    next += 32;
  }
  void Put(__m128i units, size_t count) {
    Store128(units, next);
    next += count;
  }
};

// Gathers code units before it writes them, so that blocks do not wait for each other.
struct Utf8Out {
  static constexpr size_t kBufferUnits = 256;

  uint8_t* next;
  size_t gathered = 0;
  alignas(32) char16_t units[kBufferUnits + 8];

  void PutAscii(__m256i bytes) {
    Flush();
    V::Store(bytes, next);
    next += 32;
  }
  void Put(__m128i some, size_t count) {
    Store128(some, units + gathered);
    gathered += count;
    if (gathered >= kBufferUnits) Flush();
  }
  void Flush() {
    // Sixteen bytes are stored for four units, four more than they need: two units more have room
    // for those.
    size_t at = 0;
    for (; at + 10 <= gathered; at += 8) PutEight(units + at);
    for (; at < gathered; ++at) next = WriteUtf8Bmp(units[at], next);
    gathered = 0;
  }
  // Each in four bytes, of which those that are not needed are then left out.
  void PutEight(const char16_t* eight) {
    const __m256i wide = _mm256_cvtepu16_epi32(Load128(eight));
    const __m256i is_two = _mm256_cmpgt_epi32(wide, _mm256_set1_epi32(0x7F));
    const __m256i is_three = _mm256_cmpgt_epi32(wide, _mm256_set1_epi32(0x7FF));
    const __m256i two = V::Or(V::Or(_mm256_srli_epi32(wide, 6), _mm256_set1_epi32(0x80C0)),
                              Part(_mm256_slli_epi32(wide, 8), 0x3F00));
    const __m256i three =
        V::Or(V::Or(_mm256_srli_epi32(wide, 12), Part(_mm256_slli_epi32(wide, 2), 0x3F00)),
              V::Or(Part(_mm256_slli_epi32(wide, 16), 0x3F0000), _mm256_set1_epi32(0x8080E0)));
    const __m256i bytes =
        _mm256_blendv_epi8(_mm256_blendv_epi8(wide, two, is_two), three, is_three);
    const auto twos = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(is_two)));
    const auto threes = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(is_three)));
    PutFour(Half<0>(bytes), (twos & 0xF) | (threes & 0xF) << 4);
    PutFour(Half<1>(bytes), twos >> 4 | (threes & 0xF0));
  }
  static __m256i Part(__m256i bits, int mask) {
    return _mm256_and_si256(bits, _mm256_set1_epi32(mask));
  }
  void PutFour(__m128i bytes, size_t mask) {
    Store128(_mm_shuffle_epi8(bytes, Load128(&kKeepUtf8[mask])), next);
    next += 4 + std::popcount(mask);
  }
  static uint8_t* WriteUtf8Bmp(char16_t unit, uint8_t* to) {
    if (unit < 0x80) {
      *to++ = static_cast<uint8_t>(unit);
      return to;
    }
    if (unit < 0x800) {
      *to++ = static_cast<uint8_t>(0xC0 | unit >> 6);
    } else {
      *to++ = static_cast<uint8_t>(0xE0 | unit >> 12);
      *to++ = static_cast<uint8_t>(0x80 | (unit >> 6 & 0x3F));
    }
    *to++ = static_cast<uint8_t>(0x80 | (unit & 0x3F));
    return to;
  }
};

inline PairRun DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size,
                           char16_t* out) {
  Utf16Out units{out};
  const size_t read = DecodePairBlocks(table, bytes, size, units);
  const auto written = static_cast<size_t>(units.next - out);
  const PairRun rest = scalar::DecodePairs(table, bytes + read, size - read, out + written);
  return {read + rest.read, written + rest.written};
}

inline PairRun DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size,
                               uint8_t* out) {
  Utf8Out utf8;
  utf8.next = out;
  const size_t read = DecodePairBlocks(table, bytes, size, utf8);
  utf8.Flush();
  const auto written = static_cast<size_t>(utf8.next - out);
  const PairRun rest = scalar::DecodePairsUtf8(table, bytes + read, size - read, out + written);
  return {read + rest.read, written + rest.written};
}

inline PairRun EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                           uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  while (size - at >= 16) {
    const __m256i block = V::Load(units + at);
    if (V::NonAscii(block) == 0) {
      V::StoreNarrowed(block, next);
      next += 16;
      at += 16;
      continue;
    }
    for (const size_t end = at + 16; at < end; at += 8) {
      const __m128i entries = LookUpEight(table.bytes, units + at);
      const unsigned odd = OddLanes(entries, Load128(units + at));
      const __m128i one_byte = _mm_cmpeq_epi16(_mm_srli_epi16(entries, 8), _mm_setzero_si128());
      const unsigned two =
          0xFF & ~static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(one_byte, one_byte)));
      Store128(_mm_shuffle_epi8(entries, Load128(&kKeepSecondBytes[two])), next);
      if (odd != 0) {
        const auto count = static_cast<size_t>(std::countr_zero(odd));
        next += count + static_cast<size_t>(std::popcount(two & LowBits(count)));
        return {at + count, static_cast<size_t>(next - out)};
      }
      next += 8 + std::popcount(two);
    }
  }
  const auto written = static_cast<size_t>(next - out);
  const PairRun rest = scalar::EncodePairs(table, units + at, size - at, next);
  return {at + rest.read, written + rest.written};
}
