// Declares the kernels without vector instructions. The other kernels call these for input that is
// shorter than a vector.
#pragma once

#include <algorithm>

#include "kernels.h"
#include "lanes.h"

namespace whatwg_encoding::simd {

// Returns how many of up to 32 code units come before the first lone surrogate. A leading surrogate
// at the end counts as lone. `leading` and `trailing` have a bit for each code unit that is such a
// surrogate.
inline size_t BeforeLoneSurrogate(uint32_t leading, uint32_t trailing, size_t size) {
  const uint32_t lone = (leading << 1) ^ trailing;
  const size_t end = lone == 0 ? size : std::min(size, LowestBit(lone));
  return end != 0 && leading >> (end - 1) & 1 ? end - 1 : end;
}

namespace scalar {

size_t AsciiPrefix(const uint8_t* bytes, size_t size);
size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out);
size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out);
bool Copy(const uint8_t* bytes, size_t size, uint8_t* out);
size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out);
size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out);
size_t NonC1Prefix(const uint8_t* bytes, size_t size);
Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out);
size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out);
Progress MeasureUtf8(const uint8_t* bytes, size_t size);
Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out);

inline constexpr UnicodeKernels kUnicode = {Utf8ToUtf16, CopyUtf8, MeasureUtf8, Utf16ToUtf8};

size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                        char16_t* out);
Progress DecodeSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                              uint8_t* out);
Progress CountSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes, size_t size);
size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size, uint8_t* out);
inline constexpr SingleByteKernels kSingleByte = {DecodeSingleByte, DecodeSingleByteUtf8,
                                                  CountSingleByteUtf8, EncodeSingleByte};

Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out);
Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out);
Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size, uint8_t* out);
inline constexpr PairKernels kPairs = {DecodePairs, DecodePairsUtf8, EncodePairs};

Progress ToEucJp(Iso2022JpState& state, const uint8_t* bytes, size_t size, uint8_t* out,
                 size_t limit);

}  // namespace scalar
}  // namespace whatwg_encoding::simd
