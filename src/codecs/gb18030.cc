// https://encoding.spec.whatwg.org/#gb18030-decoder
// Decodes and encodes gb18030 and GBK.
#include "gb18030.h"

#include "../base/plain.h"
#include "../base/surrogates.h"
#include "../core/index.h"
#include "../core/sinks.h"
#include "pairs.h"

namespace whatwg_encoding {

namespace {

// The code point of a two-byte sequence; 0 for null.
char16_t TwoBytes(uint8_t first, uint8_t second) {
  return InRange(second, 0x40, 0xFE) ? index::kGb18030[index::RowsAt(first, second)] : 0;
}

// The code points that the 2022 edition of GB 18030 moved, and their old bytes, which the encoder
// still writes.
// https://encoding.spec.whatwg.org/#gb18030-encoder
struct SideTableRow {
  char16_t code_point;
  uint16_t bytes;
};
constexpr SideTableRow kSideTable[] = {
    {0xE78D, 0xA6D9}, {0xE78E, 0xA6DA}, {0xE78F, 0xA6DB}, {0xE790, 0xA6DC}, {0xE791, 0xA6DD},
    {0xE792, 0xA6DE}, {0xE793, 0xA6DF}, {0xE794, 0xA6EC}, {0xE795, 0xA6ED}, {0xE796, 0xA6F3},
    {0xE81E, 0xFE59}, {0xE826, 0xFE61}, {0xE82B, 0xFE66}, {0xE82C, 0xFE67}, {0xE832, 0xFE6D},
    {0xE843, 0xFE7E}, {0xE854, 0xFE90}, {0xE864, 0xFEA0}};

PairBytesTable MakeGb18030Bytes() {
  PairBytesTable table = MakePairBytesTable(Gb18030Pairs());
  for (const auto& [code_point, bytes] : kSideTable) table.bytes[code_point] = TableEntry(bytes);
  return table;
}

PairBytesTable MakeGbkBytes() {
  PairBytesTable table = Gb18030Bytes();
  table.bytes[0x20AC] = 0x80;
  return table;
}

char32_t FourBytes(uint8_t first, uint8_t second, uint8_t third, uint8_t fourth) {
  return index::Gb18030RangesCodePoint(((first - 0x81u) * 10 + second - 0x30u) * 1260 +
                                       (third - 0x81u) * 10 + fourth - 0x30u);
}

// Decodes four-byte sequences and the ASCII between them, up to anything else and up to a sequence
// without a code point; returns how many bytes it has read. This gives what the steps give for the
// four bytes one by one. Text in Korean or another script that gb18030 encodes so is decoded
// several times as fast.
template <Sink S>
size_t TakeFourBytes(Bytes in, S& out) {
  if (kIsPlain) return 0;
  size_t at = 0;
  while (in.size() - at >= 4) {
    const uint8_t* const four = in.data() + at;
    if (!InRange(four[0], 0x81, 0xFE) || !IsAsciiDigit(four[1]) || !InRange(four[2], 0x81, 0xFE) ||
        !IsAsciiDigit(four[3])) {
      break;
    }
    const char32_t code_point = FourBytes(four[0], four[1], four[2], four[3]);
    if (code_point == 0) break;
    out.Append(code_point);
    at += 4;
    if (at < in.size() && IsAsciiByte(in[at])) at += out.TakeAscii(in.data() + at, in.size() - at);
  }
  return at;
}

void AppendFourBytes(char32_t code_point, ByteSink& bytes) {
  const uint32_t pointer = index::Gb18030RangesPointer(code_point);
  bytes.Append(static_cast<uint8_t>(pointer / 12600 + 0x81));
  bytes.Append(static_cast<uint8_t>(pointer / 1260 % 10 + 0x30));
  bytes.Append(static_cast<uint8_t>(pointer / 10 % 126 + 0x81));
  bytes.Append(static_cast<uint8_t>(pointer % 10 + 0x30));
}

}  // namespace

const PairTable& Gb18030Pairs() {
  static const PairTable pairs =
      MakePairTable(TwoBytes, {0x80, 0x80}, [](uint8_t) { return char16_t{0x20AC}; });
  return pairs;
}

const PairBytesTable& Gb18030Bytes() { return Once<MakeGb18030Bytes>(); }

// After an invalid third or fourth byte the standard restores the second byte, a digit, and with an
// invalid fourth byte also the third. A digit can only become itself, and a third byte can only
// become a first byte. So the digit waits in restored_, the third byte becomes first_ at once, and
// the invalid byte is not read.
template <Sink S>
DecodeResult Gb18030Decoder::Decode(Bytes in, S& out, bool flush) {
  if (restored_ != 0x00) {
    out.AppendBmp(restored_);
    restored_ = 0x00;
  }
  const PairTable& pairs = Gb18030Pairs();
  size_t at = 0;
  while (at < in.size()) {
    if (first_ == 0x00) {
      at += out.TakePairs(pairs, in.data() + at, in.size() - at);
      if (const size_t run = TakeFourBytes(in.subspan(at), out); run != 0) {
        at += run;
        continue;
      }
      if (at == in.size()) break;
      const uint8_t byte = in[at++];
      if (byte == 0x80) {
        out.AppendBmp(0x20AC);
      } else if (byte == 0xFF) {
        return Malformed(Reason::kInvalidByte, 1, at);
      } else {
        first_ = byte;
      }
      continue;
    }
    const uint8_t byte = in[at];
    if (second_ == 0x00) {
      if (IsAsciiDigit(byte)) {
        second_ = byte;
        ++at;
        continue;
      }
      const char16_t code_point = TwoBytes(first_, byte);
      first_ = 0x00;
      if (code_point == 0) {
        // The index has a code point for each pointer, so the byte is none of a pointer.
        const unsigned restored = IsAsciiByte(byte) ? 1 : 0;
        return Malformed(Reason::kInvalidTrailingByte, 2 - restored, at + 1 - restored);
      }
      out.AppendBmp(code_point);
      ++at;
    } else if (third_ == 0x00) {
      if (!InRange(byte, 0x81, 0xFE)) {
        restored_ = second_;
        first_ = second_ = 0x00;
        return Malformed(Reason::kInvalidTrailingByte, 1, at, 1);
      }
      third_ = byte;
      ++at;
    } else {
      if (!IsAsciiDigit(byte)) {
        restored_ = second_;
        first_ = third_;
        second_ = third_ = 0x00;
        return Malformed(Reason::kInvalidTrailingByte, 1, at, 2);
      }
      const char32_t code_point = FourBytes(first_, second_, third_, byte);
      first_ = second_ = third_ = 0x00;
      ++at;
      if (code_point == 0) return Malformed(Reason::kUnmapped, 4, at);
      out.Append(code_point);
    }
  }
  if (const size_t seen = pending(); flush && seen != 0) {
    first_ = second_ = third_ = 0x00;
    return Malformed(Reason::kTruncated, seen, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(Gb18030Decoder);

EncodeResult Gb18030Encoder::Encode(Units in, ByteSink& out, bool) {
  const PairBytesTable& table = is_gbk_ ? Once<MakeGbkBytes>() : Gb18030Bytes();
  // The code units that the table has, and between them those that become four bytes.
  const auto run = [&](Units in_rest, ByteSink& bytes) {
    size_t at = 0;
    for (;;) {
      at += bytes.TakePairs(table, in_rest.data() + at, in_rest.size() - at);
      if (kIsPlain || is_gbk_ || at == in_rest.size()) return at;
      const size_t begin = at;
      for (; at < in_rest.size(); ++at) {
        const char16_t unit = in_rest[at];
        if (unit < 0x80 || table.bytes[unit] != 0 || IsSurrogate(unit) || unit == 0xE5E5) {
          break;
        }
        AppendFourBytes(unit, bytes);
      }
      if (at == begin) return at;
    }
  };
  // The table has all pairs.
  return EncodeRuns(in, out, run, [&](char32_t code_point, ByteSink& bytes) {
    if (code_point == 0xE5E5 || is_gbk_) return false;
    AppendFourBytes(code_point, bytes);
    return true;
  });
}

}  // namespace whatwg_encoding
