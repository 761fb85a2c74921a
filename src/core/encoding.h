// Names and labels.
// https://encoding.spec.whatwg.org/#names-and-labels
#pragma once

#include <optional>
#include <string_view>

#include "generated/encodings.h"

namespace encoding {

struct Label {
  std::string_view label;
  EncodingId encoding;
};

// Names, indexed by EncodingId, in the standard's casing; the historical encodings come last.
extern const std::string_view kEncodingNames[kAllEncodingCount];

// All labels in ASCII lowercase, sorted by code unit.
extern const Label kLabels[kLabelCount];

// The labels of the historical encodings: those of the 2012 edition that later editions removed.
// GetEncoding() does not know them; some are labels of the replacement encoding now.
extern const Label kHistoricalLabels[kHistoricalLabelCount];

// The encoding that a label names, after ASCII whitespace around it is dropped and ASCII letters
// are lowered; nothing when there is none. https://encoding.spec.whatwg.org/#concept-encoding-get
std::optional<EncodingId> GetEncoding(std::string_view label);

// https://encoding.spec.whatwg.org/#get-an-output-encoding
EncodingId GetOutputEncoding(EncodingId encoding);

// UTF-8, UTF-16BE and UTF-16LE: the encodings whose byte order mark "serialize I/O queue" drops.
// https://encoding.spec.whatwg.org/#concept-td-serialize
constexpr bool IsUnicode(EncodingId encoding) {
  return encoding == EncodingId::kUtf8 || encoding == EncodingId::kUtf16be ||
         encoding == EncodingId::kUtf16le;
}

// Whether input of ASCII bytes alone decodes to itself.
constexpr bool IsAsciiCompatible(EncodingId encoding) {
  return encoding != EncodingId::kUtf16be && encoding != EncodingId::kUtf16le &&
         encoding != EncodingId::kIso2022Jp && encoding != EncodingId::kReplacement &&
         encoding != EncodingId::kHzGb2312 && encoding != EncodingId::kIso2022Kr;
}

}  // namespace encoding
