// What the test and the fuzz driver of the list of malformed sequences both check.
#pragma once

#include <span>
#include <vector>

#include "../../src/calls/malformed_list.h"
#include "../../src/core/sinks.h"
#include "../../src/queue/bom.h"
#include "testing.h"

namespace whatwg_encoding::testing {

// Lists the malformed sequences of each piece of a stream, and compares the lists with the U+FFFD
// of the text that the same pieces decode to. Returns what is wrong, or an empty text.
inline std::string WrongInMalformedLists(EncodingId id, const std::vector<Bytes>& pieces,
                                         bool ignore_bom) {
  DecodeState decoding(id);
  DecodeState listing(id);
  uint64_t end_of_pieces = 0;
  uint64_t end_of_last = 0;
  for (size_t number = 0; number < pieces.size(); ++number) {
    const ExactBlock<uint8_t> exact(pieces[number]);
    const Bytes piece = exact.span();
    const bool flush = number + 1 == pieces.size();
    const uint64_t begin = SequenceStart(listing);
    end_of_pieces += piece.size();

    const ExactBlock<char16_t> room(MaxUtf16Units(piece.size()));
    const std::span<char16_t> text = room.span();
    Utf16Sink sink(text.data(), text.size());
    const uint64_t before = decoding.replacements;
    DecodeQueue(decoding, piece, sink, ErrorMode::kReplacement, flush);
    const size_t bom = TakeBom(decoding, ignore_bom, text.data(), sink.written());

    const ExactBlock<uint32_t> exact_list(MalformedListSize(piece.size()));
    const std::span<uint32_t> list = exact_list.span();
    const size_t count = ListMalformed(listing, piece, ignore_bom, flush, list);
    if (count != decoding.replacements - before) return "the number of entries";
    for (size_t at = 0; at < count; ++at) {
      const uint32_t* const numbers = list.data() + at * kNumbersPerEntry;
      const uint64_t offset = begin + numbers[1];
      const uint32_t length = numbers[2] & ((1U << kReasonShift) - 1);
      const uint32_t reason = numbers[2] >> kReasonShift;
      const bool is_in_text = bom + numbers[0] < sink.written() && text[bom + numbers[0]] == 0xFFFD;
      if (!is_in_text) return "where U+FFFD is in the text";
      if (at != 0 && numbers[0] <= list[(at - 1) * kNumbersPerEntry]) {
        return "the order in the text";
      }
      if (offset < end_of_last) return "the order of the bytes";
      if (length == 0) return "the length";
      end_of_last = offset + length;
      if (end_of_last > end_of_pieces) return "the end of a sequence";
      if (reason == 0 || reason >= kReasonCount) return "the reason";
    }
    if (list[count * kNumbersPerEntry] != kNoMore) return "the mark behind the last entry";
    const bool is_same_state = listing.position == decoding.position &&
                               listing.replacements == decoding.replacements &&
                               listing.bom_seen == decoding.bom_seen &&
                               SequenceStart(listing) == SequenceStart(decoding) &&
                               listing.first_error.offset == decoding.first_error.offset;
    if (!is_same_state) return "the state that is left";
  }
  return "";
}

}  // namespace whatwg_encoding::testing
