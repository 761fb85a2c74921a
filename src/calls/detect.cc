// Reads the options of a detector, and writes what it has found as numbers.
#include "detect.h"

#include <algorithm>

#include "../core/encoding.h"

namespace whatwg_encoding {

namespace {

constexpr std::string_view kTagEnds = ", \t";

}  // namespace

DetectOptions MakeDetectOptions(Bytes allowed, std::string_view top_level_domain,
                                std::string_view tags) {
  DetectOptions options{.allowed = {}, .hinted = LanguagesOfDomain(top_level_domain)};
  for (const uint8_t id : allowed) {
    if (id >= kAllEncodingCount) continue;
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectable(encoding) || IsDetectableCodePage(encoding)) options.allowed.Add(encoding);
  }
  while (!tags.empty()) {
    const size_t end = std::min(tags.find_first_of(kTagEnds), tags.size());
    options.hinted.Add(LanguagesOfTag(tags.substr(0, end)));
    tags.remove_prefix(std::min(end + 1, tags.size()));
  }
  return options;
}

void WriteDetection(const Detection& detection, std::span<double, kDetectionNumbers> numbers) {
  numbers[kDetectedFlags] = (detection.has_encoding ? kHasEncoding : 0u) |
                            (detection.is_reliable ? kIsReliable : 0u) |
                            (detection.is_ascii ? kIsAscii : 0u);
  numbers[kDetectedEncoding] = static_cast<double>(detection.encoding);
  numbers[kDetectedMalformed] = detection.malformed;
  numbers[kDetectedCount] = detection.count;
  size_t at = kDetectedCandidates;
  for (size_t i = 0; i < detection.count; ++i) {
    const auto& [encoding, language, probability] = detection.candidates[i];
    numbers[at++] = static_cast<double>(encoding);
    numbers[at++] = language;
    numbers[at++] = static_cast<double>(probability);
  }
}

}  // namespace whatwg_encoding
