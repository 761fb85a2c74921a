// Makes the encoder of each encoding.
// https://encoding.spec.whatwg.org/#encoder
// May include base/, simd/, core/, codecs/ and queue/.
#include "encoder.h"

#include <array>
#include <utility>

namespace whatwg_encoding {

namespace {

Encoder MakeEncoder(EncodingId encoding) {
  switch (encoding) {
    case EncodingId::kUtf8:
    case EncodingId::kReplacement:
      return Utf8Encoder();
    case EncodingId::kGbk:
      return Gb18030Encoder(true);
    case EncodingId::kGb18030:
      return Gb18030Encoder(false);
    case EncodingId::kBig5:
      return Big5Encoder();
    case EncodingId::kBig5Full:
      return Big5FullEncoder();
    case EncodingId::kEucJp:
      return EucJpEncoder(EucJpKind::kStandard);
    case EncodingId::kEucJpFull:
      return EucJpThreeByteEncoder(EucJpKind::kStandard);
    case EncodingId::kEucjpMs:
      return EucJpThreeByteEncoder(EucJpKind::kMs);
    case EncodingId::kCp51932:
      return EucJpEncoder(EucJpKind::kCp51932);
    case EncodingId::kJohab:
      return JohabEncoder();
    case EncodingId::kIso2022Jp:
      return Iso2022JpEncoder();
    case EncodingId::kShiftJis:
      return ShiftJisEncoder();
    case EncodingId::kEucKr:
      return EucKrEncoder();
    case EncodingId::kUtf16be:
      return Utf16Encoder(Utf16Decoder::kBigEndian);
    case EncodingId::kUtf16le:
      return Utf16Encoder(Utf16Decoder::kLittleEndian);
    case EncodingId::kUtf32be:
      return Utf32Encoder(Utf32Decoder::kBigEndian);
    case EncodingId::kUtf32le:
      return Utf32Encoder(Utf32Decoder::kLittleEndian);
    case EncodingId::kXUserDefined:
      return XUserDefinedEncoder();
    case EncodingId::kHzGb2312:
      return HzGb2312Encoder();
    case EncodingId::kIso2022Kr:
      return Iso2022KrEncoder();
    default:
      if (IsCodePage(encoding)) {
        return CodePageEncoder(
            static_cast<uint8_t>(static_cast<size_t>(encoding) - kFirstCodePage));
      }
      // every other encoding is single-byte: data only
      return SingleByteEncoder(index::kSingleByteOf[static_cast<size_t>(encoding)]);
  }
}

// One encoder of each encoding, because copying one is faster than making it.
const std::array<Encoder, kAllEncodingCount> kNewEncoders = [] {
  auto all = [&]<size_t... id>(std::index_sequence<id...>) {
    return std::array<Encoder, kAllEncodingCount>{MakeEncoder(static_cast<EncodingId>(id))...};
  };
  return all(std::make_index_sequence<kAllEncodingCount>());
}();

}  // namespace

const Encoder& NewEncoder(EncodingId encoding) {
  return kNewEncoders[static_cast<size_t>(encoding)];
}

}  // namespace whatwg_encoding
