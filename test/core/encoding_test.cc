// https://encoding.spec.whatwg.org/#names-and-labels
#include "../../src/core/encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "../../src/core/result.h"

namespace whatwg_encoding {
namespace {

TEST(GetEncoding, FindsEveryLabelInAnyCaseAndWithWhitespaceAround) {
  for (const auto& [text, encoding] : kLabels) {
    const std::string_view label = text;
    EXPECT_EQ(GetEncoding(label), encoding) << label;
    std::string upper = "\t\n";
    for (const char c : label) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    upper += "\f\r ";
    EXPECT_EQ(GetEncoding(upper), encoding) << label;
  }
}

TEST(GetEncoding, KnowsEveryNameAsALabel) {
  for (size_t id = 0; id < kEncodingCount; ++id) {
    const std::string_view name = kEncodingNames[id];
    EXPECT_EQ(GetEncoding(name), static_cast<EncodingId>(id)) << name;
  }
}

TEST(GetEncoding, NeverGivesAHistoricalEncoding) {
  for (const auto& [text, encoding] : kHistoricalLabels) {
    const std::string_view label = text;
    EXPECT_GE(static_cast<size_t>(encoding), kEncodingCount) << label;
    const auto found = GetEncoding(label);
    EXPECT_EQ(found.value_or(EncodingId::kReplacement), EncodingId::kReplacement) << label;
  }
  for (const auto& [text, encoding] : kLabels) {
    const std::string_view label = text;
    EXPECT_LT(static_cast<size_t>(encoding), kEncodingCount) << label;
  }
}

TEST(GetEncoding, RefusesWhatIsNoLabel) {
  using namespace std::string_view_literals;
  for (const std::string_view label : {""sv, " "sv, "utf-8\0"sv, "\vutf-8"sv, "utf 8"sv,
                                       "\u212Aoi8-r"sv, "latin"sv, "utf-16-le"sv}) {
    EXPECT_EQ(GetEncoding(label), std::nullopt) << label;
  }
  EXPECT_EQ(GetEncoding(std::string(1 << 20, ' ')), std::nullopt);
  EXPECT_EQ(GetEncoding(std::string(1 << 20, 'a')), std::nullopt);
}

TEST(GetOutputEncoding, IsUtf8ForEncodingsWithoutAnEncoder) {
  EXPECT_EQ(GetOutputEncoding(EncodingId::kReplacement), EncodingId::kUtf8);
  EXPECT_EQ(GetOutputEncoding(EncodingId::kUtf16be), EncodingId::kUtf8);
  EXPECT_EQ(GetOutputEncoding(EncodingId::kUtf16le), EncodingId::kUtf8);
  EXPECT_EQ(GetOutputEncoding(EncodingId::kGbk), EncodingId::kGbk);
}

TEST(Traits, AreThoseOfUtf16ForUtf32AndItIsNoCodePage) {
  for (const EncodingId id : {EncodingId::kUtf32be, EncodingId::kUtf32le}) {
    EXPECT_TRUE(IsUnicode(id) && IsUtf32(id));
    EXPECT_FALSE(IsCodePage(id) || IsAsciiCompatible(id) || IsUtf16(id));
  }
  EXPECT_TRUE(IsUnicode(EncodingId::kUtf16be) && !IsUtf32(EncodingId::kUtf16be));
  EXPECT_FALSE(IsUnicode(EncodingId::kIbm1149) || !IsCodePage(EncodingId::kIbm1149));
}

TEST(ReasonName, NamesTheLastReason) {
  EXPECT_STREQ(ReasonName(Reason::kNone), "none");
  EXPECT_STREQ(ReasonName(Reason::kReplacementEncoding), "replacement encoding");
}

}  // namespace
}  // namespace whatwg_encoding
