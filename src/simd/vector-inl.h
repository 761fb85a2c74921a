// The kernels that work alike with every kind of vector. The file that includes this opens a
// namespace of its own and defines in it `struct V` with: kBytes, the size of a vector; Load(bytes)
// and Load(units); for bytes HighBits() and C1Bits(), which give one bit for each byte; Store(),
// StoreWidened() and StoreNarrowed(); for code units NonAscii(), Surrogates() and
// LeadingSurrogates(), which give one bit for each code unit, and Swap(). There is no include
// guard: each .cc file compiles these kernels for its own kind of processor.
//
// The end of the input, shorter than a vector, is read as a last vector that overlaps the one
// before it. Input shorter than one vector goes to the scalar kernels, or to LoadFirst() where V
// has it.
//
// May include base/ and simd/.

inline size_t AsciiPrefix(const uint8_t* bytes, size_t size) {
  if (size < V::kBytes) return scalar::AsciiPrefix(bytes, size);
  size_t at = 0;
  // Reads four vectors at a time while all are ASCII.
  for (; at + 4 * V::kBytes <= size; at += 4 * V::kBytes) {
    const auto a = V::Load(bytes + at);
    const auto b = V::Load(bytes + at + V::kBytes);
    const auto c = V::Load(bytes + at + 2 * V::kBytes);
    const auto d = V::Load(bytes + at + 3 * V::kBytes);
    if (V::HighBits(V::Or(V::Or(a, b), V::Or(c, d))) != 0) break;
    Prefetch(bytes + at, 4 * V::kBytes);
  }
  for (; at + V::kBytes <= size; at += V::kBytes) {
    const auto high = V::HighBits(V::Load(bytes + at));
    if (high != 0) return at + static_cast<size_t>(std::countr_zero(high));
  }
  const size_t last = size - V::kBytes;
  const auto high = V::HighBits(V::Load(bytes + last));
  return high == 0 ? size : last + static_cast<size_t>(std::countr_zero(high));
}

inline size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  if (size < V::kBytes) return scalar::WidenAscii(bytes, size, out);
  for (size_t at = 0; at + V::kBytes <= size; at += V::kBytes) {
    const auto block = V::Load(bytes + at);
    V::StoreWidened(block, out + at);
    const auto high = V::HighBits(block);
    if (high != 0) return at + static_cast<size_t>(std::countr_zero(high));
    Prefetch(bytes + at);
  }
  const size_t last = size - V::kBytes;
  const auto block = V::Load(bytes + last);
  V::StoreWidened(block, out + last);
  const auto high = V::HighBits(block);
  return high == 0 ? size : last + static_cast<size_t>(std::countr_zero(high));
}

inline size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  if (size < V::kBytes) return scalar::CopyAscii(bytes, size, out);
  for (size_t at = 0; at + V::kBytes <= size; at += V::kBytes) {
    const auto block = V::Load(bytes + at);
    V::Store(block, out + at);
    const auto high = V::HighBits(block);
    if (high != 0) return at + static_cast<size_t>(std::countr_zero(high));
    Prefetch(bytes + at);
  }
  const size_t last = size - V::kBytes;
  const auto block = V::Load(bytes + last);
  V::Store(block, out + last);
  const auto high = V::HighBits(block);
  return high == 0 ? size : last + static_cast<size_t>(std::countr_zero(high));
}

// Copies fewer bytes than a vector has. Where it can, it writes a whole vector, because a later
// load need not wait for such a store.
template <typename W = V>
bool CopyShort(const uint8_t* bytes, size_t size, uint8_t* out) {
  if constexpr (requires { W::LoadFirst(bytes, size); }) {
    const auto block = W::LoadFirst(bytes, size);
    W::Store(block, out);
    return W::HighBits(block) == 0;
  } else {
    return scalar::Copy(bytes, size, out);
  }
}

inline bool Copy(const uint8_t* bytes, size_t size, uint8_t* out) {
  bool is_ascii = true;
  size_t at = 0;
  for (; at + V::kBytes <= size; at += V::kBytes) {
    const auto block = V::Load(bytes + at);
    V::Store(block, out + at);
    is_ascii &= V::HighBits(block) == 0;
  }
  return at == size ? is_ascii : CopyShort(bytes + at, size - at, out + at) && is_ascii;
}

inline size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out) {
  constexpr size_t kUnits = V::kBytes / 2;
  if (size < kUnits) return scalar::NarrowAscii(units, size, out);
  for (size_t at = 0; at + kUnits <= size; at += kUnits) {
    const auto block = V::Load(units + at);
    V::StoreNarrowed(block, out + at);
    const auto other = V::NonAscii(block);
    if (other != 0) return at + static_cast<size_t>(std::countr_zero(other));
  }
  const size_t last = size - kUnits;
  const auto block = V::Load(units + last);
  V::StoreNarrowed(block, out + last);
  const auto other = V::NonAscii(block);
  return other == 0 ? size : last + static_cast<size_t>(std::countr_zero(other));
}

inline size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out) {
  constexpr size_t kUnits = V::kBytes / 2;
  if (size < kUnits) return scalar::CopyUtf16(bytes, size, swapped, out);
  const auto copy_of = [&](auto block) {
    return swapped == Swapped::kNeither ? block : V::Swap(block);
  };
  const auto native_of = [&](auto block) {
    return swapped == Swapped::kSource ? V::Swap(block) : block;
  };
  size_t at = 0;
  // Copies four vectors at a time while none has a surrogate.
  for (; at + 4 * kUnits <= size; at += 4 * kUnits) {
    const auto a = V::Load(bytes + 2 * at);
    const auto b = V::Load(bytes + 2 * at + V::kBytes);
    const auto c = V::Load(bytes + 2 * at + 2 * V::kBytes);
    const auto d = V::Load(bytes + 2 * at + 3 * V::kBytes);
    Prefetch(bytes + 2 * at, 4 * V::kBytes);
    if ((V::Surrogates(native_of(a)) | V::Surrogates(native_of(b)) | V::Surrogates(native_of(c)) |
         V::Surrogates(native_of(d))) != 0) {
      break;
    }
    V::Store(copy_of(a), out + 2 * at);
    V::Store(copy_of(b), out + 2 * at + V::kBytes);
    V::Store(copy_of(c), out + 2 * at + 2 * V::kBytes);
    V::Store(copy_of(d), out + 2 * at + 3 * V::kBytes);
  }
  while (at < size) {
    // The last vector overlaps the one before it.
    const size_t begin = at + kUnits <= size ? at : size - kUnits;
    Prefetch(bytes + 2 * begin);
    const auto block = V::Load(bytes + 2 * begin);
    V::Store(copy_of(block), out + 2 * begin);
    const auto native = native_of(block);
    const auto surrogates = V::Surrogates(native);
    if (surrogates == 0) {
      at = begin + kUnits;
      continue;
    }
    const auto leading = V::LeadingSurrogates(native);
    const size_t count = begin + kUnits - at;
    const size_t read = BeforeLoneSurrogate(leading >> (at - begin),
                                            (surrogates & ~leading) >> (at - begin), count);
    at += read;
    // A pair that the vector cuts is read again with the next vector.
    if (read < count && (read + 1 < kUnits || at + 1 == size)) return at;
  }
  return size;
}

inline size_t NonC1Prefix(const uint8_t* bytes, size_t size) {
  if (size < V::kBytes) return scalar::NonC1Prefix(bytes, size);
  for (size_t at = 0;; at += V::kBytes) {
    if (at + V::kBytes > size) {
      if (at == size) return size;
      at = size - V::kBytes;
    }
    const auto c1 = V::C1Bits(V::Load(bytes + at));
    if (c1 != 0) return at + static_cast<size_t>(std::countr_zero(c1));
    Prefetch(bytes + at);
  }
}

// A block of one vector of bytes or code units, as sequences-inl.h needs it.
struct A {
  static constexpr size_t kBytes = V::kBytes;

  static size_t First(uint64_t bits, size_t all) {
    return bits == 0 ? all : static_cast<size_t>(std::countr_zero(bits));
  }
  static size_t Prefix(const uint8_t* bytes) { return First(V::HighBits(V::Load(bytes)), kBytes); }
  static size_t Widen(const uint8_t* bytes, char16_t* out) {
    const auto block = V::Load(bytes);
    V::StoreWidened(block, out);
    return First(V::HighBits(block), kBytes);
  }
  static size_t Copy(const uint8_t* bytes, uint8_t* out) {
    const auto block = V::Load(bytes);
    V::Store(block, out);
    return First(V::HighBits(block), kBytes);
  }
  static size_t Narrow(const uint8_t* bytes, uint8_t* out) {
    const auto block = V::Load(bytes);
    V::StoreNarrowed(block, out);
    return First(V::NonAscii(block), kBytes / 2);
  }
  static bool AllAscii(const uint8_t* bytes) {
    return V::NonAscii(V::Or(V::Load(bytes), V::Load(bytes + kBytes))) == 0;
  }
};

inline constexpr Kernels MakeKernels(const char* name, const UnicodeKernels& unicode,
                                     const SingleByteKernels& single_byte) {
  return {name,
          AsciiPrefix,
          WidenAscii,
          CopyAscii,
          Copy,
          NarrowAscii,
          CopyUtf16,
          NonC1Prefix,
          unicode,
          single_byte,
          {DecodePairs, DecodePairsUtf8, EncodePairs},
          ToEucJp};
}
