// Everything that the WebAssembly module exports. lib/native/wasm.js calls it: that file cuts input
// into slices, and makes strings and Buffers of the output. So the memory of the module never
// grows. All calls use the same places in it, whose addresses `places` has.
//
// The module imports nothing. Each thread has an instance of its own.
//
// May include protocol/ and what is below it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include "core/sinks.h"
#include "protocol/description.h"
#include "protocol/malformed_list.h"
#include "protocol/protocol.h"
#include "queue/bom.h"
#include "queue/transcode.h"
#include "simd/ascii.h"

// The name under which JavaScript finds a function.
#define ENCODING_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace encoding::wasm {

namespace {

// In bytes: the longest slice of input. Text has half as many code units.
constexpr size_t kInputBytes = size_t{64} * 1024;

// In bytes: decoding a slice of input makes no more. Encoding may make more; then it stops when the
// output is full, and goes on in another call.
constexpr size_t kOutputBytes = 2 * (MaxUtf16Units(kInputBytes) + simd::kMaxWriteAhead);

alignas(16) uint8_t input[kInputBytes];
alignas(16) uint8_t output[kOutputBytes];

// The state of the stream that a call continues. JavaScript copies it in and out.
alignas(TranscodeState) uint8_t state[sizeof(TranscodeState)];

// What a call reports. Each call sets the fields that its comment names.
struct Answer {
  double offset;        // of an error in the stream, in bytes or code units
  double replacements;  // of a stream so far, or of one slice
  uint32_t read;        // how much of the slice, in bytes or code units
  uint32_t written;     // in the output, in bytes or code units
  uint32_t start;       // where the output begins, in code units
  uint32_t utf8_bytes;
  uint32_t outcome;  // 0 when all was read; see each call
  uint32_t length;   // of a malformed sequence, in bytes
  uint32_t reason;   // why it is malformed; 0 when nothing is
  uint32_t code_point;
};
Answer answer;

// The addresses and sizes of the places above, for JavaScript.
struct Places {
  uint32_t input;
  uint32_t input_size;
  uint32_t output;
  uint32_t output_size;
  uint32_t state;
  uint32_t answer;
};
Places places;

// What decode() makes of a slice: UTF-16, or a text whose code points are the bytes of the input.
enum DecodeOutcome : uint32_t { kUtf16, kLatin1 };

// Why encode() and transcode() return.
enum EncodeOutcome : uint32_t { kDone, kFull, kUnencodable, kMalformed };

EncodingId EncodingOf(uint32_t head) { return static_cast<EncodingId>(head & 0xFF); }
EncodingId TargetOf(uint32_t head) { return static_cast<EncodingId>(head >> kToShift); }
uint32_t FlagsOf(uint32_t head) { return head >> kFlagsShift & 0xFF; }

ErrorMode ErrorModeOf(uint32_t flags) {
  return flags & kFatal ? ErrorMode::kFatal : ErrorMode::kReplacement;
}

// The state that JavaScript has copied in.
template <typename State>
State& CarriedState() {
  return *std::launder(reinterpret_cast<State*>(state));
}

// That state, or the one of a new stream when the flag says so.
template <typename State, typename... Encodings>
State& StateOf(uint32_t flags, Encodings... encodings) {
  return flags & kStart ? *new (state) State(encodings...) : CarriedState<State>();
}

Bytes InputBytes(size_t start, size_t size) { return Bytes(input + start, size); }
Units InputUnits(size_t start, size_t size) {
  return Units(reinterpret_cast<const char16_t*>(input) + start, size);
}

void AnswerError(const DecodeError& error) {
  answer.offset = static_cast<double>(error.offset);
  answer.length = error.length;
  answer.reason = static_cast<uint32_t>(error.reason);
}

// Whether each of the bytes stands for the code point of the same value: ASCII, and in windows-1252
// all bytes but 0x80 to 0x9F. The decoder must be between two sequences.
bool IsLatin1(EncodingId encoding, Bytes bytes) {
  if (!IsAsciiCompatible(encoding)) return false;
  const size_t ascii = simd::kActive->ascii_prefix(bytes.data(), bytes.size());
  if (ascii == bytes.size()) return true;
  const Bytes rest = bytes.subspan(ascii);
  return encoding == EncodingId::kWindows1252 &&
         simd::kActive->non_c1_prefix(rest.data(), rest.size()) == rest.size();
}

void AnswerEncoded(const EncodeQueueResult& result) {
  answer.read = static_cast<uint32_t>(result.read);
  answer.written = static_cast<uint32_t>(result.written);
  answer.outcome = result.failed ? kUnencodable : result.full ? kFull : kDone;
  answer.offset = static_cast<double>(result.offset);
  answer.code_point = result.code_point;
}

}  // namespace

// Returns the address of the places.
ENCODING_EXPORT("places") const Places* GetPlaces() {
  const auto address = [](const void* memory) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(memory));
  };
  places = {address(input), kInputBytes,    address(output),
            kOutputBytes,   address(state), address(&answer)};
  return &places;
}

// Writes the description of the core to the output; returns its length in bytes.
ENCODING_EXPORT("describe") uint32_t DescribeCore() {
  static_assert(kMaxDescriptionBytes <= kOutputBytes);
  return static_cast<uint32_t>(
      Describe({reinterpret_cast<char*>(output), size_t{kMaxDescriptionBytes}}));
}

// Decodes `size` bytes of input. Answers with `read`, `outcome`, `start` and `written` of the text,
// which leave out a byte order mark, and the error in fatal mode.
ENCODING_EXPORT("decode") void Decode(uint32_t head, uint32_t size) {
  const uint32_t flags = FlagsOf(head);
  auto& decode = StateOf<DecodeState>(flags, EncodingOf(head));
  const Bytes bytes = InputBytes(0, size);
  answer = {};
  if (size != 0 && SequenceStart(decode) == decode.position && IsLatin1(decode.encoding, bytes)) {
    decode.position += size;
    if (IsUnicode(decode.encoding) && !(flags & kIgnoreBom)) decode.bom_seen = true;
    answer.read = answer.written = size;
    answer.outcome = kLatin1;
    return;
  }
  auto* const units = reinterpret_cast<char16_t*>(output);
  Utf16Sink sink(units, kOutputBytes / 2);
  const DecodeQueueResult result =
      DecodeQueue(decode, bytes, sink, ErrorModeOf(flags), !(flags & kStream));
  const size_t bom = TakeBom(decode, flags & kIgnoreBom, units, sink.written());
  answer.read = static_cast<uint32_t>(result.read);
  answer.start = static_cast<uint32_t>(bom);
  answer.written = static_cast<uint32_t>(sink.written() - bom);
  AnswerError(result.error);
}

// Whether the text of the stream so far has shown that it has, or has not, a byte order mark.
ENCODING_EXPORT("bomSeen") uint32_t BomSeen() { return CarriedState<DecodeState>().bom_seen; }

// Sets what BomSeen() returns. JavaScript restores the earlier value with it when a call fails and
// its text is lost.
ENCODING_EXPORT("setBomSeen") void SetBomSeen(uint32_t seen) {
  CarriedState<DecodeState>().bom_seen = seen != 0;
}

// Measures the text of `size` bytes of input. Answers with `written` in UTF-16 code units and
// `utf8_bytes`, which count a byte order mark; with `start`, which is 1 if the text begins with
// one; with the number of replacements so far, and with the first error so far.
ENCODING_EXPORT("measureBytes") void MeasureBytes(uint32_t head, uint32_t size) {
  const uint32_t flags = FlagsOf(head);
  auto& decode = StateOf<DecodeState>(flags, EncodingOf(head));
  answer = {};
  CountingSink sink;
  const DecodeQueueResult result =
      DecodeQueue(decode, InputBytes(0, size), sink, ErrorModeOf(flags), !(flags & kStream));
  answer.read = static_cast<uint32_t>(result.read);
  answer.start = IsUnicode(decode.encoding) && sink.begins_with_bom() ? 1 : 0;
  answer.written = static_cast<uint32_t>(sink.utf16_units());
  answer.utf8_bytes = static_cast<uint32_t>(sink.utf8_bytes());
  answer.replacements = static_cast<double>(decode.replacements);
  answer.outcome = result.error.reason != Reason::kNone ? 1 : 0;
  AnswerError(decode.first_error);
}

// Lists the malformed sequences of `size` bytes of input in the output, which must have room for
// them; returns how many there are. Answers with `offset`, from which their offsets count.
ENCODING_EXPORT("findMalformed") uint32_t FindMalformed(uint32_t head, uint32_t size) {
  const uint32_t flags = FlagsOf(head);
  auto& decode = StateOf<DecodeState>(flags, EncodingOf(head));
  answer = {};
  answer.offset = static_cast<double>(SequenceStart(decode));
  return static_cast<uint32_t>(
      ListMalformed(decode, InputBytes(0, size), (flags & kIgnoreBom) != 0, !(flags & kStream),
                    {reinterpret_cast<uint32_t*>(output), kOutputBytes / sizeof(uint32_t)}));
}

// Encodes `size` code units of input from `start` on. Answers with `read`, `written` in bytes, the
// outcome, and in fatal mode `offset` and `code_point` of the code point that cannot be encoded.
ENCODING_EXPORT("encode") void Encode(uint32_t head, uint32_t start, uint32_t size) {
  const uint32_t flags = FlagsOf(head);
  auto& encode = StateOf<EncodeState>(flags, EncodingOf(head));
  AnswerEncoded(EncodeQueue(encode, InputUnits(start, size), Scratch(output), UnencodablesOf(flags),
                            !(flags & kStream)));
  answer.replacements = static_cast<double>(encode.replacements);
}

// Encodes as many code units of input as fit into `room` bytes, at most the size of the output, and
// ends the stream there. With kStream more text follows: then the stream ends only when the room is
// full or an error is fatal. Answers as encode() does.
ENCODING_EXPORT("encodeInto") void EncodeIntoRoom(uint32_t head, uint32_t size, uint32_t room) {
  const uint32_t flags = FlagsOf(head);
  auto& encode = StateOf<EncodeState>(flags, EncodingOf(head));
  AnswerEncoded(EncodeInto(encode, InputUnits(0, size), Foreign({output, room}),
                           UnencodablesOf(flags), flags & kStream));
}

// Transcodes `size` bytes of input from `start` on. Answers with `read`, `written` in bytes, the
// outcome, and the error or the code point that cannot be encoded.
ENCODING_EXPORT("transcode") void Transcode(uint32_t head, uint32_t start, uint32_t size) {
  const uint32_t flags = FlagsOf(head);
  auto& transcode = StateOf<TranscodeState>(flags, EncodingOf(head), TargetOf(head));
  const TranscodeModes modes = {ErrorModeOf(flags), UnencodablesOf(flags),
                                (flags & kIgnoreBom) != 0};
  const TranscodeResult result = TranscodeQueue(transcode, InputBytes(start, size), Scratch(output),
                                                modes, !(flags & kStream));
  answer = {};
  answer.read = static_cast<uint32_t>(result.read);
  answer.written = static_cast<uint32_t>(result.written);
  AnswerError(result.error);
  answer.code_point = result.code_point;
  switch (result.outcome) {
    case TranscodeOutcome::kFinished:
      answer.outcome = kDone;
      break;
    case TranscodeOutcome::kFull:
      answer.outcome = kFull;
      break;
    case TranscodeOutcome::kMalformed:
      answer.outcome = kMalformed;
      break;
    case TranscodeOutcome::kUnencodable:
      answer.outcome = kUnencodable;
      break;
  }
}

// Decodes `size` bytes of input a second time, and sets the place of each of the first `count` code
// points of the list in the output to the offset of its first byte, counted from `offset` of the
// answer. Answers also with `read` and `written`: how many bytes and code units these are.
ENCODING_EXPORT("transcodeOffsets")
void TranscodeOffsets(uint32_t head, uint32_t size, uint32_t count) {
  const uint32_t flags = FlagsOf(head);
  auto& decode = CarriedState<DecodeState>();
  auto* const list = reinterpret_cast<uint32_t*>(output);
  const uint64_t begin = SequenceStart(decode);
  Retrace retrace(decode, InputBytes(0, size), (flags & kIgnoreBom) != 0, !(flags & kStream));
  for (size_t at = 0; at < count * kNumbersEach; at += kNumbersEach) {
    list[at + 2] = static_cast<uint32_t>(retrace.Find(list[at]) - begin);
  }
  answer = {};
  answer.offset = static_cast<double>(begin);
  answer.read = static_cast<uint32_t>(retrace.read());
  answer.written = static_cast<uint32_t>(retrace.made());
}

// Answers with the number of replacements of a stream so far, and with its first malformed
// sequence. The state is a TranscodeState, or an EncodeState when `is_encode` is not 0.
ENCODING_EXPORT("progress") void Progress(uint32_t is_encode) {
  answer = {};
  if (is_encode != 0) {
    answer.replacements = static_cast<double>(CarriedState<EncodeState>().replacements);
    return;
  }
  const auto& transcode = CarriedState<TranscodeState>();
  answer.replacements =
      static_cast<double>(transcode.decode.replacements + transcode.encode.replacements);
  AnswerError(transcode.decode.first_error);
}

}  // namespace encoding::wasm
