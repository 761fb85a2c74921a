// Finds encodings of seven bits.
#include "escapes.h"

#include <algorithm>

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

void EscapesModel::Feed(Bytes chunk) {
  is_iso_2022_jp_ = CanBeIso2022Jp() && CountMalformed(iso_2022_jp_, chunk, 0) == 0;
  is_iso_2022_kr_ = is_iso_2022_kr_ && allowed_.Has(EncodingId::kIso2022Kr) &&
                    CountMalformed(iso_2022_kr_, chunk, 0) == 0;
  is_hz_gb_2312_ = is_hz_gb_2312_ && allowed_.Has(EncodingId::kHzGb2312) &&
                   CountMalformed(hz_gb_2312_, chunk, 0) == 0;
  if (!is_iso_2022_jp_ && !is_iso_2022_kr_ && !is_hz_gb_2312_) return;
  while (!chunk.empty()) {
    const Bytes block = chunk.first(std::min<size_t>(64, chunk.size()));
    chunk = chunk.subspan(block.size());
    if (IsPlain(last_) && IsPlain(block)) {
      last_ = {};
      continue;
    }
    for (const uint8_t byte : block) {
      const auto& [first, second, third] = last_;
      const bool is_behind_escape = second == kEscapeByte;
      if (is_behind_escape && third == '$' && (byte == '@' || byte == 'B')) has_japanese_ = true;
      if (is_behind_escape && third == '(' && byte == 'I') has_japanese_ = true;
      if (first == kEscapeByte && second == '$' && third == ')' && byte == 'C') has_korean_ = true;
      if (third == '~' && byte == '{') has_chinese_ = true;
      last_ = {second, third, byte};
    }
  }
}

DetectedCandidate EscapesModel::Find(bool is_whole) const {
  const auto is_end = [&](const auto& decoder) { return !is_whole || decoder.pending() == 0; };
  if (is_iso_2022_jp_ && has_japanese_ && is_end(iso_2022_jp_)) {
    return {EncodingId::kIso2022Jp, kJapanese, 1};
  }
  if (is_iso_2022_kr_ && has_korean_ && is_end(iso_2022_kr_)) {
    return {EncodingId::kIso2022Kr, kKorean, 1};
  }
  if (is_hz_gb_2312_ && has_chinese_ && is_end(hz_gb_2312_)) {
    return {EncodingId::kHzGb2312, kSimplified, 1};
  }
  return {};
}

}  // namespace whatwg_encoding::detect
