#include "codecs/utf_16.h"

namespace encoding {

// After a leading surrogate without its trailing one, the standard restores both bytes of the code
// unit that came instead. The first of them becomes the leading byte again, the second is not read.
template <Sink S>
DecodeResult Utf16Decoder::Decode(Bytes in, S& out, bool flush) {
  for (size_t at = 0; at < in.size(); ++at) {
    if (!has_leading_byte_ && leading_surrogate_ == 0) {
      // Code units that are no surrogates return themselves.
      at += 2 * out.TakeUtf16(in.data() + at, (in.size() - at) / 2, is_utf16be_);
      if (at == in.size()) break;
    }
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
      out.Append(FromSurrogates(leading, unit));
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
  if (const size_t seen = pending(); flush && seen != 0) {
    leading_surrogate_ = 0;
    has_leading_byte_ = false;
    return Malformed(Reason::kTruncated, seen, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(Utf16Decoder);

EncodeResult Utf16Encoder::Encode(Units in, ByteSink& out, bool) {
  Utf16Source source(in);
  const auto append = [&](char16_t unit) {
    const auto high = static_cast<uint8_t>(unit >> 8);
    const auto low = static_cast<uint8_t>(unit);
    out.Append(is_utf16be_ ? high : low);
    out.Append(is_utf16be_ ? low : high);
  };
  while (!source.empty()) {
    const char32_t code_point = source.Next();
    if (code_point < 0x10000) {
      append(static_cast<char16_t>(code_point));
    } else {
      append(LeadingSurrogate(code_point));
      append(TrailingSurrogate(code_point));
    }
  }
  return Encoded(in.size());
}

}  // namespace encoding
