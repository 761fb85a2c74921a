// Tests what is true of every encoder. What each encodes is tested in test/standard.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "testing.h"

namespace whatwg_encoding {
namespace {

using testing::EncodePieces;
using testing::ExactBlock;
using testing::InterestingText;
using testing::kAmpleRoom;
using testing::kEveryMode;
using testing::Streamed;

// The most bytes that one code point can need: an escape sequence, "&#1114111;", and the escape
// sequence that flushing would write.
constexpr size_t kMaxBytesPerCodePoint = 16;

class EveryEncoder : public ::testing::TestWithParam<size_t> {
 protected:
  EncodingId id() const { return static_cast<EncodingId>(GetParam()); }

  Streamed Whole(Units text, Unencodables mode) const {
    return EncodePieces(id(), {text}, mode, kAmpleRoom);
  }

  std::mt19937 random_{20260521};
};

TEST_P(EveryEncoder, GivesTheSameInBlocksOfEverySize) {
  for (const Unencodables mode : kEveryMode) {
    for (int round = 0; round < 20; ++round) {
      const std::u16string text = InterestingText(random_, random_() % 24);
      const Streamed whole = Whole(text, mode);
      for (size_t room = 0; room <= whole.bytes.size() + kMaxBytesPerCodePoint; ++room) {
        ASSERT_EQ(EncodePieces(id(), {text}, mode, room), whole) << room;
      }
    }
  }
}

TEST_P(EveryEncoder, EncodesAnyCutAsTheWhole) {
  for (const Unencodables mode : kEveryMode) {
    for (int round = 0; round < 300; ++round) {
      const std::u16string text = InterestingText(random_, random_() % 40);
      const Streamed whole = Whole(text, mode);
      const auto pieces = testing::Cut<char16_t>(random_, Units(text), 4);
      ASSERT_EQ(EncodePieces(id(), pieces, mode, kAmpleRoom), whole);
      ASSERT_EQ(EncodePieces(id(), pieces, mode, random_() % 40), whole);
    }
  }
}

TEST_P(EveryEncoder, EncodesEachCodePointByItselfUnlessItHasAState) {
  bool differs = false;
  for (int round = 0; round < 3000; ++round) {
    const std::u16string text = InterestingText(random_, random_() % 12);
    std::vector<uint8_t> each;
    for (size_t at = 0; at < text.size();) {
      const bool is_pair =
          IsLeadingSurrogate(text[at]) && at + 1 < text.size() && IsTrailingSurrogate(text[at + 1]);
      const size_t size = is_pair ? 2 : 1;
      const Streamed one = Whole(Units(text).subspan(at, size), Unencodables::kReplace);
      each.insert(each.end(), one.bytes.begin(), one.bytes.end());
      at += size;
    }
    differs = differs || each != Whole(text, Unencodables::kReplace).bytes;
  }
  EXPECT_EQ(differs, TraitsOf(id()).has_encoder_state);
}

TEST_P(EveryEncoder, EncodesAWholeTextAsTheQueueOrNotAtAll) {
  for (int round = 0; round < 300; ++round) {
    const std::u16string text = InterestingText(random_, random_() % 40);
    const Streamed whole = Whole(text, Unencodables::kFatal);
    ExactBlock<char16_t> input{Units(text)};
    const size_t ample = 8 * text.size() + kMinEncodeRoom;
    for (const size_t room : {ample, whole.bytes.size(), whole.bytes.size() / 2, size_t{0}}) {
      ExactBlock<uint8_t> output(room);
      const size_t written = EncodeWhole(id(), input.span(), Scratch(output.span()));
      if (!whole.errors.empty()) {
        ASSERT_EQ(written, kNotEncoded);
      } else if (written != kNotEncoded) {
        const auto bytes = output.span().first(written);
        ASSERT_EQ(std::vector<uint8_t>(bytes.begin(), bytes.end()), whole.bytes);
      } else {
        ASSERT_LT(room, ample);
      }
    }
  }
}

TEST_P(EveryEncoder, FindsEachErrorWhereItsCodePointIs) {
  for (int round = 0; round < 300; ++round) {
    const std::u16string text = InterestingText(random_, random_() % 40);
    const Streamed fatal = Whole(text, Unencodables::kFatal);
    const Streamed skipped = Whole(text, Unencodables::kSkip);
    ASSERT_EQ(fatal.errors.size(), skipped.replacements);
    ASSERT_EQ(Whole(text, Unencodables::kHtml).replacements, skipped.replacements);
    for (const testing::StreamError& error : fatal.errors) {
      const Units rest = Units(text).subspan(error.offset);
      const bool is_pair =
          rest.size() > 1 && IsLeadingSurrogate(rest[0]) && IsTrailingSurrogate(rest[1]);
      const bool is_surrogate = (rest[0] & 0xF800) == 0xD800;
      const char32_t code_point = is_pair        ? FromSurrogates(rest[0], rest[1])
                                  : is_surrogate ? 0xFFFD
                                                 : char32_t{rest[0]};
      const bool is_refused = code_point == 0x0E || code_point == 0x0F || code_point == 0x1B;
      ASSERT_EQ(error.code_point, is_refused ? 0xFFFD : code_point);
    }
  }
}

// When an encoder stops because the output is full, or at an error: the output is complete once it
// is flushed, there is room for flushing, no surrogate pair is cut, and the next code point does
// not fit.
TEST_P(EveryEncoder, LeavesRoomToFlushInABlockOfAnySize) {
  for (const Unencodables mode : kEveryMode) {
    for (int round = 0; round < 20; ++round) {
      const std::u16string text = InterestingText(random_, random_() % 24);
      const size_t most = Whole(text, mode).bytes.size() + kMaxBytesPerCodePoint;
      for (size_t room = 0; room <= most; ++room) {
        ExactBlock<char16_t> input{Units(text)};
        ExactBlock<uint8_t> output(room);
        EncodeState state(id());
        const EncodeQueueResult result =
            EncodeQueue(state, input.span(), Scratch(output.span()), mode, true);
        size_t read = result.read;
        size_t written = result.written;
        if (result.failed) read -= result.code_point < 0x10000 ? 1 : 2;
        if (result.failed || result.full) {
          written += FinishEncoding(state, Scratch(output.span().subspan(written)));
        } else {
          ASSERT_EQ(read, text.size());
        }
        const std::span<const uint8_t> bytes = output.span().first(written);
        const Streamed prefix = Whole(Units(text).first(read), mode);
        // The encoder of ISO-2022-KR has written its header when it finds an error, even at the
        // first code point.
        const bool has_begun = id() == EncodingId::kIso2022Kr && read == 0 && result.failed;
        if (has_begun && written != 0) {
          ASSERT_EQ(written, 4u);
        } else {
          ASSERT_EQ(std::vector<uint8_t>(bytes.begin(), bytes.end()), prefix.bytes) << room;
        }
        if (read == text.size()) continue;
        const bool is_pair =
            IsTrailingSurrogate(text[read]) && read != 0 && IsLeadingSurrogate(text[read - 1]);
        ASSERT_FALSE(is_pair) << room;
        if (!result.full) continue;
        const bool next_is_pair = read + 1 < text.size() && IsLeadingSurrogate(text[read]) &&
                                  IsTrailingSurrogate(text[read + 1]);
        const Units more = Units(text).first(read + (next_is_pair ? 2 : 1));
        ASSERT_GT(Whole(more, mode).bytes.size(), room);
      }
    }
  }
}

TEST_P(EveryEncoder, WritesWhatItsDecoderReadsWithoutAnError) {
  for (const Unencodables mode :
       {Unencodables::kHtml, Unencodables::kReplace, Unencodables::kSkip}) {
    for (int round = 0; round < 300; ++round) {
      const std::u16string text = InterestingText(random_, random_() % 40);
      const Streamed encoded = Whole(text, mode);
      const auto decoded = testing::DecodePieces(id(), {encoded.bytes}, ErrorMode::kFatal);
      ASSERT_EQ(decoded.error.reason, Reason::kNone);
    }
  }
}

// Testing every scalar value is slow under a sanitizer. There it is enough to test a part of those
// that are in no index.
#if defined(__SANITIZE_ADDRESS__)
constexpr char32_t kStepBehindIndexes = 251;
#elif defined(__has_feature)
constexpr char32_t kStepBehindIndexes = __has_feature(address_sanitizer) ? 251 : 1;
#else
constexpr char32_t kStepBehindIndexes = 1;
#endif

// For every scalar value: fatal mode fails with this code point where html mode writes a numeric
// reference, and elsewhere both write the same bytes.
TEST_P(EveryEncoder, FailsForEveryScalarValueThatHtmlModeWritesAsItsNumber) {
  // ISO-2022-KR begins with a header, whatever follows.
  const std::string header = id() == EncodingId::kIso2022Kr ? "\x1B$)C" : "";
  const EncodeState at_start(id());
  // All code pages share the code that refuses what is in no index.
  const char32_t step = IsCodePage(id()) ? 251 : kStepBehindIndexes;
  for (char32_t scalar = 0; scalar <= 0x10FFFF; scalar += scalar < 0x30000 ? 1 : step) {
    if (scalar >= 0xD800 && scalar <= 0xDFFF) continue;
    const char16_t bmp[] = {static_cast<char16_t>(scalar)};
    const char16_t pair[] = {LeadingSurrogate(scalar), TrailingSurrogate(scalar)};
    const Units text = scalar < 0x10000 ? Units(bmp) : Units(pair);
    uint8_t html[32];
    uint8_t fatal[32];
    EncodeState states[] = {at_start, at_start};
    const auto with_html = EncodeQueue(states[0], text, Scratch(html), Unencodables::kHtml, true);
    const auto with_fatal =
        EncodeQueue(states[1], text, Scratch(fatal), Unencodables::kFatal, true);
    char number[16] = "";
    if (with_fatal.failed) {
      const bool is_refused = scalar == 0x0E || scalar == 0x0F || scalar == 0x1B;
      const char32_t expected = is_refused ? 0xFFFD : scalar;
      ASSERT_TRUE(with_fatal.offset == 0 && with_fatal.code_point == expected) << uint32_t{scalar};
      ASSERT_EQ(with_fatal.written, header.size());
      ASSERT_EQ(std::memcmp(fatal, header.data(), header.size()), 0);
      std::snprintf(number, sizeof number, "&#%u;", static_cast<unsigned>(expected));
      // A code page writes it in its own bytes, which are not ASCII in EBCDIC.
      const std::u16string characters(number, number + std::strlen(number));
      uint8_t own[16];
      if (IsCodePage(id())) {
        ASSERT_EQ(EncodeWhole(id(), characters, Scratch(own)), characters.size());
        std::memcpy(number, own, characters.size());
      }
    }
    // In html mode the output is the same, followed by the numeric reference.
    const size_t length = std::strlen(number);
    const bool is_same = states[0].replacements == (with_fatal.failed ? 1 : 0) &&
                         with_html.written == with_fatal.written + length &&
                         std::memcmp(html, fatal, with_fatal.written) == 0 &&
                         std::memcmp(html + with_fatal.written, number, length) == 0;
    ASSERT_TRUE(is_same) << uint32_t{scalar};
  }
}

// The output may be too small for the bytes that the state of an earlier call needs at the end.
TEST(Iso2022JpEncoder, IsFullWhenThereIsNoRoomToFlush) {
  EncodeState state(EncodingId::kIso2022Jp);
  const std::u16string text = u"\u3042";
  uint8_t bytes[16];
  EXPECT_EQ(EncodeQueue(state, text, Scratch(bytes), Unencodables::kFatal, false).written, 5u);
  for (size_t room = 0; room < 3; ++room) {
    ExactBlock<uint8_t> output(room);
    const EncodeQueueResult result =
        EncodeQueue(state, {}, Scratch(output.span()), Unencodables::kFatal, true);
    EXPECT_TRUE(result.full);
    EXPECT_EQ(result.written, 0u);
  }
  ExactBlock<uint8_t> output(3);
  const EncodeQueueResult result =
      EncodeQueue(state, {}, Scratch(output.span()), Unencodables::kFatal, true);
  EXPECT_FALSE(result.full);
  EXPECT_EQ(result.written, 3u);
}

std::vector<size_t> IdsWithEncoder() {
  std::vector<size_t> ids;
  for (size_t id = 0; id < kAllEncodingCount; ++id) {
    if (HasEncoder(static_cast<EncodingId>(id))) ids.push_back(id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Encodings, EveryEncoder, ::testing::ValuesIn(IdsWithEncoder()),
                         [](const auto& parameter) { return testing::TestName(parameter.param); });

}  // namespace
}  // namespace whatwg_encoding
