// The parts of which decoders and encoders are made: they read spans, write to sinks, and report
// results.
#pragma once

#include "../base/bytes.h"
#include "byte_sink.h"
#include "result.h"
#include "sink.h"

namespace whatwg_encoding {

// The most bytes that an encoder writes for each code unit of its input, and at end-of-queue.
template <size_t max_bytes_per_unit, size_t max_end_bytes = 0>
struct EncoderLimits {
  static constexpr size_t kMaxBytesPerUnit = max_bytes_per_unit;
  static constexpr size_t kMaxEndBytes = max_end_bytes;
};

}  // namespace whatwg_encoding
