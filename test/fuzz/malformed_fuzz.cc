// Lists the malformed sequences of any bytes, cut anywhere. Each entry must belong to a U+FFFD of
// the text that the same bytes decode to.
#include "core/sinks.h"
#include "fuzzing.h"
#include "protocol/malformed_list.h"
#include "queue/bom.h"

using namespace encoding;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const auto id = static_cast<EncodingId>(choices.Below(kAllEncodingCount));
  const bool ignore_bom = choices.Flag();
  const size_t lengths[] = {choices.Below(8), choices.Below(8), choices.Below(8), choices.Below(8)};
  const Bytes bytes = choices.rest();
  const auto pieces = fuzz::CutInTurn(lengths, bytes);
  DecodeState decoding(id);
  DecodeState listing(id);
  uint64_t end_of_last = 0;
  for (size_t number = 0; number < pieces.size(); ++number) {
    const testing::ExactBytes exact(pieces[number]);
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
    FUZZ_CHECK(count == decoding.replacements - before);
    for (size_t at = 0; at < count; ++at) {
      const uint32_t* const numbers = list.data() + at * kNumbersEach;
      FUZZ_CHECK(bom + numbers[0] < sink.written());
      FUZZ_CHECK(text[bom + numbers[0]] == 0xFFFD);
      FUZZ_CHECK(begin + numbers[1] >= end_of_last);
      end_of_last = begin + numbers[1] + (numbers[2] & ((1U << kReasonShift) - 1));
      FUZZ_CHECK(end_of_last > begin + numbers[1]);
      FUZZ_CHECK(end_of_last <= bytes.size());
    }
    FUZZ_CHECK(list[count * kNumbersEach] == kNoMore);
    FUZZ_CHECK(listing.position == decoding.position);
    FUZZ_CHECK(listing.replacements == decoding.replacements);
    FUZZ_CHECK(SequenceStart(listing) == SequenceStart(decoding));
  }
  return 0;
}
