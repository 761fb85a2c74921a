// https://encoding.spec.whatwg.org/#single-byte-decoder
#pragma once

#include <cassert>

#include "base/bytes.h"
#include "core/byte_sink.h"
#include "core/index.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class SingleByteDecoder {
 public:
  // `single_byte_index`: which of the tables in index::kSingleByte.
  explicit SingleByteDecoder(uint8_t single_byte_index) : index_(single_byte_index) {
    assert(single_byte_index < kSingleByteIndexCount);
  }

  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes have been read of a sequence that is not finished.
  size_t pending() const { return 0; }

 private:
  uint8_t index_;
};

// https://encoding.spec.whatwg.org/#single-byte-encoder
class SingleByteEncoder {
 public:
  static constexpr size_t kMaxBytesPerUnit = 1;
  static constexpr size_t kMaxEndBytes = 0;

  // `single_byte_index`: which of the maps in index::kSingleByteEncodeIndex.
  explicit SingleByteEncoder(uint8_t single_byte_index) : index_(single_byte_index) {
    assert(single_byte_index < kSingleByteIndexCount);
  }

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  uint8_t index_;
};

}  // namespace encoding
