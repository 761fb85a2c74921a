// Utf16Source, from which encoders read scalar values: it reads UTF-16 code units and gives U+FFFD
// for a lone surrogate. https://infra.spec.whatwg.org/#javascript-string-convert
// May include base/, simd/ and core/.
#pragma once

#include "../base/bytes.h"
#include "../base/surrogates.h"
#include "byte_sink.h"
#include "result.h"

namespace whatwg_encoding {

class Utf16Source {
 public:
  explicit Utf16Source(Units units) : units_(units) {}

  bool empty() const { return read_ == units_.size(); }
  size_t read() const { return read_; }

  // Reads the next scalar value. There must be one.
  char32_t Next() {
    const char16_t unit = units_[read_++];
    if ((unit & 0xF800) != 0xD800) return unit;
    if (IsLeadingSurrogate(unit) && !empty() && IsTrailingSurrogate(units_[read_])) {
      return FromSurrogates(unit, units_[read_++]);
    }
    return 0xFFFD;
  }

  // The code units that have not been read yet.
  Units rest() const { return units_.subspan(read_); }
  void Skip(size_t units) { read_ += units; }

  // Writes the next ASCII code points to the sink, up to the first other one.
  void TakeAscii(ByteSink& out) {
    if (empty() || units_[read_] >= 0x80) return;
    read_ += out.TakeAscii(units_.data() + read_, units_.size() - read_);
  }

 private:
  Units units_;
  size_t read_ = 0;
};

// Encodes in an encoding that has one byte for each of its code points, all below U+10000. The map
// has no byte for surrogates, so that it stops before each of them.
inline EncodeResult EncodeSingleByte(const simd::SingleByteMap& map, Units in, ByteSink& out) {
  Utf16Source source(in);
  source.Skip(out.TakeSingleByte(map, in.data(), in.size()));
  if (source.empty()) return Encoded(in.size());
  const char32_t code_point = source.Next();
  return Unencodable(source.read(), code_point);
}

// The loop of the encoders without a state, in which ASCII code points are themselves. `run(units,
// size, out)` encodes code units up to the first that it leaves to the handler, and returns how
// many it has encoded, which may be 0. `handler(code_point, out)` encodes one code point; it
// returns false, and has written nothing, when the encoding does not contain it.
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

}  // namespace whatwg_encoding
