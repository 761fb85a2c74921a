// Uses a library that leaves out encodings, or the detector. It is compiled with the macros that
// the library was compiled with.
#include <whatwg_encoding.h>
#include <whatwg_encoding_c.h>

#include <string>
#include <string_view>

#include "check.h"

namespace we = whatwg::encoding;

namespace {

// Whether an encoding is left out, by its number and name.
bool IsLeftOut(we::Encoding encoding) {
  const std::string_view name = encoding.name();
  [[maybe_unused]] const auto is_any_of = [name](auto... listed) {
    return ((name == listed) || ...);
  };
#if defined(WHATWG_ENCODING_NO_GB18030)
  if (is_any_of("GBK", "gb18030", "hz-gb-2312")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_BIG5)
  if (is_any_of("Big5")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_EUC_JP)
  if (is_any_of("EUC-JP", "eucjp-ms", "cp51932")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_ISO_2022_JP)
  if (is_any_of("ISO-2022-JP")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_SHIFT_JIS)
  if (is_any_of("Shift_JIS")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_EUC_KR)
  if (is_any_of("EUC-KR", "iso-2022-kr", "johab")) return true;
#endif
#if defined(WHATWG_ENCODING_NO_SINGLE_BYTE)
  if (is_any_of("ibm864")) return true;
  if (encoding.number() >= we::kIbm866.number() &&
      encoding.number() <= we::kXMacCyrillic.number()) {
    return true;
  }
#endif
#if defined(WHATWG_ENCODING_NO_CODE_PAGES)
  const bool is_of_several_bytes = is_any_of("hz-gb-2312", "iso-2022-kr", "ibm864", "UTF-32BE",
                                             "UTF-32LE", "eucjp-ms", "cp51932", "johab");
  if (!encoding.is_standard() && !is_of_several_bytes) return true;
#endif
  return false;
}

// Nothing knows an encoding that is left out, and its decoder reports one error.
void LeftOut(we::Encoding encoding) {
  CHECK(!encoding.has_encoder());
  CHECK(encoding.output_encoding() == we::kUtf8);
  CHECK(!we::Encoding::ForName(encoding.name()).has_value());
  CHECK(!we::IsDetectable(encoding));
  we::Decoder decoder(encoding, {we::Malformed::kFatal});
  CHECK(decoder.encoding() == we::kReplacement);
  char16_t room[8];
  const we::Result result = decoder.DecodeToUtf16(we::AsBytes("text"), room, true);
  CHECK(result.status == we::Status::kMalformed);
  CHECK(result.error.reason == we::Reason::kReplacementEncoding);
  CHECK(we::DecodeToUtf8(encoding, "text") == "\uFFFD");
  CHECK(we::Encoder(encoding).encoding() == we::kUtf8);
  std::string bytes;
  we::Transcode(encoding, we::kUtf8, we::AsBytes("text"), bytes);
  CHECK(bytes == "\uFFFD");

  const auto number = static_cast<whatwg_encoding>(encoding.number());
  whatwg_decoder c_decoder;
  whatwg_encoder c_encoder;
  whatwg_transcoder c_transcoder;
  CHECK(!whatwg_decoder_init(&c_decoder, number, WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP));
  CHECK(!whatwg_encoder_init(&c_encoder, number, WHATWG_UNENCODABLE_HTML));
  CHECK(!whatwg_transcoder_init(&c_transcoder, number, WHATWG_UTF_8, WHATWG_MALFORMED_FATAL,
                                WHATWG_UNENCODABLE_HTML, WHATWG_BOM_KEEP));
  CHECK(!whatwg_transcoder_init(&c_transcoder, WHATWG_UTF_8, number, WHATWG_MALFORMED_FATAL,
                                WHATWG_UNENCODABLE_HTML, WHATWG_BOM_KEEP));
}

// What is left works: what it decodes, it encodes again.
void Included(we::Encoding encoding) {
  CHECK(we::Encoding::ForName(encoding.name()) == encoding);
  if (!encoding.has_encoder()) return;
  for (const std::string_view bytes : {"\x82\xA0", "\xA4\xA2", "\xE9", "a\0"}) {
    const std::u16string text = we::DecodeToUtf16(encoding, bytes);
    std::string again;
    if (we::EncodeUtf16(encoding, text, again).status != we::Status::kFinished) continue;
    CHECK(we::DecodeToUtf16(encoding, again) == text);
  }
}

void Detecting() {
  const we::Detection found = we::Detect(we::AsBytes("すべての人間は自由である"));
  std::string every_byte;
  for (int byte = 0x80; byte <= 0xFF; ++byte) every_byte += {static_cast<char>(byte), 'a'};
  const we::Detection other = we::Detect(we::AsBytes(every_byte), {.code_pages = true});
  for (size_t i = 0; i < other.candidate_count; ++i) {
    CHECK(!IsLeftOut(other.candidates[i].encoding));
  }
#if defined(WHATWG_ENCODING_NO_DETECTOR)
  CHECK(!found.encoding.has_value() && found.candidate_count == 0 && !found.is_reliable);
  CHECK(!we::IsDetectable(we::kUtf8));
  CHECK(we::Detector().IsSettled());
#else
  CHECK(found.encoding == we::kUtf8);
  CHECK(we::IsDetectable(we::kUtf8));
  // "こんにちは、世界" and "안녕하세요 세계" in encodings of several bytes.
  for (const std::string_view bytes :
       {"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x81\x41\x90\xA2\x8A\x45",
        "\xA4\xB3\xA4\xF3\xA4\xCB\xA4\xC1\xA4\xCF\xA1\xA2\xC0\xA4\xB3\xA6",
        "\xBE\xC8\xB3\xE7\xC7\xCF\xBC\xBC\xBF\xE4\x20\xBC\xBC\xB0\xE8"}) {
    const we::Detection guess = we::Detect(we::AsBytes(bytes));
    CHECK(!guess.encoding.has_value() || !IsLeftOut(*guess.encoding));
  }
#endif
}

}  // namespace

int main() {
  for (size_t number = 0; number < we::Encoding::Count(); ++number) {
    const we::Encoding encoding = we::Encoding::At(number);
    const bool is_left_out = IsLeftOut(encoding);
    CHECK(encoding.is_included() == !is_left_out);
    CHECK(whatwg_encoding_is_included(static_cast<whatwg_encoding>(number)) == !is_left_out);
    for (size_t label = 0; label < encoding.label_count(); ++label) {
      CHECK(we::Encoding::ForLabel(encoding.label(label)).has_value() == !is_left_out);
    }
    is_left_out ? LeftOut(encoding) : Included(encoding);
  }
  Detecting();
  return SumUp();
}
