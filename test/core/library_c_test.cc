// Tests of the public C header of the library. Its type whatwg_encoding has the name of the core's
// namespace, so no header of the core may stand beside it.

#include <gtest/gtest.h>

#include <array>
#include <string>

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

}  // namespace
