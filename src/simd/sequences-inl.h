// The kernels between Unicode encodings that read sequence by sequence, and ASCII faster. A file
// that includes this has opened a namespace of its own and defined in it the kernels over ASCII,
// and `struct A`: A::kBytes, and of so many bytes, with room for what they all become,
// Prefix(bytes), Widen(bytes, out) and Copy(bytes, out), which do what the kernels do; of half as
// many code units Narrow(units, out). No include guard: each kind of processor compiles it for
// itself.

// Calls `ascii(at)`, which returns how many ASCII bytes it has read, where there are A::kBytes and
// the first is ASCII; `byte(at)` for single ASCII bytes; `sequence(at, sequence)` for sequences.
// Returns where it stops.
template <typename Ascii, typename Byte, typename OnSequence>
inline size_t ForEachSequence(const uint8_t* bytes, size_t size, Ascii ascii, Byte byte,
                              OnSequence on_sequence) {
  size_t at = 0;
  while (at < size) {
    if (bytes[at] < 0x80) {
      if (size - at >= A::kBytes) {
        at += ascii(at);
      } else {
        byte(at++);
      }
      continue;
    }
    const Sequence sequence = ReadSequence(bytes + at, size - at);
    if (sequence.size == 0) break;
    on_sequence(at, sequence);
    at += sequence.size;
  }
  return at;
}

inline Progress TranscodeSequences(const uint8_t* bytes, size_t size, char16_t* out) {
  char16_t* next = out;
  const size_t read = ForEachSequence(
      bytes, size,
      [&](size_t at) {
        size_t ascii = A::Widen(bytes + at, next);
        if (ascii == A::kBytes) {
          at += ascii;
          ascii += WidenAscii(bytes + at, size - at, next + ascii);
        }
        next += ascii;
        return ascii;
      },
      [&](size_t at) { *next++ = bytes[at]; },
      [&](size_t, Sequence sequence) {
        if (sequence.size == 4) {
          *next++ = LeadingSurrogate(sequence.code_point);
          *next++ = TrailingSurrogate(sequence.code_point);
        } else {
          *next++ = static_cast<char16_t>(sequence.code_point);
        }
      });
  return {read, static_cast<size_t>(next - out)};
}

inline Progress MeasureSequences(const uint8_t* bytes, size_t size) {
  size_t units = 0;
  const size_t read = ForEachSequence(
      bytes, size,
      [&](size_t at) {
        size_t ascii = A::Prefix(bytes + at);
        if (ascii == A::kBytes) {
          at += ascii;
          ascii += AsciiPrefix(bytes + at, size - at);
        }
        units += ascii;
        return ascii;
      },
      [&](size_t) { ++units; },
      [&](size_t, Sequence sequence) { units += sequence.size == 4 ? 2 : 1; });
  return {read, units};
}

inline size_t CopySequences(const uint8_t* bytes, size_t size, uint8_t* out) {
  return ForEachSequence(
      bytes, size,
      [&](size_t at) {
        size_t ascii = A::Copy(bytes + at, out + at);
        if (ascii == A::kBytes) {
          at += ascii;
          ascii += CopyAscii(bytes + at, size - at, out + at);
        }
        return ascii;
      },
      [&](size_t at) { out[at] = bytes[at]; },
      [&](size_t at, Sequence sequence) {
        out[at] = bytes[at];
        out[at + 1] = bytes[at + 1];
        if (sequence.size >= 3) out[at + 2] = bytes[at + 2];
        if (sequence.size == 4) out[at + 3] = bytes[at + 3];
      });
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
      // A constant, so that what comes next need not wait for it.
      if (ascii == A::kBytes / 2) {
        next += A::kBytes / 2;
        at += A::kBytes / 2;
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
