// https://encoding.spec.whatwg.org/#single-byte-decoder
// Decodes and encodes the code pages: each is data only.
#include "code_page.h"

#include <array>
#include <utility>

#include "../base/utf8.h"
#include "../core/index.h"
#include "../core/sinks.h"
#include "../core/source.h"

namespace whatwg_encoding {

namespace {

// The tables that kernels read beside kCodePages, with the layouts of index::kSingleByteUtf8 and of
// index::kSingleByteEncodeIndex with its pages. A code page has tables of its own, which are made
// from its 256 entries, so that the programs that use none do not carry them.
struct Tables {
  explicit Tables(const uint16_t* entries);

  std::array<uint32_t, 256> utf8{};
  std::array<uint8_t, index::kSingleByteEncodeIndexLength> encode_index{};
  std::array<uint8_t, kCodePagePages * 64> encode_pages{};
};

// Kept out of line, so that the compiler does not copy this long function into each of its callers.
[[gnu::noinline]] Tables::Tables(const uint16_t* entries) {
  size_t pages_used = 1;  // page 0 is empty
  for (size_t byte = 0; byte < 256; ++byte) {
    const uint16_t unit = entries[byte];
    if (unit == 0 && byte != 0) continue;
    uint8_t bytes[4];
    const auto size = static_cast<uint32_t>(WriteUtf8Bmp(unit, bytes) - bytes);
    utf8[byte] = size << 24;
    for (uint32_t i = 0; i < size; ++i) utf8[byte] |= uint32_t{bytes[i]} << 8 * i;
    uint8_t& page = encode_index[unit >> 6];
    if (page == 0) page = static_cast<uint8_t>(pages_used++);
    uint8_t& place = encode_pages[size_t{page} * 64 + (unit & 63)];
    // The first byte of a character is the one that an encoder writes.
    if (place == 0) place = static_cast<uint8_t>(byte);
  }
}

const uint16_t* EntriesOf(size_t code_page) { return index::kCodePages + code_page * 256; }

template <size_t code_page>
const Tables& MakeOnce() {
  static const Tables tables(EntriesOf(code_page));
  return tables;
}

constexpr auto kTables = []<size_t... code_page>(std::index_sequence<code_page...>) {
  return std::array<const Tables& (*)(), kCodePageCount>{MakeOnce<code_page>...};
}
(std::make_index_sequence<kCodePageCount>());

// Whether only ASCII bytes stand for ASCII, as kernels expect.
constexpr bool HasKernels(size_t code_page) {
  return kFirstCodePage + code_page < kFirstOtherCodePage;
}

simd::SingleByteMap MapOf(size_t code_page) {
  const Tables& tables = kTables[code_page]();
  return {tables.encode_index.data(), tables.encode_pages.data(),
          index::kCodePageWindows[code_page]};
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
