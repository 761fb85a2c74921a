#include "codecs/x_user_defined.h"

namespace encoding {

template <Sink S>
DecodeResult XUserDefinedDecoder::Decode(Bytes in, S& out, bool) {
  for (const uint8_t byte : in) {
    out.AppendBmp(static_cast<char16_t>(IsAscii(byte) ? byte : 0xF780 + byte - 0x80));
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(XUserDefinedDecoder);

EncodeResult XUserDefinedEncoder::Encode(Units in, ByteSink& out, bool) {
  const auto run = [](const char16_t*, size_t, ByteSink&) { return size_t{0}; };
  return EncodeAsciiCompatible(in, out, run, [](char32_t code_point, ByteSink& bytes) {
    if (code_point < 0xF780 || code_point > 0xF7FF) return false;
    bytes.Append(static_cast<uint8_t>(code_point - 0xF780 + 0x80));
    return true;
  });
}

}  // namespace encoding
