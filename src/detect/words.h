// Cuts a stream into words, and the spaces, digits and punctuation of ASCII between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/bytes.h"
#include "bit_set.h"

namespace whatwg_encoding::detect {

inline constexpr size_t kMostWordBytes = 64;

// After this many bytes of words, only words with a byte that has not come before are scored.
inline constexpr uint32_t kEnoughBytes = 2048;

// A word, or a part of a long one: letters of ASCII, and all bytes from 0x80 on.
struct Word {
  Bytes bytes;
  std::array<uint8_t, 2> bytes_before;  // the last two bytes of the part before it, if it goes on
  uint8_t before;                       // the byte before the word
  uint8_t after;                        // the byte behind it, which is no part of it
  bool is_ascii;
  bool goes_on;   // a part of the word stands before this one
  bool is_ended;  // no part follows
};

// The bytes from 0x80 on that have occurred, and how often each did.
struct HighBytes {
  // Adds the bytes of a word. Returns whether one of them is new.
  bool Add(Bytes word) {
    const BitSet<256> before = bytes;
    uint8_t last = 0;
    int times = 0;
    for (const uint8_t byte : word) {
      times = byte == last ? times + 1 : 1;
      last = byte;
      if (IsAsciiByte(byte)) continue;
      bytes.Add(byte);
      ++counts[byte & 0x7F];
      if (times == kFewestShades && IsShade(byte)) shade = byte;
    }
    return bytes != before;
  }

  BitSet<256> bytes;
  std::array<uint32_t, 128> counts{};
  uint8_t shade = 0;  // a byte that has come several times in a row, as in "░░░", or 0

 private:
  static constexpr int kFewestShades = 3;

  // Whether the code pages of DOS have ░, ▒, ▓ or █ there, of which programs make frames.
  static bool IsShade(uint8_t byte) { return InRange(byte, 0xB0, 0xB2) || byte == 0xDB; }
};

// The kind of a byte, for the search for words.
enum ByteKind : uint8_t { kBetween = 0, kLetter = 1, kOther = 2 };
inline constexpr auto kByteKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (size_t byte = 0; byte < kinds.size(); ++byte) {
    kinds[byte] = byte >= 0x80                                ? kOther
                  : IsAsciiLetter(static_cast<uint8_t>(byte)) ? kLetter
                                                              : kBetween;
  }
  return kinds;
}();

// Cuts words. A word at the end of a chunk is held until it ends.
class WordCutter {
 public:
  // Gives each word that ends to handler.FeedWord(word, place), and each byte between words to
  // handler.FeedBetween(byte). `place` is the place in the chunk behind the word.
  template <typename Handler>
  void Feed(Bytes chunk, Handler& handler) {
    const uint8_t* at = chunk.data();
    const uint8_t* const end = at + chunk.size();
    while (at != end) {
      const uint8_t* const start = at;
      const uint8_t* const last =
          at + std::min<size_t>(static_cast<size_t>(end - at), kMostWordBytes - size_t{size_});
      uint8_t kinds = kBetween;
      while (at != last && kByteKinds[*at] != kBetween) kinds |= kByteKinds[*at++];
      Bytes word{start, static_cast<size_t>(at - start)};
      if ((kinds & kOther) != 0) is_ascii_ = false;
      if (!word.empty() && before_ == '<' && size_ == 0 && !goes_on_) tag_left_ = kLongestTag;
      tag_left_ = static_cast<uint16_t>(tag_left_ - std::min<size_t>(tag_left_, word.size()));
      // A word that no chunk has cut is read where it is.
      if (at == end || size_ != 0) {
        std::copy(word.begin(), word.end(), bytes_.begin() + size_);
        size_ = static_cast<uint8_t>(size_ + word.size());
        word = {bytes_.data(), size_};
      }
      if (at == end) break;
      const auto place = static_cast<size_t>(at - chunk.data());
      if (kByteKinds[*at] != kBetween) {
        End(word, false, 0, place, handler);
        continue;
      }
      const uint8_t byte = *at++;
      const bool is_tag = word.empty() && before_ == '<' && (byte == '/' || byte == '!');
      if (tag_left_ != 0) --tag_left_;
      if (byte == '>') tag_left_ = 0;
      if (is_tag) tag_left_ = kLongestTag;
      End(word, true, byte, place, handler);
      handler.FeedBetween(byte);
    }
  }

  // Gives the word that is held to handler.FeedWord(), if there is one. `is_ended` says that it
  // ends before the byte `after`, which is no part of it.
  template <typename Handler>
  void End(bool is_ended, uint8_t after, size_t place, Handler& handler) {
    End({bytes_.data(), size_}, is_ended, after, place, handler);
  }

  // Whether the place is within a tag of markup.
  bool is_in_tag() const { return tag_left_ != 0; }

 private:
  // Behind "<", a tag of markup goes on up to ">", but not for more bytes than this.
  static constexpr uint16_t kLongestTag = 256;

  template <typename Handler>
  void End(Bytes bytes, bool is_ended, uint8_t after, size_t place, Handler& handler) {
    if (!bytes.empty()) {
      const Word word{bytes, bytes_before_, before_, after, is_ascii_, goes_on_, is_ended};
      handler.FeedWord(word, place);
      bytes_before_ = {bytes.size() > 1 ? bytes[bytes.size() - 2] : bytes_before_[1], bytes.back()};
      size_ = 0;
      is_ascii_ = true;
    }
    goes_on_ = !is_ended;
    before_ = after;
  }
  std::array<uint8_t, kMostWordBytes> bytes_{};
  std::array<uint8_t, 2> bytes_before_{};
  uint16_t tag_left_ = 0;  // bytes up to which a tag may go on
  uint8_t size_ = 0;
  uint8_t before_ = 0;
  bool is_ascii_ = true;
  bool goes_on_ = false;
};

}  // namespace whatwg_encoding::detect
