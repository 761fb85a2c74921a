// The kernels between Unicode encodings without vector instructions of their own: they read
// sequence by sequence. Every other kernel of this kind is tested against them.
#include <cstring>

#include "../base/load.h"
#include "../base/surrogates.h"
#include "../base/utf8.h"
#include "ascii.h"
#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

namespace {

uint16_t LoadUnit(const uint8_t* bytes) {
  uint16_t unit;
  std::memcpy(&unit, bytes, 2);
  return unit;
}

uint16_t Swap(uint16_t unit) { return static_cast<uint16_t>(unit << 8 | unit >> 8); }

// Where ReadSequences() writes. Take<kSize>() takes one sequence of kSize bytes.
struct UnitsOutput : UnitsWriter {
  template <size_t kSize>
  void Take(const uint8_t*, uint32_t code_point) {
    if constexpr (kSize == 4) {
      next[0] = LeadingSurrogate(code_point);
      next[1] = TrailingSurrogate(code_point);
      next += 2;
    } else {
      *next++ = static_cast<char16_t>(code_point);
    }
  }
};

struct BytesOutput : Utf8Writer {
  template <size_t kSize>
  void Take(const uint8_t* bytes, uint32_t) {
    std::memcpy(next, bytes, kSize);
    next += kSize;
  }
};

struct UnitsCount {
  size_t units = 0;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t ascii = AsciiPrefix(bytes, size);
    units += ascii;
    return ascii;
  }
  template <size_t kSize>
  void Take(const uint8_t*, uint32_t) {
    units += kSize == 4 ? 2 : 1;
  }
};

// Gives what the steps of the decoder of the standard give for ASCII and complete sequences. What
// the boundaries of the standard refuse is refused here by the code point.
template <typename Output>
size_t ReadSequences(const uint8_t* bytes, size_t size, Output& output) {
  Output out = output;  // a local copy can stay in registers
  size_t at = 0;
  while (at < size) {
    const size_t rest = size - at;
    if (bytes[at] < 0x80) {
      at += out.TakeAscii(bytes + at, rest);
      continue;
    }
    uint32_t word = 0;  // the zeros beyond the end continue no sequence
    if (rest >= 4) {
      word = Load32(bytes + at);
    } else {
      for (size_t i = 0; i < rest; ++i) word |= static_cast<uint32_t>(bytes[at + i]) << 8 * i;
    }
    if ((word & 0x00C0'C0F0) == 0x0080'80E0) {
      const uint32_t code_point = (word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
      if (code_point < 0x800 || IsSurrogate(code_point)) break;
      out.template Take<3>(bytes + at, code_point);
      at += 3;
    } else if ((word & 0x0000'C0E0) == 0x0000'80C0) {
      const uint32_t code_point = (word & 0x1F) << 6 | (word >> 8 & 0x3F);
      if (code_point < 0x80) break;
      out.template Take<2>(bytes + at, code_point);
      at += 2;
    } else if ((word & 0xC0C0'C0F8) == 0x8080'80F0) {
      const uint32_t code_point =
          (word & 0x7) << 18 | (word << 4 & 0x3F000) | (word >> 10 & 0xFC0) | (word >> 24 & 0x3F);
      if (code_point < 0x10000 || code_point > 0x10FFFF) break;
      out.template Take<4>(bytes + at, code_point);
      at += 4;
    } else {
      break;
    }
  }
  output = out;
  return at;
}

}  // namespace

Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out) {
  UnitsOutput output{{out}};
  const size_t read = ReadSequences(bytes, size, output);
  return ProgressTo(read, out, output.next);
}

size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  BytesOutput output{{out}};
  return ReadSequences(bytes, size, output);
}

Progress MeasureUtf8(const uint8_t* bytes, size_t size) {
  UnitsCount output;
  const size_t read = ReadSequences(bytes, size, output);
  return {read, output.units};
}

Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  const auto unit_at = [&](size_t place) {
    const uint16_t unit = LoadUnit(bytes + 2 * place);
    return static_cast<char16_t>(swapped ? Swap(unit) : unit);
  };
  while (at < size) {
    // Four code units at a time while all are ASCII.
    for (; !swapped && size - at >= 4; at += 4) {
      uint64_t four;
      std::memcpy(&four, bytes + 2 * at, 8);
      if ((four & 0xFF80'FF80'FF80'FF80) != 0) break;
      for (size_t i = at; i < at + 4; ++i) *next++ = static_cast<uint8_t>(unit_at(i));
    }
    if (at == size) break;
    const char16_t unit = unit_at(at);
    if (!IsSurrogate(unit)) {
      next = WriteUtf8Bmp(unit, next);
      ++at;
      continue;
    }
    if (!IsLeadingSurrogate(unit) || at + 1 == size) break;
    const char16_t trailing = unit_at(at + 1);
    if (!IsTrailingSurrogate(trailing)) break;
    next = WriteUtf8(FromSurrogates(unit, trailing), next);
    at += 2;
  }
  return ProgressTo(at, out, next);
}

size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out) {
  const auto load = [&](size_t at) {
    const uint16_t unit = LoadUnit(bytes + 2 * at);
    return static_cast<char16_t>(swapped == Swapped::kSource ? Swap(unit) : unit);
  };
  const auto store = [&](size_t at, char16_t unit) {
    const uint16_t stored = swapped == Swapped::kTarget ? Swap(unit) : unit;
    std::memcpy(out + 2 * at, &stored, 2);
  };
  size_t at = 0;
  for (; at < size; ++at) {
    const char16_t unit = load(at);
    if (IsSurrogate(unit)) {
      if (!IsLeadingSurrogate(unit) || at + 1 == size) break;
      const char16_t trailing = load(at + 1);
      if (!IsTrailingSurrogate(trailing)) break;
      store(at, unit);
      store(++at, trailing);
      continue;
    }
    store(at, unit);
  }
  return at;
}

}  // namespace whatwg_encoding::simd::scalar
