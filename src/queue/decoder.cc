// Makes the decoder of each encoding.
// https://encoding.spec.whatwg.org/#decoder
// May include base/, simd/, core/, codecs/ and queue/.
#include "decoder.h"

#include <array>
#include <utility>

namespace whatwg_encoding {

namespace {

Decoder MakeDecoder(EncodingId encoding) {
  switch (encoding) {
    case EncodingId::kUtf8:
      return Utf8Decoder();
    case EncodingId::kGbk:
    case EncodingId::kGb18030:
      return Gb18030Decoder();
    case EncodingId::kBig5:
    case EncodingId::kBig5Full:
      return Big5Decoder();
    case EncodingId::kEucJp:
    case EncodingId::kEucJpFull:
      return EucJpDecoder(EucJpKind::kStandard);
    case EncodingId::kEucjpMs:
      return EucJpDecoder(EucJpKind::kMs);
    case EncodingId::kCp51932:
      return EucJpDecoder(EucJpKind::kCp51932);
    case EncodingId::kJohab:
      return JohabDecoder();
    case EncodingId::kIso2022Jp:
      return Iso2022JpDecoder();
    case EncodingId::kShiftJis:
      return ShiftJisDecoder();
    case EncodingId::kEucKr:
      return EucKrDecoder();
    case EncodingId::kReplacement:
      return ReplacementDecoder();
    case EncodingId::kUtf16be:
      return Utf16Decoder(Utf16Decoder::kBigEndian);
    case EncodingId::kUtf16le:
      return Utf16Decoder(Utf16Decoder::kLittleEndian);
    case EncodingId::kUtf32be:
      return Utf32Decoder(Utf32Decoder::kBigEndian);
    case EncodingId::kUtf32le:
      return Utf32Decoder(Utf32Decoder::kLittleEndian);
    case EncodingId::kXUserDefined:
      return XUserDefinedDecoder();
    case EncodingId::kHzGb2312:
      return HzGb2312Decoder();
    case EncodingId::kIso2022Kr:
      return Iso2022KrDecoder();
    default:
      if (IsCodePage(encoding)) {
        return CodePageDecoder(
            static_cast<uint8_t>(static_cast<size_t>(encoding) - kFirstCodePage));
      }
      // every other encoding is single-byte: data only
      return SingleByteDecoder(index::kSingleByteOf[static_cast<size_t>(encoding)]);
  }
}

// One decoder of each encoding, because copying one is faster than making it.
const std::array<Decoder, kAllEncodingCount> kNewDecoders = [] {
  auto all = [&]<size_t... id>(std::index_sequence<id...>) {
    return std::array<Decoder, kAllEncodingCount>{MakeDecoder(static_cast<EncodingId>(id))...};
  };
  return all(std::make_index_sequence<kAllEncodingCount>());
}();

}  // namespace

const Decoder& NewDecoder(EncodingId encoding) {
  return kNewDecoders[static_cast<size_t>(encoding)];
}

}  // namespace whatwg_encoding
