// https://encoding.spec.whatwg.org/#single-byte-decoder
// Decodes and encodes all single-byte encodings: each is data only.
#include "single_byte.h"

#include "../core/sinks.h"
#include "../core/source.h"

namespace whatwg_encoding {

template <Sink S>
DecodeResult SingleByteDecoder::Decode(Bytes in, S& out, bool) {
  const simd::SingleByteTable table = {index::kSingleByte + size_t{index_} * 256,
                                       index::kSingleByteUtf8 + size_t{index_} * 256};
  const size_t taken = out.TakeSingleByte(table, in.data(), in.size());
  if (taken == in.size()) return Finished(taken);
  return Malformed(Reason::kUnmapped, 1, taken + 1);
}

ENCODING_INSTANTIATE_DECODER(SingleByteDecoder);

EncodeResult SingleByteEncoder::Encode(Units in, ByteSink& out, bool) {
  const size_t pages = size_t{index_} * index::kSingleByteEncodeIndexLength;
  const simd::SingleByteMap map = {index::kSingleByteEncodeIndex + pages,
                                   index::kSingleByteEncodePages,
                                   index::kSingleByteWindows[index_]};
  return EncodeSingleByte(map, in, out);
}

}  // namespace whatwg_encoding
