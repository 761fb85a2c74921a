// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
// Decodes and encodes UTF-16BE and UTF-16LE.
#include "utf_16.h"

#include "../base/plain.h"
#include "../base/surrogates.h"
#include "../core/sinks.h"

namespace whatwg_encoding {

// After a leading surrogate without a trailing one, the standard restores both bytes of the code
// unit that follows. The first of them becomes the leading byte again; the second is not read.
template <Sink S>
DecodeResult Utf16Decoder::Decode(Bytes in, S& out, bool flush) {
  for (size_t at = 0; at < in.size(); ++at) {
    if (!kIsPlain && !has_leading_byte_ && leading_surrogate_ == 0) {
      // TakeUtf16() decodes what the steps below would: code units that are no surrogates, and
      // pairs.
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
  static constexpr char16_t kReplacement[] = {0xFFFD};
  for (size_t at = 0;; ++at) {
    at += out.TakeUtf16(in.subspan(at), is_utf16be_);
    if (at == in.size()) return Encoded(in.size());
    out.TakeUtf16(kReplacement, is_utf16be_);  // instead of a lone surrogate, as in Utf16Source
  }
}

}  // namespace whatwg_encoding
