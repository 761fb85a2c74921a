// Looks up labels.
// https://encoding.spec.whatwg.org/#concept-encoding-get
#include "encoding.h"

#include <algorithm>
#include <iterator>

#include "../base/bytes.h"

namespace whatwg_encoding {

namespace {

constexpr size_t kLongestLabel = 32;

constexpr bool IsAsciiWhitespace(char c) {
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

}  // namespace

std::optional<EncodingId> GetEncoding(std::string_view label) {
  while (!label.empty() && IsAsciiWhitespace(label.front())) label.remove_prefix(1);
  while (!label.empty() && IsAsciiWhitespace(label.back())) label.remove_suffix(1);
  char lowered[kLongestLabel];
  if (label.size() > sizeof lowered) return std::nullopt;
  std::transform(label.begin(), label.end(), lowered, AsciiLowercase);
  const std::string_view key(lowered, label.size());
  const Label* found =
      std::lower_bound(std::begin(kLabels), std::end(kLabels), key,
                       [](const Label& entry, std::string_view k) { return entry.label < k; });
  if (found == std::end(kLabels) || found->label != key) return std::nullopt;
  return found->encoding;
}

EncodingId GetOutputEncoding(EncodingId encoding) {
  const bool has_no_encoder = encoding == EncodingId::kReplacement || IsUtf16(encoding);
  return has_no_encoder ? EncodingId::kUtf8 : encoding;
}

}  // namespace whatwg_encoding
