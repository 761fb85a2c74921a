// The kernels that work alike with every kind of vector. They need `struct V` with: kBytes, the
// size of a vector; Load(bytes) and Load(units); for bytes HighBits() and C1Bits(), which give one
// bit for each byte; Store() and StoreWidened(); for code units Surrogates() and
// LeadingSurrogates(), which give one bit for each code unit, and Swap(). There is no include
// guard: each .cc file compiles these kernels for its own kind of processor.
//
// The end of the input, shorter than a vector, is read as a last vector that overlaps the one
// before it. Input shorter than one vector goes to the scalar kernels.
//
// May include base/ and simd/.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "any_set.h"
#include "scalar.h"
#include "targets.h"

ENCODING_SET_BEGIN

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

inline bool Copy(const uint8_t* bytes, size_t size, uint8_t* out) {
  bool is_ascii = true;
  size_t at = 0;
  for (; at + V::kBytes <= size; at += V::kBytes) {
    const auto block = V::Load(bytes + at);
    V::Store(block, out + at);
    is_ascii &= V::HighBits(block) == 0;
  }
  return at == size ? is_ascii : scalar::Copy(bytes + at, size - at, out + at) && is_ascii;
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

inline constexpr Kernels MakeKernels(const char* name, const UnicodeKernels& unicode,
                                     const SingleByteKernels& single_byte, const PairKernels& pairs,
                                     Progress (*to_euc_jp)(Iso2022JpState&, const uint8_t*, size_t,
                                                           uint8_t*, size_t)) {
  return {name,        WidenAscii, CopyAscii,   Copy,  CopyUtf16,
          NonC1Prefix, unicode,    single_byte, pairs, to_euc_jp};
}

ENCODING_SET_END
