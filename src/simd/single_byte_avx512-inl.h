// The single-byte kernels over AVX-512 with VBMI and VBMI2, which looks up 64 bytes at once in a
// table of 128. Included by avx512.cc inside its namespace.
//
// What is shorter than a vector is read and written under a mask, so that there are no other loops.
// The forms with a mask, also where all of it is set, because g++ 12 warns of its own header in
// those without.

struct alignas(64) ByteIndexes {
  uint8_t at[64];
};

template <typename Rule>
constexpr ByteIndexes MakeByteIndexes(Rule rule) {
  ByteIndexes indexes{};
  for (size_t i = 0; i < 64; ++i) indexes.at[i] = static_cast<uint8_t>(rule(i));
  return indexes;
}

inline __m512i Indexes(const ByteIndexes& indexes) { return _mm512_load_si512(indexes.at); }

constexpr __mmask64 FirstBits(size_t count) {
  return count >= 64 ? ~__mmask64{0} : (__mmask64{1} << count) - 1;
}

// The lower bytes of 64 code units, and the upper ones.
inline constexpr ByteIndexes kEven = MakeByteIndexes([](size_t i) { return 2 * i; });
inline constexpr ByteIndexes kOdd = MakeByteIndexes([](size_t i) { return 2 * i + 1; });

// A byte for each from 0x80.
struct UpperTable {
  __m512i first;
  __m512i second;

  // The entries of those bytes that `upper` has; 0 in the place of the others.
  __m512i Get(__mmask64 upper, __m512i bytes) const {
    return _mm512_maskz_permutex2var_epi8(upper, first, bytes, second);
  }
  // The same, but the others as they are.
  __m512i Replace(__mmask64 upper, __m512i bytes) const {
    return _mm512_mask2_permutex2var_epi8(first, bytes, upper, second);
  }
};

struct UnitsTable {
  explicit UnitsTable(const uint16_t* units) {
    const __m512i a = V::Load(units + 128);
    const __m512i b = V::Load(units + 160);
    const __m512i c = V::Load(units + 192);
    const __m512i d = V::Load(units + 224);
    const __m512i even = Indexes(kEven);
    const __m512i odd = Indexes(kOdd);
    low = {_mm512_permutex2var_epi8(a, even, b), _mm512_permutex2var_epi8(c, even, d)};
    high = {_mm512_permutex2var_epi8(a, odd, b), _mm512_permutex2var_epi8(c, odd, d)};
  }
  UpperTable low;
  UpperTable high;
};

// 64 bytes as code units, and which of them stand for nothing.
struct DecodedUnits {
  DecodedUnits(const UnitsTable& table, __m512i bytes) {
    // With the quarters that go to the same store side by side, as unpacking takes them.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const __mmask64 in_order = V::HighBits(bytes);
    unmapped = in_order;
    bytes = _mm512_maskz_permutexvar_epi64(0xFF, order, bytes);
    const __mmask64 upper = V::HighBits(bytes);
    const __m512i low = table.low.Replace(upper, bytes);
    const __m512i high = table.high.Get(upper, bytes);
    const __m512i any = V::Or(low, high);
    has_unmapped = _mm512_mask_testn_epi8_mask(upper, any, any) != 0;
    first = _mm512_unpacklo_epi8(low, high);
    second = _mm512_unpackhi_epi8(low, high);
  }
  // How many come before the first that stands for nothing. A byte from 0x80 stands for U+0080 or
  // more, and 0x00 is an ASCII byte.
  size_t Mapped() const {
    const uint64_t zeros = _mm512_testn_epi16_mask(first, first) |
                           uint64_t{_mm512_testn_epi16_mask(second, second)} << 32;
    return static_cast<size_t>(std::countr_zero(zeros & unmapped));
  }
  __m512i first;
  __m512i second;
  __mmask64 unmapped;  // the bytes from 0x80
  bool has_unmapped;
};

inline size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                               char16_t* out) {
  const UnitsTable units(table.units);
  if (size < V::kBytes) {
    const __mmask64 mask = FirstBits(size);
    const DecodedUnits decoded(units, _mm512_maskz_loadu_epi8(mask, bytes));
    _mm512_mask_storeu_epi16(out, static_cast<__mmask32>(mask), decoded.first);
    _mm512_mask_storeu_epi16(out + 32, static_cast<__mmask32>(mask >> 32), decoded.second);
    return decoded.has_unmapped ? decoded.Mapped() : size;
  }
  for (size_t at = 0;; at += V::kBytes) {
    if (at + V::kBytes > size) {
      if (at == size) return size;
      at = size - V::kBytes;
    }
    const DecodedUnits decoded(units, V::Load(bytes + at));
    V::Store(decoded.first, out + at);
    V::Store(decoded.second, out + at + 32);
    if (decoded.has_unmapped) return at + decoded.Mapped();
  }
}

// The three bytes of UTF-8 apart; 0 where there are fewer.
struct Utf8Table {
  explicit Utf8Table(const uint32_t* utf8) {
    // Of each pair of vectors, 32 entries, the first bytes and the second ones, and the third ones.
    static constexpr ByteIndexes kFirstTwo =
        MakeByteIndexes([](size_t i) { return i < 32 ? 4 * i : 4 * (i - 32) + 1; });
    static constexpr ByteIndexes kThird =
        MakeByteIndexes([](size_t i) { return 4 * (i % 32) + 2; });
    const __m512i first_two = Indexes(kFirstTwo);
    const __m512i third = Indexes(kThird);
    __m512i ab[4];
    __m512i c[4];
    for (size_t i = 0; i < 4; ++i) {
      const __m512i entries = V::Load(utf8 + 128 + 32 * i);
      const __m512i more = V::Load(utf8 + 144 + 32 * i);
      ab[i] = _mm512_permutex2var_epi8(entries, first_two, more);
      c[i] = _mm512_permutex2var_epi8(entries, third, more);
    }
    const auto join = [](__m512i a, __m512i b, auto halves) {
      return _mm512_maskz_shuffle_i64x2(0xFF, a, b, halves.value);
    };
    constexpr std::integral_constant<int, 0x44> kLower;
    constexpr std::integral_constant<int, 0xEE> kUpper;
    bytes[0] = {join(ab[0], ab[1], kLower), join(ab[2], ab[3], kLower)};
    bytes[1] = {join(ab[0], ab[1], kUpper), join(ab[2], ab[3], kUpper)};
    bytes[2] = {join(c[0], c[1], kLower), join(c[2], c[3], kLower)};
  }
  UpperTable bytes[3];
};

// The bytes of 64 in UTF-8, with gaps: `kWidth` places for each, of which the first is never a gap.
template <size_t kWidth>
struct Spread {
  Spread(__m512i a, __m512i b, __m512i c) {
    for (size_t i = 0; i < kWidth; ++i) {
      const __m512i at = Indexes(kFrom[i]);
      parts[i] = _mm512_permutex2var_epi8(a, at, b);
      if constexpr (kWidth == 3) {
        parts[i] = _mm512_mask_permutexvar_epi8(parts[i], kPlaces[i].third, at, c);
      }
      // What is not a first byte is there when its high bit is set.
      keep[i] = V::HighBits(parts[i]) | kPlaces[i].first;
    }
  }

  // Where each place of each part comes from: a byte of `a`, of `b`, or of `c` as if of `a`.
  static constexpr ByteIndexes From(size_t part) {
    return MakeByteIndexes([part](size_t i) {
      const size_t place = 64 * part + i;
      return place / kWidth + (place % kWidth == 1 ? 64 : 0);
    });
  }
  struct Places {
    __mmask64 first;
    __mmask64 third;
  };
  static constexpr Places PlacesOf(size_t part) {
    Places places{0, 0};
    for (size_t i = 0; i < 64; ++i) {
      if ((64 * part + i) % kWidth == 0) places.first |= __mmask64{1} << i;
      if ((64 * part + i) % kWidth == 2) places.third |= __mmask64{1} << i;
    }
    return places;
  }
  static constexpr ByteIndexes kFrom[3] = {From(0), From(1), From(2)};
  static constexpr Places kPlaces[3] = {PlacesOf(0), PlacesOf(1), PlacesOf(2)};

  // Writes all 64, and up to a vector beyond.
  uint8_t* Write(uint8_t* out) const {
    for (size_t i = 0; i < kWidth; ++i) {
      V::Store(_mm512_maskz_compress_epi8(keep[i], parts[i]), out);
      out += std::popcount(keep[i]);
    }
    return out;
  }
  // Writes the first `count`, and nothing beyond.
  uint8_t* WriteSome(uint8_t* out, size_t count) const {
    for (size_t i = 0; i < kWidth; ++i) {
      const size_t places = kWidth * count;
      if (places <= 64 * i) break;
      const __mmask64 kept = keep[i] & FirstBits(places - 64 * i);
      const auto written = static_cast<size_t>(std::popcount(kept));
      _mm512_mask_storeu_epi8(out, FirstBits(written), _mm512_maskz_compress_epi8(kept, parts[i]));
      out += written;
    }
    return out;
  }

  __m512i parts[kWidth];
  __mmask64 keep[kWidth];
};

inline Utf8Result DecodeSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes,
                                       size_t size, uint8_t* out) {
  const Utf8Table utf8(table.utf8);
  uint8_t* next = out;
  size_t at = 0;
  while (at < size) {
    const size_t rest = size - at;
    const __m512i block =
        rest >= 64 ? V::Load(bytes + at) : _mm512_maskz_loadu_epi8(FirstBits(rest), bytes + at);
    const __mmask64 upper = V::HighBits(block);
    size_t count = std::min<size_t>(rest, 64);
    if (upper == 0) {
      if (count == 64) {
        V::Store(block, next);
      } else {
        _mm512_mask_storeu_epi8(next, FirstBits(count), block);
      }
      at += count;
      next += count;
      continue;
    }
    const __m512i a = utf8.bytes[0].Replace(upper, block);
    const __m512i b = utf8.bytes[1].Get(upper, block);
    const __m512i c = utf8.bytes[2].Get(upper, block);
    const __mmask64 unmapped = _mm512_mask_testn_epi8_mask(upper, a, a);
    const bool is_whole = unmapped == 0 && count == 64;
    if (unmapped != 0) count = static_cast<size_t>(std::countr_zero(unmapped));
    if (_mm512_test_epi8_mask(c, c) == 0) {
      const Spread<2> spread(a, b, c);
      next = is_whole ? spread.Write(next) : spread.WriteSome(next, count);
    } else {
      const Spread<3> spread(a, b, c);
      next = is_whole ? spread.Write(next) : spread.WriteSome(next, count);
    }
    at += count;
    if (unmapped != 0) break;
  }
  return {at, static_cast<size_t>(next - out)};
}

inline Utf8Result CountSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes,
                                      size_t size) {
  const Utf8Table utf8(table.utf8);
  size_t written = 0;
  size_t at = 0;
  while (at < size) {
    size_t count = std::min<size_t>(size - at, 64);
    const __m512i block = _mm512_maskz_loadu_epi8(FirstBits(count), bytes + at);
    const __mmask64 upper = V::HighBits(block);
    const __m512i b = utf8.bytes[1].Get(upper, block);
    const __m512i c = utf8.bytes[2].Get(upper, block);
    // Who has a first byte from 0x80 has a second one.
    const __mmask64 unmapped = _mm512_mask_testn_epi8_mask(upper, b, b);
    const __mmask64 third = _mm512_test_epi8_mask(c, c);
    if (unmapped != 0) count = static_cast<size_t>(std::countr_zero(unmapped));
    const __mmask64 counted = FirstBits(count);
    written += count +
               static_cast<size_t>(std::popcount(upper & counted) + std::popcount(third & counted));
    at += count;
    if (unmapped != 0) break;
  }
  return {at, written};
}

// What an encoder writes for 128 code units, by their lowest seven bits.
inline UpperTable WindowOf(const SingleByteMap& map, size_t first) {
  return {V::Load(map.Page(first)), V::Load(map.Page(first + 64))};
}

struct Windows {
  explicit Windows(const SingleByteMap& map)
      : latin1(WindowOf(map, 0x80)),
        punctuation(V::Load(map.Page(0x2000))),
        window(WindowOf(map, map.window)),
        window_high(_mm512_set1_epi8(static_cast<char>(map.window >> 8))),
        window_top((map.window & 0x80) != 0 ? 0 : ~__mmask64{0}) {}

  UpperTable latin1;
  __m512i punctuation;  // U+2000 to U+203F
  UpperTable window;
  __m512i window_high;   // the upper byte of the code units of the window
  __mmask64 window_top;  // to be combined with the top bits of their lower bytes
};

// The bytes of 64 code units, and which of them have none in these windows.
struct EncodedUnits {
  EncodedUnits(const Windows& windows, __m512i first, __m512i second) {
    const __m512i low = _mm512_permutex2var_epi8(first, Indexes(kEven), second);
    const __m512i high = _mm512_permutex2var_epi8(first, Indexes(kOdd), second);
    const __mmask64 top = V::HighBits(low);
    const __mmask64 below_100 = _mm512_testn_epi8_mask(high, high);
    const __mmask64 in_window =
        _mm512_cmpeq_epi8_mask(high, windows.window_high) & (top ^ windows.window_top);
    const __m512i is_20 = _mm512_set1_epi8(0x20);
    const __mmask64 in_punctuation =
        _mm512_cmpeq_epi8_mask(high, is_20) &
        _mm512_testn_epi8_mask(low, _mm512_set1_epi8(static_cast<char>(0xC0)));
    const __m512i latin1 = _mm512_maskz_mov_epi8(below_100, windows.latin1.Replace(top, low));
    const __m512i window = windows.window.Get(in_window, low);
    const __m512i punctuation =
        _mm512_maskz_permutexvar_epi8(in_punctuation, low, windows.punctuation);
    bytes = _mm512_ternarylogic_epi64(latin1, window, punctuation, 0xFE);
    missing = _mm512_testn_epi8_mask(bytes, bytes) & ~(below_100 & ~top);
  }
  __m512i bytes;
  __mmask64 missing;
};

// Looks up the bytes that `missing` has, up to the first that there is none for; returns how many
// of the `count` come before that.
inline size_t FillMissing(const SingleByteMap& map, const char16_t* units, size_t count,
                          __mmask64 missing, uint8_t* out) {
  for (; missing != 0; missing &= missing - 1) {
    const auto at = static_cast<size_t>(std::countr_zero(missing));
    const uint8_t byte = map[units[at]];
    if (byte == 0) return at;
    out[at] = byte;
  }
  return count;
}

inline size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size,
                               uint8_t* out) {
  const Windows windows(map);
  size_t at = 0;
  while (at < size) {
    size_t rest = size - at;
    if (rest < 64 && size >= 64) {
      at = size - 64;
      rest = 64;
    }
    const size_t count = std::min<size_t>(rest, 64);
    const __mmask64 mask = FirstBits(count);
    __m512i first;
    __m512i second;
    if (count == 64) {
      first = V::Load(units + at);
      second = V::Load(units + at + 32);
    } else {
      first = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(mask), units + at);
      second = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(mask >> 32), units + at + 32);
    }
    const EncodedUnits encoded(windows, first, second);
    if (count == 64) {
      V::Store(encoded.bytes, out + at);
    } else {
      _mm512_mask_storeu_epi8(out + at, mask, encoded.bytes);
    }
    if (encoded.missing != 0) {
      const size_t filled = FillMissing(map, units + at, count, encoded.missing, out + at);
      if (filled != count) return at + filled;
    }
    at += count;
  }
  return size;
}

inline constexpr SingleByteKernels kSingleByte = {DecodeSingleByte, DecodeSingleByteUtf8,
                                                  CountSingleByteUtf8, EncodeSingleByte};
