// The single-byte kernels without vector instructions, which look up each byte or code unit in
// memory.
//
// Text in which ASCII and other bytes mix is converted in steps of eight bytes, without a branch
// that depends on how they mix. Eight ASCII bytes are taken as the start of a run of ASCII.
#include <algorithm>
#include <cstring>

#include "../base/load.h"
#include "ascii.h"
#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

namespace {

constexpr uint64_t kTopBits = 0x8080'8080'8080'8080;

// Converts bytes up to the first that the table cannot decode; returns how many it has read.
// `step(at)` converts eight bytes; it returns false when the table may not have one of them, and
// then nothing counts that it has written. `one(byte)` converts one byte, or returns false when the
// table does not have it. `ascii(at)` converts a run of ASCII and returns its length.
template <typename Step, typename One, typename Ascii>
size_t SingleByteRun(const uint8_t* bytes, size_t size, Step step, One one, Ascii ascii) {
  size_t at = 0;
  while (at < size) {
    const size_t end = std::min(at + 8, size);
    if (end - at == 8) {
      uint64_t word;
      std::memcpy(&word, bytes + at, 8);
      if ((word & kTopBits) == 0) {
        at += ascii(at);
        continue;
      }
      if (step(at)) {
        at = end;
        continue;
      }
    }
    for (; at < end; ++at) {
      if (!one(bytes[at])) return at;
    }
  }
  return size;
}

// Writes all four bytes of an entry; the valid ones come first. Returns where the next byte goes.
uint8_t* WritePackedUtf8(uint32_t entry, uint8_t* out) {
  if constexpr (!kIsBigEndian) {
    std::memcpy(out, &entry, 4);
  } else {
    for (size_t i = 0; i < 4; ++i) out[i] = static_cast<uint8_t>(entry >> 8 * i);
  }
  return out + (entry >> 24);
}

}  // namespace

size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                        char16_t* out) {
  const uint16_t* const units = table.units;
  char16_t* next = out;
  return SingleByteRun(
      bytes, size,
      [&](size_t at) {
        int least = 0;  // below 0 when an entry is 0; that of byte 0x00 is, too
        for (size_t i = 0; i < 8; ++i) {
          const int unit = units[bytes[at + i]];
          next[i] = static_cast<char16_t>(unit);
          least |= unit - 1;
        }
        if (least < 0) return false;
        next += 8;
        return true;
      },
      [&](uint8_t byte) {
        *next = units[byte];
        return *next++ != 0 || byte == 0;
      },
      [&](size_t at) {
        const size_t taken = simd::WidenAscii(bytes + at, size - at, next);
        next += taken;
        return taken;
      });
}

Progress DecodeSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                              uint8_t* out) {
  const uint32_t* const utf8 = table.utf8;
  uint8_t* next = out;
  const size_t read = SingleByteRun(
      bytes, size,
      [&](size_t at) {
        uint8_t* end = next;
        uint32_t least = 0;
        // Four bytes of each entry but the last may be written, because the next entry has room for
        // three.
        for (size_t i = 0; i < 7; ++i) {
          const uint32_t entry = utf8[bytes[at + i]];
          end = WritePackedUtf8(entry, end);
          least |= entry - 1;
        }
        const uint32_t last = utf8[bytes[at + 7]];
        for (size_t i = 0; i < 3; ++i) end[i] = static_cast<uint8_t>(last >> 8 * i);
        least |= last - 1;
        if (static_cast<int32_t>(least) < 0) return false;
        next = end + (last >> 24);
        return true;
      },
      [&](uint8_t byte) {
        const uint32_t entry = utf8[byte];
        for (size_t i = 0; i < entry >> 24; ++i) next[i] = static_cast<uint8_t>(entry >> 8 * i);
        next += entry >> 24;
        return entry != 0;
      },
      [&](size_t at) {
        const size_t taken = simd::CopyAscii(bytes + at, size - at, next);
        next += taken;
        return taken;
      });
  return ProgressTo(read, out, next);
}

Progress CountSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes, size_t size) {
  const uint32_t* const utf8 = table.utf8;
  size_t written = 0;
  const size_t read = SingleByteRun(
      bytes, size,
      [&](size_t at) {
        uint32_t least = 0;
        size_t count = 0;
        for (size_t i = 0; i < 8; ++i) {
          const uint32_t entry = utf8[bytes[at + i]];
          count += entry >> 24;
          least |= entry - 1;
        }
        if (static_cast<int32_t>(least) < 0) return false;
        written += count;
        return true;
      },
      [&](uint8_t byte) {
        written += utf8[byte] >> 24;
        return utf8[byte] != 0;
      },
      [&](size_t at) {
        const size_t taken = AsciiPrefix(bytes + at, size - at);
        written += taken;
        return taken;
      });
  return {read, written};
}

size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size,
                        uint8_t* out) {
  size_t at = 0;
  while (at < size) {
    const size_t end = std::min(at + 8, size);
    if (end - at == 8) {
      uint64_t eight = 0;
      for (size_t i = 0; i < 8; ++i) eight |= uint64_t{map[units[at + i]]} << 8 * i;
      // Not 0 when one of the bytes is 0: then a unit has no byte, or is U+0000.
      const uint64_t zeros = (eight - 0x0101'0101'0101'0101) & ~eight & kTopBits;
      if (zeros == 0) {
        for (size_t i = 0; i < 8; ++i) out[at + i] = static_cast<uint8_t>(eight >> 8 * i);
        at = end;
        if ((eight & kTopBits) == 0) at += simd::NarrowAscii(units + at, size - at, out + at);
        continue;
      }
    }
    for (; at < end; ++at) {
      out[at] = map[units[at]];
      if (out[at] == 0 && units[at] != 0) return at;
    }
  }
  return size;
}

}  // namespace whatwg_encoding::simd::scalar
