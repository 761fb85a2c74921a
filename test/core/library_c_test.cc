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
}

}  // namespace
