// Tests the list of the malformed sequences of a chunk, for every encoding.
#include "malformed_lists.h"
#include "suites.h"

namespace whatwg_encoding {
namespace {

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
    const auto pieces = testing::Cut<uint8_t>(random_, Bytes(input), 8);
    ASSERT_EQ(testing::WrongInMalformedLists(id, pieces, ignore_bom), "") << round;
  }
}

FOR_EVERY_ENCODING(ListOfEveryDecoder);

TEST(ListOfIso2022Jp, HasNothingOfPiecesThatEndWithAnEscapeSequence) {
  std::vector<Bytes> pieces;
  const std::string texts[] = {"\x1B$B", "$\"", "\x1B(J", "\x1B(B", "a"};
  for (const std::string& text : texts) pieces.push_back(testing::AsBytes(text));
  EXPECT_EQ(testing::WrongInMalformedLists(EncodingId::kIso2022Jp, pieces, false), "");
}

}  // namespace
}  // namespace whatwg_encoding
