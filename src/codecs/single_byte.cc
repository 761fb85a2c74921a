#include "codecs/single_byte.h"

namespace encoding {

template <Sink S>
DecodeResult SingleByteDecoder::Decode(Bytes in, S& out, bool) {
  const uint16_t* const upper_half = index::kSingleByte + size_t{index_} * 128;
  for (size_t at = 0; at < in.size();) {
    const uint8_t byte = in[at];
    if (IsAscii(byte)) {
      at += out.TakeAscii(in.data() + at, in.size() - at);
      continue;
    }
    ++at;
    const char16_t code_point = upper_half[byte - 0x80];
    if (code_point == 0) return Malformed(Reason::kUnmapped, 1, at);
    out.AppendBmp(code_point);
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(SingleByteDecoder);

EncodeResult SingleByteEncoder::Encode(Units in, ByteSink& out, bool) {
  const uint8_t* const pages =
      index::kSingleByteEncodeIndex + index_ * index::kSingleByteEncodeIndexLength;
  return EncodeAsciiCompatible(in, out, [pages](char32_t code_point, ByteSink& bytes) {
    if (code_point > 0xFFFF) return false;
    const size_t page = pages[code_point >> 6];
    const uint8_t byte = index::kSingleByteEncodePages[page * 64 + (code_point & 63)];
    if (byte != 0) bytes.Append(byte);
    return byte != 0;
  });
}

}  // namespace encoding
