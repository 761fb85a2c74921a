// The kernels of ISO-2022-JP without vector instructions.
#include <algorithm>

#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

Progress ToEucJp(Iso2022JpState& state, const uint8_t* bytes, size_t size, uint8_t* out,
                 size_t limit) {
  Progress done{0, 0};
  while (done.written < limit) {
    const uint8_t* const from = bytes + done.read;
    const size_t most = std::min(size - done.read, limit - done.written);
    uint8_t* const to = out + done.written;
    const size_t run = state.in_pairs ? CopySevenBitPairs(from, most, to) & ~size_t{1}
                                      : CopyPlain<ShiftsAndEscape>(from, most, to);
    if (run != 0) state.has_output = true;
    done.read += run;
    done.written += run;
    if (done.written == limit || !state.has_output) break;
    if (!ReadEscape(state, bytes + done.read, size - done.read)) break;
    done.read += 3;
  }
  return done;
}

}  // namespace whatwg_encoding::simd::scalar
