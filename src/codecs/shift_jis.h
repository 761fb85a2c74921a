// https://encoding.spec.whatwg.org/#shift_jis-decoder
// The decoder and the encoder of Shift_JIS.
#pragma once

#include "double_byte.h"

namespace whatwg_encoding {

using ShiftJisDecoder = DoubleByteDecoder<struct ShiftJis>;

// https://encoding.spec.whatwg.org/#shift_jis-encoder
using ShiftJisEncoder = DoubleByteEncoder<ShiftJis>;

}  // namespace whatwg_encoding
