// Looks up any bytes as a label. The result must be that of a plain search through all labels.
#include <optional>
#include <string>

#include "../../src/core/encoding.h"
#include "fuzzing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

namespace {

std::optional<EncodingId> Find(std::string label) {
  const size_t first = label.find_first_not_of("\t\n\f\r ");
  if (first == std::string::npos) return std::nullopt;
  label = label.substr(first, label.find_last_not_of("\t\n\f\r ") + 1 - first);
  for (char& c : label) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  for (const Label& entry : kLabels) {
    if (std::string_view(entry.label) == label) return entry.encoding;
  }
  return std::nullopt;
}

}  // namespace

// The first byte may choose a label to put before the rest, because chance alone seldom makes one.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Choices choices({data, size});
  const size_t choice = choices.Below(256);
  std::string text(choice < kLabelCount ? kLabels[choice].label : std::string_view());
  text.append(choices.rest().begin(), choices.rest().end());
  whatwg_testing::ExactBlock<char> label{std::span<const char>(text)};
  const std::string_view view(label.span().data(), label.span().size());
  FUZZ_CHECK(GetEncoding(view) == Find(text));
  return 0;
}
