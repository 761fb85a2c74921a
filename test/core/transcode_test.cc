// From every decoder to every encoder.
#include "core/transcode.h"

#include <gtest/gtest.h>

#include "core/bom.h"
#include "testing.h"

namespace encoding {
namespace {

using testing::EncodePieces;
using testing::InterestingBytes;
using testing::kAmpleRoom;
using testing::Streamed;
using testing::TranscodePieces;

constexpr Unencodables kModes[] = {Unencodables::kFatal, Unencodables::kHtml,
                                   Unencodables::kReplace, Unencodables::kSkip};

class FromEveryEncoding : public ::testing::TestWithParam<size_t> {
 protected:
  EncodingId from() const { return static_cast<EncodingId>(GetParam()); }

  // Encodings to write in: those with a state or with long sequences each time, and of the others
  // one in turn.
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

  TranscodeModes RandomModes() {
    return {random_() % 2 ? ErrorMode::kFatal : ErrorMode::kReplacement,
            kModes[random_() % std::size(kModes)], random_() % 2 == 0};
  }

  // The text that the bytes decode to, errors as U+FFFD.
  std::u16string Text(Bytes input, bool ignore_bom) const {
    DecodeState state(from());
    std::u16string text(MaxUtf16Units(input.size()), u'\0');
    Utf16Sink sink(text.data(), text.size());
    DecodeQueue(state, input, sink, ErrorMode::kReplacement, true);
    const size_t bom = TakeBom(state, ignore_bom, text.data(), sink.written());
    return text.substr(bom, sink.written() - bom);
  }

  std::mt19937 random_{20260521};
};

TEST_P(FromEveryEncoding, GivesWhatDecodingAndThenEncodingGives) {
  for (size_t round = 0; round < 2 * kAllEncodingCount; ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 80);
    for (const EncodingId to : Targets(round)) {
      const bool ignore_bom = random_() % 2 == 0;
      const std::u16string text = Text(input, ignore_bom);
      for (const Unencodables mode : kModes) {
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
  for (size_t round = 0; round < 3 * kAllEncodingCount; ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 60);
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
  const std::vector<uint8_t> input = InterestingBytes(random_, 3000);
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
  for (size_t round = 0; round < 2 * kAllEncodingCount; ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 30);
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

INSTANTIATE_TEST_SUITE_P(Encodings, FromEveryEncoding,
                         ::testing::Range<size_t>(0, kAllEncodingCount),
                         [](const auto& parameter) { return testing::TestName(parameter.param); });

}  // namespace
}  // namespace encoding
