// Makes the decoder and the encoder of each encoding.
// https://encoding.spec.whatwg.org/#decoder https://encoding.spec.whatwg.org/#encoder
#include "codec_set.h"

#include <array>
#include <cstdint>
#include <utility>

namespace whatwg_encoding {

namespace {

struct Codec {
  Decoder decoder;
  Encoder encoder;
};

constexpr Codec MakeCodec(EncodingId encoding) {
  const auto id = static_cast<size_t>(encoding);
  switch (encoding) {
    case EncodingId::kUtf8:
      return {Utf8Decoder(), Utf8Encoder()};
    case EncodingId::kGbk:
      return {Gb18030Decoder(), Gb18030Encoder(true)};
    case EncodingId::kGb18030:
      return {Gb18030Decoder(), Gb18030Encoder(false)};
    case EncodingId::kBig5:
      return {Big5Decoder(), Big5Encoder()};
    case EncodingId::kBig5Full:
      return {Big5Decoder(), Big5FullEncoder()};
    case EncodingId::kEucJp:
      return {EucJpDecoder(EucJpKind::kStandard), EucJpEncoder(EucJpKind::kStandard)};
    case EncodingId::kEucJpFull:
      return {EucJpDecoder(EucJpKind::kStandard), EucJpThreeByteEncoder(EucJpKind::kStandard)};
    case EncodingId::kEucjpMs:
      return {EucJpDecoder(EucJpKind::kMs), EucJpThreeByteEncoder(EucJpKind::kMs)};
    case EncodingId::kCp51932:
      return {EucJpDecoder(EucJpKind::kCp51932), EucJpEncoder(EucJpKind::kCp51932)};
    case EncodingId::kJohab:
      return {JohabDecoder(), JohabEncoder()};
    case EncodingId::kIso2022Jp:
      return {Iso2022JpDecoder(), Iso2022JpEncoder()};
    case EncodingId::kShiftJis:
      return {ShiftJisDecoder(), ShiftJisEncoder()};
    case EncodingId::kEucKr:
      return {EucKrDecoder(), EucKrEncoder()};
    case EncodingId::kReplacement:
      return {ReplacementDecoder(), Utf8Encoder()};  // nobody asks for its encoder
    case EncodingId::kUtf16be:
    case EncodingId::kUtf16le: {
      const bool is_utf16be = encoding == EncodingId::kUtf16be;
      return {Utf16Decoder(is_utf16be), Utf16Encoder(is_utf16be)};
    }
    case EncodingId::kUtf32be:
    case EncodingId::kUtf32le: {
      const bool is_utf32be = encoding == EncodingId::kUtf32be;
      return {Utf32Decoder(is_utf32be), Utf32Encoder(is_utf32be)};
    }
    case EncodingId::kXUserDefined:
      return {XUserDefinedDecoder(), XUserDefinedEncoder()};
    case EncodingId::kHzGb2312:
      return {HzGb2312Decoder(), HzGb2312Encoder()};
    case EncodingId::kIso2022Kr:
      return {Iso2022KrDecoder(), Iso2022KrEncoder()};
    default:
      if (IsCodePage(encoding)) {
        const auto code_page = static_cast<uint8_t>(id - kFirstCodePage);
        return {CodePageDecoder(code_page), CodePageEncoder(code_page)};
      }
      // Every other encoding is single-byte, which is data only.
      return {SingleByteDecoder(index::kSingleByteOf[id]),
              SingleByteEncoder(index::kSingleByteOf[id])};
  }
}

// One codec of each encoding: a copy takes less time than a new one.
constexpr auto kNewCodecs = []<size_t... id>(std::index_sequence<id...>) {
  return std::array{MakeCodec(static_cast<EncodingId>(id))...};
}
(std::make_index_sequence<kAllEncodingCount>());

// Whether the build has the decoder of each encoding, and so its encoder.
constexpr auto kIncluded = []<size_t... id>(std::index_sequence<id...>) {
  constexpr auto is_included = []<typename Own>(const Own&) { return IsIncluded<Own>(); };
  return std::array{std::visit(is_included, kNewCodecs[id].decoder)...};
}
(std::make_index_sequence<kAllEncodingCount>());

}  // namespace

Decoder NewDecoder(EncodingId encoding) {
  return kNewCodecs[static_cast<size_t>(encoding)].decoder;
}

Encoder NewEncoder(EncodingId encoding) {
  return kNewCodecs[static_cast<size_t>(encoding)].encoder;
}

bool IsIncluded(EncodingId encoding) { return kIncluded[static_cast<size_t>(encoding)]; }

}  // namespace whatwg_encoding
