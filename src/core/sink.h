// A sink: where decoders write scalar values. There is one file for each sink.
//
// No sink checks for room. From n bytes of input and any state, a decoder makes at most n +
// kPendingUnits UTF-16 code units, or three times that number of UTF-8 bytes: one byte makes at
// most one code unit (the two code points of Big5 and every surrogate pair come from two bytes or
// more), the U+FFFD of an error stands for at least one byte, and no state holds more than
// kPendingUnits bytes. Callers provide a buffer of that size, and Ensure() checks it where
// assertions are on.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../base/progress.h"
#include "../simd/kernels.h"

namespace whatwg_encoding {

inline constexpr size_t kPendingUnits = 4;

constexpr size_t MaxUtf16Units(size_t bytes) { return bytes + kPendingUnits; }
constexpr size_t MaxUtf8Bytes(size_t bytes) { return 3 * (bytes + kPendingUnits); }

template <typename S>
concept Sink = requires(S sink, const uint8_t* bytes, size_t size, char16_t unit, char32_t scalar,
                        const simd::SingleByteTable& single_byte, const simd::PairTable& pairs) {
  // Appends the ASCII bytes before the first other byte; returns how many.
  { sink.TakeAscii(bytes, size) } -> std::same_as<size_t>;
  // Decodes ASCII and the pairs of the table, up to the first byte that begins neither; returns how
  // many bytes it has read.
  { sink.TakePairs(pairs, bytes, size) } -> std::same_as<size_t>;
  // Decodes `size` code units of UTF-16BE or UTF-16LE, up to the first lone surrogate; returns how
  // many it has read. A leading surrogate at the end of the input counts as lone.
  { sink.TakeUtf16(bytes, size, true) } -> std::same_as<size_t>;
  // Decodes bytes of a single-byte encoding, up to the first that the table cannot decode; returns
  // how many it has read.
  { sink.TakeSingleByte(single_byte, bytes, size) } -> std::same_as<size_t>;
  // Decodes UTF-8 up to the first sequence that is malformed or that the input cuts; returns how
  // many bytes it has read.
  { sink.TakeUtf8(bytes, size) } -> std::same_as<size_t>;
  // Appends a scalar value below U+10000.
  sink.AppendBmp(unit);
  // Appends any scalar value.
  sink.Append(scalar);
};

}  // namespace whatwg_encoding
