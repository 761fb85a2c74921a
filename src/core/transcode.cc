#include "core/transcode.h"

#include <algorithm>
#include <cstring>

#include "core/bom.h"

namespace encoding {

namespace {

// The most that one code unit can become: the four bytes with which ISO-2022-KR begins, and
// "&#65535;".
constexpr size_t kMaxBytesPerUnit = 12;
constexpr size_t kPivotUnits = 1024;

// How many bytes may be decoded at once so that `room` holds what they become.
size_t SliceSize(size_t room, size_t per_unit) {
  const size_t units = room / per_unit;
  return units > kPendingUnits ? units - kPendingUnits : 0;
}

class Run {
 public:
  Run(TranscodeState& state, Bytes input, std::span<uint8_t> output, const TranscodeModes& modes,
      bool flush, TranscodeResult& result)
      : state_(state),
        input_(input),
        output_(output),
        modes_(modes),
        flush_(flush),
        result_(result) {}

  void Transcode() {
    if (state_.carried_size != 0 && !EncodeCarried()) return;
    for (;;) {
      const size_t rest = input_.size() - result_.read;
      const bool to_utf8 = state_.to == EncodingId::kUtf8;
      const size_t room = output_.size() - result_.written;
      size_t slice = to_utf8 ? SliceSize(room, 3)
                             : std::min(SliceSize(room, kMaxBytesPerUnit), kPivotUnits - 8);
      if (slice == 0) {
        result_.outcome = TranscodeOutcome::kFull;
        return;
      }
      slice = std::min(slice, rest);
      const bool is_last = slice == rest;
      const Bytes bytes = input_.subspan(result_.read, slice);
      if (to_utf8 ? !ToUtf8(bytes, is_last && flush_) : !ToOther(bytes, is_last && flush_)) {
        return;
      }
      if (is_last) return;
    }
  }

 private:
  std::span<uint8_t> room() { return output_.subspan(result_.written); }

  bool Malformed(const DecodeError& error) {
    if (error.reason == Reason::kNone) return true;
    result_.error = error;
    result_.outcome = TranscodeOutcome::kMalformed;
    return false;
  }

  bool ToUtf8(Bytes bytes, bool flush) {
    const std::span<uint8_t> out = room();
    Utf8Sink sink(out.data(), out.size());
    const DecodeQueueResult decoded =
        DecodeQueue(state_.decode, bytes, sink, modes_.malformed, flush);
    const size_t bom = TakeBom(state_.decode, modes_.ignore_bom, out.data(), sink.written());
    if (bom != 0) std::memmove(out.data(), out.data() + bom, sink.written() - bom);
    result_.read += decoded.read;
    result_.written += sink.written() - bom;
    return Malformed(decoded.error);
  }

  bool ToOther(Bytes bytes, bool flush) {
    char16_t pivot[kPivotUnits];
    const DecodeState before = state_.decode;
    Utf16Sink sink(pivot, kPivotUnits);
    const DecodeQueueResult decoded =
        DecodeQueue(state_.decode, bytes, sink, modes_.malformed, flush);
    const size_t bom = TakeBom(state_.decode, modes_.ignore_bom, pivot, sink.written());
    const Units units(pivot + bom, sink.written() - bom);
    // A sequence that is malformed comes before end-of-queue.
    const bool ends = flush && decoded.error.reason == Reason::kNone;
    const EncodeQueueResult encoded =
        EncodeQueue(state_.encode, units, room(), modes_.unencodables, ends);
    result_.written += encoded.written;
    if (encoded.failed) {
      GoBackTo(before, bytes, flush, bom + encoded.read, encoded.code_point);
      return false;
    }
    result_.read += decoded.read;
    return Malformed(decoded.error);
  }

  // Decodes again, step by step, until there are as many code units as were read when the last of
  // them could not be encoded; carries those that the same step has made beyond.
  void GoBackTo(const DecodeState& before, Bytes bytes, bool flush, size_t units_read,
                char32_t code_point) {
    DecodeState state = before;
    char16_t pivot[kPivotUnits];
    Utf16Sink sink(pivot, kPivotUnits);
    const size_t start = units_read - (code_point < 0x10000 ? 1 : 2);
    uint64_t offset = 0;  // where the last code point begins
    size_t read = 0;
    // A step without a byte gets out what the decoder holds, or behind the last byte what
    // end-of-queue makes of it.
    for (bool with_byte = false; sink.written() < units_read; with_byte = !with_byte) {
      if (sink.written() <= start) offset = SequenceStart(state);
      const Bytes byte = bytes.subspan(read, with_byte && read < bytes.size() ? 1 : 0);
      const bool ends = flush && read + byte.size() == bytes.size();
      const DecodeQueueResult step = DecodeQueue(state, byte, sink, ErrorMode::kFatal, ends);
      read += step.read;
      if (step.error.reason == Reason::kNone || sink.written() >= units_read) continue;
      sink.AppendBmp(0xFFFD);
      ++state.replacements;
      if (sink.written() > start) offset = step.error.offset;
    }
    TakeBom(state, modes_.ignore_bom, pivot, sink.written());
    state_.decode = state;
    state_.carried_size = static_cast<uint8_t>(sink.written() - units_read);
    std::copy_n(pivot + units_read, state_.carried_size, state_.carried);
    state_.carried_offset = offset;
    result_.read += read;
    result_.outcome = TranscodeOutcome::kUnencodable;
    result_.code_point = code_point;
    result_.error.offset = offset;
  }

  bool EncodeCarried() {
    const Units units(state_.carried, state_.carried_size);
    const EncodeQueueResult encoded =
        EncodeQueue(state_.encode, units, room(), modes_.unencodables, false);
    result_.written += encoded.written;
    const Units rest = units.subspan(encoded.read);
    std::copy(rest.begin(), rest.end(), state_.carried);
    state_.carried_size = static_cast<uint8_t>(rest.size());
    if (!encoded.failed && !encoded.full) return true;
    result_.outcome = encoded.failed ? TranscodeOutcome::kUnencodable : TranscodeOutcome::kFull;
    result_.code_point = encoded.code_point;
    result_.error.offset = state_.carried_offset;
    return false;
  }

  TranscodeState& state_;
  Bytes input_;
  std::span<uint8_t> output_;
  const TranscodeModes& modes_;
  bool flush_;
  TranscodeResult& result_;
};

}  // namespace

TranscodeResult TranscodeQueue(TranscodeState& state, Bytes input, std::span<uint8_t> output,
                               const TranscodeModes& modes, bool flush) {
  TranscodeResult result;
  Run(state, input, output, modes, flush, result).Transcode();
  return result;
}

}  // namespace encoding
