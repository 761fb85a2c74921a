// Decodes the input in slices and encodes each, and finds the bytes of an unencodable code point.
#include "transcode.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>

#include "../base/plain.h"
#include "../core/sinks.h"
#include "bom.h"

namespace whatwg_encoding {

namespace {

// The most bytes that one code unit of decoded text can become: the four bytes with which
// ISO-2022-KR begins, and "&#65535;".
constexpr size_t kMaxBytesPerPivotUnit = 12;
// The size of the buffer for decoded text, in code units.
constexpr size_t kPivotUnits = 1024;

// How many bytes may be decoded at once so that what they become fits into `room` bytes, at
// `per_unit` bytes for each code unit.
size_t SliceSize(size_t room, size_t per_unit) {
  const size_t units = room / per_unit;
  return units > kPendingUnits ? units - kPendingUnits : 0;
}

class Run {
 public:
  Run(TranscodeState& state, Bytes input, WritableAhead output, const TranscodeModes& modes,
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
                             : std::min(SliceSize(room, kMaxBytesPerPivotUnit), kPivotUnits - 8);
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
  WritableAhead room() const { return output_.After(result_.written); }

  bool Malformed(const DecodeError& error) {
    if (error.reason == Reason::kNone) return true;
    result_.error = error;
    result_.outcome = TranscodeOutcome::kMalformed;
    return false;
  }

  bool ToUtf8(Bytes bytes, bool flush) {
    const WritableAhead out = room();
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
    // A malformed sequence comes before end-of-queue.
    const bool ends = flush && decoded.error.reason == Reason::kNone;
    const EncodeQueueResult encoded =
        EncodeQueue(state_.encode, units, room(), modes_.unencodables, ends);
    // The size of the slice was chosen so that its text fits, whatever it is.
    assert(!encoded.full);
    result_.written += encoded.written;
    if (encoded.failed) {
      GoBackTo(before, bytes, flush, encoded);
      return false;
    }
    result_.read += decoded.read;
    return Malformed(decoded.error);
  }

  // Puts the decoder right after the sequence whose code point could not be encoded, which is the
  // last code point that `encoded` has read. Keeps the code units that the same sequence has made
  // after it.
  void GoBackTo(const DecodeState& before, Bytes bytes, bool flush,
                const EncodeQueueResult& encoded) {
    state_.decode = before;
    Retrace retrace(state_.decode, bytes, modes_.ignore_bom, flush);
    const uint64_t offset = retrace.Find(encoded.read - CodeUnits(encoded.code_point));
    const Units beyond = retrace.From(encoded.read);
    state_.carried_size = static_cast<uint8_t>(beyond.size());
    std::copy(beyond.begin(), beyond.end(), state_.carried);
    state_.carried_offset = offset;
    result_.read += retrace.read();
    result_.outcome = TranscodeOutcome::kUnencodable;
    result_.code_point = encoded.code_point;
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
  WritableAhead output_;
  const TranscodeModes& modes_;
  bool flush_;
  TranscodeResult& result_;
};

}  // namespace

// Decodes at once as many bytes as cannot make the code unit: n bytes and the state of the decoder
// make at most n + kPendingUnits code units. Returns false when that is too few bytes to be worth
// it.
bool Retrace::Stride(size_t unit) {
  constexpr size_t kMinStrideBytes = 8;
  const size_t ahead = unit - made_;
  if (kIsPlain || steps_.may_hold() || MayHaveBom(state_, ignore_bom_) ||
      ahead < kMinStrideBytes + kPendingUnits) {
    return false;
  }
  const size_t size = std::min(ahead - kPendingUnits, input_.size() - read_);
  if (size < kMinStrideBytes) return false;
  CountingSink sink;
  DecodeQueue(state_, input_.subspan(read_, size), sink, ErrorMode::kReplacement, false);
  read_ += size;
  made_ += static_cast<size_t>(sink.utf16_units());
  return true;
}

// Decodes the smallest part of the chunk. Returns false when nothing is left.
bool Retrace::Step() {
  const uint64_t begin = SequenceStart(state_);
  Utf16Sink sink(last_, std::size(last_));
  const auto step = steps_.Next(state_, input_.subspan(read_), sink, flush_);
  if (!step.has_value()) return false;
  read_ += step->read;
  const bool is_malformed = step->error.reason != Reason::kNone;
  is_settled_ = step->read != 0 && !is_malformed;
  if (is_malformed) {
    assert(sink.written() == 0);
    sink.AppendBmp(0xFFFD);
    ++state_.replacements;
  }
  const size_t size = sink.written();
  if (size == 0) return true;
  const size_t bom = TakeBom(state_, ignore_bom_, last_, size);
  begin_ = is_malformed ? step->error.offset : begin;
  last_size_ = size;
  made_ += size - bom;
  return true;
}

uint64_t Retrace::Find(size_t unit) {
  while (made_ <= unit && (Stride(unit) || Step())) {
  }
  return begin_;
}

TranscodeResult TranscodeQueue(TranscodeState& state, Bytes input, WritableAhead output,
                               const TranscodeModes& modes, bool flush) {
  TranscodeResult result;
  Run(state, input, output, modes, flush, result).Transcode();
  return result;
}

}  // namespace whatwg_encoding
