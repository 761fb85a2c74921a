// https://encoding.spec.whatwg.org/#euc-kr-decoder
// The decoder and the encoder of EUC-KR.
#pragma once

#include "double_byte.h"

namespace whatwg_encoding {

using EucKrDecoder = DoubleByteDecoder<struct EucKr>;

// https://encoding.spec.whatwg.org/#euc-kr-encoder
using EucKrEncoder = DoubleByteEncoder<EucKr>;

}  // namespace whatwg_encoding
