// Finds encodings of seven bits.
#include "escapes.h"

#include <algorithm>
#include <array>
#include <bit>

#include "decoders.h"

namespace whatwg_encoding::detect {

namespace {

// Whether no byte begins an escape sequence.
bool IsPlain(Bytes bytes) {
  uint8_t found = 0;
  for (const uint8_t byte : bytes) {
    found = static_cast<uint8_t>(found | (byte == kEscapeByte) | (byte == '~'));
  }
  return found == 0;
}

}  // namespace

template <typename Decoder>
void EscapesModel::Reader<Decoder>::Feed(Bytes chunk) {
  is_possible = is_possible && CountMalformed(decoder, chunk, 0) == 0;
}

void EscapesModel::Feed(Bytes chunk) {
  japanese_.Feed(chunk);
  korean_.Feed(chunk);
  chinese_.Feed(chunk);
  if (!japanese_.is_possible && !korean_.is_possible && !chinese_.is_possible) return;
  while (!chunk.empty()) {
    const Bytes block = chunk.first(std::min<size_t>(64, chunk.size()));
    chunk = chunk.subspan(block.size());
    if (IsPlain(std::bit_cast<std::array<uint8_t, 4>>(last_)) && IsPlain(block)) {
      last_ = 0;
      continue;
    }
    for (const uint8_t byte : block) {
      last_ = last_ << 8 | byte;
      const uint32_t three = last_ & 0xFFFFFF;
      // ESC $ @, ESC $ B and ESC ( I; ESC $ ) C; ~ {.
      if (three == 0x1B2440 || three == 0x1B2442 || three == 0x1B2849) {
        japanese_.has_sequence = true;
      }
      if (last_ == 0x1B242943) korean_.has_sequence = true;
      if ((last_ & 0xFFFF) == 0x7E7B) chinese_.has_sequence = true;
    }
  }
}

DetectedCandidate EscapesModel::Find(bool is_whole) const {
  if (japanese_.IsFound(is_whole)) return {EncodingId::kIso2022Jp, kJapanese, 1};
  if (korean_.IsFound(is_whole)) return {EncodingId::kIso2022Kr, kKorean, 1};
  if (chinese_.IsFound(is_whole)) return {EncodingId::kHzGb2312, kSimplified, 1};
  return {};
}

}  // namespace whatwg_encoding::detect
