// Everything that the WebAssembly module exports. lib/backend/wasm.js calls it: that file cuts
// input into slices, and makes strings and Buffers of the output. So the memory of the module never
// grows. All calls use the same places in it, whose addresses `places` has.
//
// JavaScript calls begin() first, and then gives slice after slice of the input of one call. The
// slices are bytes or code units, as begin() was told; `is_last` ends the input. The sums over the
// slices of a call are in `call`.
//
// The module imports nothing. Each thread has an instance of its own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "../calls/decode.h"
#include "../calls/detect.h"
#include "../calls/encode.h"
#include "../calls/transcode.h"
#include "../protocol/description.h"
#include "../protocol/protocol.h"

// The name under which JavaScript finds a function.
#define ENCODING_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace whatwg_encoding::wasm {

namespace {

// In bytes: the longest slice of input. Text has half as many code units.
constexpr size_t kInputBytes = size_t{64} * 1024;

// In bytes: decoding a slice of input makes no more. Encoding may make more; then it stops when the
// output is full, and goes on in another call.
constexpr size_t kOutputBytes = 2 * (MaxUtf16Units(kInputBytes) + simd::kMaxWriteAhead);

// In code units or bytes: the longest slice of which a list is made.
constexpr size_t kMaxListed = size_t{16} * 1024;

alignas(16) uint8_t input[kInputBytes];
alignas(16) uint8_t output[kOutputBytes];
ListEntry list[kMaxListed];

// The state of the stream that a call continues. JavaScript copies it in and out.
alignas(TranscodeState) alignas(
    Detector) uint8_t state[std::max(sizeof(TranscodeState), sizeof(Detector))];

// The sum of the slices of one call so far.
struct Call {
  CallDescriptor descriptor{0};
  bool bom_seen = false;  // before the call
  uint64_t begin = 0;     // the offset in the stream, in code units, at which the call begins
  uint64_t written = 0;   // in bytes, of the output of encodeAround() and measureText()
  BytesMeasure measure;
};
Call call;

// The report of a slice. Each export sets the fields that its comment names.
Answer answer;

// The addresses and sizes of the places above, for JavaScript.
struct Places {
  uint32_t input;
  uint32_t input_size;
  uint32_t output;
  uint32_t output_size;
  uint32_t list;
  uint32_t max_listed;
  uint32_t state;
  uint32_t answer;
};
Places places;

template <typename State>
State& StateOf() {
  return *std::launder(reinterpret_cast<State*>(state));
}

Bytes InputBytes(size_t start, size_t size) { return Bytes(input + start, size); }
Units InputUnits(size_t start, size_t size) {
  return Units(reinterpret_cast<const char16_t*>(input) + start, size);
}

// Whether end-of-queue follows a slice.
bool Flushes(uint32_t is_last) { return is_last != 0 && !call.descriptor.is(kStream); }

DecodeOptions OptionsOf(uint32_t is_last) {
  DecodeOptions options = call.descriptor.decode_options();
  options.flush = Flushes(is_last);
  return options;
}

}  // namespace

// Returns the address of the places.
ENCODING_EXPORT("places") const Places* GetPlaces() {
  const auto address = [](const void* memory) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(memory));
  };
  places = {address(input), kInputBytes, address(output), kOutputBytes,
            address(list),  kMaxListed,  address(state),  address(answer.numbers)};
  return &places;
}

// Writes the description of the core to the output; returns its length in bytes.
ENCODING_EXPORT("describe") size_t DescribeCore() {
  static_assert(kMaxDescriptionBytes <= kOutputBytes);
  return Describe({reinterpret_cast<char*>(output), size_t{kMaxDescriptionBytes}});
}

// Begins a call. `state_size` is the size of its kind of state. A new stream begins, unless
// JavaScript has copied the state of one in (`has_state`) that the descriptor continues. Returns 0
// when the descriptor names no encoding.
ENCODING_EXPORT("begin")
uint32_t Begin(uint32_t descriptor, uint32_t state_size, uint32_t has_state) {
  call = {.descriptor = CallDescriptor(descriptor)};
  if (!call.descriptor.is_valid()) return 0;
  const bool is_new = has_state == 0 || call.descriptor.is(kStart);
  if (state_size == sizeof(EncodeState)) {
    if (is_new) new (state) EncodeState(call.descriptor.encoding);
    call.begin = StateOf<EncodeState>().position;
    return 1;
  }
  if (is_new && state_size == sizeof(TranscodeState)) {
    new (state) TranscodeState(call.descriptor.encoding, call.descriptor.to);
  } else if (is_new) {
    new (state) DecodeState(call.descriptor.encoding);
  }
  call.bom_seen = StateOf<DecodeState>().bom_seen;
  return 1;
}

// Decodes a slice of `size` bytes. Answers with `read`, `start` and `written` of the text, which
// leave out a byte order mark, the outcome, and the error. An outcome of kLatin1Text says that the
// text's code points are the bytes of the input. After kMalformed the text of the call is lost;
// after kMalformedAfterText it is not.
ENCODING_EXPORT("decode") void Decode(size_t size, uint32_t is_last) {
  auto& decode = StateOf<DecodeState>();
  const Bytes bytes = InputBytes(0, size);
  const DecodeOptions options = OptionsOf(is_last);
  DecodedText text;
  CallOutcome outcome = kDone;
  if (size != 0 && MayBeLatin1(decode) && IsLatin1(decode.encoding, bytes)) {
    outcome = kLatin1Text;
    PassLatin1(decode, size, options.ignore_bom);
    text = {.read = size, .size = size};
  } else {
    text = DecodeToUtf16(decode, bytes, {reinterpret_cast<char16_t*>(output), kOutputBytes / 2},
                         options);
    // The text of the whole call is lost, and with it what it had shown of a byte order mark.
    if (text.error.reason != Reason::kNone) {
      outcome = options.keep_text ? kMalformedAfterText : kMalformed;
    }
    if (outcome == kMalformed) decode.bom_seen = call.bom_seen;
  }
  answer.Set(kAnswerRead, text.read);
  answer.Set(kAnswerStart, text.start);
  answer.Set(kAnswerWritten, text.size);
  answer.Set(kAnswerOutcome, outcome);
  answer.Set(text.error);
}

// Measures the text of a slice of `size` bytes. Answers with the sums of all slices: `written` in
// UTF-16 code units, the number of replacements, and the first error. The outcome is
// kMalformed when a malformed sequence has ended the call.
ENCODING_EXPORT("measureBytes") void MeasureBytes(size_t size, uint32_t is_last) {
  auto& decode = StateOf<DecodeState>();
  const bool is_done = call.measure.Add(decode, InputBytes(0, size), OptionsOf(is_last));
  answer.Set(kAnswerWritten, call.measure.utf16_units());
  answer.Set(kAnswerReplacements, decode.replacements);
  answer.Set(kAnswerOutcome, is_done ? kDone : kMalformed);
  answer.Set(decode.first_error);
}

// Encodes `size` code units of a slice from `start` on. Answers with `read`, `written` in bytes,
// the outcome, and in fatal mode `offset` and `codePoint` of the code point that cannot be encoded.
ENCODING_EXPORT("encode") void Encode(size_t start, size_t size, uint32_t is_last) {
  answer.Set(EncodeQueue(StateOf<EncodeState>(), InputUnits(start, size), WritableAhead(output),
                         call.descriptor.unencodables, Flushes(is_last)));
}

// Encodes code units as encode() does, but goes on behind unencodable code points, and lists them;
// returns how many there are. Their places count from the start of the call's output.
ENCODING_EXPORT("encodeAround")
size_t EncodeAroundErrors(size_t start, size_t size, uint32_t is_last) {
  UnencodableList found(list);
  const EncodeQueueResult result =
      EncodeAround(StateOf<EncodeState>(), InputUnits(start, size), WritableAhead(output),
                   Flushes(is_last), found, call.begin, static_cast<size_t>(call.written));
  call.written += result.written;
  answer.Set(result);
  return found.count();
}

// Lists the unencodable code points of a slice of `size` code units, up to `most`; returns how many
// there are.
ENCODING_EXPORT("findUnencodables")
size_t ListUnencodables(size_t size, uint32_t is_last, size_t most) {
  UnencodableList found({list, std::min(most, kMaxListed)});
  FindUnencodables(StateOf<EncodeState>(), InputUnits(0, size), Flushes(is_last), found);
  return found.count();
}

// Encodes as many code units of a slice as fit into `room` bytes, at most the size of the output,
// and ends the stream there, or at the end of the last slice. Answers as encode() does.
ENCODING_EXPORT("encodeInto")
void EncodeIntoRoom(size_t size, uint32_t is_last, size_t room) {
  answer.Set(EncodeInto(StateOf<EncodeState>(), InputUnits(0, size), Foreign({output, room}),
                        call.descriptor.unencodables, is_last == 0));
}

// Measures what a slice of `size` code units is encoded to. Answers with the outcome, with the sums
// of all slices in `written` and `replacements`, and with `offset` and `codePoint` of an error.
ENCODING_EXPORT("measureText") void MeasureTextOf(size_t size, uint32_t is_last) {
  auto& encode = StateOf<EncodeState>();
  const EncodeQueueResult result =
      MeasureText(encode, InputUnits(0, size), call.descriptor.unencodables, Flushes(is_last));
  call.written += result.written;
  answer.Set(result);
  answer.Set(kAnswerWritten, call.written);
  answer.Set(kAnswerReplacements, encode.replacements);
}

// Transcodes `size` bytes of a slice from `start` on. Answers with `read`, `written` in bytes, the
// outcome, and the error or the code point that cannot be encoded.
ENCODING_EXPORT("transcode") void Transcode(size_t start, size_t size, uint32_t is_last) {
  const TranscodeResult result =
      TranscodeQueue(StateOf<TranscodeState>(), InputBytes(start, size), WritableAhead(output),
                     call.descriptor.transcode_modes(), Flushes(is_last));
  answer.Set(kAnswerRead, result.read);
  answer.Set(kAnswerWritten, result.written);
  answer.Set(kAnswerOutcome, static_cast<uint64_t>(result.outcome));
  answer.Set(kAnswerCodePoint, result.code_point);
  answer.Set(result.error);
}

// Decodes a slice of `size` bytes a second time, and sets the place of each of the first `count`
// code points of the list to the offset of its first byte, counted from `offset` of the answer.
// Unless malformed sequences are fatal, they are added to the list. Answers also with `read` and
// `written`, how many bytes and code units these are, and with `mode` and `settled`. Returns how
// many entries there are.
ENCODING_EXPORT("transcodeOffsets") size_t TranscodeOffsets(size_t size, size_t count) {
  const FoundOffsets found =
      FindOffsets(StateOf<DecodeState>(), InputBytes(0, size), list, count, OptionsOf(1));
  answer.Set(found);
  return found.count;
}

// Answers with the number of replacements of a stream so far, and with its first malformed
// sequence. The state is a TranscodeState, or an EncodeState when `is_encode` is not 0.
ENCODING_EXPORT("progress") void Progress(uint32_t is_encode) {
  answer.Set(is_encode != 0 ? ProgressOf(StateOf<EncodeState>())
                            : ProgressOf(StateOf<TranscodeState>()));
}

// Writes the options of a detector to the output. The input has the numbers of the encodings that
// are allowed, the top-level domain and the tags of languages, one after the other.
ENCODING_EXPORT("detectOptions")
void SetDetectOptions(uint32_t allowed, uint32_t domain, uint32_t tags) {
  const char* text = reinterpret_cast<const char*>(input) + allowed;
  const DetectOptions options =
      MakeDetectOptions(InputBytes(0, allowed), {text, domain}, {text + domain, tags});
  std::memcpy(output, &options, sizeof options);
}

// Begins a call that finds an encoding, with the options in the input. A new stream begins, unless
// JavaScript has copied the state of one in (`has_state`) that the descriptor continues.
ENCODING_EXPORT("beginDetect") void BeginDetect(uint32_t descriptor, uint32_t has_state) {
  call = {.descriptor = CallDescriptor(descriptor)};
  DetectOptions options{.allowed = {}, .hinted = {}};
  std::memcpy(&options, input, sizeof options);
  if (has_state == 0 || call.descriptor.is(kStart)) new (state) Detector(options);
}

// Reads a slice of `size` bytes.
ENCODING_EXPORT("detect") void Detect(uint32_t size) {
  StateOf<Detector>().Feed(InputBytes(0, size));
}

// Returns 1 when the answer is certain enough to begin to decode.
ENCODING_EXPORT("isSettled") uint32_t IsSettled() {
  return StateOf<Detector>().IsSettled() ? 1 : 0;
}

// Writes what has been found to the output, as doubles.
ENCODING_EXPORT("detection") void GetDetection() {
  double numbers[kDetectionNumbers];
  WriteDetection(StateOf<Detector>().Result(!call.descriptor.is(kStream)), numbers);
  std::memcpy(output, numbers, sizeof numbers);
}

}  // namespace whatwg_encoding::wasm
