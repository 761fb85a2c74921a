// https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G31703
// Decodes and encodes UTF-32BE and UTF-32LE.
#include "utf_32.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "../base/load.h"
#include "../base/plain.h"
#include "../base/surrogates.h"
#include "../core/sinks.h"
#include "../core/source.h"

namespace whatwg_encoding {

namespace {

// How many code points are converted at once. Their code units, at most two for each, are in memory
// of this function, so that the kernels of UTF-16 write them as any sink needs them.
constexpr size_t kBlock = 32;

// Changes the byte order of a number to that of the machine, or back.
template <bool is_utf32be>
constexpr uint32_t Ordered(uint32_t number) {
  if constexpr (is_utf32be == kIsBigEndian) return number;
  return number << 24 | (number & 0xFF00) << 8 | (number >> 8 & 0xFF00) | number >> 24;
}

template <bool is_utf32be>
uint32_t LoadCodePoint(const uint8_t* bytes) {
  uint32_t number;
  std::memcpy(&number, bytes, sizeof number);
  return Ordered<is_utf32be>(number);
}

template <bool is_utf32be>
void StoreCodePoint(uint32_t code_point, uint8_t* bytes) {
  const uint32_t number = Ordered<is_utf32be>(code_point);
  std::memcpy(bytes, &number, sizeof number);
}

constexpr bool IsScalarValue(uint32_t code_point) {
  return code_point <= 0x10FFFF && !IsSurrogate(code_point);
}

// Converts code points up to the first that is not a scalar value; returns how many it has read.
// `units` has room for two code units for each of them.
template <bool is_utf32be>
size_t ToUtf16(const uint8_t* bytes, size_t size, char16_t* units, size_t& written) {
  // There is no branch on a single code point, so that compilers can use vector instructions.
  uint32_t others = 0;
  for (size_t i = 0; i < size; ++i) {
    const uint32_t code_point = LoadCodePoint<is_utf32be>(bytes + 4 * i);
    units[i] = static_cast<char16_t>(code_point);
    others |= code_point >> 16 | (IsSurrogate(code_point) ? 1u : 0u);
  }
  if (others == 0) {
    written = size;
    return size;
  }
  char16_t* next = units;
  size_t read = 0;
  for (; read < size; ++read) {
    const uint32_t code_point = LoadCodePoint<is_utf32be>(bytes + 4 * read);
    if (!IsScalarValue(code_point)) break;
    if (code_point < 0x10000) {
      *next++ = static_cast<char16_t>(code_point);
    } else {
      *next++ = LeadingSurrogate(code_point);
      *next++ = TrailingSurrogate(code_point);
    }
  }
  written = static_cast<size_t>(next - units);
  return read;
}

// Decodes whole sequences of four bytes, up to the first that is malformed; returns how many bytes
// it has read.
template <bool is_utf32be, Sink S>
size_t TakeUtf32(Bytes in, S& out) {
  const size_t size = in.size() / 4;
  size_t at = 0;
  // Where all is malformed, no block is looked at.
  while (at < size && IsScalarValue(LoadCodePoint<is_utf32be>(in.data() + 4 * at))) {
    char16_t units[2 * kBlock];
    const size_t wanted = std::min(size - at, kBlock);
    size_t count = 0;
    const size_t read = ToUtf16<is_utf32be>(in.data() + 4 * at, wanted, units, count);
    [[maybe_unused]] const size_t taken =
        out.TakeUtf16(reinterpret_cast<const uint8_t*>(units), count, kIsBigEndian);
    assert(taken == count);
    at += read;
    if (read < wanted) break;
  }
  return 4 * at;
}

bool HasSurrogate(Units units) {
  unsigned surrogates = 0;
  for (const char16_t unit : units) surrogates |= IsSurrogate(unit) ? 1u : 0u;
  return surrogates != 0;
}

template <bool is_utf32be>
void Write(Units in, ByteSink& out) {
  Utf16Source source(in);
  while (!source.empty()) {
    const size_t size = std::min(source.rest().size(), kBlock);
    const Units block = source.rest().first(size);
    uint8_t* next = out.next();
    if (!HasSurrogate(block)) {
      for (size_t i = 0; i < size; ++i) StoreCodePoint<is_utf32be>(block[i], next + 4 * i);
      source.Skip(size);
      next += 4 * size;
    } else {
      // The source gives U+FFFD instead of a lone surrogate. A pair may end behind the block.
      const size_t end = source.read() + size;
      for (; source.read() < end; next += 4) StoreCodePoint<is_utf32be>(source.Next(), next);
    }
    out.Advance(static_cast<size_t>(next - out.next()));
  }
}

}  // namespace

// A malformed sequence has four bytes. They stand for a surrogate or for no code point at all.
template <Sink S>
DecodeResult Utf32Decoder::Decode(Bytes in, S& out, bool flush) {
  for (size_t at = 0; at < in.size();) {
    if (!kIsPlain && bytes_seen_ == 0) {
      // TakeUtf32() decodes what the steps below would: sequences that are not malformed.
      const Bytes rest = in.subspan(at);
      at += is_utf32be_ ? TakeUtf32<true>(rest, out) : TakeUtf32<false>(rest, out);
      if (at == in.size()) break;
    }
    Add(in[at++]);
    if (bytes_seen_ < 4) continue;
    const uint32_t code_point = code_point_;
    bytes_seen_ = 0;
    code_point_ = 0;
    if (IsSurrogate(code_point)) return Malformed(Reason::kLoneSurrogate, 4, at);
    if (code_point > 0x10FFFF) return Malformed(Reason::kUnmapped, 4, at);
    out.Append(code_point);
  }
  if (const size_t seen = pending(); flush && seen != 0) {
    bytes_seen_ = 0;
    code_point_ = 0;
    return Malformed(Reason::kTruncated, seen, in.size());
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(Utf32Decoder);

EncodeResult Utf32Encoder::Encode(Units in, ByteSink& out, bool) {
  if (is_utf32be_) {
    Write<true>(in, out);
  } else {
    Write<false>(in, out);
  }
  return Encoded(in.size());
}

}  // namespace whatwg_encoding
