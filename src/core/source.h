// Where encoders take code points from: UTF-16 code units, lone surrogates as U+FFFD.
// https://infra.spec.whatwg.org/#javascript-string-convert
#pragma once

#include "base/bytes.h"
#include "base/surrogates.h"
#include "core/byte_sink.h"
#include "core/result.h"

namespace encoding {

class Utf16Source {
 public:
  explicit Utf16Source(Units units) : units_(units) {}

  bool empty() const { return read_ == units_.size(); }
  size_t read() const { return read_; }

  // The next scalar value; there is one.
  char32_t Next() {
    const char16_t unit = units_[read_++];
    if ((unit & 0xF800) != 0xD800) return unit;
    if (IsLeadingSurrogate(unit) && !empty() && IsTrailingSurrogate(units_[read_])) {
      return FromSurrogates(unit, units_[read_++]);
    }
    return 0xFFFD;
  }

  // What is not read yet.
  Units rest() const { return units_.subspan(read_); }
  void Skip(size_t units) { read_ += units; }

  // Moves the ASCII code points that come next to the sink.
  void TakeAscii(ByteSink& out) {
    if (empty() || units_[read_] >= 0x80) return;
    read_ += out.TakeAscii(units_.data() + read_, units_.size() - read_);
  }

 private:
  Units units_;
  size_t read_ = 0;
};

// Encodes with one byte for each code point that has any, all of them below U+10000. The map has
// nothing for surrogates, so that it stops before what is not a code point of its own.
inline EncodeResult EncodeSingleByte(const simd::SingleByteMap& map, Units in, ByteSink& out) {
  Utf16Source source(in);
  source.Skip(out.TakeSingleByte(map, in.data(), in.size()));
  if (source.empty()) return Encoded(in.size());
  const char32_t code_point = source.Next();
  return Unencodable(source.read(), code_point);
}

// The loop of every encoder that writes ASCII code points as themselves in every state. `run(units,
// size, out)` encodes code units up to the first that is not worth its while, and returns how many
// that is, which may be none. `handler(code_point, out)` encodes the code point there; it returns
// false, with nothing written, when it has no bytes.
template <typename Run, typename Handler>
EncodeResult EncodeAsciiCompatible(Units in, ByteSink& out, Run run, Handler handler) {
  Utf16Source source(in);
  for (;;) {
    source.Skip(run(source.rest().data(), source.rest().size(), out));
    source.TakeAscii(out);
    if (source.empty()) return Encoded(in.size());
    const char32_t code_point = source.Next();
    if (!handler(code_point, out)) return Unencodable(source.read(), code_point);
  }
}

}  // namespace encoding
