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

constexpr Encoding EncodingOf(EncodingId id) { return Encoding(static_cast<uint8_t>(id)); }
constexpr core::ErrorMode CoreOf(Malformed mode) { return static_cast<core::ErrorMode>(mode); }
constexpr core::Unencodables CoreOf(Unencodable mode) {
  return static_cast<core::Unencodables>(mode);
}

// The numbers in the header are those of the core.
static_assert(kUtf8 == EncodingOf(EncodingId::kUtf8) &&
              kWindows1252 == EncodingOf(EncodingId::kWindows1252) &&
              kGbk == EncodingOf(EncodingId::kGbk) &&
              kShiftJis == EncodingOf(EncodingId::kShiftJis) &&
              kXUserDefined == EncodingOf(EncodingId::kXUserDefined) &&
              kXUserDefined.number() + 1 == core::kEncodingCount);
static_assert(static_cast<int>(Reason::kReplacementEncoding) + 1 == core::kReasonCount);
static_assert(CoreOf(Malformed::kFatal) == core::ErrorMode::kFatal);
static_assert(CoreOf(Unencodable::kFatal) == core::Unencodables::kFatal &&
              CoreOf(Unencodable::kHtml) == core::Unencodables::kHtml &&
              CoreOf(Unencodable::kReplace) == core::Unencodables::kReplace &&
              CoreOf(Unencodable::kSkip) == core::Unencodables::kSkip);
static_assert(MaxUtf16Units(7) == core::MaxUtf16Units(7) &&
              MaxUtf8Bytes(7) == core::MaxUtf8Bytes(7));

// How many encodings the interface has. Those behind them are encodings of the standard with
// another encoder.
constexpr size_t kPublicCount = core::kFirstFull;

EncodingId IdOf(Encoding encoding) {
  const bool is_any = encoding.number() < kPublicCount;
  return is_any ? static_cast<EncodingId>(encoding.number()) : EncodingId::kReplacement;
}

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

// Makes a state in the memory of an object. The memory behind it is zero, so that equal objects
// have equal bytes there.
template <typename State, size_t size, typename With>
void MakeState(unsigned char (&memory)[size], const With& with) {
  static_assert(sizeof(State) <= size && alignof(State) <= 8);
  static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);
  std::memset(memory, 0, size);
  new (memory) State(with);
}

// A part of a stream: the bytes that are still to be read, the room that is left, and the result of
// what has been read. `last` says that the stream ends behind the bytes. The result stands where
// the caller gets it, because a copy of it takes as long as decoding some bytes.
template <typename Unit>
struct Chunk {
  // Goes on behind the bytes and the room that a step has used.
  void Add(const Result& step) {
    in = in.subspan(step.read);
    out = out.subspan(step.written);
    result.status = step.status;
    result.read += step.read;
    result.written += step.written;
    result.error = step.error;
  }

  Bytes in;
  std::span<Unit> out;
  bool last;
  Result& result;
};

// The first bytes of a stream of which a byte order mark may decide the encoding.
// https://encoding.spec.whatwg.org/#bom-sniff
struct Sniffer {
  bool is_looking;
  uint8_t size = 0;  // how many bytes are kept, which are still to be decoded
  uint8_t bytes[2] = {};

  // Looks at a chunk until the start of the stream is known. A byte order mark decides what the
  // stream is decoded from. Returns how many bytes of the chunk have been read.
  size_t Look(Bytes in, bool last, core::DecodeState& decode) {
    uint8_t start[3] = {bytes[0], bytes[1], 0};
    const size_t taken = std::min(in.size(), size_t{3} - size);
    std::copy_n(in.begin(), taken, start + size);
    const size_t known = size + taken;
    for (const core::ByteOrderMark& mark : core::kStandardMarks) {
      const size_t compared = std::min<size_t>(known, mark.size);
      if (!std::equal(start, start + compared, mark.bytes.begin())) continue;
      if (known >= mark.size) {
        const size_t read = mark.size - size_t{size};
        *this = {false};
        decode = core::DecodeState(mark.encoding);
        decode.position = mark.size;
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
};

// The encodings and options of a stream. All of them are 0 in a state of zeros, which keeps a byte
// order mark, as whatwg_encoding_c.h says.
struct Setup {
  Setup(EncodingId input, EncodingId output, TranscodeOptions options)
      : from(input),
        to(output),
        malformed(CoreOf(options.malformed)),
        unencodables(CoreOf(options.unencodable)),
        sniffs_bom(options.bom == Bom::kSniff),
        strips_bom(options.bom == Bom::kStrip) {}

  EncodingId from;
  EncodingId to;
  core::ErrorMode malformed;
  core::Unencodables unencodables;
  bool sniffs_bom;
  bool strips_bom;
};

// The setup of a stream, and where it is.
struct Stream {
  explicit Stream(const Setup& with) : setup(with), sniffer{with.sniffs_bom} {}

  Setup setup;
  Sniffer sniffer;
  bool is_ended = false;
};

struct DecoderState : Stream {
  explicit DecoderState(const Setup& with) : Stream(with), decode(with.from) {}

  core::DecodeState decode;
};

// The state of a transcoder, and of an encoder, which transcodes from UTF-8. Text in UTF-16 only
// uses `encode`.
struct TranscoderState : Stream, core::TranscodeState {
  explicit TranscoderState(const Setup& with)
      : Stream(with), core::TranscodeState(with.from, with.to) {}

  core::TranscodeModes modes() const {
    return {setup.malformed, setup.unencodables, !setup.strips_bom};
  }
};

// Begins a new stream.
template <typename State>
void StartAgain(State& state) {
  state = State(state.setup);
}

// Runs a chunk of a stream by `run()`. Begins a new stream when the one before is ended.
template <typename State, typename Run>
Result RunChunk(State& state, bool last, Run run) {
  if (state.is_ended) StartAgain(state);
  const Result result = run();
  state.is_ended = last && result.status == Status::kFinished;
  return result;
}

// Runs a chunk of a stream of bytes by `run(state, chunk)`, and looks for a byte order mark.
template <typename State, typename Unit, typename Run>
Result ReadChunk(State& state, Bytes in, std::span<Unit> out, bool last, Run run) {
  return RunChunk(state, last, [&] {
    Result result;
    Chunk<Unit> chunk{in, out, last, result};
    Sniffer& sniffer = state.sniffer;
    if (sniffer.is_looking) {
      result.read = sniffer.Look(in, last, state.decode);
      chunk.in = in.subspan(result.read);
    }
    if (!sniffer.is_looking && sniffer.size != 0) {
      Result kept;
      Chunk<Unit> start{Bytes(sniffer.bytes, sniffer.size), out, false, kept};
      run(state, start);
      if (kept.read != 0) sniffer.bytes[0] = sniffer.bytes[1];
      sniffer.size = static_cast<uint8_t>(sniffer.size - kept.read);
      chunk.Add({kept.status, 0, kept.written, kept.error});
    }
    if (result.status == Status::kFinished) run(state, chunk);
    return result;
  });
}

// The result of decoding.
Result ResultOf(const core::DecodeQueueResult& decoded, size_t written) {
  const bool is_malformed = decoded.error.reason != core::Reason::kNone;
  return {is_malformed ? Status::kMalformed : Status::kFinished, decoded.read, written,
          ErrorOf(decoded.error)};
}

template <typename Unit>
constexpr bool kIsUtf16 = std::is_same_v<Unit, char16_t>;
template <typename Unit>
using SinkOf = std::conditional_t<kIsUtf16<Unit>, core::Utf16Sink, core::Utf8Sink>;
// The most places that a code unit of UTF-16 takes.
template <typename Unit>
constexpr size_t kPlaces = kIsUtf16<Unit> ? 1 : 3;

// Decodes this many bytes, whose text surely fits, or the rest of the chunk. Returns false when
// nothing is left.
template <typename Unit>
bool DecodeSure(DecoderState& state, Chunk<Unit>& chunk, size_t size) {
  const bool is_rest = size >= chunk.in.size();
  Unit* const start = chunk.out.data();
  SinkOf<Unit> sink(start, chunk.out.size());
  const core::DecodeQueueResult decoded =
      DecodeQueue(state.decode, is_rest ? chunk.in : chunk.in.first(size), sink,
                  state.setup.malformed, chunk.last && is_rest);
  const size_t bom = TakeBom(state.decode, !state.setup.strips_bom, start, sink.written());
  if (bom != 0) std::copy(start + bom, start + sink.written(), start);
  chunk.Add(ResultOf(decoded, sink.written() - bom));
  return !is_rest;
}

// Decodes the smallest part of the chunk, which makes no more than kMinUtf16Units or kMinUtf8Bytes.
// Returns false when nothing is left, or when it does not fit.
template <typename Unit>
bool DecodeStep(DecoderState& state, Chunk<Unit>& chunk, core::DecodeSteps& steps) {
  const core::DecodeState before = state.decode;
  Unit units[kPlaces<Unit> * MaxUtf16Units(1)];
  SinkOf<Unit> sink(units, std::size(units));
  auto step = steps.Next(state.decode, chunk.in, sink, chunk.last);
  if (!step.has_value()) return false;
  const bool is_malformed = step->error.reason != core::Reason::kNone;
  if (is_malformed && state.setup.malformed == core::ErrorMode::kReplacement) {
    sink.AppendBmp(0xFFFD);
    ++state.decode.replacements;
    step->error = {};
  }
  const size_t bom = TakeBom(state.decode, !state.setup.strips_bom, units, sink.written());
  const size_t written = sink.written() - bom;
  if (written > chunk.out.size()) {
    state.decode = before;
    chunk.result.status = Status::kOutputFull;
    return false;
  }
  std::copy_n(units + bom, written, chunk.out.begin());
  chunk.Add(ResultOf(*step, written));
  return true;
}

// Decodes into room that may be too small.
template <typename Unit>
void DecodeChunk(DecoderState& state, Chunk<Unit>& chunk) {
  core::DecodeSteps steps;
  for (bool has_more = true; has_more && chunk.result.status == Status::kFinished;) {
    // How many bytes surely fit into the room, whatever they are.
    const size_t units = chunk.out.size() / kPlaces<Unit>;
    const size_t sure = units - std::min(units, MaxUtf16Units(0));
    has_more = sure == 0 ? DecodeStep(state, chunk, steps) : DecodeSure(state, chunk, sure);
  }
}

// Adds to a length, which becomes the largest number where the sum is larger.
void AddTo(size_t& length, uint64_t more) {
  length = static_cast<size_t>(std::min<uint64_t>(length + more, SIZE_MAX));
}

// The result of transcoding, which has left the decoder in this state.
Result ResultOf(const core::TranscodeResult& part, const core::DecodeState& decode) {
  Result result{Status::kFinished, part.read, part.written, {}};
  if (part.outcome == core::TranscodeOutcome::kMalformed) {
    result.status = Status::kMalformed;
    result.error = ErrorOf(part.error);
  } else if (part.outcome == core::TranscodeOutcome::kUnencodable) {
    result.status = Status::kUnencodable;
    const uint64_t end = SequenceStart(decode);
    result.error = {part.error.offset, static_cast<uint32_t>(end - part.error.offset),
                    part.code_point, Reason::kNone};
  }
  return result;
}

// Transcodes the next byte, or the end of the stream, into a buffer of its own, and copies the
// bytes when they fit. Returns false when nothing is left to do, and when they do not fit.
bool TranscodeStep(TranscoderState& state, Chunk<uint8_t>& chunk) {
  const bool at_end = chunk.in.empty();
  const TranscoderState before = state;
  uint8_t bytes[core::kMinTranscodeRoom];
  const core::TranscodeResult part =
      TranscodeQueue(state, chunk.in.first(at_end ? 0 : 1), core::WritableAhead(bytes),
                     state.modes(), at_end && chunk.last);
  if (part.written > chunk.out.size()) {
    state = before;
    chunk.result.status = Status::kOutputFull;
    return false;
  }
  std::copy_n(bytes, part.written, chunk.out.begin());
  chunk.Add(ResultOf(part, state.decode));
  if (chunk.result.status != Status::kFinished) return false;
  return !at_end && (chunk.last || !chunk.in.empty());
}

// Transcodes into room that may be too small.
void TranscodeChunk(TranscoderState& state, Chunk<uint8_t>& chunk) {
  do {
    const core::TranscodeResult part =
        TranscodeQueue(state, chunk.in, core::WritableAhead(chunk.out), state.modes(), chunk.last);
    chunk.Add(ResultOf(part, state.decode));
    if (part.outcome != core::TranscodeOutcome::kFull) break;
  } while (TranscodeStep(state, chunk));
}

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
  size_t count = 0;
  while (!label(count).empty()) ++count;
  return count;
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
  MakeState<DecoderState>(state_, Setup(DecoderIdOf(encoding), EncodingId::kUtf8,
                                        {options.malformed, {}, options.bom}));
}

Result Decoder::DecodeToUtf16(Bytes in, std::span<char16_t> out, bool last) {
  return ReadChunk(StateIn<DecoderState>(state_), in, out, last, DecodeChunk<char16_t>);
}

Result Decoder::DecodeToUtf8(Bytes in, std::span<char> out, bool last) {
  return ReadChunk(StateIn<DecoderState>(state_), in, AsWritableBytes(out), last,
                   DecodeChunk<uint8_t>);
}

Measured Decoder::Measure(Bytes in, bool last) {
  Measured measured;
  const auto count = [&](DecoderState& state, Chunk<char>& chunk) {
    const bool may_have_bom = MayHaveBom(state.decode, !state.setup.strips_bom);
    core::CountingSink sink;
    chunk.Add(
        ResultOf(DecodeQueue(state.decode, chunk.in, sink, state.setup.malformed, chunk.last), 0));
    if (may_have_bom && sink.utf16_units() != 0) state.decode.bom_seen = true;
    const bool drops_bom = may_have_bom && sink.begins_with_bom();
    AddTo(measured.utf16_units, sink.utf16_units() - (drops_bom ? 1 : 0));
    AddTo(measured.utf8_bytes, sink.utf8_bytes() - (drops_bom ? 3 : 0));
  };
  const Result result =
      ReadChunk(StateIn<DecoderState>(state_), in, std::span<char>(), last, count);
  measured.status = result.status;
  measured.read = result.read;
  measured.error = result.error;
  return measured;
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
void Decoder::Reset() { StartAgain(StateIn<DecoderState>(state_)); }

Encoder::Encoder(Encoding encoding, Unencodable unencodable) {
  MakeState<TranscoderState>(state_, Setup(EncodingId::kUtf8, EncoderIdOf(encoding),
                                           {Malformed::kReplacement, unencodable, Bom::kKeep}));
}

Result Encoder::EncodeUtf16(std::u16string_view in, std::span<uint8_t> out, bool last) {
  auto& state = StateIn<TranscoderState>(state_);
  return RunChunk(state, last, [&] {
    return ResultOf(EncodeQueue(state.encode, UnitsOf(in), core::WritableAhead(out),
                                state.setup.unencodables, last));
  });
}

Result Encoder::EncodeUtf8(std::string_view in, std::span<uint8_t> out, bool last) {
  auto& state = StateIn<TranscoderState>(state_);
  // A half of a surrogate pair that a call of EncodeUtf16() has kept is no part of this text, which
  // has none.
  state.encode.leading_surrogate = 0;
  return ReadChunk(state, AsBytes(in), out, last, TranscodeChunk);
}

Encoding Encoder::encoding() const { return EncodingOf(StateIn<TranscoderState>(state_).to); }
uint64_t Encoder::replacements() const {
  return StateIn<TranscoderState>(state_).encode.replacements;
}
void Encoder::Reset() { StartAgain(StateIn<TranscoderState>(state_)); }

Transcoder::Transcoder(Encoding from, Encoding to, TranscodeOptions options) {
  MakeState<TranscoderState>(state_, Setup(DecoderIdOf(from), EncoderIdOf(to), options));
}

Result Transcoder::Transcode(Bytes in, std::span<uint8_t> out, bool last) {
  return ReadChunk(StateIn<TranscoderState>(state_), in, out, last, TranscodeChunk);
}

Encoding Transcoder::from() const {
  return EncodingOf(StateIn<TranscoderState>(state_).decode.encoding);
}
Encoding Transcoder::to() const { return EncodingOf(StateIn<TranscoderState>(state_).to); }
uint64_t Transcoder::replacements() const {
  return ProgressOf(StateIn<TranscoderState>(state_)).replacements;
}
Error Transcoder::first_error() const {
  return ErrorOf(StateIn<TranscoderState>(state_).decode.first_error);
}
void Transcoder::Reset() { StartAgain(StateIn<TranscoderState>(state_)); }

Result MeasureEncoded(Encoding encoding, std::u16string_view text, Unencodable unencodable) {
  core::EncodeState state(EncoderIdOf(encoding));
  return ResultOf(core::MeasureText(state, UnitsOf(text), CoreOf(unencodable), true));
}

Result MeasureEncoded(Encoding encoding, std::string_view utf8, Unencodable unencodable) {
  Encoder encoder(encoding, unencodable);
  Result all;
  do {
    uint8_t bytes[4096];
    const Result part = encoder.EncodeUtf8(utf8, bytes, true);
    utf8.remove_prefix(part.read);
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
    const bool has_language = candidate.language != core::kNoLanguage;
    detection.candidates[detection.candidate_count++] = {
        EncodingOf(candidate.encoding),
        has_language ? core::kLanguageTags[candidate.language] : std::string_view(),
        candidate.probability};
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
    const bool is_asked_for = options.code_pages || core::IsDetectable(id);
    if (is_asked_for && IsDetectable(EncodingOf(id))) own.allowed.Add(id);
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
