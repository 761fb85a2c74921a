// Says which encodings are candidates, and finds the languages of top-level domains and of tags.
#include "candidates.h"

#include <algorithm>
#include <iterator>

#include "../base/bytes.h"
#include "ebcdic.h"

namespace whatwg_encoding {

namespace {

void AddTag(std::string_view tag, LanguageSet& languages) {
  for (size_t i = 0; i < kLanguageCount; ++i) {
    if (IsSameIgnoringCase(kLanguageTags[i], tag)) languages.Add(i);
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
  const auto first_of = [](std::string_view subtags) {
    return subtags.substr(0, subtags.find_first_of("-_"));
  };
  const std::string_view language = first_of(tag);
  const auto has = [&](std::string_view subtag) {
    // Not substr() of tag: it can throw, and the addon for Windows has no C++ runtime library.
    std::string_view rest = tag;
    rest.remove_prefix(language.size());
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view next = first_of(rest);
      if (IsSameIgnoringCase(next, subtag)) return true;
      rest.remove_prefix(next.size());
    }
    return false;
  };
  const auto is = [&](std::string_view code) { return IsSameIgnoringCase(language, code); };
  const bool is_taiwanese = has("tw") || has("hk") || has("mo");
  LanguageSet languages;
  if (is("zh")) {
    AddTag(has("hant") || (is_taiwanese && !has("hans")) ? "zh-Hant" : "zh-Hans", languages);
  } else if (is("sr")) {
    if (!has("latn")) AddTag("sr", languages);
    if (!has("cyrl")) AddTag("sr-Latn", languages);
  } else {
    // Other codes of languages that the detector knows under one of their names.
    AddTag(is("in")   ? "id"
           : is("iw") ? "he"
           : is("no") ? "nb"
           : is("sh") ? "sr-Latn"
                      : language,
           languages);
  }
  return languages;
}

}  // namespace whatwg_encoding
