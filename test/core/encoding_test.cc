// https://encoding.spec.whatwg.org/#names-and-labels
#include "../../src/core/encoding.h"

#include <gtest/gtest.h>

#include <string>

#include "../../src/core/result.h"

namespace whatwg_encoding {
namespace {

TEST(GetEncoding, FindsEveryLabelInAnyCaseAndWithWhitespaceAround) {
  for (const Label& entry : kLabels) {
    EXPECT_EQ(GetEncoding(entry.label), entry.encoding) << entry.label;
    std::string upper = "\t\n";
    for (const char c : entry.label) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    upper += "\f\r ";
    EXPECT_EQ(GetEncoding(upper), entry.encoding) << entry.label;
  }
}

TEST(GetEncoding, KnowsEveryNameAsALabel) {
  for (size_t id = 0; id < kEncodingCount; ++id) {
    EXPECT_EQ(GetEncoding(kEncodingNames[id]), static_cast<EncodingId>(id)) << kEncodingNames[id];
  }
}

TEST(GetEncoding, NeverGivesAHistoricalEncoding) {
  for (const Label& entry : kHistoricalLabels) {
    EXPECT_GE(static_cast<size_t>(entry.encoding), kEncodingCount) << entry.label;
    const auto found = GetEncoding(entry.label);
    EXPECT_EQ(found.value_or(EncodingId::kReplacement), EncodingId::kReplacement) << entry.label;
  }
  for (const Label& entry : kLabels) {
    EXPECT_LT(static_cast<size_t>(entry.encoding), kEncodingCount) << entry.label;
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
