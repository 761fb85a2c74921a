// Kernels between Unicode encodings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/progress.h"

namespace whatwg_encoding::simd {

// The kernels that read UTF-8 stop before the first sequence that the standard's decoder calls
// malformed, or that the end of the input cuts. The kernels that read UTF-16 stop before the first
// lone surrogate; a leading surrogate at the end of the input counts as lone.
// `swapped` says that the input has the other byte order than the machine.
struct UnicodeKernels {
  // Converts UTF-8 to UTF-16 in the byte order of the machine. `out` has room for `size` code
  // units.
  Progress (*utf8_to_utf16)(const uint8_t* bytes, size_t size, char16_t* out);

  // Copies well-formed UTF-8 to `out`, which does not overlap the input; returns how many bytes
  // that is.
  size_t (*copy_utf8)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Measures well-formed UTF-8 and writes nothing. `written` is its length in UTF-16 code units.
  Progress (*measure_utf8)(const uint8_t* bytes, size_t size);

  // Converts `size` code units to UTF-8. `out` has room for three bytes for each.
  Progress (*utf16_to_utf8)(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out);
};

}  // namespace whatwg_encoding::simd
