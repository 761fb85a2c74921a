// Finds an encoding by what bytes alone make certain: byte order marks, ASCII, UTF-8, escape
// sequences, and zeros of UTF-16.
//
// May include base/, simd/, core/, codecs/ and detect/.
#include "detector.h"

#include <algorithm>
#include <iterator>

#include "../core/sinks.h"

namespace whatwg_encoding {

namespace {

constexpr uint8_t kEscape = 0x1B;

struct Bom {
  EncodingId encoding;
  uint8_t size;
  std::array<uint8_t, 4> bytes;
};

// Longer marks come first, because that of UTF-16LE begins that of UTF-32LE.
constexpr Bom kBoms[] = {{EncodingId::kUtf32le, 4, {0xFF, 0xFE, 0x00, 0x00}},
                         {EncodingId::kUtf32be, 4, {0x00, 0x00, 0xFE, 0xFF}},
                         {EncodingId::kUtf8, 3, {0xEF, 0xBB, 0xBF}},
                         {EncodingId::kUtf16be, 2, {0xFE, 0xFF}},
                         {EncodingId::kUtf16le, 2, {0xFF, 0xFE}}};

constexpr bool IsTextControl(uint8_t byte) {
  return InRange(byte, 0x09, 0x0D) || byte == 0x1A || byte == kEscape;
}

// Reads a chunk with a decoder. Returns whether it is well-formed so far.
template <typename Decoder>
bool Reads(Decoder& decoder, Bytes chunk) {
  CountingSink sink;
  return decoder.Decode(chunk, sink, false).outcome == Outcome::kFinished;
}

}  // namespace

const std::string_view kLanguageTags[kLanguageCount] = {"ja"};

LanguageSet LanguagesOfDomain(std::string_view top_level_domain) {
  LanguageSet languages;
  if (top_level_domain == "jp") languages.Add(size_t{0});
  return languages;
}

LanguageSet LanguagesOfTag(std::string_view tag) {
  LanguageSet languages;
  const std::string_view primary = tag.substr(0, tag.find('-'));
  if (primary.size() == 2 && (primary[0] | 0x20) == 'j' && (primary[1] | 0x20) == 'a') {
    languages.Add(size_t{0});
  }
  return languages;
}

bool IsDetectable(EncodingId encoding) {
  switch (encoding) {
    case EncodingId::kIso8859_3:
    case EncodingId::kIso8859_10:
    case EncodingId::kIso8859_14:
    case EncodingId::kIso8859_16:
    case EncodingId::kReplacement:
    case EncodingId::kXUserDefined:
      return false;
    default:
      return static_cast<size_t>(encoding) < kEncodingCount;
  }
}

bool IsDetectableCodePage(EncodingId encoding) {
  return IsUtf32(encoding) || (IsCodePage(encoding) && encoding != EncodingId::kIbm864);
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (size_t id = 0; id < kEncodingCount; ++id) {
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectable(encoding)) candidates.Add(encoding);
  }
  return candidates;
}

void Detector::Feed(Bytes chunk) {
  for (const uint8_t byte : chunk) {
    if (size_ < first_.size()) first_[static_cast<size_t>(size_)] = byte;
    if (byte == 0) ++(size_ % 2 == 0 ? even_zeros_ : odd_zeros_);
    if (!IsAsciiByte(byte)) is_ascii_ = false;
    if (byte == kEscape) has_escape_ = true;
    if (byte < 0x20 && !IsTextControl(byte)) has_control_ = true;
    ++size_;
  }
  is_utf8_ = is_utf8_ && Reads(utf8_, chunk);
  is_iso_2022_jp_ = is_iso_2022_jp_ && Reads(iso_2022_jp_, chunk);
}

// The encoding of a byte order mark, or windows-1252 where there is none.
EncodingId Detector::ByteOrderMark() const {
  for (const Bom& bom : kBoms) {
    if (size_ >= bom.size && options_.allowed.Has(bom.encoding) &&
        std::equal(bom.bytes.begin(), bom.bytes.begin() + bom.size, first_.begin())) {
      return bom.encoding;
    }
  }
  return EncodingId::kWindows1252;
}

Detection Detector::Result(bool is_whole) const {
  Detection result;
  const auto found = [&](EncodingId encoding, uint8_t language) {
    result.has_encoding = true;
    result.is_reliable = true;
    result.encoding = encoding;
    result.count = 1;
    result.candidates[0] = {encoding, language, 1};
    return result;
  };
  const EncodingId marked = ByteOrderMark();
  if (marked != EncodingId::kWindows1252) return found(marked, kNoLanguage);
  const bool has_iso_2022_jp = options_.allowed.Has(EncodingId::kIso2022Jp);
  if (has_iso_2022_jp && is_ascii_ && has_escape_ && is_iso_2022_jp_ &&
      (!is_whole || iso_2022_jp_.pending() == 0)) {
    return found(EncodingId::kIso2022Jp, 0);
  }
  const uint64_t zeros = even_zeros_ + odd_zeros_;
  const bool is_even = !is_whole || size_ % 2 == 0;
  if (is_even && size_ >= 4 && 4 * zeros >= size_) {
    if (even_zeros_ == 0 && options_.allowed.Has(EncodingId::kUtf16le)) {
      return found(EncodingId::kUtf16le, kNoLanguage);
    }
    if (odd_zeros_ == 0 && options_.allowed.Has(EncodingId::kUtf16be)) {
      return found(EncodingId::kUtf16be, kNoLanguage);
    }
  }
  if (has_control_) return result;
  result.is_ascii = is_ascii_;
  const bool is_utf8 = is_utf8_ && (!is_whole || utf8_.pending() == 0);
  if (is_utf8 && options_.allowed.Has(EncodingId::kUtf8)) {
    return found(EncodingId::kUtf8, kNoLanguage);
  }
  return result;
}

bool Detector::IsSettled() const {
  return ByteOrderMark() != EncodingId::kWindows1252 ||
         (is_utf8_ && !is_ascii_ && !has_control_ && size_ >= 64);
}

}  // namespace whatwg_encoding
