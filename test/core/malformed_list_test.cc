// Tests the list of the malformed sequences of a chunk, for every encoding.
#include "protocol/malformed_list.h"

#include <gtest/gtest.h>

#include "core/sinks.h"
#include "queue/bom.h"
#include "testing.h"

namespace encoding {
namespace {

using testing::ExactBytes;
using testing::InterestingBytes;

class ListOfEveryDecoder : public ::testing::TestWithParam<size_t> {
 protected:
  std::mt19937 random_{20260521};
};

TEST_P(ListOfEveryDecoder, HasTheMalformedSequencesOfEachChunkOfAnyCut) {
  const auto id = static_cast<EncodingId>(GetParam());
  for (int round = 0; round < 3000; ++round) {
    const std::vector<uint8_t> input = InterestingBytes(random_, random_() % 30, id);
    const bool ignore_bom = random_() % 2 == 0;
    DecodeState decoding(id);
    DecodeState listing(id);
    uint64_t end_of_last = 0;
    const auto pieces = testing::Cut<uint8_t>(random_, Bytes(input), 8);
    for (size_t number = 0; number < pieces.size(); ++number) {
      const ExactBytes exact(pieces[number]);
      const Bytes piece = exact.bytes();
      const bool flush = number + 1 == pieces.size();
      const uint64_t begin = SequenceStart(listing);

      std::vector<char16_t> text(MaxUtf16Units(piece.size()));
      Utf16Sink sink(text.data(), text.size());
      const uint64_t before = decoding.replacements;
      DecodeQueue(decoding, piece, sink, ErrorMode::kReplacement, flush);
      const size_t bom = TakeBom(decoding, ignore_bom, text.data(), sink.written());

      std::vector<uint32_t> list(MalformedListSize(piece.size()));
      const size_t count = ListMalformed(listing, piece, ignore_bom, flush, list);
      ASSERT_EQ(count, decoding.replacements - before);
      for (size_t at = 0; at < count; ++at) {
        const uint32_t* const numbers = list.data() + at * kNumbersEach;
        ASSERT_EQ(text[bom + numbers[0]], 0xFFFD);
        ASSERT_GE(begin + numbers[1], end_of_last);
        const uint32_t length = numbers[2] & ((1U << kReasonShift) - 1);
        ASSERT_GE(length, 1U);
        end_of_last = begin + numbers[1] + length;
        ASSERT_LE(end_of_last, input.size());
        ASSERT_LT(numbers[2] >> kReasonShift, kReasonCount);
        ASSERT_NE(numbers[2] >> kReasonShift, 0U);
        if (at != 0) {
          ASSERT_GT(numbers[0], list[(at - 1) * kNumbersEach]);
        }
      }
      ASSERT_EQ(list[count * kNumbersEach], kNoMore);
      ASSERT_EQ(listing.position, decoding.position);
      ASSERT_EQ(listing.replacements, decoding.replacements);
      ASSERT_EQ(listing.bom_seen, decoding.bom_seen);
      ASSERT_EQ(SequenceStart(listing), SequenceStart(decoding));
      ASSERT_EQ(listing.first_error.offset, decoding.first_error.offset);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, ListOfEveryDecoder,
                         ::testing::Range<size_t>(0, kAllEncodingCount),
                         [](const auto& parameter) { return testing::TestName(parameter.param); });

}  // namespace
}  // namespace encoding
