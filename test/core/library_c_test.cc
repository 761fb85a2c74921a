// Tests of the public C header of the library. Its type whatwg_encoding has the name of the core's
// namespace, so no header of the core may stand beside it.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "../../src/library/whatwg_encoding_c.h"

namespace {

// The interface for C gives what the one for C++ gives.
TEST(LibraryC, EncodesAndValidates) {
  const std::string label = "sjis";
  const whatwg_encoding encoding = whatwg_encoding_for_label(label.data(), label.size());
  EXPECT_STREQ(whatwg_encoding_name(encoding), "Shift_JIS");
  EXPECT_EQ(whatwg_encoding_for_label("none", 4), WHATWG_NO_ENCODING);
  whatwg_encoder encoder;
  ASSERT_TRUE(whatwg_encoder_init(&encoder, encoding, WHATWG_UNENCODABLE_HTML));
  std::array<uint8_t, 64> bytes{};
  const std::string text = "あ";
  const whatwg_result encoded =
      whatwg_encode_utf8(&encoder, text.data(), text.size(), bytes.data(), bytes.size(), true);
  ASSERT_EQ(encoded.written, 2u);
  EXPECT_EQ(bytes[0], 0x82);
  EXPECT_EQ(bytes[1], 0xA0);
  EXPECT_TRUE(whatwg_is_valid(encoding, bytes.data(), 2));
  EXPECT_FALSE(whatwg_is_valid(encoding, bytes.data(), 1));
}

// Numbers of no encoding are refused, and what is asked of them is nothing.
TEST(LibraryC, RefusesNumbersThatMeanNothing) {
  const auto count = static_cast<whatwg_encoding>(whatwg_encoding_count());
  for (whatwg_encoding encoding = -1; encoding <= count; ++encoding) {
    const bool is_any = encoding >= 0 && encoding < count;
    EXPECT_EQ(whatwg_encoding_name(encoding) != nullptr, is_any);
    if (is_any) {
      const std::string_view name = whatwg_encoding_name(encoding);
      EXPECT_EQ(whatwg_encoding_for_name(name.data(), name.size()), encoding) << name;
    }
    EXPECT_EQ(whatwg_encoding_is_included(encoding), is_any);
    const size_t labels = whatwg_encoding_label_count(encoding);
    EXPECT_EQ(whatwg_encoding_is_standard(encoding),
              encoding >= 0 && static_cast<size_t>(encoding) < whatwg_encoding_standard_count());
    for (size_t i = 0; i < labels; ++i) {
      const std::string_view label = whatwg_encoding_label(encoding, i);
      EXPECT_EQ(whatwg_encoding_for_label(label.data(), label.size()), encoding) << label;
    }
    EXPECT_EQ(whatwg_encoding_label(encoding, labels), nullptr);
    EXPECT_TRUE(!whatwg_encoding_is_detectable(encoding) || is_any);
    EXPECT_TRUE(!whatwg_encoding_is_ascii_compatible(encoding) || is_any);
    const whatwg_encoding output = whatwg_encoding_output(encoding);
    EXPECT_TRUE(!is_any || output != encoding || whatwg_encoding_has_encoder(encoding));
    EXPECT_EQ(whatwg_encoding_has_encoder(output), is_any);

    whatwg_decoder decoder;
    whatwg_encoder encoder;
    whatwg_transcoder transcoder;
    const auto is_made = [&](whatwg_malformed malformed, whatwg_bom bom,
                             whatwg_unencodable unencodable) {
      return std::array{
          whatwg_decoder_init(&decoder, encoding, malformed, bom),
          whatwg_encoder_init(&encoder, encoding, unencodable),
          whatwg_transcoder_init(&transcoder, encoding, WHATWG_UTF_8, malformed, unencodable, bom)};
    };
    const std::array all{is_any, is_any, is_any};
    EXPECT_EQ(is_made(WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP, WHATWG_UNENCODABLE_SKIP), all);
    const auto measured = [encoding](whatwg_malformed malformed, whatwg_unencodable unencodable) {
      const std::u16string units = u"A";
      const std::string text = "A";
      const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
      return whatwg_measure_decoded(encoding, bytes, 1, malformed, WHATWG_BOM_KEEP).read +
             whatwg_measure_encoded_utf16(encoding, units.data(), 1, unencodable).read +
             whatwg_measure_encoded_utf8(encoding, text.data(), 1, unencodable).read;
    };
    EXPECT_EQ(measured(WHATWG_MALFORMED_REPLACEMENT, WHATWG_UNENCODABLE_HTML), is_any ? 3u : 0u);
  }
}

// A list that names an encoding again and again leaves room for the others, and numbers of no
// encoding do not count.
TEST(LibraryC, DetectsWhatALongListAllows) {
  std::vector<whatwg_encoding> allowed(300, WHATWG_EUC_JP);
  allowed.push_back(WHATWG_SHIFT_JIS);
  allowed.push_back(1000);
  whatwg_detector_options options{};
  options.allowed = allowed.data();
  options.allowed_count = allowed.size();
  // "すべての人間は自由であり" in Shift_JIS.
  const std::string text =
      "\x82\xB7\x82\xD7\x82\xC4\x82\xCC\x90\x6C\x8A\xD4\x82\xCD\x8E\xA9\x97\x52\x82\xC5\x82\xA0\x82"
      "\xE8";
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  EXPECT_EQ(whatwg_detect(bytes, text.size(), &options).encoding, WHATWG_SHIFT_JIS);
  options.allowed = allowed.data() + 301;
  options.allowed_count = 1;
  EXPECT_EQ(whatwg_detect(bytes, text.size(), &options).encoding, WHATWG_NO_ENCODING);
  options.allowed_count = 0;
  options.top_level_domain = "jp";
  EXPECT_EQ(whatwg_detect(bytes, text.size(), &options).encoding, WHATWG_SHIFT_JIS);
}

}  // namespace
