// Tests what is true of every encoder. What each encodes is tested in test/standard.
#include "suites.h"

namespace whatwg_encoding {
namespace {

using testing::EncodePieces;
using testing::InterestingText;
using testing::kAmpleRoom;
using testing::kEveryMode;
using testing::Streamed;
using whatwg_testing::ExactBlock;

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

TEST_P(EveryEncoder, EncodesLongRunsInPiecesAsTheWhole) {
  for (const std::u16string_view unit : {u"a", u"\u00A5", u"\u3042\u4E00", u"\uAC00", u"\u042F"}) {
    std::u16string text;
    while (text.size() < 5000) text += unit;
    const auto pieces = testing::Cut<char16_t>(random_, Units(text), 200);
    ASSERT_EQ(EncodePieces(id(), pieces, Unencodables::kHtml, kAmpleRoom),
              Whole(text, Unencodables::kHtml));
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
      const size_t written = EncodeWhole(id(), input.span(), WritableAhead(output.span()));
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
            EncodeQueue(state, input.span(), WritableAhead(output.span()), mode, true);
        size_t read = result.read;
        size_t written = result.written;
        if (result.failed) read -= result.code_point < 0x10000 ? 1 : 2;
        if (result.failed || result.full) {
          written += FinishEncoding(state, WritableAhead(output.span().subspan(written)));
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

// An empty output has no memory. Skipping an unencodable code point needs none.
TEST_P(EveryEncoder, WritesNothingWhereThereIsNoMemory) {
  const std::u16string text = u"\uE123\u3042a";
  for (const Unencodables mode : testing::kEveryMode) {
    EncodeState state(id());
    const EncodeQueueResult result = EncodeQueue(state, text, WritableAhead({}), mode, false);
    EXPECT_EQ(result.written, 0u);
  }
}

// The output may be too small for the bytes that the state of an earlier call needs at the end.
TEST(Iso2022JpEncoder, IsFullWhenThereIsNoRoomToFlush) {
  EncodeState state(EncodingId::kIso2022Jp);
  const std::u16string text = u"\u3042";
  ExactBlock<uint8_t> bytes(16);
  EXPECT_EQ(
      EncodeQueue(state, text, WritableAhead(bytes.span()), Unencodables::kFatal, false).written,
      5u);
  for (size_t room = 0; room < 3; ++room) {
    ExactBlock<uint8_t> output(room);
    const EncodeQueueResult result =
        EncodeQueue(state, {}, WritableAhead(output.span()), Unencodables::kFatal, true);
    EXPECT_TRUE(result.full);
    EXPECT_EQ(result.written, 0u);
  }
  ExactBlock<uint8_t> output(3);
  const EncodeQueueResult result =
      EncodeQueue(state, {}, WritableAhead(output.span()), Unencodables::kFatal, true);
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

FOR_ENCODINGS(EveryEncoder, ::testing::ValuesIn(IdsWithEncoder()));

}  // namespace
}  // namespace whatwg_encoding
