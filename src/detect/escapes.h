// Finds encodings of seven bits, in which escape sequences choose the characters.
//
// May include base/, core/, codecs/ and detect/.
#pragma once

#include "../base/bytes.h"
#include "../codecs/iso_2022_jp.h"

namespace whatwg_encoding::detect {

class EscapesModel {
 public:
  explicit EscapesModel(bool is_allowed) : is_iso_2022_jp_(is_allowed) {}

  void Feed(Bytes chunk);
  void FeedBetween(uint8_t byte) { has_escape_ = has_escape_ || byte == kEscape; }

  // Whether the bytes are well-formed, and, of bytes that are ASCII, whether there are escape
  // sequences among them.
  bool CanBeIso2022Jp() const { return is_iso_2022_jp_; }
  bool IsIso2022Jp(bool is_whole) const {
    return has_escape_ && is_iso_2022_jp_ && (!is_whole || decoder_.pending() == 0);
  }

 private:
  Iso2022JpDecoder decoder_;
  bool is_iso_2022_jp_;
  bool has_escape_ = false;
};

}  // namespace whatwg_encoding::detect
