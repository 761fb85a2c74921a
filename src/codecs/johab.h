// https://www.unicode.org/Public/MAPPINGS/OBSOLETE/EASTASIA/KSC/JOHAB.TXT
// The decoder and the encoder of Johab, which Windows calls code page 1361. The Encoding Standard
// does not have it.
#pragma once

#include "double_byte.h"

namespace whatwg_encoding {

using JohabDecoder = DoubleByteDecoder<struct Johab>;
using JohabEncoder = DoubleByteEncoder<Johab>;

// The code point of a pair of bytes, or 0 if there is none.
char16_t JohabCodePoint(uint8_t leading, uint8_t trailing);

}  // namespace whatwg_encoding
