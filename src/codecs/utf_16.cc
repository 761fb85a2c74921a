#include "codecs/utf_16.h"

namespace encoding {

namespace {

bool IsLeadingSurrogate(char16_t unit) { return (unit & 0xFC00) == 0xD800; }
bool IsTrailingSurrogate(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }

}  // namespace

// After a leading surrogate without its trailing one, the standard restores both bytes of the code
// unit that came instead. The first of them becomes the leading byte again, the second is not read.
template <Sink S>
DecodeResult Utf16Decoder::Decode(Bytes in, S& out, bool flush) {
  for (size_t at = 0; at < in.size(); ++at) {
    const uint8_t byte = in[at];
    if (!has_leading_byte_) {
      leading_byte_ = byte;
      has_leading_byte_ = true;
      continue;
    }
    const char16_t unit = CodeUnit(leading_byte_, byte);
    if (leading_surrogate_ != 0) {
      const char16_t leading = leading_surrogate_;
      leading_surrogate_ = 0;
      if (!IsTrailingSurrogate(unit)) return Malformed(Reason::kLoneSurrogate, 2, at, 1);
      out.Append(0x10000u + ((leading & 0x3FFu) << 10) + (unit & 0x3FFu));
    } else if (IsLeadingSurrogate(unit)) {
      leading_surrogate_ = unit;
    } else if (IsTrailingSurrogate(unit)) {
      has_leading_byte_ = false;
      return Malformed(Reason::kLoneSurrogate, 2, at + 1);
    } else {
      out.AppendBmp(unit);
    }
    has_leading_byte_ = false;
  }
  const unsigned pending = (leading_surrogate_ != 0 ? 2 : 0) + (has_leading_byte_ ? 1 : 0);
  if (flush && pending != 0) {
    leading_surrogate_ = 0;
    has_leading_byte_ = false;
    return Malformed(Reason::kTruncated, pending, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(Utf16Decoder);

}  // namespace encoding
