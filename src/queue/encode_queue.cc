// Runs an encoder over its input within the size of the output.
// https://encoding.spec.whatwg.org/#concept-encoding-run
#include "encode_queue.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "../base/surrogates.h"
#include "../core/byte_sink.h"
#include "../core/result.h"

namespace whatwg_encoding {

namespace {

// The ASCII characters that are written instead of an unencodable code point.
struct Substitute {
  Substitute(Unencodables mode, char32_t code_point) {
    if (mode == Unencodables::kReplace) text[size++] = '?';
    if (mode != Unencodables::kHtml) return;
    text[0] = '&';
    text[1] = '#';
    char* end = std::to_chars(text + 2, text + sizeof text, uint32_t{code_point}).ptr;
    *end++ = ';';
    size = static_cast<size_t>(end - text);
  }
  char text[12] = {};
  size_t size = 0;
};

// One call of EncodeQueue(), for one class of encoder.
template <typename E>
class EncodeRun {
 public:
  EncodeRun(E& encoder, EncodeState& state, WritableAhead output, Unencodables mode,
            EncodeQueueResult& result)
      : encoder_(encoder), state_(state), output_(output), mode_(mode), result_(result) {}

  // Encodes `units`, which do not end in the first half of a surrogate pair. Returns how many code
  // units it has read: fewer than all when the output is full or an error is fatal.
  size_t Encode(Units units) {
    size_t read = 0;
    while (read < units.size() && !result_.full && !result_.failed) {
      const Units rest = units.subspan(read);
      const size_t sure = SureUnits(rest);
      read += sure != 0 ? EncodeSure(rest.first(sure)) : EncodeOne(rest);
    }
    state_.position += read;
    return read;
  }

  // Writes what the encoder writes at end-of-queue. This call has left room for it. Only a call
  // that continues the state of an earlier call may lack that room.
  void Flush() {
    if constexpr (E::kMaxEndBytes == 0) return;
    if (EndBytes() > room()) {
      result_.full = true;
      return;
    }
    ByteSink sink(next());
    encoder_.Encode({}, sink, true);
    result_.written += sink.written();
  }

 private:
  uint8_t* next() { return output_.data() + result_.written; }
  size_t room() const { return output_.size() - result_.written; }

  // How many of the next code units surely fit into the output, whatever they are. Surrogate pairs
  // are not split.
  size_t SureUnits(Units units) const {
    if (room() < E::kMaxEndBytes) return 0;
    const size_t sure = (room() - E::kMaxEndBytes) / E::kMaxBytesPerUnit;
    if (sure >= units.size()) return units.size();
    return sure != 0 && IsLeadingSurrogate(units[sure - 1]) ? sure - 1 : sure;
  }

  size_t EncodeSure(Units units) {
    const E before = encoder_;
    ByteSink sink(next());
    uint8_t* const start = next();
    const EncodeResult result = encoder_.Encode(units, sink, false);
    if (result.outcome == Outcome::kFinished) {
      result_.written += sink.written();
      return result.read;
    }
    const size_t read_before = result.read - CodeUnits(result.code_point);
    // Encodes the code units before the error again, and so drops what the encoder wrote for the
    // error.
    const auto encode_before = [&] {
      encoder_ = before;
      ByteSink again(start);
      encoder_.Encode(units.first(read_before), again, false);
      return again.written();
    };
    const size_t written = LeavesNoTrace() ? encode_before() : sink.written();
    result_.written += written;
    if (HandleError(result)) return result.read;
    // The code point is encoded again when there is more room, and so is what the encoder writes
    // before an error.
    result_.written -= written;
    result_.written += encode_before();
    return read_before;
  }

  // Encodes the next code point into a buffer of its own, and copies its bytes when the output has
  // room for them.
  size_t EncodeOne(Units units) {
    const E before = encoder_;
    uint8_t bytes[kMinEncodeRoom];
    ByteSink sink(bytes);
    const bool is_pair =
        units.size() > 1 && IsLeadingSurrogate(units[0]) && IsTrailingSurrogate(units[1]);
    const EncodeResult result = encoder_.Encode(units.first(is_pair ? 2 : 1), sink, false);
    if (result.outcome == Outcome::kError && LeavesNoTrace()) {
      encoder_ = before;
      return HandleError(result) ? result.read : 0;
    }
    if (sink.written() + EndBytes() > room()) {
      encoder_ = before;
      result_.full = true;
      return 0;
    }
    std::copy_n(bytes, sink.written(), next());
    result_.written += sink.written();
    if (result.outcome == Outcome::kFinished || HandleError(result)) return result.read;
    encoder_ = before;
    result_.written -= sink.written();
    return 0;
  }

  // Whether an unencodable code point may leave nothing in the output. The encoder of ISO-2022-JP
  // returns to ASCII before an error. Where nothing in ASCII follows, that escape sequence would
  // come right before another one, and the decoder would call that malformed.
  bool LeavesNoTrace() const {
    if constexpr (requires { E::kReturnsBeforeErrors; }) return mode_ == Unencodables::kSkip;
    return false;
  }

  // Handles an error of the encoder. Returns false when the output is full.
  bool HandleError(const EncodeResult& error) {
    if (mode_ == Unencodables::kFatal) {
      result_.failed = true;
      result_.code_point = error.code_point;
      return true;
    }
    Substitute substitute(mode_, error.code_point);
    // A substitute is written in ASCII, without \ and ~, which ISO-2022-JP and hz-gb-2312 write in
    // other ways. An encoding that writes other bytes for ASCII characters, such as EBCDIC, has
    // ByteOf(); in all others, the bytes of the rest of ASCII are right in the state after an
    // error.
    if constexpr (requires { encoder_.ByteOf('?'); }) {
      for (char& character : std::span(substitute.text, substitute.size)) {
        character = static_cast<char>(encoder_.ByteOf(static_cast<char16_t>(character)));
      }
    }
    if (substitute.size + EndBytes() > room()) {
      result_.full = true;
      return false;
    }
    std::copy_n(substitute.text, substitute.size, next());
    result_.written += substitute.size;
    ++state_.replacements;
    return true;
  }

  // How many bytes flushing would write now.
  size_t EndBytes() const {
    if constexpr (E::kMaxEndBytes == 0) return 0;
    E copy = encoder_;
    uint8_t bytes[kMinEncodeRoom];
    ByteSink sink(bytes);
    copy.Encode({}, sink, true);
    return sink.written();
  }

  E& encoder_;
  EncodeState& state_;
  WritableAhead output_;
  Unencodables mode_;
  EncodeQueueResult& result_;
};

// Encodes a chunk, and before it the leading surrogate that ended the chunk before.
template <typename E>
void EncodeChunk(EncodeRun<E>& run, EncodeState& state, Units input, bool flush,
                 EncodeQueueResult& result) {
  const auto stopped = [&] { return result.full || result.failed; };
  if (state.leading_surrogate != 0 && (!input.empty() || flush)) {
    const char16_t leading = std::exchange(state.leading_surrogate, char16_t{0});
    const bool is_pair = !input.empty() && IsTrailingSurrogate(input[0]);
    const char16_t units[2] = {leading, is_pair ? input[0] : char16_t{0}};
    const bool read = run.Encode(Units(units, is_pair ? 2 : 1)) != 0;
    if (!read) state.leading_surrogate = leading;
    if (read && is_pair) result.read = 1;
    if (stopped()) return;
  }
  const bool waits = !flush && result.read < input.size() && IsLeadingSurrogate(input.back());
  const Units units = input.subspan(result.read, input.size() - result.read - (waits ? 1 : 0));
  result.read += run.Encode(units);
  if (stopped()) return;
  if (waits) {
    state.leading_surrogate = input.back();
    ++result.read;
  }
  if (flush) run.Flush();
}

}  // namespace

EncodeQueueResult EncodeQueue(EncodeState& state, Units input, WritableAhead output,
                              Unencodables mode, bool flush) {
  EncodeQueueResult result;
  VisitCodec(state.encoder, [&](auto& encoder) {
    EncodeRun run(encoder, state, output, mode, result);
    EncodeChunk(run, state, input, flush, result);
  });
  if (result.failed) result.offset = state.position - CodeUnits(result.code_point);
  return result;
}

size_t EncodeWhole(EncodingId encoding, Units input, WritableAhead output) {
  Encoder encoder = NewEncoder(encoding);
  return VisitCodec(encoder, [&]<typename E>(E& own) {
    if (output.size() < input.size() * E::kMaxBytesPerUnit + E::kMaxEndBytes) return kNotEncoded;
    ByteSink sink(output.data());
    const Outcome outcome = own.Encode(input, sink, true).outcome;
    return outcome == Outcome::kFinished ? sink.written() : kNotEncoded;
  });
}

size_t FinishEncoding(EncodeState& state, WritableAhead output) {
  return EncodeQueue(state, {}, output, Unencodables::kFatal, true).written;
}

}  // namespace whatwg_encoding
