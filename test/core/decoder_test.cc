// Tests what is true of every decoder. What each decodes is tested in test/standard.
#include <gtest/gtest.h>

#include "testing.h"

namespace whatwg_encoding {
namespace {

using testing::Decoded;
using testing::DecodePieces;
using testing::InterestingBytes;

class EveryDecoder : public ::testing::TestWithParam<size_t> {
 protected:
  EncodingId id() const { return static_cast<EncodingId>(GetParam()); }

  std::vector<uint8_t> NextInput(size_t longest) {
    return InterestingBytes(random_, random_() % (longest + 1), id());
  }

  std::vector<Bytes> Cut(Bytes input) { return testing::Cut<uint8_t>(random_, input, 4); }

  std::mt19937 random_{20260521};
};

TEST_P(EveryDecoder, GivesAllSinksTheSameText) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(64);
    const Decoded decoded = DecodePieces(id(), {input}, ErrorMode::kReplacement);
    ASSERT_EQ(decoded.utf8, testing::ToUtf8(decoded.utf16));
    ASSERT_EQ(decoded.counted_units, decoded.utf16.size());
    ASSERT_EQ(decoded.counted_bytes, decoded.utf8.size());
  }
}

TEST_P(EveryDecoder, DecodesAWholeStreamWithoutAState) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(80);
    const whatwg_testing::ExactBlock<uint8_t> exact{Bytes(input)};
    const whatwg_testing::ExactBlock<char16_t> units(MaxUtf16Units(input.size()));
    Utf16Sink sink(units.data(), units.size());
    DecodeWhole(id(), exact.span(), sink);
    const Decoded decoded = DecodePieces(id(), {input}, ErrorMode::kReplacement);
    ASSERT_EQ(std::u16string(units.data(), sink.written()), decoded.utf16);
  }
}

TEST_P(EveryDecoder, DecodesAnyCutAsTheWhole) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(24);
    const Decoded whole = DecodePieces(id(), {input}, ErrorMode::kReplacement);
    const Decoded cut = DecodePieces(id(), Cut(input), ErrorMode::kReplacement);
    ASSERT_EQ(cut.utf16, whole.utf16);
    ASSERT_EQ(cut.utf8, whole.utf8);
    ASSERT_EQ(cut.replacements, whole.replacements);
    ASSERT_EQ(cut.first_error.offset, whole.first_error.offset);
    ASSERT_EQ(cut.first_error.length, whole.first_error.length);
    ASSERT_EQ(cut.first_error.reason, whole.first_error.reason);
  }
}

TEST_P(EveryDecoder, FailsInFatalModeAtTheFirstReplacement) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(12);
    const Decoded replaced = DecodePieces(id(), {input}, ErrorMode::kReplacement);
    const Decoded fatal = DecodePieces(id(), Cut(input), ErrorMode::kFatal);
    ASSERT_EQ(fatal.error.reason, replaced.first_error.reason);
    ASSERT_EQ(fatal.error.offset, replaced.first_error.offset);
    ASSERT_EQ(fatal.error.length, replaced.first_error.length);
    ASSERT_EQ(replaced.utf16.substr(0, fatal.utf16.size()), fatal.utf16);
  }
}

TEST_P(EveryDecoder, DecodesEachPairToOneCodeUnitOrNoneWhereThereAreNoPairs) {
  size_t pairs = 0;
  for (unsigned leading = 0x81; leading <= 0xFE; ++leading) {
    for (unsigned trailing = 0x30; trailing <= 0xFF; ++trailing) {
      const std::vector<uint8_t> one = {static_cast<uint8_t>(leading)};
      const std::vector<uint8_t> two = {one[0], static_cast<uint8_t>(trailing)};
      const Decoded alone = DecodePieces(id(), {one}, ErrorMode::kFatal);
      const Decoded pair = DecodePieces(id(), {two}, ErrorMode::kFatal);
      const bool is_pair = pair.error.reason == Reason::kNone && pair.utf16.size() == 1;
      if (is_pair && alone.error.reason == Reason::kTruncated) ++pairs;
    }
  }
  if (TraitsOf(id()).has_pairs) {
    EXPECT_TRUE(IsAsciiCompatible(id()));
    EXPECT_GT(pairs, 5000u);
  } else if (IsAsciiCompatible(id()) && id() != EncodingId::kUtf8) {
    EXPECT_EQ(pairs, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, EveryDecoder, ::testing::Range<size_t>(0, kAllEncodingCount),
                         [](const auto& parameter) { return testing::TestName(parameter.param); });

}  // namespace
}  // namespace whatwg_encoding
