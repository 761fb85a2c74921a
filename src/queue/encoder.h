// The closed set of encoders.
// https://encoding.spec.whatwg.org/#encoder
// May include base/, simd/, core/, codecs/ and queue/.
#pragma once

#include <type_traits>
#include <variant>

#include "decoder.h"

namespace whatwg_encoding {

// An encoder is a value, as a decoder is.
using Encoder =
    std::variant<Utf8Encoder, SingleByteEncoder, Gb18030Encoder, Big5Encoder, EucJpEncoder,
                 Iso2022JpEncoder, ShiftJisEncoder, EucKrEncoder, Utf16Encoder, XUserDefinedEncoder,
                 HzGb2312Encoder, Iso2022KrEncoder, CodePageEncoder, Utf32Encoder, JohabEncoder,
                 EucJpThreeByteEncoder, Big5FullEncoder>;

static_assert(sizeof(Encoder) <= 16 && std::is_trivially_copyable_v<Encoder>);

// Whether the encoding has an encoder here. The standard has none for UTF-16BE, UTF-16LE and
// replacement; this library has one for the first two.
constexpr bool HasEncoder(EncodingId encoding) { return encoding != EncodingId::kReplacement; }

// An encoder of the encoding at the start of a stream. The encoding must have one.
const Encoder& NewEncoder(EncodingId encoding);

}  // namespace whatwg_encoding
