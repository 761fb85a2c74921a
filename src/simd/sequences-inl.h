// The kernels between Unicode encodings for processors without byte shuffles: they read sequence by
// sequence, and ASCII a vector at a time. The file that includes this opens a namespace of its own
// and defines in it the kernels over ASCII and `struct A`, which handles exactly one vector:
// A::kBytes is its size in bytes; Prefix(bytes), Widen(bytes, out) and Copy(bytes, out) do for that
// many bytes what AsciiPrefix(), WidenAscii() and CopyAscii() do; Narrow(units, out) does for half
// as many code units what NarrowAscii() does; AllAscii(units) tells whether as many code units as
// A::kBytes are all ASCII. There is no include guard: each .cc file compiles these kernels for its
// own kind of processor.
// May include base/ and simd/.

// Where ReadSequences() writes. TakeAscii() is called with at least A::kBytes bytes, of which the
// first is ASCII; it takes the ASCII bytes up to the first other byte, and returns how many.
// Take<kSize>() takes one sequence of kSize bytes.
struct UnitsOutput {
  char16_t* next;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    size_t ascii = A::Widen(bytes, next);
    if (ascii == A::kBytes) ascii += WidenAscii(bytes + ascii, size - ascii, next + ascii);
    next += ascii;
    return ascii;
  }
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

struct BytesOutput {
  uint8_t* next;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    size_t ascii = A::Copy(bytes, next);
    if (ascii == A::kBytes) ascii += CopyAscii(bytes + ascii, size - ascii, next + ascii);
    next += ascii;
    return ascii;
  }
  template <size_t kSize>
  void Take(const uint8_t* bytes, uint32_t) {
    std::memcpy(next, bytes, kSize);
    next += kSize;
  }
};

struct UnitsCount {
  size_t units = 0;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    size_t ascii = A::Prefix(bytes);
    if (ascii == A::kBytes) ascii += AsciiPrefix(bytes + ascii, size - ascii);
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
inline size_t ReadSequences(const uint8_t* bytes, size_t size, Output& output) {
  Output out = output;  // a local copy can stay in registers
  size_t at = 0;
  while (at < size) {
    const size_t rest = size - at;
    if (bytes[at] < 0x80) {
      if (rest >= A::kBytes) {
        at += out.TakeAscii(bytes + at, rest);
      } else {
        out.template Take<1>(bytes + at, bytes[at]);
        ++at;
      }
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
      if (code_point < 0x800 || (code_point & 0xF800) == 0xD800) break;
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

inline Progress TranscodeSequences(const uint8_t* bytes, size_t size, char16_t* out) {
  UnitsOutput output{out};
  const size_t read = ReadSequences(bytes, size, output);
  return {read, static_cast<size_t>(output.next - out)};
}

inline size_t CopySequences(const uint8_t* bytes, size_t size, uint8_t* out) {
  BytesOutput output{out};
  return ReadSequences(bytes, size, output);
}

inline Progress MeasureSequences(const uint8_t* bytes, size_t size) {
  UnitsCount output;
  const size_t read = ReadSequences(bytes, size, output);
  return {read, output.units};
}

inline Progress TranscodeCodeUnits(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  const auto unit_at = [&](size_t place) {
    const uint16_t unit = LoadUnit(bytes + 2 * place);
    return static_cast<char16_t>(swapped ? Swap(unit) : unit);
  };
  while (at < size) {
    const char16_t unit = unit_at(at);
    if (unit < 0x80 && !swapped && size - at >= A::kBytes / 2) {
      const size_t ascii = A::Narrow(bytes + 2 * at, next);
      // Adding a constant lets the next step start before `ascii` is known.
      if (ascii == A::kBytes / 2) {
        next += A::kBytes / 2;
        at += A::kBytes / 2;
        while (size - at >= A::kBytes && A::AllAscii(bytes + 2 * at)) {
          A::Narrow(bytes + 2 * at, next);
          A::Narrow(bytes + 2 * at + A::kBytes, next + A::kBytes / 2);
          next += A::kBytes;
          at += A::kBytes;
        }
        continue;
      }
      next += ascii;
      at += ascii;
    } else if (unit < 0x80) {
      *next++ = static_cast<uint8_t>(unit);
      ++at;
    } else if ((unit & 0xF800) != 0xD800) {
      next = WriteUtf8Bmp(unit, next);
      ++at;
    } else {
      if (!IsLeadingSurrogate(unit) || at + 1 == size) break;
      const char16_t trailing = unit_at(at + 1);
      if (!IsTrailingSurrogate(trailing)) break;
      next = WriteUtf8(FromSurrogates(unit, trailing), next);
      at += 2;
    }
  }
  return {at, static_cast<size_t>(next - out)};
}
