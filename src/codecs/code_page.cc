// https://encoding.spec.whatwg.org/#single-byte-decoder
// Decodes and encodes the code pages: each is data only.
#include "code_page.h"

#include <array>
#include <utility>

#include "../core/index.h"
#include "../core/sinks.h"
#include "../core/source.h"
#include "single_byte_tables.h"

namespace whatwg_encoding {

namespace {

const uint16_t* EntriesOf(size_t code_page) { return index::kCodePages + code_page * 256; }

// Each has tables of its own, which are made from its 256 entries, so that the programs that use
// none do not carry them.
template <size_t code_page>
const SingleByteTables& MakeOnce() {
  static const SingleByteTables tables(EntriesOf(code_page));
  return tables;
}

constexpr auto kTables = []<size_t... code_page>(std::index_sequence<code_page...>) {
  return std::array<const SingleByteTables& (*)(), kCodePageCount>{MakeOnce<code_page>...};
}
(std::make_index_sequence<kCodePageCount>());

// Whether only ASCII bytes stand for ASCII, as kernels expect.
constexpr bool HasKernels(size_t code_page) {
  return kFirstCodePage + code_page < kFirstOtherCodePage;
}

simd::SingleByteMap MapOf(size_t code_page) {
  return kTables[code_page]().Map(index::kCodePageWindows[code_page]);
}

}  // namespace

template <Sink S>
DecodeResult CodePageDecoder::Decode(Bytes in, S& out, bool) {
  const uint16_t* const entries = EntriesOf(code_page_);
  size_t taken = 0;
  if (HasKernels(code_page_)) {
    taken = out.TakeSingleByte({entries, kTables[code_page_]().utf8.data()}, in.data(), in.size());
  } else {
    for (; taken < in.size() && (entries[in[taken]] != 0 || in[taken] == 0); ++taken) {
      out.AppendBmp(entries[in[taken]]);
    }
  }
  if (taken == in.size()) return Finished(taken);
  return Malformed(Reason::kUnmapped, 1, taken + 1);
}

ENCODING_INSTANTIATE_DECODER(CodePageDecoder);

EncodeResult CodePageEncoder::Encode(Units in, ByteSink& out, bool) {
  const simd::SingleByteMap map = MapOf(code_page_);
  if (HasKernels(code_page_)) return EncodeSingleByte(map, in, out);
  const auto no_run = [](Units, ByteSink&) { return size_t{0}; };
  return EncodeRuns(in, out, no_run, [&](char32_t code_point, ByteSink& bytes) {
    const uint8_t byte = code_point < 0x10000 ? map[static_cast<char16_t>(code_point)] : uint8_t{0};
    if (byte == 0 && code_point != 0) return false;
    bytes.Append(byte);
    return true;
  });
}

uint8_t CodePageEncoder::ByteOf(char16_t character) const { return MapOf(code_page_)[character]; }

}  // namespace whatwg_encoding
