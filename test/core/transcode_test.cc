// Tests transcoding from every encoding to every other.
#include "../../src/queue/transcode.h"

#include "../../src/queue/bom.h"
#include "suites.h"

namespace whatwg_encoding {
namespace {

using testing::EncodePieces;
using testing::InterestingBytes;
using testing::kAmpleRoom;
using testing::kEveryMode;
using testing::Streamed;
using testing::TranscodePieces;
using whatwg_testing::ExactBlock;

class FromEveryEncoding : public ::testing::TestWithParam<size_t> {
 protected:
  EncodingId from() const { return static_cast<EncodingId>(GetParam()); }

  // The encodings to write in: always those with a state or with long sequences, and one of the
  // others in turn.
  std::vector<EncodingId> Targets(size_t turn) const {
    const auto other = static_cast<EncodingId>((GetParam() + turn) % kAllEncodingCount);
    return {EncodingId::kUtf8,
            EncodingId::kIso2022Jp,
            EncodingId::kGb18030,
            EncodingId::kUtf16le,
            EncodingId::kBig5,
            EncodingId::kWindows1252,
            HasEncoder(other) ? other : EncodingId::kXUserDefined};
  }

  // How many of the others get a turn. The code pages share all code and differ only in their
  // tables, which other tests compare with the indexes: a quarter of the turns is enough for each.
  size_t Turns() const { return IsCodePage(from()) ? kAllEncodingCount / 4 : kAllEncodingCount; }

  TranscodeModes RandomModes() {
    return {random_() % 2 ? ErrorMode::kFatal : ErrorMode::kReplacement,
            kEveryMode[random_() % std::size(kEveryMode)], random_() % 2 == 0};
  }

  // The text that the bytes decode to, with U+FFFD for each error.
  std::u16string Text(Bytes input, bool ignore_bom) const {
    DecodeState state(from());
    return testing::DecodeChunk(state, input, ignore_bom, true);
  }

  std::mt19937 random_{20260521};
};

TEST_P(FromEveryEncoding, GivesWhatDecodingAndThenEncodingGives) {
  for (size_t round = 0; round < 2 * Turns(); ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 80, from());
    for (const EncodingId to : Targets(round)) {
      const bool ignore_bom = random_() % 2 == 0;
      const std::u16string text = Text(input, ignore_bom);
      for (const Unencodables mode : kEveryMode) {
        const TranscodeModes modes{ErrorMode::kReplacement, mode, ignore_bom};
        const Streamed transcoded = TranscodePieces(from(), to, {input}, modes, kAmpleRoom);
        const Streamed encoded = EncodePieces(to, {text}, mode, kAmpleRoom);
        ASSERT_EQ(transcoded.bytes, encoded.bytes);
        ASSERT_EQ(transcoded.errors.size(), encoded.errors.size());
        for (size_t at = 0; at < encoded.errors.size(); ++at) {
          ASSERT_EQ(transcoded.errors[at].code_point, encoded.errors[at].code_point);
          ASSERT_EQ(transcoded.errors[at].bytes_before, encoded.errors[at].bytes_before);
        }
      }
    }
  }
}

TEST_P(FromEveryEncoding, TranscodesAnyCutAsTheWhole) {
  for (size_t round = 0; round < 3 * Turns(); ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 60, from());
    const auto pieces = testing::Cut<uint8_t>(random_, Bytes(input), 4);
    for (const EncodingId to : Targets(round)) {
      const TranscodeModes modes = RandomModes();
      const Streamed whole = TranscodePieces(from(), to, {input}, modes, kAmpleRoom);
      ASSERT_EQ(TranscodePieces(from(), to, pieces, modes, kAmpleRoom), whole);
      ASSERT_EQ(TranscodePieces(from(), to, pieces, modes, kMinTranscodeRoom), whole);
    }
  }
}

TEST_P(FromEveryEncoding, GivesTheSameInBlocksOfEverySize) {
  const std::vector<uint8_t> input = InterestingBytes(random_, 3000, from());
  for (const EncodingId to : Targets(1)) {
    const TranscodeModes modes = RandomModes();
    const Streamed whole = TranscodePieces(from(), to, {input}, modes, kAmpleRoom);
    for (size_t room = kMinTranscodeRoom; room < 400; room += 1 + random_() % 16) {
      const auto pieces = testing::Cut<uint8_t>(random_, Bytes(input), 1500);
      ASSERT_EQ(TranscodePieces(from(), to, pieces, modes, room), whole) << room;
    }
  }
}

TEST_P(FromEveryEncoding, ReportsErrorsInsideTheInput) {
  for (size_t round = 0; round < 2 * Turns(); ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 30, from());
    for (const EncodingId to : Targets(round)) {
      const TranscodeModes modes{ErrorMode::kFatal, Unencodables::kFatal, false};
      uint64_t former = 0;
      for (const auto& error : TranscodePieces(from(), to, {input}, modes, kAmpleRoom).errors) {
        ASSERT_LT(error.offset, input.size());
        ASSERT_LE(error.offset + error.length, input.size());
        ASSERT_GE(error.offset, former);
        ASSERT_NE(error.code_point == 0, error.reason == Reason::kNone);
        former = error.offset;
      }
    }
  }
}

// Two bytes become two code units, of which neither can be encoded. So there are two errors at one
// offset, and the second comes from what the first call has left.
TEST(Transcode, ReportsBothCodeUnitsOfAPair) {
  const std::vector<uint8_t> input = {0x88, 0x62, 'a'};
  const TranscodeModes modes{ErrorMode::kFatal, Unencodables::kFatal, false};
  for (const size_t room : {kAmpleRoom, kMinTranscodeRoom}) {
    const Streamed result =
        TranscodePieces(EncodingId::kBig5, EncodingId::kWindows1251, {input}, modes, room);
    ASSERT_EQ(result.errors.size(), 2u);
    EXPECT_EQ(result.errors[0].code_point, U'\u00CA');
    EXPECT_EQ(result.errors[1].code_point, U'\u0304');
    EXPECT_EQ(result.errors[1].offset, 0u);
    EXPECT_EQ(result.bytes, (std::vector<uint8_t>{'a'}));
  }
}

// The byte 0x3F ends a malformed sequence, and is read again as itself.
TEST(Transcode, GoesOnWithTheByteThatEndsAMalformedSequence) {
  const std::vector<uint8_t> input = {0x81, 0x3F, 'a'};
  const TranscodeModes modes{ErrorMode::kReplacement, Unencodables::kFatal, false};
  const Streamed result =
      TranscodePieces(EncodingId::kShiftJis, EncodingId::kWindows1251, {input}, modes, kAmpleRoom);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].code_point, U'\uFFFD');
  EXPECT_EQ(result.bytes, (std::vector<uint8_t>{'?', 'a'}));
}

// Each code unit comes from the same bytes, however far apart the code units asked for are, and so
// however much is decoded at once between them.
TEST_P(FromEveryEncoding, FindsTheBytesOfACodeUnitByStridesAsByteByByte) {
  for (size_t round = 0; round < 40; ++round) {
    const std::vector<uint8_t> before = InterestingBytes(random_, random_() % 6, from());
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 200, from());
    const bool ignore_bom = random_() % 2 == 0;
    const bool flush = random_() % 2 == 0;
    DecodeState start(from());
    testing::DecodeChunk(start, before, ignore_bom, false);

    // When every code unit is asked for, there is no room for a stride.
    DecodeState slow_state = start;
    Retrace slow(slow_state, input, ignore_bom, flush);
    std::vector<uint64_t> offsets;
    for (;;) {
      const uint64_t offset = slow.Find(offsets.size());
      if (slow.made() <= offsets.size()) break;
      offsets.push_back(offset);
    }
    ASSERT_EQ(slow.read(), input.size());
    ASSERT_EQ(slow.made(), offsets.size());

    DecodeState whole = start;
    const std::u16string text = testing::DecodeChunk(whole, input, ignore_bom, flush);
    ASSERT_EQ(slow.made(), text.size());
    ASSERT_EQ(slow_state.position, whole.position);
    ASSERT_EQ(slow_state.replacements, whole.replacements);

    for (size_t unit = 0; unit < offsets.size(); unit += 1 + random_() % 7) {
      DecodeState state = start;
      Retrace retrace(state, input, ignore_bom, flush);
      ASSERT_EQ(retrace.Find(unit), offsets[unit]) << unit;
    }
    DecodeState state = start;
    const ExactBlock<uint8_t> exact{Bytes(input)};
    Retrace retrace(state, exact.span(), ignore_bom, flush);
    for (size_t unit = 0; unit < offsets.size(); unit += 1 + random_() % 60) {
      ASSERT_EQ(retrace.Find(unit), offsets[unit]) << unit;
      const Units beyond = retrace.From(unit + 1);
      ASSERT_EQ(std::u16string(beyond.begin(), beyond.end()), text.substr(unit + 1, beyond.size()));
    }
  }
}

FOR_EVERY_ENCODING(FromEveryEncoding);

}  // namespace
}  // namespace whatwg_encoding
