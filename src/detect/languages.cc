// Finds the languages of top-level domains and of tags.
#include <algorithm>
#include <iterator>

#include "candidates.h"
#include "tables.h"

namespace whatwg_encoding {

namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

// The next subtag of a tag of BCP 47, without its case; the tag loses it. A subtag is cut to eight
// characters, the most that a valid one has.
class Subtags {
 public:
  explicit Subtags(std::string_view tag) : rest_(tag) {}

  std::string_view Next() {
    const size_t end = std::min(rest_.find_first_of("-_"), rest_.size());
    const size_t size = std::min<size_t>(end, sizeof(buffer_));
    std::transform(rest_.begin(), rest_.begin() + static_cast<ptrdiff_t>(size), buffer_, Lower);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return {buffer_, size};
  }
  bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  char buffer_[8];
};

// Other codes of languages that the detector knows under one of their names.
struct Alias {
  std::string_view code;
  std::string_view tag;
};
constexpr Alias kAliases[] = {{"in", "id"}, {"iw", "he"}, {"no", "nb"}, {"sh", "sr-Latn"}};

bool IsEqual(std::string_view tag, std::string_view lower) {
  return tag.size() == lower.size() &&
         std::equal(tag.begin(), tag.end(), lower.begin(),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

void AddTag(std::string_view tag, LanguageSet& languages) {
  for (size_t i = 0; i < kLanguageCount; ++i) {
    if (IsEqual(kLanguageTags[i], tag)) languages.Add(i);
  }
}

}  // namespace

LanguageSet LanguagesOfDomain(std::string_view top_level_domain) {
  LanguageSet languages;
  for (const detect::Domain& each : detect::kDomains) {
    if (each.domain == top_level_domain) languages.Add(each.language);
  }
  return languages;
}

LanguageSet LanguagesOfTag(std::string_view tag) {
  LanguageSet languages;
  Subtags subtags(tag);
  char primary[8];
  const std::string_view first = subtags.Next();
  std::copy(first.begin(), first.end(), primary);
  const std::string_view language(primary, first.size());
  bool is_latin = false;
  bool is_cyrillic = false;
  bool is_traditional = false;
  bool is_simplified = false;
  while (!subtags.is_at_end()) {
    const std::string_view next = subtags.Next();
    is_latin = is_latin || next == "latn";
    is_cyrillic = is_cyrillic || next == "cyrl";
    is_simplified = is_simplified || next == "hans";
    if (next == "hant" || (!is_simplified && (next == "tw" || next == "hk" || next == "mo"))) {
      is_traditional = true;
    }
  }
  if (language == "zh") {
    AddTag(is_traditional ? "zh-hant" : "zh-hans", languages);
  } else if (language == "sr" && !is_cyrillic) {
    if (!is_latin) AddTag("sr", languages);
    AddTag("sr-latn", languages);
  } else {
    AddTag(language, languages);
    for (const Alias& alias : kAliases) {
      if (alias.code == language) AddTag(alias.tag, languages);
    }
  }
  return languages;
}

}  // namespace whatwg_encoding
