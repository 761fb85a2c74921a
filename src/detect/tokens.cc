// Cuts a stream into words, and gives them to the models that score them.
//
// May include base/, core/, codecs/ and detect/.
#include <algorithm>
#include <bit>

#include "detector.h"
#include "weights.h"

namespace whatwg_encoding {

namespace {

constexpr int kMostSwitches = 3;
constexpr uint32_t kPruneEvery = 8;  // bytes

constexpr uint16_t kAsciiWordsPerWord = 4;
constexpr uint8_t kNearWords = 4;  // behind a word that is not ASCII
// Behind "<", ASCII words up to ">" do not count, but no more bytes than this.
constexpr uint16_t kLongestTag = 256;

// The control characters that stand in texts.
constexpr bool IsTextControl(uint8_t byte) {
  return InRange(byte, 0x09, 0x0D) || byte == 0x1A || byte == kEscape;
}

// What a byte is for the search for words.
enum Kind : uint8_t { kBetween = 0, kLetter = 1, kOther = 2 };
constexpr auto kKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (size_t byte = 0; byte < kinds.size(); ++byte) {
    kinds[byte] = byte >= 0x80                                ? kOther
                  : IsAsciiLetter(static_cast<uint8_t>(byte)) ? kLetter
                                                              : kBetween;
  }
  return kinds;
}();

// Whether a byte begins characters of the scripts that have an encoding besides UTF-8, in UTF-8.
constexpr bool IsUsualLead(uint8_t lead) {
  return InRange(lead, 0xC2, 0xC6) || InRange(lead, 0xCE, 0xD2) || InRange(lead, 0xD7, 0xDB) ||
         InRange(lead, 0xE0, 0xF0);
}

}  // namespace

// Cuts the bytes into words, and the spaces, digits and punctuation of ASCII between them. Returns
// where the decoders begin to read.
size_t Detector::Tokenize(Bytes chunk) {
  const uint8_t* at = chunk.data();
  const uint8_t* decoded = at;
  const uint8_t* const end = at + chunk.size();
  while (at != end) {
    const uint8_t* const start = at;
    const uint8_t* const last =
        at + std::min<size_t>(static_cast<size_t>(end - at), kTokenSize - size_t{token_size_});
    uint8_t kinds = kBetween;
    while (at != last && kKinds[*at] != kBetween) kinds |= kKinds[*at++];
    const auto size = static_cast<size_t>(at - start);
    if (size != 0) {
      if (before_ == '<' && token_size_ == 0 && !token_goes_on_) tag_left_ = kLongestTag;
      tag_left_ = static_cast<uint16_t>(tag_left_ - std::min<size_t>(tag_left_, size));
      std::copy(start, at, token_.begin() + token_size_);
      token_size_ = static_cast<uint8_t>(token_size_ + size);
      if ((kinds & kOther) != 0) token_is_ascii_ = false;
    }
    if (at == end) break;
    if (!is_decoding_) decoded = at;
    if (kKinds[*at] != kBetween) {
      EndToken(false, 0);
      continue;
    }
    const uint8_t byte = *at++;
    if (tag_left_ != 0) --tag_left_;
    if (byte < 0x20) {
      has_control_ = has_control_ || !IsTextControl(byte);
      has_escape_ = has_escape_ || byte == kEscape;
    }
    if (byte == '>') tag_left_ = 0;
    if (before_ == '<' && (byte == '/' || byte == '!') && token_size_ == 0) tag_left_ = kLongestTag;
    EndToken(true, byte);
    if (byte != ' ' && byte != ',' && byte != '\n' && byte != '\r') last_word_ = Word::kNone;
    if (!is_cjk_after_ascii_) ReadCjkAscii(byte);
  }
  return static_cast<size_t>(decoded - chunk.data());
}

// Gives a byte of ASCII between words to the encodings of several bytes.
void Detector::ReadCjkAscii(uint8_t byte) {
  is_cjk_after_ascii_ = true;
  for (size_t i = 0; i < kMultiByteCount; ++i) {
    const auto encoding = static_cast<detect::MultiByte>(i);
    if (cjk_[i].is_within_character()) {
      cjk_[i].Read(encoding, byte);
      is_cjk_after_ascii_ = false;
    } else {
      cjk_[i].StartAfterAscii(encoding, byte);
    }
  }
}

// Scores the word that is held. `is_ended` says that it ends before the byte `after`, which is no
// part of it.
void Detector::EndToken(bool is_ended, uint8_t after) {
  if (token_size_ != 0) {
    bool is_text = !token_is_ascii_;
    if (!is_cjk_after_ascii_) {
      for (const detect::CjkScore& each : cjk_) is_text = is_text || each.is_within_character();
    }
    if (is_text) {
      ScoreToken(is_ended, after);
    } else if (ascii_words_left_ > 0 && tag_left_ == 0 && std::popcount(live_languages_) > 1) {
      --ascii_words_left_;
      ScoreAsciiWord();
    }
    const bool is_other = std::none_of(token_.begin(), token_.begin() + token_size_, IsAsciiByte);
    const Word word = token_is_ascii_ ? Word::kAscii : is_other ? Word::kOther : Word::kNone;
    if (word != Word::kNone && last_word_ != Word::kNone && word != last_word_ &&
        switches_ < kMostSwitches) {
      ++switches_;
    }
    last_word_ = word;
    before_token_ = {token_size_ > 1 ? token_[token_size_ - 2u] : before_token_[1],
                     token_[token_size_ - 1u]};
    token_size_ = 0;
    token_is_ascii_ = true;
  }
  token_goes_on_ = !is_ended;
  before_ = after;
}

void Detector::AddAscii(size_t language, int cost) {
  ascii_costs_[language] =
      static_cast<int16_t>(std::clamp(ascii_costs_[language] + cost, -30000, 30000));
}

void Detector::ScoreToken(bool is_ended, uint8_t after) {
  std::array<uint64_t, 2> bytes{};
  for (size_t at = 0; at < token_size_; ++at) {
    if (!IsAsciiByte(token_[at])) bytes[token_[at] >> 6 & 1] |= uint64_t{1} << (token_[at] & 63);
  }
  const bool has_new = ((bytes[0] & ~known_[0]) | (bytes[1] & ~known_[1])) != 0;
  known_[0] |= bytes[0];
  known_[1] |= bytes[1];
  if (scored_bytes_ >= detect::kEnoughBytes) {
    if (!has_new) return;
  } else {
    is_cjk_after_ascii_ = false;
    for (size_t i = 0; i < kMultiByteCount; ++i) {
      for (size_t at = 0; at < token_size_; ++at) {
        cjk_[i].Read(static_cast<detect::MultiByte>(i), token_[at]);
      }
    }
    for (size_t at = 0; at < token_size_; ++at) {
      if (token_[at] >= 0xC0) {
        ++utf8_characters_;
        last_lead_ = token_[at];
        if (!IsUsualLead(last_lead_)) ++utf8_rare_characters_;
      }
    }
    scored_bytes_ += token_size_;
    if (scored_bytes_ >= detect::kEnoughBytes) StartDecoding();
  }
  for (size_t language = 1; language < ascii_before_.size(); ++language) {
    AddAscii(language, ascii_before_[language]);
  }
  ascii_before_.fill(0);
  near_words_left_ = kNearWords;
  ScoreWords(is_ended, after);
  if (ascii_words_left_ < kAsciiWords) ascii_words_left_ += kAsciiWordsPerWord;
  if (scored_bytes_ - pruned_at_ >= kPruneEvery) {
    pruned_at_ = scored_bytes_;
    Prune();
  }
}

}  // namespace whatwg_encoding
