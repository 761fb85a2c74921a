// https://encoding.spec.whatwg.org/#euc-jp-decoder
// Decodes and encodes EUC-JP, eucJP-ms and CP51932.
#include "euc_jp.h"

#include <algorithm>
#include <iterator>

#include "../core/index.h"
#include "../core/sinks.h"
#include "pairs.h"

namespace whatwg_encoding {

namespace {

// The pointer of two bytes from 0xA1 to 0xFE.
constexpr unsigned PointerOf(uint8_t leading, uint8_t byte) {
  return (leading - 0xA1u) * 94 + byte - 0xA1u;
}

// The code point of two bytes that do not follow 0x8F; 0 for null.
char16_t CodePoint(uint8_t leading, uint8_t byte) {
  if (leading == 0x8E && InRange(byte, 0xA1, 0xDF)) {
    return static_cast<char16_t>(0xFF61 - 0xA1 + byte);
  }
  if (!InRange(leading, 0xA1, 0xFE) || !InRange(byte, 0xA1, 0xFE)) return 0;
  return index::kJis0208[PointerOf(leading, byte)];
}

// The code point of two bytes of eucJP-ms: the rows from F5 on are private use code points.
char16_t MsCodePoint(uint8_t leading, uint8_t byte) {
  if (leading < 0xF5 || !InRange(byte, 0xA1, 0xFE)) return CodePoint(leading, byte);
  return static_cast<char16_t>(0xE000 + PointerOf(leading, byte) - PointerOf(0xF5, 0xA1));
}

// The code point of a pointer in JIS X 0212, whose two bytes follow 0x8F; 0 for null.
char16_t Jis0212CodePoint(EucJpKind kind, unsigned pointer) {
  if (kind != EucJpKind::kMs) return index::kJis0212[pointer];
  const unsigned first_private = PointerOf(0xF5, 0xA1);
  if (pointer >= first_private) return static_cast<char16_t>(0xE3AC + pointer - first_private);
  const auto& pointers = index::kEucJpMsPointers;
  const auto* const found = std::lower_bound(std::begin(pointers), std::end(pointers), pointer);
  if (found == std::end(pointers) || *found != pointer) return index::kJis0212[pointer];
  return index::kEucJpMsCodePoints[found - std::begin(pointers)];
}

const PairTable& PairsOf(EucJpKind kind) {
  if (kind != EucJpKind::kMs) return EucJpPairs();
  static const PairTable pairs = MakePairTable(MsCodePoint);
  return pairs;
}

// Makes the table of what an encoder writes in one byte or two: the bytes that the decoder reads,
// and `others`.
PairBytesTable MakeBytes(EucJpKind kind, std::span<const index::EncodeOnly> others) {
  PairBytesTable table = MakePairBytesTable(PairsOf(kind));
  for (const auto& [code_point, bytes] : others) {
    if (bytes < 0x10000) table.bytes[code_point] = TableEntry(static_cast<uint16_t>(bytes));
  }
  return table;
}

// https://encoding.spec.whatwg.org/#euc-jp-encoder
PairBytesTable MakeStandardBytes() {
  PairBytesTable table = MakePairBytesTable(EucJpPairs());
  AddJapaneseOthers(table);
  return table;
}

PairBytesTable MakeCp51932Bytes() {
  return MakeBytes(EucJpKind::kCp51932, index::kCp51932EncodeOnly);
}

PairBytesTable MakeMsBytes() { return MakeBytes(EucJpKind::kMs, index::kEucJpMsEncodeOnly); }

// The pairs that follow 0x8F, by code point.
using ThreeBytePairs = PairsByCodePoint<size_t{94} * 94 + std::size(index::kEucJpMsEncodeOnly)>;

template <EucJpKind kind>
ThreeBytePairs MakeThreeBytePairs() {
  ThreeBytePairs pairs;
  if (kind == EucJpKind::kMs) {
    for (const auto& [code_point, bytes] : index::kEucJpMsEncodeOnly) {
      if (bytes >= 0x10000) pairs.Add(code_point, static_cast<uint16_t>(bytes));
    }
  }
  for (unsigned pointer = 0; pointer < 94 * 94; ++pointer) {
    const auto pair = static_cast<uint16_t>((0xA1 + pointer / 94) << 8 | (0xA1 + pointer % 94));
    const char16_t code_point = Jis0212CodePoint(kind, pointer);
    if (code_point != 0) pairs.Add(code_point, pair);
  }
  pairs.Sort();
  return pairs;
}

const ThreeBytePairs& ThreeBytePairsOf(EucJpKind kind) {
  return kind == EucJpKind::kMs ? Once<MakeThreeBytePairs<EucJpKind::kMs>>()
                                : Once<MakeThreeBytePairs<EucJpKind::kStandard>>();
}

// Makes the table of the two bytes that the encoder with three bytes writes in EUC-JP. The kanji of
// IBM, from 0xF9A1 on, have three bytes where JIS X 0212 has them: glibc, MariaDB and iconv-lite
// write and read these, and some take the two bytes for private use code points.
PairBytesTable MakeThreeByteStandardBytes() {
  PairBytesTable table = EucJpBytes();
  for (const char16_t code_point : index::kJis0212) {
    uint16_t& entry = table.bytes[code_point];
    if ((entry & 0xFF) >= 0xF9) entry = 0;
  }
  return table;
}

}  // namespace

const PairTable& EucJpPairs() {
  static const PairTable pairs = MakePairTable(CodePoint);
  return pairs;
}

const PairBytesTable& EucJpBytes() { return Once<MakeStandardBytes>(); }

template <Sink S>
DecodeResult EucJpDecoder::Decode(Bytes in, S& out, bool flush) {
  const PairTable& pairs = PairsOf(kind_);
  const bool has_three_bytes = kind_ != EucJpKind::kCp51932;
  size_t at = 0;
  while (at < in.size()) {
    if (leading_ == 0x00) {
      at += out.TakePairs(pairs, in.data() + at, in.size() - at);
      if (at == in.size()) break;
      const uint8_t byte = in[at++];
      const bool is_prefix = byte == 0x8E || (byte == 0x8F && has_three_bytes);
      if (!is_prefix && !InRange(byte, 0xA1, 0xFE)) {
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
    char16_t code_point = 0;
    if (is_pointer) {
      code_point = jis0212_ ? Jis0212CodePoint(kind_, PointerOf(leading_, byte))
                            : pairs.units[leading_ | byte << 8];
    }
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
  const bool is_standard = kind_ == EucJpKind::kStandard;
  return EncodePairs(is_standard ? EucJpBytes() : Once<MakeCp51932Bytes>(), in, out);
}

EncodeResult EucJpThreeByteEncoder::Encode(Units in, ByteSink& out, bool) {
  const PairBytesTable& table =
      kind_ == EucJpKind::kMs ? Once<MakeMsBytes>() : Once<MakeThreeByteStandardBytes>();
  return EncodePairs(table, in, out, [&](char32_t code_point, ByteSink& bytes) {
    if (code_point > 0xFFFF) return false;
    const uint16_t pair = ThreeBytePairsOf(kind_).Find(static_cast<char16_t>(code_point));
    if (pair == 0) return false;
    bytes.Append(0x8F);
    bytes.AppendBytes(pair);
    return true;
  });
}

}  // namespace whatwg_encoding
