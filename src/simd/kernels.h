// The few functions that are worth more than a plain loop. All accept any length and alignment and
// read only their input. All need an output buffer for the most that input of this length can
// become, and may write anywhere in it: what they leave beyond the end that they report is
// unspecified.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pairs.h"
#include "seven_bit.h"
#include "single_byte.h"
#include "unicode.h"

namespace whatwg_encoding::simd {

// A kernel never writes more than this many places (bytes or code units) beyond the end that it
// reports.
inline constexpr size_t kMaxWriteAhead = 64;

// Which side of a copy of UTF-16 has the other byte order than the machine.
enum class Swapped : uint8_t { kNeither, kSource, kTarget };

// A set of kernels: one implementation of each, for one kind of processor.
struct Kernels {
  const char* name;

  // Converts ASCII bytes to UTF-16, up to the first other byte; returns how many.
  size_t (*widen_ascii)(const uint8_t* bytes, size_t size, char16_t* out);

  // Copies ASCII bytes to `out`, which does not overlap the input, up to the first other byte;
  // returns how many.
  size_t (*copy_ascii)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Copies all of the bytes to `out`, which does not overlap the input and has room for
  // kMaxWriteAhead bytes more. Returns whether all are ASCII.
  bool (*copy)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Copies `size` code units to `out`, which does not overlap the input, up to the first lone
  // surrogate; returns how many. A leading surrogate at the end of the input counts as lone.
  size_t (*copy_utf16)(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out);

  // Returns how many bytes come before the first from 0x80 to 0x9F.
  size_t (*non_c1_prefix)(const uint8_t* bytes, size_t size);

  UnicodeKernels unicode;
  SingleByteKernels single_byte;
  PairKernels pairs;

  // Translates ASCII bytes and pairs of ISO-2022-JP to EUC-JP, in which the same pairs have 0x80
  // added to both bytes. `out` has room for `limit` bytes. Escape sequences between them are
  // skipped. Stops before any other byte, before an escape sequence that follows another one
  // without output between them, and at the limit.
  Progress (*iso_2022_jp_to_euc_jp)(Iso2022JpState& state, const uint8_t* bytes, size_t size,
                                    uint8_t* out, size_t limit);
};

// The set of kernels in use, or null before the first call of Active().
extern std::atomic<const Kernels*> active_kernels;

// Chooses the set of kernels in use: the best that the processor has, or the one that the
// environment variable WHATWG_TRANSCODER_KERNELS names, if the processor has it; only builds with
// WHATWG_ENCODING_KERNELS_VARIABLE read that.
const Kernels* ChooseKernels();

// The set of kernels in use, also in the static initializers of a program.
inline const Kernels* Active() {
  const Kernels* const kernels = active_kernels.load(std::memory_order_relaxed);
  return kernels != nullptr ? kernels : ChooseKernels();
}

// All sets of kernels that the processor has, the scalar one first.
std::span<const Kernels* const> AvailableKernels();

}  // namespace whatwg_encoding::simd
