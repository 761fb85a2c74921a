// https://encoding.spec.whatwg.org/#single-byte-decoder
#pragma once

#include "core/index.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class SingleByteDecoder {
 public:
  // `single_byte_index`: which of the tables in index::kSingleByte.
  explicit SingleByteDecoder(uint8_t single_byte_index) : index_(single_byte_index) {}

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

 private:
  uint8_t index_;
};

}  // namespace encoding
