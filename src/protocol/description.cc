// Writes the description of the core.
#include "description.h"

#include <cassert>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "../calls/detect.h"
#include "../calls/lists.h"
#include "../core/encoding.h"
#include "../detect/detector.h"
#include "../queue/transcode.h"
#include "../simd/kernels.h"
#include "protocol.h"

namespace whatwg_encoding {

namespace {

struct NamedNumber {
  std::string_view name;
  uint32_t number;
};

constexpr NamedNumber kSizes[] = {{"decodeStateSize", sizeof(DecodeState)},
                                  {"encodeStateSize", sizeof(EncodeState)},
                                  {"transcodeStateSize", sizeof(TranscodeState)},
                                  {"detectOptionsSize", sizeof(DetectOptions)},
                                  {"detectStateSize", sizeof(Detector)},
                                  {"detectionNumbers", kDetectionNumbers},
                                  {"maxSharedBytes", kMaxSharedBytes},
                                  {"maxShortUnits", kMaxShortUnits},
                                  {"slabBytes", kSlabBytes},
                                  {"slabRoomBytes", kSlabRoomBytes},
                                  {"maxPendingBytes", kPendingUnits},
                                  {"numbersPerEntry", kNumbersPerEntry},
                                  {"noMore", kNoMore}};

constexpr NamedNumber kFlags[] = {{"fatal", kFatal},           {"ignoreBOM", kIgnoreBom},
                                  {"stream", kStream},         {"start", kStart},
                                  {"keepText", kKeepText},     {"inSlab", kInSlab},
                                  {"placeShift", kPlaceShift}, {"flagsShift", kFlagsShift},
                                  {"toShift", kToShift},       {"reasonShift", kReasonShift}};

constexpr NamedNumber kAnswer[] = {
    {"offset", kAnswerOffset},       {"replacements", kAnswerReplacements},
    {"read", kAnswerRead},           {"start", kAnswerStart},
    {"written", kAnswerWritten},     {"outcome", kAnswerOutcome},
    {"length", kAnswerLength},       {"reason", kAnswerReason},
    {"codePoint", kAnswerCodePoint}, {"mode", kAnswerMode},
    {"settled", kAnswerSettled},     {"fields", kAnswerFields}};

constexpr NamedNumber kDetection[] = {
    {"flags", kDetectedFlags},           {"encoding", kDetectedEncoding},
    {"malformed", kDetectedMalformed},   {"count", kDetectedCount},
    {"candidates", kDetectedCandidates}, {"numbersOfCandidate", kNumbersOfCandidate},
    {"noLanguage", kNoLanguage},         {"hasEncoding", kHasEncoding},
    {"isReliable", kIsReliable},         {"isAscii", kIsAscii}};

constexpr NamedNumber kOutcomes[] = {{"done", kDone},
                                     {"full", kFull},
                                     {"unencodable", kUnencodable},
                                     {"malformed", kMalformed},
                                     {"malformedAfterText", kMalformedAfterText},
                                     {"latin1", kLatin1Text}};

// Writes JSON. No text that it is given has a character that JSON would escape.
class Writer {
 public:
  explicit Writer(std::span<char> output) : output_(output) {}

  size_t size() const { return size_; }

  // Begins an object or an array, which ends when End() is called with the other bracket.
  void Begin(char bracket) { Put(bracket); }
  void End(char bracket) {
    // The comma behind the last member.
    if (output_[size_ - 1] == ',') --size_;
    Put(bracket);
    Put(',');
  }
  void Name(std::string_view name) {
    Quote(name);
    Put(':');
  }
  void Text(std::string_view text) {
    Quote(text);
    Put(',');
  }
  void Number(uint32_t number) {
    char digits[10];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    Put({digits, static_cast<size_t>(end - digits)});
    Put(',');
  }
  void Boolean(bool value) { Put(value ? "true," : "false,"); }
  void Numbers(std::span<const NamedNumber> numbers) {
    for (const auto& [name, number] : numbers) {
      Name(name);
      Number(number);
    }
  }

 private:
  void Put(std::string_view text) {
    assert(text.size() < output_.size() - size_);
    std::memcpy(output_.data() + size_, text.data(), text.size());
    size_ += text.size();
  }
  void Put(char character) { Put({&character, 1}); }
  void Quote(std::string_view text) {
    Put('"');
    Put(text);
    Put('"');
  }

  std::span<char> output_;
  size_t size_ = 0;
};

void WriteNumbers(Writer& writer, std::string_view name, std::span<const NamedNumber> numbers) {
  writer.Name(name);
  writer.Begin('{');
  writer.Numbers(numbers);
  writer.End('}');
}

// Writes the modes for unencodable code points as JavaScript adds them to the flags.
void WriteUnencodables(Writer& writer) {
  writer.Name("unencodables");
  writer.Begin('{');
  for (uint32_t mode = 0; mode < std::size(kUnencodablesNames); ++mode) {
    writer.Name(kUnencodablesNames[mode]);
    writer.Number(mode << (kUnencodablesShift - kFlagsShift));
  }
  writer.End('}');
}

// Writes an array: what `write(i)` writes for each number from `first` to `end` − 1.
template <typename Write>
void WriteArray(Writer& writer, std::string_view name, size_t first, size_t end, Write write) {
  writer.Name(name);
  writer.Begin('[');
  for (size_t i = first; i < end; ++i) write(i);
  writer.End(']');
}

// Writes a trait of each encoding, in the order of their numbers.
void WriteTraits(Writer& writer, std::string_view name, bool Traits::*trait) {
  WriteArray(writer, name, 0, kAllEncodingCount,
             [&](size_t id) { writer.Boolean(kTraits[id].*trait); });
}

// Writes the numbers of the encodings for which `is_so` holds.
void WriteIds(Writer& writer, std::string_view name, bool (*is_so)(EncodingId)) {
  WriteArray(writer, name, 0, kAllEncodingCount, [&](size_t id) {
    if (is_so(static_cast<EncodingId>(id))) writer.Number(static_cast<uint32_t>(id));
  });
}

// Writes [[name, label, label, …], …] of the encodings from `first` to `end` − 1, in the order of
// their numbers.
void WriteEncodings(Writer& writer, std::string_view name, size_t first, size_t end,
                    std::span<const Label> labels) {
  WriteArray(writer, name, first, end, [&](size_t id) {
    writer.Begin('[');
    writer.Text(kEncodingNames[id]);
    for (const Label& entry : labels) {
      if (static_cast<size_t>(entry.encoding) == id) writer.Text(entry.label);
    }
    writer.End(']');
  });
}

// Writes the names of the encodings from `first` to `end` − 1.
void WriteNames(Writer& writer, std::string_view name, size_t first, size_t end) {
  WriteArray(writer, name, first, end, [&](size_t id) { writer.Text(kEncodingNames[id]); });
}

}  // namespace

size_t Describe(std::span<char> output) {
  Writer writer(output);
  writer.Begin('{');
  writer.Name("kernels");
  writer.Text(simd::Active()->name);
  writer.Numbers(kSizes);
  WriteNumbers(writer, "flags", kFlags);
  WriteUnencodables(writer);
  WriteNumbers(writer, "answer", kAnswer);
  WriteNumbers(writer, "outcomes", kOutcomes);
  WriteNumbers(writer, "detection", kDetection);
  WriteArray(writer, "reasons", 0, kReasonCount,
             [&](size_t reason) { writer.Text(ReasonName(static_cast<Reason>(reason))); });
  WriteTraits(writer, "asciiCompatible", &Traits::is_ascii_compatible);
  WriteTraits(writer, "unicode", &Traits::is_unicode);
  WriteTraits(writer, "pairs", &Traits::has_pairs);
  WriteTraits(writer, "encoderStates", &Traits::has_encoder_state);
  WriteTraits(writer, "letterPairs", &Traits::has_letter_pairs);
  WriteIds(writer, "detectable", IsDetectable);
  WriteIds(writer, "detectableCodePages", IsDetectableCodePage);
  WriteArray(writer, "languages", 0, kLanguageCount,
             [&](size_t language) { writer.Text(kLanguageTags[language]); });
  WriteArray(writer, "encoders", 0, kAllEncodingCount, [&](size_t id) {
    // Whether the standard has an encoder for it.
    const auto encoding = static_cast<EncodingId>(id);
    writer.Boolean(GetOutputEncoding(encoding) == encoding);
  });
  WriteEncodings(writer, "encodings", 0, kEncodingCount, kLabels);
  WriteEncodings(writer, "historicalEncodings", kEncodingCount, kFirstCodePage, kHistoricalLabels);
  // The code pages, UTF-32BE and UTF-32LE. JavaScript has the labels, which only those need who use
  // these encodings.
  WriteNames(writer, "codePages", kFirstCodePage, kFirstFull);
  WriteNames(writer, "fullEncodings", kFirstFull, kAllEncodingCount);
  writer.End('}');
  return writer.size() - 1;  // without the comma behind the object
}

}  // namespace whatwg_encoding
