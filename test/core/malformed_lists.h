// What the test and the fuzz driver of malformed sequences in lists both check.
#pragma once

#include <span>
#include <vector>

#include "../../src/calls/transcode.h"
#include "../../src/core/sinks.h"
#include "../../src/queue/bom.h"
#include "testing.h"

namespace whatwg_encoding::testing {

// Finds the malformed sequences of each piece of a stream, and compares them with the U+FFFD of the
// text that the same pieces decode to. Returns what is wrong, or an empty text.
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

    const size_t size = sink.written() - bom;
    const ExactBlock<uint32_t> numbers(kNumbersPerEntry * MaxUtf16Units(piece.size()));
    const std::span list(reinterpret_cast<ListEntry*>(numbers.data()), MaxUtf16Units(piece.size()));
    // In every second piece the first U+FFFD is listed already.
    DecodeState end = listing;
    size_t own = 0;
    for (size_t unit = 0; number % 2 == 0 && unit < size && own == 0; ++unit) {
      if (text[bom + unit] == 0xFFFD) list[own++] = {static_cast<uint32_t>(unit), 0xFFFD, 0};
    }
    DecodeOptions options;
    options.ignore_bom = ignore_bom;
    options.flush = flush;
    const FoundOffsets found = FindOffsets(listing, piece, list, own, options);
    if (found.begin != begin) return "the start of the sequence";
    uint64_t count = 0;
    for (size_t at = 0; at < found.count; ++at) {
      const auto& [index, description, place] = list[at];
      if (at != 0 && index <= list[at - 1].index) return "the order in the text";
      if (index >= size || text[bom + index] != 0xFFFD) return "where U+FFFD is in the text";
      if (description == 0xFFFD) {
        if (at != 0 || own == 0) return "what is no malformed sequence";
        continue;
      }
      ++count;
      const uint64_t offset = begin + place;
      const uint32_t length = description & ((1U << kReasonShift) - 1);
      const uint32_t reason = description >> kReasonShift;
      if (offset < end_of_last) return "the order of the bytes";
      if (length == 0) return "the length";
      end_of_last = offset + length;
      if (end_of_last > end_of_pieces) return "the end of a sequence";
      if (reason == 0 || reason >= kReasonCount) return "the reason";
    }
    if (count != decoding.replacements - before) return "the number of malformed sequences";
    // Only a list that was empty leaves the state at the end of the piece.
    if (own != 0) {
      FindOffsets(end, piece, list, 0, options);
      listing = end;
    }
    const bool is_same_state =
        listing.position == decoding.position && listing.replacements == decoding.replacements &&
        listing.bom_seen == decoding.bom_seen &&
        SequenceStart(listing) == SequenceStart(decoding) && ModeOf(listing) == ModeOf(decoding) &&
        listing.first_error.offset == decoding.first_error.offset;
    if (!is_same_state) return "the state that is left";
    const bool holds = SequenceStart(listing) != listing.position;
    if ((ModeOf(listing) == 0) != holds) return "the mode of a decoder that holds bytes";
  }
  return "";
}

}  // namespace whatwg_encoding::testing
