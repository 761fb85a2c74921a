// https://www.unicode.org/Public/MAPPINGS/OBSOLETE/EASTASIA/KSC/JOHAB.TXT
// The decoder and the encoder of Johab, which Windows calls code page 1361. The Encoding Standard
// does not have it.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/byte_sink.h"
#include "../core/result.h"
#include "double_byte.h"

namespace whatwg_encoding {

using JohabDecoder = DoubleByteDecoder<struct Johab>;

class JohabEncoder : public EncoderLimits<2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
