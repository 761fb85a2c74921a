// Finds out whether bytes are UTF-16 without a byte order mark.
//
// May include base/ and detect/.
#include "utf_16.h"

#include <algorithm>

namespace whatwg_encoding::detect {

namespace {

constexpr size_t kMostBytes = 1024;  // the first bytes, which are counted

// What a code unit of UTF-16 is. All but the first stand in texts.
enum UnitKind : uint8_t {
  kNoText,
  kPlain,    // ASCII
  kNeutral,  // other Latin letters, punctuation, surrogates
  kGreek,
  kCyrillic,
  kHebrew,
  kArabic,
  kThai,
  kIdeographs,
  kKana,  // and punctuation of East Asia
};

UnitKind KindOfUnit(uint8_t high, uint8_t low) {
  switch (high) {
    case 0x00:
      if (InRange(low, 0x20, 0x7E) || InRange(low, 0x09, 0x0D)) return kPlain;
      return low >= 0xA0 ? kNeutral : kNoText;
    case 0x03:
      return low >= 0x70 ? kGreek : kNeutral;
    case 0x04:
      return kCyrillic;
    case 0x05:
      return low >= 0x90 ? kHebrew : kNoText;
    case 0x06:
      return kArabic;
    case 0x0E:
      return InRange(low, 0x01, 0x5B) ? kThai : kNoText;
    case 0x30:
      return kKana;
    case 0x01:
    case 0x02:
    case 0x1E:
    case 0x20:
    case 0x21:
    case 0x22:
      return kNeutral;
    default:
      if (InRange(high, 0xD8, 0xDF)) return kNeutral;
      return InRange(high, 0x4E, 0x9F) || InRange(high, 0xAC, 0xD7) || high == 0xFF ? kIdeographs
                                                                                    : kNoText;
  }
}

}  // namespace

void Utf16Text::Read(Bytes chunk) {
  const Bytes first = chunk.first(std::min(chunk.size(), kMostBytes - size_));
  for (const uint8_t byte : first) {
    if (size_ % 2 != 0) {
      ++counts_[0][KindOfUnit(last_byte_, byte)];
      ++counts_[1][KindOfUnit(byte, last_byte_)];
    }
    last_byte_ = byte;
    ++size_;
  }
}

int Utf16Text::TextOf(const Counts& counts) {
  const int text = counts[kPlain] + counts[kNeutral];
  const int east_asian = counts[kIdeographs] + counts[kKana];
  int letters = east_asian;
  int all = text + east_asian;
  for (size_t kind = kGreek; kind <= kThai; ++kind) {
    letters = std::max<int>(letters, counts[kind]);
    all += counts[kind];
  }
  if (counts[kNoText] != 0 || all < 2 || text + letters != all) return 0;
  if (letters == east_asian && east_asian != 0 && 8 * (counts[kPlain] + counts[kKana]) < all) {
    return 0;
  }
  if (letters != 0 ? all < 4 : 2 * counts[kPlain] < all) return 0;
  return counts[kPlain] + letters;
}

}  // namespace whatwg_encoding::detect
