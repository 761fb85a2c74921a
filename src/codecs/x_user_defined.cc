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

}  // namespace encoding
