// The kernels that work alike with every kind of vector. They need `struct V` with: kBytes, the
// size of a vector; Load(); Store(); Fill8() and Fill16(), which repeat a byte or a code unit; for
// bytes HighBits() and EqualBytes(), which give one bit for each byte, and StoreWidened(); for code
// units EqualUnits(), which gives one bit for each, and Swap(). Each .cc file compiles these
// kernels for its own kind of processor.
//
// The end of the input, shorter than a vector, is read as a last vector that overlaps the one
// before it. Input shorter than one vector goes to the scalar kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "any_set.h"
#include "lanes.h"
#include "scalar.h"
#include "targets.h"

ENCODING_SET_BEGIN

inline auto Surrogates(auto units) {
  return V::EqualUnits(units & V::Fill16(0xF800), V::Fill16(0xD800));
}
inline auto LeadingSurrogates(auto units) {
  return V::EqualUnits(units & V::Fill16(0xFC00), V::Fill16(0xD800));
}

// Calls `bits(block, at)` for one vector after the other, until it returns a bit for a byte;
// returns how many bytes come before that.
inline size_t PrefixWithout(const uint8_t* bytes, size_t size, auto bits) {
  for (size_t at = 0;; at += V::kBytes) {
    if (at + V::kBytes > size) {
      if (at == size) return size;
      at = size - V::kBytes;
    }
    const auto found = bits(V::Load(bytes + at), at);
    if (found != 0) return at + LowestBit(found);
    Prefetch(bytes + at);
  }
}

inline size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  if (size < V::kBytes) return scalar::WidenAscii(bytes, size, out);
  return PrefixWithout(bytes, size, [out](auto block, size_t at) {
    V::StoreWidened(block, out + at);
    return V::HighBits(block);
  });
}

inline size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  if (size < V::kBytes) return scalar::CopyAscii(bytes, size, out);
  return PrefixWithout(bytes, size, [out](auto block, size_t at) {
    V::Store(block, out + at);
    return V::HighBits(block);
  });
}

inline size_t NonC1Prefix(const uint8_t* bytes, size_t size) {
  if (size < V::kBytes) return scalar::NonC1Prefix(bytes, size);
  return PrefixWithout(bytes, size, [](auto block, size_t) {
    return V::EqualBytes(block & V::Fill8(0xE0), V::Fill8(0x80));
  });
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
    if ((Surrogates(native_of(a)) | Surrogates(native_of(b)) | Surrogates(native_of(c)) |
         Surrogates(native_of(d))) != 0) {
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
    const auto surrogates = Surrogates(native);
    if (surrogates == 0) {
      at = begin + kUnits;
      continue;
    }
    const auto leading = LeadingSurrogates(native);
    const size_t count = begin + kUnits - at;
    const size_t read = BeforeLoneSurrogate(leading >> (at - begin),
                                            (surrogates & ~leading) >> (at - begin), count);
    at += read;
    // A pair that the vector cuts is read again with the next vector.
    if (read < count && (read + 1 < kUnits || at + 1 == size)) return at;
  }
  return size;
}

inline constexpr Kernels MakeKernels(const char* name, const UnicodeKernels& unicode,
                                     const SingleByteKernels& single_byte, const PairKernels& pairs,
                                     Progress (*to_euc_jp)(Iso2022JpState&, const uint8_t*, size_t,
                                                           uint8_t*, size_t)) {
  return {name,        WidenAscii, CopyAscii,   Copy,  CopyUtf16,
          NonC1Prefix, unicode,    single_byte, pairs, to_euc_jp};
}

ENCODING_SET_END
