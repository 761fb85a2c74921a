// The closed set of decoders.
// https://encoding.spec.whatwg.org/#decoder
// May include base/, simd/, core/, codecs/ and queue/.
#pragma once

#include <type_traits>
#include <variant>

#include "../codecs/big5.h"
#include "../codecs/code_page.h"
#include "../codecs/euc_jp.h"
#include "../codecs/euc_kr.h"
#include "../codecs/gb18030.h"
#include "../codecs/hz_gb_2312.h"
#include "../codecs/iso_2022_jp.h"
#include "../codecs/iso_2022_kr.h"
#include "../codecs/johab.h"
#include "../codecs/replacement.h"
#include "../codecs/shift_jis.h"
#include "../codecs/single_byte.h"
#include "../codecs/utf_16.h"
#include "../codecs/utf_32.h"
#include "../codecs/utf_8.h"
#include "../codecs/x_user_defined.h"
#include "../core/encoding.h"

namespace whatwg_encoding {

// A decoder is a value: a copy continues at the same place of the stream, and an assignment resets
// it.
using Decoder = std::variant<Utf8Decoder, SingleByteDecoder, Gb18030Decoder, Big5Decoder,
                             EucJpDecoder, Iso2022JpDecoder, ShiftJisDecoder, EucKrDecoder,
                             ReplacementDecoder, Utf16Decoder, XUserDefinedDecoder, HzGb2312Decoder,
                             Iso2022KrDecoder, CodePageDecoder, Utf32Decoder, JohabDecoder>;

static_assert(sizeof(Decoder) <= 16 && std::is_trivially_copyable_v<Decoder>);

// A decoder of the encoding at the start of a stream.
const Decoder& NewDecoder(EncodingId encoding);

}  // namespace whatwg_encoding
