// Where decoders put scalar values: UTF-16 code units, UTF-8 bytes, or a count; and where encoders
// put bytes.
//
// No sink checks for room. From `n` bytes of input and whatever its state holds, a decoder never
// makes more than n + kPendingUnits UTF-16 code units, or three times that many UTF-8 bytes:
// a byte makes at most one unit (Big5's two code points and every surrogate pair come from two
// bytes or more), an error's U+FFFD stands for at least one byte, and no state holds more than
// kPendingUnits bytes. Callers give that room, and Ensure() holds them to it in checked builds.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "base/progress.h"
#include "simd/kernels.h"

namespace encoding {

inline constexpr size_t kPendingUnits = 4;

constexpr size_t MaxUtf16Units(size_t bytes) { return bytes + kPendingUnits; }
constexpr size_t MaxUtf8Bytes(size_t bytes) { return 3 * (bytes + kPendingUnits); }

template <typename S>
concept Sink = requires(S sink, const uint8_t* bytes, size_t size, char16_t unit, char32_t scalar,
                        const simd::SingleByteTable& single_byte, const simd::PairTable& pairs) {
  // Appends the longest prefix of ASCII bytes, returns its length.
  { sink.TakeAscii(bytes, size) } -> std::same_as<size_t>;
  // Appends what ASCII and pairs of the table stand for, up to the first byte that begins neither,
  // and returns how many bytes that is.
  { sink.TakePairs(pairs, bytes, size) } -> std::same_as<size_t>;
  // Appends what `size` code units in UTF-16BE or UTF-16LE stand for, up to the first surrogate
  // that is no part of a pair among them; returns how many it has read.
  { sink.TakeUtf16(bytes, size, true) } -> std::same_as<size_t>;
  // Appends what the bytes of a single-byte encoding stand for, up to the first that stands for
  // nothing, returns how many.
  { sink.TakeSingleByte(single_byte, bytes, size) } -> std::same_as<size_t>;
  // The same of `size` bytes in UTF-8, up to the first sequence that is malformed or cut.
  { sink.TakeUtf8(bytes, size) } -> std::same_as<size_t>;
  // Whether nothing has been appended yet, so that no error came before either.
  { sink.empty() } -> std::same_as<bool>;
  // Appends a scalar value below U+10000.
  sink.AppendBmp(unit);
  // Appends any scalar value.
  sink.Append(scalar);
};

// The first of what TakePairs() takes, where something came before it: perhaps an error, and
// perhaps one every few bytes.
template <typename S>
size_t TakeFirstPairs(S& sink, const simd::PairTable& pairs, const uint8_t* bytes, size_t size,
                      bool& is_odd) {
  if (sink.empty()) return 0;
  return simd::DecodeFirstPairs(pairs, bytes, size, is_odd,
                                [&sink](char16_t unit) { sink.AppendBmp(unit); });
}

}  // namespace encoding
