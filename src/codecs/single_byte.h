// https://encoding.spec.whatwg.org/#single-byte-decoder
// The decoder and the encoder of all single-byte encodings.
#pragma once

#include <cassert>

#include "../core/codec.h"
#include "../core/index.h"

namespace whatwg_encoding {

class SingleByteDecoder {
 public:
  // `single_byte_index` is the number of a table in index::kSingleByte.
  constexpr explicit SingleByteDecoder(uint8_t single_byte_index) : index_(single_byte_index) {
    assert(single_byte_index < kSingleByteIndexCount);
  }

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return 0; }

 private:
  uint8_t index_;
};

// https://encoding.spec.whatwg.org/#single-byte-encoder
class SingleByteEncoder : public EncoderLimits<1> {
 public:
  // `single_byte_index` is the number of a map in index::kSingleByteEncodeIndex.
  constexpr explicit SingleByteEncoder(uint8_t single_byte_index) : index_(single_byte_index) {
    assert(single_byte_index < kSingleByteIndexCount);
  }

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  uint8_t index_;
};

}  // namespace whatwg_encoding
