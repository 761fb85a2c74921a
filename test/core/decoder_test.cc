// Tests what is true of every decoder. What each decodes is tested in test/standard.
#include "suites.h"

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

  Decoded Replaced(const std::vector<Bytes>& pieces) const {
    return DecodePieces(id(), pieces, ErrorMode::kReplacement);
  }

  std::vector<Bytes> Cut(Bytes input) { return testing::Cut<uint8_t>(random_, input, 4); }

  std::mt19937 random_{20260521};
};

TEST_P(EveryDecoder, GivesAllSinksTheSameText) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(64);
    const Decoded decoded = Replaced({input});
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
    DecodeWhole(id(), true, exact.span(), sink);
    const Decoded decoded = Replaced({input});
    ASSERT_EQ(std::u16string(units.data(), sink.written()), decoded.utf16);
  }
}

TEST_P(EveryDecoder, DecodesAnyCutAsTheWhole) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(24);
    ASSERT_EQ(Replaced(Cut(input)), Replaced({input}));
  }
}

TEST_P(EveryDecoder, FailsInFatalModeAtTheFirstReplacement) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = NextInput(12);
    const Decoded replaced = Replaced({input});
    const Decoded fatal = DecodePieces(id(), Cut(input), ErrorMode::kFatal);
    ASSERT_EQ(fatal.error, replaced.first_error);
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

// Each of these texts brings some decoder into a state of its own.
constexpr std::string_view kStarts[] = {
    "",       "\x1B$B", "\x1B(J",       "\x1B(I",   "\x1B$B\x30\x21\x1B(Ba\x1B$B", "\x1B$)C\x0E",
    "\x1B$)", "~{",     "\x81\x30\x81", "\x8F\xB0",
};

TEST_P(EveryDecoder, DecodesLongRunsInEveryStateInPiecesAsTheWhole) {
  for (const std::string_view start : kStarts) {
    for (const std::string_view unit : {"a", "\x30\x21", "\xB0\xA1"}) {
      std::string text(start);
      while (text.size() < 10'000) text += unit;
      const Bytes input = testing::AsBytes(text);
      const auto pieces = testing::Cut<uint8_t>(random_, input, 200);
      ASSERT_EQ(Replaced(pieces), Replaced({input}));
    }
  }
}

// Behind each start come two bytes, each of which is at the border of a range that some decoder
// treats in a way of its own.
TEST_P(EveryDecoder, DecodesPairsInEveryStateByteByByteAsTheWhole) {
  const Traits traits = TraitsOf(id());
  // A decoder of single bytes has no state.
  if (traits.is_ascii_compatible && !traits.has_pairs && !traits.is_unicode) return;
  constexpr std::string_view kBytes =
      "\x0A\x0E\x0F\x1B\x21\x24\x28\x29\x30\x39\x40\x41\x43\x5C\x5F\x60\x7D\x7E\x7F\x80\x81\x84"
      "\x87\x8E\x8F\x9F\xA0\xA1\xA2\xBB\xBF\xC2\xC7\xC9\xD8\xDC\xE0\xE3\xF0\xF4\xF9\xFC\xFE\xFF";
  for (const std::string_view start : kStarts) {
    for (const char first : kBytes) {
      for (const char second : kBytes) {
        const std::string text = std::string(start) + first + second;
        const Bytes input = testing::AsBytes(text);
        // No piece has more than one byte, and some are empty.
        const auto bytes = testing::Cut<uint8_t>(random_, input, 2);
        ASSERT_EQ(Replaced(bytes), Replaced({input}));
      }
    }
  }
}

// The sequence that is not finished stands before a long run of ASCII, at each place of the blocks
// of a kernel.
TEST(Utf8Decoder, EndsASequenceBeforeALongRunOfAscii) {
  for (size_t shift = 0; shift < 256; ++shift) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "\xE3\x81\x82";
    text += std::string(shift, 'a') + "\xE3\x81" + std::string(600, 'a');
    const Bytes input = testing::AsBytes(text);
    const size_t end = 602 + shift;
    const auto decoded = [](const std::vector<Bytes>& pieces) {
      return DecodePieces(EncodingId::kUtf8, pieces, ErrorMode::kReplacement);
    };
    const Decoded whole = decoded({input});
    ASSERT_EQ(whole.utf16, decoded({input.first(end), input.subspan(end)}).utf16);
    ASSERT_EQ(whole.replacements, 1u);
    ASSERT_EQ(whole.counted_units, whole.utf16.size());
  }
}

FOR_EVERY_ENCODING(EveryDecoder);

}  // namespace
}  // namespace whatwg_encoding
