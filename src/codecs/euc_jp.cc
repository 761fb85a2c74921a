// https://encoding.spec.whatwg.org/#euc-jp-decoder
// Decodes and encodes EUC-JP.
// May include base/, simd/, core/ and codecs/.
#include "codecs/euc_jp.h"

#include "codecs/pairs.h"
#include "core/index.h"
#include "core/sinks.h"

namespace encoding {

namespace {

// The code point of two bytes that do not follow 0x8F; 0 for null.
char16_t CodePoint(uint8_t leading, uint8_t byte) {
  if (leading == 0x8E && InRange(byte, 0xA1, 0xDF)) {
    return static_cast<char16_t>(0xFF61 - 0xA1 + byte);
  }
  if (!InRange(leading, 0xA1, 0xFE) || !InRange(byte, 0xA1, 0xFE)) return 0;
  return index::kJis0208[(leading - 0xA1u) * 94 + byte - 0xA1u];
}

}  // namespace

const PairTable& EucJpPairs() {
  static const PairTable pairs = MakePairTable(CodePoint);
  return pairs;
}

template <Sink S>
DecodeResult EucJpDecoder::Decode(Bytes in, S& out, bool flush) {
  const PairTable& pairs = EucJpPairs();
  size_t at = 0;
  while (at < in.size()) {
    if (leading_ == 0x00) {
      at += out.TakePairs(pairs, in.data() + at, in.size() - at);
      if (at == in.size()) break;
      const uint8_t byte = in[at++];
      if (byte != 0x8E && byte != 0x8F && !InRange(byte, 0xA1, 0xFE)) {
        return Malformed(Reason::kInvalidByte, 1, at);
      }
      leading_ = byte;
      continue;
    }
    const uint8_t byte = in[at];
    if (leading_ == 0x8E && InRange(byte, 0xA1, 0xDF)) {
      out.AppendBmp(static_cast<char16_t>(0xFF61 - 0xA1 + byte));
      leading_ = 0x00;
      ++at;
      continue;
    }
    if (leading_ == 0x8F && InRange(byte, 0xA1, 0xFE)) {
      jis0212_ = true;
      leading_ = byte;
      ++at;
      continue;
    }
    const bool is_pointer = InRange(leading_, 0xA1, 0xFE) && InRange(byte, 0xA1, 0xFE);
    const unsigned pointer = is_pointer ? (leading_ - 0xA1u) * 94 + byte - 0xA1u : 0;
    const uint16_t* const index = jis0212_ ? index::kJis0212 : index::kJis0208;
    const char16_t code_point = is_pointer ? index[pointer] : 0;
    const size_t seen = pending();
    leading_ = 0x00;
    jis0212_ = false;
    if (code_point == 0) {
      const unsigned restored = IsAsciiByte(byte) ? 1 : 0;
      return Malformed(is_pointer ? Reason::kUnmapped : Reason::kInvalidTrailingByte,
                       seen + 1 - restored, at + 1 - restored);
    }
    out.AppendBmp(code_point);
    ++at;
  }
  if (const size_t seen = pending(); flush && seen != 0) {
    leading_ = 0x00;
    jis0212_ = false;
    return Malformed(Reason::kTruncated, seen, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(EucJpDecoder);

EncodeResult EucJpEncoder::Encode(Units in, ByteSink& out, bool) {
  static const PairBytesTable table = MakePairBytesTable(index::kEucJpEncode);
  return EncodeWithPages(table, index::kEucJpEncode, in, out);
}

}  // namespace encoding
