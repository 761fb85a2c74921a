// Says which encodings are candidates, and finds the languages of top-level domains and of tags.
#include "candidates.h"

#include <algorithm>
#include <iterator>

#include "ebcdic.h"

namespace whatwg_encoding {

namespace {

void AddTag(std::string_view tag, LanguageSet& languages) {
  for (size_t i = 0; i < kLanguageCount; ++i) {
    if (kLanguageTags[i] == tag) languages.Add(i);
  }
}

}  // namespace

bool IsDetectable(EncodingId encoding) { return StandardCandidates().Has(encoding); }

bool IsDetectableCodePage(EncodingId encoding) {
  using detect::kCandidates;
  return IsUtf32(encoding) || encoding == EncodingId::kIso2022Kr ||
         encoding == EncodingId::kHzGb2312 || encoding == EncodingId::kJohab ||
         detect::IsEbcdic(encoding) ||
         std::any_of(kCandidates + detect::kStandardCandidateCount, std::end(kCandidates),
                     [&](const auto& each) { return each.encoding == encoding; });
}

CandidateSet StandardCandidates() {
  CandidateSet candidates;
  for (const EncodingId encoding :
       {EncodingId::kUtf8, EncodingId::kUtf16be, EncodingId::kUtf16le, EncodingId::kIso2022Jp,
        EncodingId::kGb18030, EncodingId::kGbk, EncodingId::kBig5, EncodingId::kEucJp,
        EncodingId::kShiftJis, EncodingId::kEucKr, EncodingId::kIso8859_8I}) {
    candidates.Add(encoding);
  }
  for (size_t i = 0; i < detect::kStandardCandidateCount; ++i) {
    candidates.Add(detect::kCandidates[i].encoding);
  }
  return candidates;
}

LanguageSet LanguagesOfDomain(std::string_view top_level_domain) {
  LanguageSet languages;
  for (const detect::Domain& each : detect::kDomains) {
    if (each.domain == top_level_domain) languages.Add(each.language);
  }
  return languages;
}

LanguageSet LanguagesOfTag(std::string_view tag) {
  // The tag in lowercase, with a hyphen at each end. What follows so many bytes says nothing.
  std::array<char, 64> buffer;
  const size_t size = std::min(tag.size(), buffer.size() - 2);
  buffer.front() = buffer[size + 1] = '-';
  for (size_t i = 0; i < size; ++i) buffer[i + 1] = tag[i] == '_' ? '-' : AsciiLowercase(tag[i]);
  const std::string_view subtags(buffer.data(), size + 2);
  const auto has = [&](std::string_view subtag) {
    return subtags.find(subtag) != std::string_view::npos;
  };
  const std::string_view language = subtags.substr(1, subtags.find('-', 1) - 1);
  const bool is_taiwanese = has("-tw-") || has("-hk-") || has("-mo-");
  LanguageSet languages;
  if (language == "zh") {
    AddTag(has("-hant-") || (is_taiwanese && !has("-hans-")) ? "zh-Hant" : "zh-Hans", languages);
  } else if (language == "sr") {
    if (!has("-latn-")) AddTag("sr", languages);
    if (!has("-cyrl-")) AddTag("sr-Latn", languages);
  } else {
    // Other codes of languages that the detector knows under one of their names.
    AddTag(language == "in"   ? "id"
           : language == "iw" ? "he"
           : language == "no" ? "nb"
           : language == "sh" ? "sr-Latn"
                              : language,
           languages);
  }
  return languages;
}

}  // namespace whatwg_encoding
