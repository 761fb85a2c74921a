// What the tests of the core share.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/process.h"

namespace encoding::testing {

// Bytes in a heap block of exactly their size, so that a sanitizer sees any touch beyond it.
class ExactBytes {
 public:
  explicit ExactBytes(Bytes bytes) : size_(bytes.size()), block_(new uint8_t[bytes.size()]) {
    if (size_ != 0) std::memcpy(block_.get(), bytes.data(), size_);
  }
  Bytes bytes() const { return {block_.get(), size_}; }

 private:
  size_t size_;
  std::unique_ptr<uint8_t[]> block_;
};

struct Decoded {
  std::u16string utf16;
  std::string utf8;
  size_t counted_units = 0;
  size_t counted_bytes = 0;
  uint64_t replacements = 0;
  DecodeError error;  // in fatal mode
  DecodeError first_error;
};

// Decodes the pieces of a stream through all three sinks, with exactly the room that is promised.
inline Decoded DecodePieces(EncodingId id, const std::vector<Bytes>& pieces, ErrorMode mode) {
  Decoded decoded;
  DecodeState states[3] = {DecodeState(id), DecodeState(id), DecodeState(id)};
  for (size_t at = 0; at < pieces.size(); ++at) {
    const bool flush = at + 1 == pieces.size();
    const ExactBytes piece(pieces[at]);
    const size_t units_room = MaxUtf16Units(piece.bytes().size());
    const size_t bytes_room = MaxUtf8Bytes(piece.bytes().size());
    const std::unique_ptr<char16_t[]> units(new char16_t[units_room]);
    const std::unique_ptr<uint8_t[]> bytes(new uint8_t[bytes_room]);
    Utf16Sink utf16(units.get(), units_room);
    Utf8Sink utf8(bytes.get(), bytes_room);
    CountingSink counting;
    const DecodeQueueResult result = DecodeQueue(states[0], piece.bytes(), utf16, mode, flush);
    DecodeQueue(states[1], piece.bytes(), utf8, mode, flush);
    DecodeQueue(states[2], piece.bytes(), counting, mode, flush);
    decoded.utf16.append(units.get(), utf16.written());
    decoded.utf8.append(reinterpret_cast<const char*>(bytes.get()), utf8.written());
    decoded.counted_units += counting.utf16_units();
    decoded.counted_bytes += counting.utf8_bytes();
    if (result.error.reason != Reason::kNone) {
      decoded.error = result.error;
      break;
    }
  }
  decoded.replacements = states[0].replacements;
  decoded.first_error = states[0].first_error;
  return decoded;
}

// UTF-16 without lone surrogates to UTF-8, one scalar value at a time.
inline std::string ToUtf8(const std::u16string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    char32_t scalar = text[at];
    if ((scalar & 0xFC00) == 0xD800) {
      scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (text[++at] & 0x3FFu);
    }
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (scalar < 0x80) {
      put(scalar);
    } else if (scalar < 0x800) {
      put(0xC0 | scalar >> 6);
      put(0x80 | (scalar & 0x3F));
    } else if (scalar < 0x10000) {
      put(0xE0 | scalar >> 12);
      put(0x80 | (scalar >> 6 & 0x3F));
      put(0x80 | (scalar & 0x3F));
    } else {
      put(0xF0 | scalar >> 18);
      put(0x80 | (scalar >> 12 & 0x3F));
      put(0x80 | (scalar >> 6 & 0x3F));
      put(0x80 | (scalar & 0x3F));
    }
  }
  return out;
}

// Bytes that decoders of every kind find interesting.
inline std::vector<uint8_t> InterestingBytes(std::mt19937& random, size_t size) {
  static constexpr uint8_t kMarked[] = {0x1B, 0x24, 0x28, 0x40, 0x42, 0x49, 0x4A, 0x0E, 0x7E,
                                        0x7F, 0x80, 0x81, 0x8E, 0x8F, 0xA0, 0xA1, 0xBB, 0xBF,
                                        0xC2, 0xD8, 0xDC, 0xE0, 0xED, 0xEF, 0xF4, 0xFE, 0xFF};
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) {
    const uint32_t value = static_cast<uint32_t>(random());
    switch (value % 6) {
      case 0:
        byte = static_cast<uint8_t>(value >> 8);
        break;
      case 1:
        byte = static_cast<uint8_t>(0x30 + (value >> 8) % 10);
        break;
      case 2:
        byte = kMarked[(value >> 8) % sizeof kMarked];
        break;
      case 3:
        byte = static_cast<uint8_t>(0x21 + (value >> 8) % 94);
        break;
      default:
        byte = static_cast<uint8_t>(0x81 + (value >> 8) % 126);
        break;
    }
  }
  return bytes;
}

}  // namespace encoding::testing
