// Utf16Source, from which encoders read scalar values: it reads UTF-16 code units and gives U+FFFD
// for a lone surrogate. https://infra.spec.whatwg.org/#javascript-string-convert
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
    if (!IsSurrogate(unit)) return unit;
    if (IsLeadingSurrogate(unit) && !empty() && IsTrailingSurrogate(units_[read_])) {
      return FromSurrogates(unit, units_[read_++]);
    }
    return 0xFFFD;
  }

  // The code units that have not been read yet.
  Units rest() const { return units_.subspan(read_); }
  void Skip(size_t units) { read_ += units; }

 private:
  Units units_;
  size_t read_ = 0;
};

// The loop of most encoders. `run(units, out)` encodes code units up to the first that it leaves to
// the handler, and returns how many it has encoded, which may be 0. `handler(code_point, out)`
// encodes one code point. When the encoding does not contain it, it returns false, and leaves in
// `code_point` what the error is to name.
template <typename Run, typename Handler>
EncodeResult EncodeRuns(Units in, ByteSink& out, Run run, Handler handler) {
  Utf16Source source(in);
  for (;;) {
    source.Skip(run(source.rest(), out));
    if (source.empty()) return Encoded(in.size());
    char32_t code_point = source.Next();
    if (!handler(code_point, out)) return Unencodable(source.read(), code_point);
  }
}

// The handler of an encoder whose runs are all that its encoding contains.
inline bool ContainsNoMore(char32_t, ByteSink&) { return false; }

// Encodes in an encoding that has one byte for each of its code points, all below U+10000. The map
// has no byte for surrogates, so that it stops before each of them.
inline EncodeResult EncodeSingleByte(const simd::SingleByteMap& map, Units in, ByteSink& out) {
  const auto run = [&](Units units, ByteSink& bytes) {
    return bytes.TakeSingleByte(map, units.data(), units.size());
  };
  return EncodeRuns(in, out, run, ContainsNoMore);
}

}  // namespace whatwg_encoding
