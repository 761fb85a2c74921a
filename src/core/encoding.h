// The names and labels of the encodings, and what is asked of an encoding by name.
// https://encoding.spec.whatwg.org/#names-and-labels
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "../base/short_text.h"
#include "whatwg_encoding_generated/encodings.h"

namespace whatwg_encoding {

struct Label {
  ShortText<19> label;
  EncodingId encoding;
};

// Names in the casing of the standard, indexed by EncodingId. Behind them come the historical
// encodings, the code pages of single bytes, UTF-32BE and UTF-32LE, and the code pages of several
// bytes. Last, from kFirstFull on, come encodings of the standard with the encoder that writes
// everything that their decoder reads; their names are the standard's.
using EncodingName = ShortText<16>;
extern const EncodingName kEncodingNames[kAllEncodingCount];

// All labels of the standard in ASCII lowercase, sorted by code unit.
extern const Label kLabels[kLabelCount];

// The labels of the historical encodings, which the 2012 edition had and later editions removed.
// GetEncoding() does not know them. Some of them are labels of the replacement encoding today.
extern const Label kHistoricalLabels[kHistoricalLabelCount];

// The encoding that a label names, or nothing when the label is unknown. ASCII whitespace around
// the label is ignored, and so is the case of ASCII letters.
// https://encoding.spec.whatwg.org/#concept-encoding-get
std::optional<EncodingId> GetEncoding(std::string_view label);

// https://encoding.spec.whatwg.org/#get-an-output-encoding
EncodingId GetOutputEncoding(EncodingId encoding);

struct ByteOrderMark {
  EncodingId encoding;
  uint8_t size;
  std::array<uint8_t, 4> bytes;
};

// Longer marks come first, because that of UTF-16LE begins that of UTF-32LE.
inline constexpr std::array<ByteOrderMark, 5> kByteOrderMarks = {
    {{EncodingId::kUtf32le, 4, {0xFF, 0xFE, 0x00, 0x00}},
     {EncodingId::kUtf32be, 4, {0x00, 0x00, 0xFE, 0xFF}},
     {EncodingId::kUtf8, 3, {0xEF, 0xBB, 0xBF}},
     {EncodingId::kUtf16be, 2, {0xFE, 0xFF}},
     {EncodingId::kUtf16le, 2, {0xFF, 0xFE}}}};

// The marks that the standard knows, none of which begins another.
// https://encoding.spec.whatwg.org/#bom-sniff
inline constexpr std::span kStandardMarks = std::span(kByteOrderMarks).last<3>();

constexpr bool IsUtf16(EncodingId encoding) {
  return encoding == EncodingId::kUtf16be || encoding == EncodingId::kUtf16le;
}
constexpr bool IsUtf32(EncodingId encoding) {
  return encoding == EncodingId::kUtf32be || encoding == EncodingId::kUtf32le;
}

// Whether the encoding is a code page of single bytes. Those from kFirstOtherCodePage on are not
// ASCII-compatible, or have a second byte for a character of ASCII.
constexpr bool IsCodePage(EncodingId encoding) {
  const auto id = static_cast<size_t>(encoding);
  return id >= kFirstCodePage && id < kFirstCodePage + kCodePageCount;
}

// The properties of an encoding. The defaults are those of a single-byte encoding.
struct Traits {
  // ASCII bytes always decode to the same ASCII code points.
  bool is_ascii_compatible = true;
  // It is UTF-8, UTF-16BE or UTF-16LE, whose byte order mark "serialize I/O queue" drops, or
  // UTF-32BE or UTF-32LE, of which the same is true here. It contains all scalar values.
  // https://encoding.spec.whatwg.org/#concept-td-serialize
  bool is_unicode = false;
  // It is ASCII-compatible and has pairs of bytes that stand for one code unit each.
  bool has_pairs = false;
  // The bytes of a code point depend on the text before it.
  bool has_encoder_state = false;
  // The encoder writes a letter and the mark behind it as one pair of bytes.
  bool has_letter_pairs = false;
};

constexpr Traits MakeTraits(EncodingId encoding) {
  switch (encoding) {
    case EncodingId::kUtf8:
      return {.is_unicode = true};
    case EncodingId::kGbk:
    case EncodingId::kGb18030:
    case EncodingId::kBig5:
    case EncodingId::kEucJp:
    case EncodingId::kEucJpFull:
    case EncodingId::kEucjpMs:
    case EncodingId::kCp51932:
    case EncodingId::kShiftJis:
    case EncodingId::kEucKr:
    case EncodingId::kJohab:
      return {.has_pairs = true};
    case EncodingId::kBig5Full:
      return {.has_pairs = true, .has_encoder_state = true, .has_letter_pairs = true};
    case EncodingId::kIso2022Jp:
    case EncodingId::kIso2022Kr:
    case EncodingId::kHzGb2312:
      return {.is_ascii_compatible = false, .has_encoder_state = true};
    case EncodingId::kReplacement:
      return {.is_ascii_compatible = false};
    case EncodingId::kUtf16be:
    case EncodingId::kUtf16le:
    case EncodingId::kUtf32be:
    case EncodingId::kUtf32le:
      return {.is_ascii_compatible = false, .is_unicode = true};
    default:
      return {.is_ascii_compatible =
                  !IsCodePage(encoding) || static_cast<size_t>(encoding) < kFirstOtherCodePage};
  }
}

inline constexpr auto kTraits = [] {
  std::array<Traits, kAllEncodingCount> traits{};
  for (size_t id = 0; id < traits.size(); ++id) {
    traits[id] = MakeTraits(static_cast<EncodingId>(id));
  }
  return traits;
}();

constexpr const Traits& TraitsOf(EncodingId encoding) {
  return kTraits[static_cast<size_t>(encoding)];
}
constexpr bool IsUnicode(EncodingId encoding) { return TraitsOf(encoding).is_unicode; }
constexpr bool IsAsciiCompatible(EncodingId encoding) {
  return TraitsOf(encoding).is_ascii_compatible;
}

}  // namespace whatwg_encoding
