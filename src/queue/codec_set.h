// The closed sets of decoders and encoders.
// https://encoding.spec.whatwg.org/#decoder https://encoding.spec.whatwg.org/#encoder
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
#include "../codecs/left_out.h"
#include "../codecs/replacement.h"
#include "../codecs/shift_jis.h"
#include "../codecs/single_byte.h"
#include "../codecs/utf_16.h"
#include "../codecs/utf_32.h"
#include "../codecs/utf_8.h"
#include "../codecs/x_user_defined.h"
#include "../core/encoding.h"

namespace whatwg_encoding {

// Decoders and encoders are values: a copy continues at the same place of the stream, and an
// assignment resets it.
using Decoder = std::variant<Utf8Decoder, SingleByteDecoder, Gb18030Decoder, Big5Decoder,
                             EucJpDecoder, Iso2022JpDecoder, ShiftJisDecoder, EucKrDecoder,
                             ReplacementDecoder, Utf16Decoder, XUserDefinedDecoder, HzGb2312Decoder,
                             Iso2022KrDecoder, CodePageDecoder, Utf32Decoder, JohabDecoder>;
using Encoder =
    std::variant<Utf8Encoder, SingleByteEncoder, Gb18030Encoder, Big5Encoder, EucJpEncoder,
                 Iso2022JpEncoder, ShiftJisEncoder, EucKrEncoder, Utf16Encoder, XUserDefinedEncoder,
                 HzGb2312Encoder, Iso2022KrEncoder, CodePageEncoder, Utf32Encoder, JohabEncoder,
                 EucJpThreeByteEncoder, Big5FullEncoder>;

static_assert(sizeof(Decoder) <= 16 && std::is_trivially_copyable_v<Decoder>);
static_assert(sizeof(Encoder) <= 16 && std::is_trivially_copyable_v<Encoder>);

// Whether the encoding has an encoder here. The standard has none for UTF-16BE, UTF-16LE and
// replacement; this library has one for the first two.
constexpr bool HasEncoder(EncodingId encoding) { return encoding != EncodingId::kReplacement; }

// A decoder and an encoder of the encoding at the start of a stream. An encoder must exist.
Decoder NewDecoder(EncodingId encoding);
Encoder NewEncoder(EncodingId encoding);

// Whether the build has the decoder and the encoder of the encoding. Nothing may make a codec that
// is left out.
bool IsIncluded(EncodingId encoding);

// Calls `run(codec)` with the class that a decoder or an encoder has. Codecs that are left out are
// not compiled into the call.
template <typename Codec, typename Run>
auto VisitCodec(Codec& codec, Run run) {
  return std::visit(
      [&]<typename Own>(Own& own) {
        if constexpr (IsIncluded<Own>()) {
          return run(own);
        } else {
          return decltype(run(own))();
        }
      },
      codec);
}

}  // namespace whatwg_encoding
