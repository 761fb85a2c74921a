// Where decoders put scalar values: UTF-16 code units, UTF-8 bytes, or a count; and where encoders
// put bytes.
//
// No sink checks for room. From `n` bytes of input and whatever its state holds, a decoder never
// makes more than n + kPendingUnits UTF-16 code units, or three times that many UTF-8 bytes:
// a byte makes at most one unit (Big5's two code points and every surrogate pair come from two
// bytes or more), an error's U+FFFD stands for at least one byte, and no state holds more than
// kPendingUnits bytes. Callers give that room, and Ensure() holds them to it in checked builds.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/result.h"
#include "simd/kernels.h"

namespace encoding {

inline constexpr size_t kPendingUnits = 4;

constexpr size_t MaxUtf16Units(size_t bytes) { return bytes + kPendingUnits; }
constexpr size_t MaxUtf8Bytes(size_t bytes) { return 3 * (bytes + kPendingUnits); }

template <typename S>
concept Sink = requires(S sink, const uint8_t* bytes, size_t size, char16_t unit, char32_t scalar,
                        const simd::SingleByteTable& single_byte, const simd::PairTable& pairs) {
  // Appends the longest prefix of ASCII bytes, returns its length.
  { sink.TakeAscii(bytes, size) } -> std::same_as<size_t>;
  // Appends what ASCII and pairs of the table stand for, up to the first byte that begins neither,
  // and returns how many bytes that is.
  { sink.TakePairs(pairs, bytes, size) } -> std::same_as<size_t>;
  // Appends what `size` code units in UTF-16BE or UTF-16LE stand for, up to the first surrogate
  // that is no part of a pair among them; returns how many it has read.
  { sink.TakeUtf16(bytes, size, true) } -> std::same_as<size_t>;
  // Appends what the bytes of a single-byte encoding stand for, up to the first that stands for
  // nothing, returns how many.
  { sink.TakeSingleByte(single_byte, bytes, size) } -> std::same_as<size_t>;
  // The same of `size` bytes in UTF-8, up to the first sequence that is malformed or cut.
  { sink.TakeUtf8(bytes, size) } -> std::same_as<size_t>;
  // Whether nothing has been appended yet, so that no error came before either.
  { sink.empty() } -> std::same_as<bool>;
  // Appends a scalar value below U+10000.
  sink.AppendBmp(unit);
  // Appends any scalar value.
  sink.Append(scalar);
};

inline constexpr bool kIsBigEndian = std::endian::native == std::endian::big;

// TakeShortAscii() of a sink takes sixteen bytes; AppendUpToFour() appends the first `count` of
// four scalar values from U+0080 to U+FFFF, the first in the lowest sixteen bits, with room for all
// four.

// The first of what TakePairs() takes, where something came before it: perhaps an error, and
// perhaps one every few bytes.
template <typename S>
size_t TakeFirstPairs(S& sink, const simd::PairTable& pairs, const uint8_t* bytes, size_t size,
                      bool& is_odd) {
  if (sink.empty()) return 0;
  return simd::DecodeFirstPairs(pairs, bytes, size, is_odd,
                                [&sink](char16_t unit) { sink.AppendBmp(unit); });
}

class Utf16Sink {
 public:
  Utf16Sink(char16_t* begin, size_t room) : begin_(begin), next_(begin), room_(room) {}

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::WidenAscii(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeShortAscii(const uint8_t* bytes) {
    const size_t taken = simd::WidenShortAscii(bytes, next_);
    next_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    bool is_odd = false;
    const size_t first = TakeFirstPairs(*this, pairs, bytes, size, is_odd);
    if (is_odd) return first;
    const simd::Progress run =
        simd::kActive->pairs.decode(pairs, bytes + first, size - first, next_);
    next_ += run.written;
    return first + run.read;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kSource : simd::Swapped::kNeither;
    const size_t taken = simd::CopyUtf16(bytes, size, swapped, reinterpret_cast<uint8_t*>(next_));
    next_ += taken;
    return taken;
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const size_t taken = simd::kActive->single_byte.decode(table, bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    const simd::Progress progress = simd::Utf8ToUtf16(bytes, size, next_);
    next_ += progress.written;
    return progress.read;
  }
  void AppendBmp(char16_t unit) { *next_++ = unit; }
  void AppendUpToFour(uint64_t units, size_t count) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(next_, &units, 8);
    } else {
      for (size_t i = 0; i < 4; ++i) next_[i] = static_cast<char16_t>(units >> 16 * i);
    }
    next_ += count;
  }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    *next_++ = LeadingSurrogate(scalar);
    *next_++ = TrailingSurrogate(scalar);
  }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }
  bool empty() const { return next_ == begin_; }
  void Ensure() const { assert(written() <= room_); }

 private:
  char16_t* begin_;
  char16_t* next_;
  [[maybe_unused]] size_t room_;
};

constexpr uint8_t Utf8Continuation(char32_t bits) {
  return static_cast<uint8_t>(0x80 | (bits & 0x3F));
}

// Each writes a scalar value in UTF-8 and returns where it ends.
inline uint8_t* WriteUtf8Bmp(char16_t unit, uint8_t* out) {
  if (unit < 0x80) {
    *out++ = static_cast<uint8_t>(unit);
    return out;
  }
  if (unit < 0x800) {
    *out++ = static_cast<uint8_t>(0xC0 | (unit >> 6));
  } else {
    *out++ = static_cast<uint8_t>(0xE0 | (unit >> 12));
    *out++ = Utf8Continuation(unit >> 6);
  }
  *out++ = Utf8Continuation(unit);
  return out;
}

// A scalar value from U+0800 to U+FFFF, with room for a fourth byte.
inline uint8_t* WriteUtf8Three(char16_t unit, uint8_t* out) {
  const uint32_t bits = uint32_t{unit};
  const uint32_t bytes = 0x8080E0 | bits >> 12 | (bits << 2 & 0x3F00) | (bits << 16 & 0x3F0000);
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(out, &bytes, 4);
  } else {
    for (size_t i = 0; i < 3; ++i) out[i] = static_cast<uint8_t>(bytes >> 8 * i);
  }
  return out + 3;
}

inline uint8_t* WriteUtf8(char32_t scalar, uint8_t* out) {
  if (scalar < 0x10000) return WriteUtf8Bmp(static_cast<char16_t>(scalar), out);
  *out++ = static_cast<uint8_t>(0xF0 | (scalar >> 18));
  *out++ = Utf8Continuation(scalar >> 12);
  *out++ = Utf8Continuation(scalar >> 6);
  *out++ = Utf8Continuation(scalar);
  return out;
}

class Utf8Sink {
 public:
  Utf8Sink(uint8_t* begin, size_t room) : begin_(begin), next_(begin), room_(room) {}

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::CopyAscii(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeShortAscii(const uint8_t* bytes) {
    const size_t taken = simd::CopyShortAscii(bytes, next_);
    next_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    bool is_odd = false;
    const size_t first = TakeFirstPairs(*this, pairs, bytes, size, is_odd);
    if (is_odd) return first;
    const simd::Progress run =
        simd::kActive->pairs.decode_utf8(pairs, bytes + first, size - first, next_);
    next_ += run.written;
    return first + run.read;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const simd::Progress progress =
        simd::Utf16ToUtf8(bytes, size, is_utf16be != kIsBigEndian, next_);
    next_ += progress.written;
    return progress.read;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::CopyUtf8(bytes, size, next_);
    next_ += taken;
    return taken;
  }
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const simd::Progress taken = simd::kActive->single_byte.decode_utf8(table, bytes, size, next_);
    next_ += taken.written;
    return taken.read;
  }
  void AppendBmp(char16_t unit) { next_ = WriteUtf8Bmp(unit, next_); }
  void AppendUpToFour(uint64_t units, size_t count) {
    // Whether all that count are U+0800 or above, by the carry that 0x7800 makes in the lower
    // fifteen bits.
    const uint64_t beyond = count == 4 ? 0 : ~uint64_t{0} << 16 * count;
    const uint64_t carries = (units & 0x7FFF'7FFF'7FFF'7FFF) + 0x7800'7800'7800'7800;
    constexpr uint64_t kTop = 0x8000'8000'8000'8000;
    const bool three_bytes = ((carries | units | beyond) & kTop) == kTop;
    if (three_bytes) {
      for (size_t i = 0; i < 4; ++i) {
        WriteUtf8Three(static_cast<char16_t>(units >> 16 * i), next_ + 3 * i);
      }
      next_ += 3 * count;
      return;
    }
    for (size_t i = 0; i < count; ++i) {
      next_ = WriteUtf8Bmp(static_cast<char16_t>(units >> 16 * i), next_);
    }
  }
  void Append(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }
  bool empty() const { return next_ == begin_; }
  void Ensure() const { assert(written() <= room_); }

 private:
  uint8_t* begin_;
  uint8_t* next_;
  [[maybe_unused]] size_t room_;
};

// Counts UTF-16 code units and UTF-8 bytes without writing either.
class CountingSink {
 public:
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::AsciiPrefix(bytes, size);
    utf16_units_ += taken;
    utf8_bytes_ += taken;
    return taken;
  }
  size_t TakePairs(const simd::PairTable& pairs, const uint8_t* bytes, size_t size) {
    bool is_odd = false;
    size_t at = TakeFirstPairs(*this, pairs, bytes, size, is_odd);
    if (is_odd) return at;
    for (;;) {
      at += TakeAscii(bytes + at, size - at);
      if (at == size) break;
      // In slices whose code units fit in here. A slice that ends inside a pair is read but for one
      // byte; what ends earlier ends at an odd byte.
      char16_t units[512];
      const size_t slice = std::min(size - at, std::size(units));
      const simd::Progress run = simd::kActive->pairs.decode(pairs, bytes + at, slice, units);
      CountBmp(units, run.written);
      at += run.read;
      if (run.read + 1 < slice || run.read == 0) break;
    }
    return at;
  }
  size_t TakeUtf16(const uint8_t* bytes, size_t size, bool is_utf16be) {
    const auto unit_at = [&](size_t at) {
      const uint8_t* const unit = bytes + 2 * at;
      return static_cast<char16_t>(is_utf16be ? unit[0] << 8 | unit[1] : unit[1] << 8 | unit[0]);
    };
    size_t at = 0;
    while (at < size) {
      constexpr size_t kBlock = 64;
      if (utf16_units_ != 0 && size - at >= kBlock) {
        // Without a branch on any one unit, so that a compiler can make vectors of it.
        unsigned surrogates = 0;
        unsigned more = 0;
        for (size_t i = at; i < at + kBlock; ++i) {
          const char16_t unit = unit_at(i);
          surrogates |= (unit & 0xF800) == 0xD800;
          more += (unit >= 0x80) + (unit >= 0x800);
        }
        if (surrogates == 0) {
          utf16_units_ += kBlock;
          utf8_bytes_ += kBlock + more;
          at += kBlock;
          continue;
        }
      }
      for (const size_t end = std::min(size, at + kBlock); at < end; ++at) {
        const char16_t unit = unit_at(at);
        if ((unit & 0xF800) != 0xD800) {
          AppendBmp(unit);
          continue;
        }
        if (!IsLeadingSurrogate(unit) || at + 1 == size) return at;
        const char16_t trailing = unit_at(at + 1);
        if (!IsTrailingSurrogate(trailing)) return at;
        Append(FromSurrogates(unit, trailing));
        ++at;
      }
    }
    return size;
  }
  size_t TakeUtf8(const uint8_t* bytes, size_t size) {
    const simd::Progress progress = simd::MeasureUtf8(bytes, size);
    if (utf16_units_ == 0 && progress.read >= 3) {
      begins_with_bom_ = bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF;
    }
    utf16_units_ += progress.written;
    utf8_bytes_ += progress.read;
    return progress.read;
  }
  // None of these encodings has U+FEFF.
  size_t TakeSingleByte(const simd::SingleByteTable& table, const uint8_t* bytes, size_t size) {
    const simd::Progress taken = simd::kActive->single_byte.count_utf8(table, bytes, size);
    utf16_units_ += taken.read;
    utf8_bytes_ += taken.written;
    return taken.read;
  }
  void AppendBmp(char16_t unit) {
    if (utf16_units_ == 0) begins_with_bom_ = unit == 0xFEFF;
    utf16_units_ += 1;
    utf8_bytes_ += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  void Append(char32_t scalar) {
    if (scalar < 0x10000) return AppendBmp(static_cast<char16_t>(scalar));
    utf16_units_ += 2;
    utf8_bytes_ += 4;
  }
  // Up to 512 scalar values below U+10000.
  void CountBmp(const char16_t* units, size_t count) {
    if (count == 0) return;
    if (utf16_units_ == 0) begins_with_bom_ = units[0] == 0xFEFF;
    utf16_units_ += count;
    uint16_t beyond =
        0;  // bytes, a unit's first apart; narrow, so that compilers make vectors of it
    for (size_t i = 0; i < count; ++i) {
      beyond =
          static_cast<uint16_t>(beyond + (units[i] >= 0x80 ? 1 : 0) + (units[i] >= 0x800 ? 1 : 0));
    }
    utf8_bytes_ += count + beyond;
  }
  size_t utf16_units() const { return utf16_units_; }
  bool empty() const { return utf16_units_ == 0; }
  size_t utf8_bytes() const { return utf8_bytes_; }
  bool begins_with_bom() const { return begins_with_bom_; }
  void Ensure() const {}

 private:
  size_t utf16_units_ = 0;
  size_t utf8_bytes_ = 0;
  bool begins_with_bom_ = false;
};

// Where encoders put bytes. It does not check for room either: an encoder writes at most its
// kMaxBytesPerUnit for each code unit it is given, and at end-of-queue its kMaxEndBytes.
class ByteSink {
 public:
  explicit ByteSink(uint8_t* begin) : begin_(begin), next_(begin) {}

  void Append(uint8_t byte) { *next_++ = byte; }
  // One byte when the number is below 0x100, else two.
  void AppendBytes(uint16_t bytes) {
    if (bytes >= 0x100) Append(static_cast<uint8_t>(bytes >> 8));
    Append(static_cast<uint8_t>(bytes));
  }
  // The first `count` of eight bytes, the first in the lowest bits; there is room for all eight.
  void AppendUpToEight(uint64_t bytes, size_t count) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(next_, &bytes, 8);
    } else {
      for (size_t i = 0; i < 8; ++i) next_[i] = static_cast<uint8_t>(bytes >> 8 * i);
    }
    next_ += count;
  }
  // The code units before the first that is not in the table; returns how many.
  size_t TakePairs(const simd::PairBytesTable& pairs, const char16_t* units, size_t size) {
    const simd::Progress run = simd::kActive->pairs.encode(pairs, units, size, next_);
    next_ += run.written;
    return run.read;
  }
  // The ASCII code units before the first other of eight.
  size_t TakeShortAscii(const char16_t* units) {
    const size_t taken = simd::NarrowShortAscii(units, next_);
    next_ += taken;
    return taken;
  }
  void AppendUtf8(char32_t scalar) { next_ = WriteUtf8(scalar, next_); }
  size_t TakeAscii(const char16_t* units, size_t size) {
    const size_t taken = simd::NarrowAscii(units, size, next_);
    next_ += taken;
    return taken;
  }
  // The code units before the first that has no byte.
  size_t TakeSingleByte(const simd::SingleByteMap& map, const char16_t* units, size_t size) {
    const size_t taken = simd::kActive->single_byte.encode(map, units, size, next_);
    next_ += taken;
    return taken;
  }
  // Encodes code units in UTF-8, or copies them in UTF-16BE or UTF-16LE, up to the first surrogate
  // that is no part of a pair among them; returns how many it has read.
  size_t TakeUtf8(Units units) {
    const simd::Progress progress = simd::Utf16ToUtf8(BytesOf(units), units.size(), false, next_);
    next_ += progress.written;
    return progress.read;
  }
  size_t TakeUtf16(Units units, bool is_utf16be) {
    const auto swapped =
        is_utf16be != kIsBigEndian ? simd::Swapped::kTarget : simd::Swapped::kNeither;
    const size_t taken = simd::CopyUtf16(BytesOf(units), units.size(), swapped, next_);
    next_ += 2 * taken;
    return taken;
  }
  // Where the next byte goes, for who writes it there; and that so many have been.
  uint8_t* next() { return next_; }
  void Advance(size_t bytes) { next_ += bytes; }
  size_t written() const { return static_cast<size_t>(next_ - begin_); }

 private:
  static const uint8_t* BytesOf(Units units) {
    return reinterpret_cast<const uint8_t*>(units.data());
  }

  uint8_t* begin_;
  uint8_t* next_;
};

static_assert(Sink<Utf16Sink> && Sink<Utf8Sink> && Sink<CountingSink>);

}  // namespace encoding

// Decode() of a codec is compiled once, in the codec's own file, for every sink there is.
#define ENCODING_INSTANTIATE_DECODER(Decoder)                     \
  template DecodeResult Decoder::Decode(Bytes, Utf16Sink&, bool); \
  template DecodeResult Decoder::Decode(Bytes, Utf8Sink&, bool);  \
  template DecodeResult Decoder::Decode(Bytes, CountingSink&, bool)
