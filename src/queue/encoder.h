// The closed set of encoders.
// https://encoding.spec.whatwg.org/#encoder
#pragma once

#include <type_traits>
#include <variant>

#include "queue/decoder.h"

namespace encoding {

// A value, like Decoder.
using Encoder = std::variant<Utf8Encoder, SingleByteEncoder, Gb18030Encoder, Big5Encoder,
                             EucJpEncoder, Iso2022JpEncoder, ShiftJisEncoder, EucKrEncoder,
                             Utf16Encoder, XUserDefinedEncoder, HzGb2312Encoder, Iso2022KrEncoder>;

static_assert(sizeof(Encoder) <= 16 && std::is_trivially_copyable_v<Encoder>);

// Whether there is an encoder. The standard has none for UTF-16BE, UTF-16LE and replacement; the
// first two have one here.
constexpr bool HasEncoder(EncodingId encoding) { return encoding != EncodingId::kReplacement; }

// A new encoder of an encoding that has one.
const Encoder& NewEncoder(EncodingId encoding);

}  // namespace encoding
