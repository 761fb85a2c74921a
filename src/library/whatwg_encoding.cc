// The public C++ interface on the calls of the core: streams that go on in the room that they are
// given, and the byte order marks of the standard's hooks.
#include "whatwg_encoding.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <optional>
#include <tuple>
#include <type_traits>

#include "../base/bytes.h"
#include "../base/surrogates.h"
#include "../calls/detect.h"
#include "../calls/encode.h"
#include "../calls/transcode.h"
#include "../core/encoding.h"
#include "../core/output.h"
#include "../core/sinks.h"
#include "../detect/detector.h"
#include "../queue/bom.h"
#include "../queue/transcode.h"

namespace whatwg::encoding {

namespace {

namespace core = ::whatwg_encoding;
using core::EncodingId;

// The numbers in the header are those of the core.
static_assert(kUtf8.number() == static_cast<size_t>(EncodingId::kUtf8) &&
              kWindows1252.number() == static_cast<size_t>(EncodingId::kWindows1252) &&
              kGbk.number() == static_cast<size_t>(EncodingId::kGbk) &&
              kShiftJis.number() == static_cast<size_t>(EncodingId::kShiftJis) &&
              kXUserDefined.number() == static_cast<size_t>(EncodingId::kXUserDefined) &&
              kXUserDefined.number() + 1 == core::kEncodingCount);
static_assert(static_cast<int>(Reason::kReplacementEncoding) + 1 == core::kReasonCount);
static_assert(static_cast<int>(Malformed::kFatal) == static_cast<int>(core::ErrorMode::kFatal));
static_assert(static_cast<int>(Unencodable::kFatal) ==
                  static_cast<int>(core::Unencodables::kFatal) &&
              static_cast<int>(Unencodable::kHtml) == static_cast<int>(core::Unencodables::kHtml) &&
              static_cast<int>(Unencodable::kReplace) ==
                  static_cast<int>(core::Unencodables::kReplace) &&
              static_cast<int>(Unencodable::kSkip) == static_cast<int>(core::Unencodables::kSkip));
static_assert(MaxUtf16Units(7) == core::MaxUtf16Units(7) &&
              MaxUtf8Bytes(7) == core::MaxUtf8Bytes(7));

// How many encodings the interface has. Those behind them are encodings of the standard with
// another encoder.
constexpr size_t kPublicCount = core::kFirstFull;

EncodingId IdOf(Encoding encoding) {
  const bool is_any = encoding.number() < kPublicCount;
  return is_any ? static_cast<EncodingId>(encoding.number()) : EncodingId::kReplacement;
}
Encoding EncodingOf(EncodingId id) { return Encoding(static_cast<uint8_t>(id)); }

// The encodings that a decoder and an encoder are made for.
EncodingId DecoderIdOf(Encoding encoding) {
  return encoding.is_included() ? IdOf(encoding) : EncodingId::kReplacement;
}
EncodingId EncoderIdOf(Encoding encoding) {
  return encoding.has_encoder() ? IdOf(encoding) : EncodingId::kUtf8;
}

Error ErrorOf(const core::DecodeError& error) {
  return {error.offset, error.length, 0, static_cast<Reason>(error.reason)};
}

// The state of an object of the interface, which the constructor has made in the object's memory.
template <typename State>
State& StateIn(unsigned char* memory) {
  return *std::launder(reinterpret_cast<State*>(memory));
}
template <typename State>
const State& StateIn(const unsigned char* memory) {
  return *std::launder(reinterpret_cast<const State*>(memory));
}

// Puts a state into the memory of an object. The memory behind it is zero, so that equal objects
// have equal bytes there.
template <typename State, size_t size, typename... Arguments>
void MakeState(unsigned char (&memory)[size], Arguments... arguments) {
  static_assert(sizeof(State) <= size && alignof(State) <= 8);
  static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);
  std::memset(memory, 0, size);
  new (memory) State(arguments...);
}

// The first bytes of a stream of which a byte order mark may decide the encoding.
// https://encoding.spec.whatwg.org/#bom-sniff
struct Sniffer {
  explicit Sniffer(Bom bom) : is_looking(bom == Bom::kSniff) {}

  bool is_looking;
  uint8_t size = 0;  // how many bytes are kept, which are still to be decoded
  uint8_t bytes[2] = {};

  // Looks at a chunk until the start of the stream is known. Calls `found(encoding, mark_size)` for
  // a byte order mark. Returns how many bytes of the chunk have been read.
  template <typename Found>
  size_t Look(Bytes in, bool last, Found found) {
    if (!is_looking) return 0;
    uint8_t start[3] = {bytes[0], bytes[1], 0};
    const size_t taken = std::min(in.size(), size_t{3} - size);
    std::copy_n(in.begin(), taken, start + size);
    const size_t known = size + taken;
    for (const core::ByteOrderMark& mark : core::kStandardMarks) {
      const size_t compared = std::min<size_t>(known, mark.size);
      if (!std::equal(start, start + compared, mark.bytes.begin())) continue;
      if (known >= mark.size) {
        const size_t read = mark.size - size_t{size};
        *this = Sniffer(Bom::kKeep);
        found(mark.encoding, mark.size);
        return read;
      }
      if (last) break;
      std::copy_n(in.begin(), taken, bytes + size);
      size = static_cast<uint8_t>(known);
      return taken;
    }
    is_looking = false;
    return 0;
  }

  // Gives the kept bytes to `run(bytes, room, last)`, and then the chunk.
  template <typename Unit, typename Run>
  Result Convert(Bytes in, std::span<Unit> out, bool last, Run run) {
    Result all;
    while (!is_looking && size != 0) {
      Result part = run(Bytes(bytes, size), out, false);
      if (part.read != 0) bytes[0] = bytes[1];
      size = static_cast<uint8_t>(size - part.read);
      all.written += part.written;
      if (part.status != Status::kFinished) {
        part.read = 0;
        part.written = all.written;
        return part;
      }
      out = out.subspan(part.written);
    }
    Result rest = run(in, out, last);
    rest.written += all.written;
    return rest;
  }
};

// The treatment of a byte order mark, as a number that is 0 for kKeep: a state of zeros keeps it in
// every stream, as whatwg_encoding_c.h says.
struct BomMode {
  explicit BomMode(Bom bom)
      : from_keep(static_cast<uint8_t>(Bom::kKeep) - static_cast<uint8_t>(bom)) {}
  Bom value() const { return static_cast<Bom>(static_cast<uint8_t>(Bom::kKeep) - from_keep); }

  int from_keep;
};

// The options of a stream of bytes, and where it is.
struct ByteStream {
  ByteStream(Encoding encoding, Malformed malformed_mode, Bom bom_mode)
      : asked_for(encoding), malformed(malformed_mode), bom(bom_mode), sniffer(bom_mode) {}

  bool keeps_bom() const { return bom.value() != Bom::kStrip; }
  core::ErrorMode error_mode() const { return static_cast<core::ErrorMode>(malformed); }

  Encoding asked_for;
  Malformed malformed;
  BomMode bom;
  Sniffer sniffer;
  bool is_ended = false;
};

struct DecoderState : ByteStream {
  DecoderState(Encoding encoding, DecodeOptions with)
      : ByteStream(encoding, with.malformed, with.bom), decode(DecoderIdOf(encoding)) {}

  DecoderState New() const { return {asked_for, {malformed, bom.value()}}; }

  core::DecodeState decode;
};

struct EncoderState {
  EncoderState(EncodingId encoding, Unencodable with)
      : transcode(EncodingId::kUtf8, encoding), unencodable(with) {}

  EncoderState New() const { return {transcode.to, unencodable}; }
  core::TranscodeModes modes() const {
    return {core::ErrorMode::kReplacement, static_cast<core::Unencodables>(unencodable), true};
  }

  core::TranscodeState transcode;  // text in UTF-16 only uses its encoder
  Unencodable unencodable;
  bool is_ended = false;
};

struct TranscoderState : ByteStream {
  TranscoderState(Encoding from, EncodingId to, TranscodeOptions with)
      : ByteStream(from, with.malformed, with.bom),
        transcode(DecoderIdOf(from), to),
        unencodable(with.unencodable) {}

  TranscoderState New() const {
    return {asked_for, transcode.to, {malformed, unencodable, bom.value()}};
  }
  core::TranscodeModes modes() const {
    return {error_mode(), static_cast<core::Unencodables>(unencodable), keeps_bom()};
  }

  core::TranscodeState transcode;
  Unencodable unencodable;
};

// Runs a chunk of a stream by `run()`. Begins a new stream when the one before is ended.
template <typename State, typename Run>
Result RunChunk(State& state, bool last, Run run) {
  if (state.is_ended) state = state.New();
  const Result result = run();
  state.is_ended = last && result.status == Status::kFinished;
  return result;
}

// Begins a new stream in the memory of an object.
template <typename State>
void StartAgain(unsigned char* memory) {
  auto& state = StateIn<State>(memory);
  state = state.New();
}

// Runs a chunk of a stream of bytes by `run(bytes, room, last)`, and looks for a byte order mark.
// `decode` is the decoder in the state.
template <typename State, typename Unit, typename Run>
Result ReadChunk(State& state, core::DecodeState& decode, Bytes in, std::span<Unit> out, bool last,
                 Run run) {
  return RunChunk(state, last, [&] {
    const size_t looked = state.sniffer.Look(in, last, [&](EncodingId encoding, size_t size) {
      decode = core::DecodeState(encoding);
      decode.position = size;
    });
    Result result = state.sniffer.Convert(in.subspan(looked), out, last, run);
    result.read += looked;
    return result;
  });
}

// Decodes into room that may be too small.
template <typename Unit>
class DecodeRun {
 public:
  DecodeRun(DecoderState& state, Bytes in, std::span<Unit> out, bool last)
      : state_(state), in_(in), out_(out), last_(last) {}

  Result Decode() {
    while (result_.status == Status::kFinished) {
      // How many bytes surely fit into the room, whatever they are.
      const size_t units = (out_.size() - result_.written) / kPlaces;
      const size_t sure = units < MaxUtf16Units(1) ? 0 : units - MaxUtf16Units(0);
      const size_t rest = in_.size() - result_.read;
      if (sure == 0) {
        if (!Step()) break;
      } else {
        DecodeSure(std::min(sure, rest));
        if (sure >= rest) break;
      }
    }
    return result_;
  }

 private:
  static constexpr bool kIsUtf16 = std::is_same_v<Unit, char16_t>;
  static constexpr size_t kPlaces = kIsUtf16 ? 1 : 3;  // the most for a code unit of UTF-16
  using Sink = std::conditional_t<kIsUtf16, core::Utf16Sink, core::Utf8Sink>;

  // Decodes bytes whose text surely fits.
  void DecodeSure(size_t size) {
    Unit* const start = out_.data() + result_.written;
    Sink sink(start, out_.size() - result_.written);
    const bool ends = last_ && size == in_.size() - result_.read;
    const core::DecodeQueueResult decoded = DecodeQueue(
        state_.decode, in_.subspan(result_.read, size), sink, state_.error_mode(), ends);
    const size_t bom = TakeBom(state_.decode, state_.keeps_bom(), start, sink.written());
    if (bom != 0) std::copy(start + bom, start + sink.written(), start);
    Report(decoded, sink.written() - bom);
  }

  // Decodes the smallest part of the chunk, which makes no more than kMinUtf16Units or
  // kMinUtf8Bytes. Returns false when nothing is left, or when it does not fit.
  bool Step() {
    const core::DecodeState before = state_.decode;
    Unit units[kPlaces * MaxUtf16Units(1)];
    Sink sink(units, std::size(units));
    auto step = steps_.Next(state_.decode, in_.subspan(result_.read), sink, last_);
    if (!step.has_value()) return false;
    const bool is_malformed = step->error.reason != core::Reason::kNone;
    if (is_malformed && state_.malformed == Malformed::kReplacement) {
      sink.AppendBmp(0xFFFD);
      ++state_.decode.replacements;
      step->error = {};
    }
    const size_t bom = TakeBom(state_.decode, state_.keeps_bom(), units, sink.written());
    const size_t written = sink.written() - bom;
    if (written > out_.size() - result_.written) {
      state_.decode = before;
      result_.status = Status::kOutputFull;
      return false;
    }
    std::copy_n(units + bom, written, out_.begin() + static_cast<ptrdiff_t>(result_.written));
    Report(*step, written);
    return true;
  }

  void Report(const core::DecodeQueueResult& decoded, size_t written) {
    result_.read += decoded.read;
    result_.written += written;
    if (decoded.error.reason == core::Reason::kNone) return;
    result_.status = Status::kMalformed;
    result_.error = ErrorOf(decoded.error);
  }

  DecoderState& state_;
  Bytes in_;
  std::span<Unit> out_;
  bool last_;
  core::DecodeSteps steps_;
  Result result_;
};

// Decodes a chunk of a stream.
template <typename Unit>
Result DecodeChunk(DecoderState& state, Bytes in, std::span<Unit> out, bool last) {
  return ReadChunk(state, state.decode, in, out, last,
                   [&](Bytes bytes, std::span<Unit> room, bool ends) {
                     return DecodeRun<Unit>(state, bytes, room, ends).Decode();
                   });
}

// Adds to a length, which becomes the largest number where the sum is larger.
void AddTo(size_t& length, uint64_t more) {
  length = static_cast<size_t>(std::min<uint64_t>(length + more, SIZE_MAX));
}

// Measures a chunk of a stream.
Measured MeasureChunk(DecoderState& state, Bytes in, bool last) {
  Measured measured;
  const auto count = [&](Bytes bytes, bool ends) {
    const bool may_have_bom = MayHaveBom(state.decode, state.keeps_bom());
    core::CountingSink sink;
    const core::DecodeQueueResult decoded =
        DecodeQueue(state.decode, bytes, sink, state.error_mode(), ends);
    if (may_have_bom && sink.utf16_units() != 0) state.decode.bom_seen = true;
    const bool drops_bom = may_have_bom && sink.begins_with_bom();
    AddTo(measured.utf16_units, sink.utf16_units() - (drops_bom ? 1 : 0));
    AddTo(measured.utf8_bytes, sink.utf8_bytes() - (drops_bom ? 3 : 0));
    Result result;
    result.read = decoded.read;
    result.error = ErrorOf(decoded.error);
    if (decoded.error.reason != core::Reason::kNone) result.status = Status::kMalformed;
    return result;
  };
  const Result result =
      ReadChunk(state, state.decode, in, std::span<char>(), last,
                [&](Bytes bytes, std::span<char>, bool ends) { return count(bytes, ends); });
  measured.status = result.status;
  measured.read = result.read;
  measured.error = result.error;
  return measured;
}

// Transcodes into room that may be too small.
class TranscodeRun {
 public:
  TranscodeRun(core::TranscodeState& state, Bytes in, std::span<uint8_t> out,
               const core::TranscodeModes& modes, bool last)
      : state_(state), in_(in), out_(out), modes_(modes), last_(last) {}

  Result Transcode() {
    do {
      const core::TranscodeResult part =
          TranscodeQueue(state_, in_.subspan(result_.read),
                         core::WritableAhead(out_.subspan(result_.written)), modes_, last_);
      Report(part);
      if (part.outcome != core::TranscodeOutcome::kFull) break;
    } while (Step());
    return result_;
  }

 private:
  // Transcodes the next byte, or the end of the stream, into a buffer of its own, and copies the
  // bytes when they fit. Returns false when nothing is left to do, and when they do not fit.
  bool Step() {
    const bool at_end = result_.read == in_.size();
    const core::TranscodeState before = state_;
    uint8_t bytes[core::kMinTranscodeRoom];
    const core::TranscodeResult part =
        TranscodeQueue(state_, in_.subspan(result_.read, at_end ? 0 : 1),
                       core::WritableAhead(bytes), modes_, at_end && last_);
    if (part.written > out_.size() - result_.written) {
      state_ = before;
      result_.status = Status::kOutputFull;
      return false;
    }
    std::copy_n(bytes, part.written, out_.begin() + static_cast<ptrdiff_t>(result_.written));
    Report(part);
    if (result_.status != Status::kFinished) return false;
    return !at_end && (last_ || result_.read < in_.size());
  }

  void Report(const core::TranscodeResult& part) {
    result_.read += part.read;
    result_.written += part.written;
    if (part.outcome == core::TranscodeOutcome::kMalformed) {
      result_.status = Status::kMalformed;
      result_.error = ErrorOf(part.error);
    } else if (part.outcome == core::TranscodeOutcome::kUnencodable) {
      result_.status = Status::kUnencodable;
      const uint64_t end = SequenceStart(state_.decode);
      result_.error = {part.error.offset, static_cast<uint32_t>(end - part.error.offset),
                       part.code_point, Reason::kNone};
    }
  }

  core::TranscodeState& state_;
  Bytes in_;
  std::span<uint8_t> out_;
  const core::TranscodeModes modes_;
  bool last_;
  Result result_;
};

// The result of encoding UTF-16.
Result ResultOf(const core::EncodeQueueResult& encoded) {
  Result result;
  result.read = encoded.read;
  result.written = encoded.written;
  if (encoded.failed) {
    result.status = Status::kUnencodable;
    result.error = {encoded.offset, static_cast<uint32_t>(core::CodeUnits(encoded.code_point)),
                    encoded.code_point, Reason::kNone};
  } else if (encoded.full) {
    result.status = Status::kOutputFull;
  }
  return result;
}

core::Units UnitsOf(std::u16string_view text) { return {text.data(), text.size()}; }

// Whether the build has the detector.
#if defined(WHATWG_ENCODING_NO_DETECTOR)
constexpr bool kHasDetector = false;
#else
constexpr bool kHasDetector = true;
#endif

}  // namespace

std::optional<Encoding> Encoding::ForLabel(std::string_view label) {
  const std::optional<EncodingId> id = core::GetEncoding(label);
  if (!id.has_value() || !core::IsIncluded(*id)) return std::nullopt;
  return EncodingOf(*id);
}

std::optional<Encoding> Encoding::ForName(std::string_view name) {
  for (size_t id = 0; id < kPublicCount; ++id) {
    const Encoding encoding = At(id);
    if (encoding.is_included() && core::IsSameIgnoringCase(encoding.name(), name)) return encoding;
  }
  return std::nullopt;
}

size_t Encoding::Count() { return kPublicCount; }
size_t Encoding::StandardCount() { return core::kEncodingCount; }
Encoding Encoding::At(size_t number) {
  return number < kPublicCount ? Encoding(static_cast<uint8_t>(number)) : kReplacement;
}

std::string_view Encoding::name() const {
  return core::kEncodingNames[static_cast<size_t>(IdOf(*this))];
}

size_t Encoding::label_count() const {
  return static_cast<size_t>(
      std::count_if(std::begin(core::kLabels), std::end(core::kLabels),
                    [this](const core::Label& label) { return label.encoding == IdOf(*this); }));
}

std::string_view Encoding::label(size_t number) const {
  for (const core::Label& label : core::kLabels) {
    if (label.encoding == IdOf(*this) && number-- == 0) return label.label;
  }
  return {};
}

bool Encoding::is_included() const { return core::IsIncluded(IdOf(*this)); }
bool Encoding::is_standard() const {
  return static_cast<size_t>(IdOf(*this)) < core::kEncodingCount;
}
bool Encoding::is_ascii_compatible() const { return core::IsAsciiCompatible(IdOf(*this)); }
bool Encoding::has_encoder() const { return is_included() && core::HasEncoder(IdOf(*this)); }
Encoding Encoding::output_encoding() const {
  return EncodingOf(core::GetOutputEncoding(DecoderIdOf(*this)));
}

const char* ReasonName(Reason reason) {
  const bool is_any = static_cast<size_t>(reason) < core::kReasonCount;
  return core::ReasonName(is_any ? static_cast<core::Reason>(reason) : core::Reason::kNone);
}

Decoder::Decoder(Encoding encoding, DecodeOptions options) {
  MakeState<DecoderState>(state_, encoding, options);
}

Result Decoder::DecodeToUtf16(Bytes in, std::span<char16_t> out, bool last) {
  return DecodeChunk(StateIn<DecoderState>(state_), in, out, last);
}

Result Decoder::DecodeToUtf8(Bytes in, std::span<char> out, bool last) {
  return DecodeChunk(StateIn<DecoderState>(state_), in, AsWritableBytes(out), last);
}

Measured Decoder::Measure(Bytes in, bool last) {
  return MeasureChunk(StateIn<DecoderState>(state_), in, last);
}

Encoding Decoder::encoding() const {
  return EncodingOf(StateIn<DecoderState>(state_).decode.encoding);
}
uint64_t Decoder::position() const {
  const auto& state = StateIn<DecoderState>(state_);
  return state.decode.position + state.sniffer.size;
}
uint64_t Decoder::replacements() const { return StateIn<DecoderState>(state_).decode.replacements; }
Error Decoder::first_error() const {
  return ErrorOf(StateIn<DecoderState>(state_).decode.first_error);
}
void Decoder::Reset() { StartAgain<DecoderState>(state_); }

Encoder::Encoder(Encoding encoding, Unencodable unencodable) {
  MakeState<EncoderState>(state_, EncoderIdOf(encoding), unencodable);
}

Result Encoder::EncodeUtf16(std::u16string_view in, std::span<uint8_t> out, bool last) {
  auto& state = StateIn<EncoderState>(state_);
  return RunChunk(state, last, [&] {
    return ResultOf(EncodeQueue(state.transcode.encode, UnitsOf(in), core::WritableAhead(out),
                                state.modes().unencodables, last));
  });
}

Result Encoder::EncodeUtf8(std::string_view in, std::span<uint8_t> out, bool last) {
  auto& state = StateIn<EncoderState>(state_);
  return RunChunk(state, last, [&] {
    // A half of a surrogate pair that a call of EncodeUtf16() has kept is no part of this text,
    // which has none.
    state.transcode.encode.leading_surrogate = 0;
    return TranscodeRun(state.transcode, AsBytes(in), out, state.modes(), last).Transcode();
  });
}

Encoding Encoder::encoding() const {
  return EncodingOf(StateIn<EncoderState>(state_).transcode.to);
}
uint64_t Encoder::replacements() const {
  return StateIn<EncoderState>(state_).transcode.encode.replacements;
}
void Encoder::Reset() { StartAgain<EncoderState>(state_); }

Transcoder::Transcoder(Encoding from, Encoding to, TranscodeOptions options) {
  MakeState<TranscoderState>(state_, from, EncoderIdOf(to), options);
}

Result Transcoder::Transcode(Bytes in, std::span<uint8_t> out, bool last) {
  auto& state = StateIn<TranscoderState>(state_);
  return ReadChunk(
      state, state.transcode.decode, in, out, last,
      [&](Bytes bytes, std::span<uint8_t> room, bool ends) {
        return TranscodeRun(state.transcode, bytes, room, state.modes(), ends).Transcode();
      });
}

Encoding Transcoder::from() const {
  return EncodingOf(StateIn<TranscoderState>(state_).transcode.decode.encoding);
}
Encoding Transcoder::to() const {
  return EncodingOf(StateIn<TranscoderState>(state_).transcode.to);
}
uint64_t Transcoder::replacements() const {
  return ProgressOf(StateIn<TranscoderState>(state_).transcode).replacements;
}
Error Transcoder::first_error() const {
  return ErrorOf(StateIn<TranscoderState>(state_).transcode.decode.first_error);
}
void Transcoder::Reset() { StartAgain<TranscoderState>(state_); }

Result MeasureEncoded(Encoding encoding, std::u16string_view text, Unencodable unencodable) {
  core::EncodeState state(EncoderIdOf(encoding));
  return ResultOf(
      core::MeasureText(state, UnitsOf(text), static_cast<core::Unencodables>(unencodable), true));
}

Result MeasureEncoded(Encoding encoding, std::string_view utf8, Unencodable unencodable) {
  Encoder encoder(encoding, unencodable);
  Result all;
  do {
    uint8_t bytes[4096];
    const Result part =
        encoder.EncodeUtf8({utf8.data() + all.read, utf8.size() - all.read}, bytes, true);
    all = {part.status, all.read + part.read, all.written + part.written, part.error};
  } while (all.status == Status::kOutputFull);
  return all;
}

namespace {

Detection DetectionOf(const core::Detection& found) {
  Detection detection;
  if (found.has_encoding) detection.encoding = EncodingOf(found.encoding);
  detection.is_reliable = found.is_reliable;
  detection.is_ascii = found.is_ascii;
  detection.malformed = found.malformed;
  static_assert(std::tuple_size_v<decltype(found.candidates)> == Detection::kMaxCandidates);
  for (const core::DetectedCandidate& candidate : std::span(found.candidates).first(found.count)) {
    Candidate& own = detection.candidates[detection.candidate_count++];
    own.encoding = EncodingOf(candidate.encoding);
    if (candidate.language != core::kNoLanguage) {
      own.language = core::kLanguageTags[candidate.language];
    }
    own.probability = candidate.probability;
  }
  return detection;
}

}  // namespace

Detector::Detector(const DetectorOptions& options) {
  if constexpr (!kHasDetector) {
    std::memset(state_, 0, sizeof state_);
    return;
  }
  char domain[63];
  const size_t domain_size = std::min(options.top_level_domain.size(), sizeof domain);
  std::transform(options.top_level_domain.begin(),
                 options.top_level_domain.begin() + static_cast<ptrdiff_t>(domain_size), domain,
                 core::AsciiLowercase);
  core::DetectOptions own = core::MakeDetectOptions({}, {domain, domain_size}, options.languages);
  for (const Encoding encoding : options.allowed) {
    if (IsDetectable(encoding)) own.allowed.Add(IdOf(encoding));
  }
  for (size_t number = 0; number < kPublicCount && options.allowed.empty(); ++number) {
    const auto id = static_cast<EncodingId>(number);
    const bool is_candidate =
        core::IsDetectable(id) || (options.code_pages && core::IsDetectableCodePage(id));
    if (is_candidate && core::IsIncluded(id)) own.allowed.Add(id);
  }
  MakeState<core::Detector>(state_, own);
}

void Detector::Feed(Bytes chunk) {
  if constexpr (kHasDetector) StateIn<core::Detector>(state_).Feed(chunk);
}

bool Detector::IsSettled() const {
  if constexpr (!kHasDetector) return true;
  return StateIn<core::Detector>(state_).IsSettled();
}

Detection Detector::Detect(bool last) const {
  if constexpr (!kHasDetector) return {};
  return DetectionOf(StateIn<core::Detector>(state_).Result(last));
}

Detection Detector::Finish(bool last) {
  if constexpr (!kHasDetector) return {};
  return DetectionOf(StateIn<core::Detector>(state_).Finish(last));
}

bool IsDetectable(Encoding encoding) {
  const EncodingId id = IdOf(encoding);
  return kHasDetector && core::IsIncluded(id) &&
         (core::IsDetectable(id) || core::IsDetectableCodePage(id));
}

// The sizes are a part of the binary interface, which WHATWG_ENCODING_SOVERSION counts.
static_assert(WHATWG_ENCODING_SOVERSION == 1 && sizeof(Decoder) == 112 && sizeof(Encoder) == 192 &&
              sizeof(Transcoder) == 208 && sizeof(Detector) == 5120);
static_assert(std::is_trivially_copyable_v<Decoder> && std::is_trivially_copyable_v<Encoder> &&
              std::is_trivially_copyable_v<Transcoder> && std::is_trivially_copyable_v<Detector>);

}  // namespace whatwg::encoding
