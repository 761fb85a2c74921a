// The C interface on the C++ interface: each function calls the one that it is.
#include "whatwg_encoding_c.h"

#include <algorithm>
#include <array>
#include <new>
#include <span>

#include "whatwg_encoding.h"

namespace {

namespace we = ::whatwg::encoding;

// The numbers in the headers are the same.
static_assert(WHATWG_SHIFT_JIS == we::kShiftJis.number() &&
              WHATWG_X_USER_DEFINED == we::kXUserDefined.number());
static_assert(WHATWG_MALFORMED_FATAL == static_cast<int>(we::Malformed::kFatal));
static_assert(WHATWG_UNENCODABLE_SKIP == static_cast<int>(we::Unencodable::kSkip));
static_assert(WHATWG_BOM_KEEP == static_cast<int>(we::Bom::kKeep));
static_assert(WHATWG_REASON_REPLACEMENT_ENCODING ==
              static_cast<int>(we::Reason::kReplacementEncoding));
static_assert(WHATWG_STATUS_UNENCODABLE == static_cast<int>(we::Status::kUnencodable));
static_assert(WHATWG_MAX_UTF16_UNITS(7) == we::MaxUtf16Units(7) &&
              WHATWG_MAX_UTF8_BYTES(7) == we::MaxUtf8Bytes(7) &&
              WHATWG_MAX_ENCODED_BYTES(7) == we::MaxEncodedBytes(7) &&
              WHATWG_MAX_ENCODED_BYTES(SIZE_MAX / 12) == we::MaxEncodedBytes(SIZE_MAX / 12));
static_assert(WHATWG_MIN_UTF16_UNITS == we::Decoder::kMinUtf16Units &&
              WHATWG_MIN_UTF8_BYTES == we::Decoder::kMinUtf8Bytes &&
              WHATWG_MIN_ENCODED_BYTES == we::Encoder::kMinBytes &&
              WHATWG_MIN_ENCODED_BYTES == we::Transcoder::kMinBytes);
static_assert(WHATWG_MAX_CANDIDATES == we::Detection::kMaxCandidates);

// The object of C++ that an init function has made in a state of C.
template <typename Value, typename State>
Value& ValueIn(State* state) {
  static_assert(sizeof(Value) == sizeof(State) && alignof(Value) == alignof(State));
  return *std::launder(reinterpret_cast<Value*>(state->state));
}
template <typename Value, typename State>
const Value& ValueIn(const State* state) {
  return *std::launder(reinterpret_cast<const Value*>(state->state));
}

bool IsEncoding(whatwg_encoding encoding) {
  return static_cast<size_t>(encoding) < we::Encoding::Count();
}
we::Encoding EncodingOf(whatwg_encoding encoding) {
  return we::Encoding::At(static_cast<size_t>(encoding));
}
bool IsIncluded(whatwg_encoding encoding) {
  return IsEncoding(encoding) && EncodingOf(encoding).is_included();
}
// A caller in C may pass any number as a mode.
bool AreModes(whatwg_malformed malformed, whatwg_bom bom) {
  return static_cast<unsigned>(malformed) <= WHATWG_MALFORMED_FATAL &&
         static_cast<unsigned>(bom) <= WHATWG_BOM_KEEP;
}
bool IsMode(whatwg_unencodable unencodable) {
  return static_cast<unsigned>(unencodable) <= WHATWG_UNENCODABLE_SKIP;
}
whatwg_encoding NumberOf(we::Encoding encoding) {
  return static_cast<whatwg_encoding>(encoding.number());
}
whatwg_encoding NumberOf(std::optional<we::Encoding> encoding) {
  return encoding.has_value() ? NumberOf(*encoding) : WHATWG_NO_ENCODING;
}

whatwg_error ErrorOf(const we::Error& error) {
  return {error.offset, error.length, error.code_point, static_cast<whatwg_reason>(error.reason)};
}
whatwg_result ResultOf(const we::Result& result) {
  return {static_cast<whatwg_status>(result.status), result.read, result.written,
          ErrorOf(result.error)};
}
whatwg_measured MeasuredOf(const we::Measured& measured) {
  return {static_cast<whatwg_status>(measured.status), measured.read, measured.utf16_units,
          measured.utf8_bytes, ErrorOf(measured.error)};
}

template <typename Text>
whatwg_result MeasureEncoded(whatwg_encoding encoding, Text text, whatwg_unencodable unencodable) {
  if (!IsIncluded(encoding) || !IsMode(unencodable)) return {};
  return ResultOf(
      we::MeasureEncoded(EncodingOf(encoding), text, static_cast<we::Unencodable>(unencodable)));
}

std::string_view StringOf(const char* string) {
  return string == nullptr ? std::string_view() : std::string_view(string);
}

whatwg_detection DetectionOf(const we::Detection& found) {
  whatwg_detection detection{};
  detection.encoding = NumberOf(found.encoding);
  detection.is_reliable = found.is_reliable;
  detection.is_ascii = found.is_ascii;
  detection.malformed = found.malformed;
  detection.candidate_count = found.candidate_count;
  for (size_t i = 0; i < found.candidate_count; ++i) {
    const we::Candidate& candidate = found.candidates[i];
    detection.candidates[i] = {NumberOf(candidate.encoding), candidate.probability,
                               candidate.language.empty() ? nullptr : candidate.language.data()};
  }
  return detection;
}

}  // namespace

const char* whatwg_encoding_version(void) { return WHATWG_ENCODING_VERSION; }

whatwg_encoding whatwg_encoding_for_label(const char* label, size_t size) {
  return NumberOf(we::Encoding::ForLabel({label, size}));
}
whatwg_encoding whatwg_encoding_for_name(const char* name, size_t size) {
  return NumberOf(we::Encoding::ForName({name, size}));
}
size_t whatwg_encoding_count(void) { return we::Encoding::Count(); }
size_t whatwg_encoding_standard_count(void) { return we::Encoding::StandardCount(); }

const char* whatwg_encoding_name(whatwg_encoding encoding) {
  return IsEncoding(encoding) ? EncodingOf(encoding).name().data() : nullptr;
}
size_t whatwg_encoding_label_count(whatwg_encoding encoding) {
  return IsEncoding(encoding) ? EncodingOf(encoding).label_count() : 0;
}
const char* whatwg_encoding_label(whatwg_encoding encoding, size_t number) {
  return IsEncoding(encoding) ? EncodingOf(encoding).label(number).data() : nullptr;
}
bool whatwg_encoding_is_included(whatwg_encoding encoding) { return IsIncluded(encoding); }
bool whatwg_encoding_is_standard(whatwg_encoding encoding) {
  return IsEncoding(encoding) && EncodingOf(encoding).is_standard();
}
bool whatwg_encoding_is_ascii_compatible(whatwg_encoding encoding) {
  return IsEncoding(encoding) && EncodingOf(encoding).is_ascii_compatible();
}
bool whatwg_encoding_has_encoder(whatwg_encoding encoding) {
  return IsEncoding(encoding) && EncodingOf(encoding).has_encoder();
}
bool whatwg_encoding_is_detectable(whatwg_encoding encoding) {
  return IsEncoding(encoding) && we::IsDetectable(EncodingOf(encoding));
}
whatwg_encoding whatwg_encoding_output(whatwg_encoding encoding) {
  return IsEncoding(encoding) ? NumberOf(EncodingOf(encoding).output_encoding())
                              : WHATWG_NO_ENCODING;
}

const char* whatwg_reason_name(whatwg_reason reason) {
  const bool is_any = static_cast<unsigned>(reason) <= WHATWG_REASON_REPLACEMENT_ENCODING;
  return we::ReasonName(is_any ? static_cast<we::Reason>(reason) : we::Reason::kNone);
}

bool whatwg_decoder_init(whatwg_decoder* decoder, whatwg_encoding encoding,
                         whatwg_malformed malformed, whatwg_bom bom) {
  if (!IsIncluded(encoding) || !AreModes(malformed, bom)) return false;
  new (decoder->state) we::Decoder(
      EncodingOf(encoding), {static_cast<we::Malformed>(malformed), static_cast<we::Bom>(bom)});
  return true;
}
whatwg_result whatwg_decode_to_utf16(whatwg_decoder* decoder, const uint8_t* in, size_t size,
                                     whatwg_char16* out, size_t room, bool last) {
  return ResultOf(ValueIn<we::Decoder>(decoder).DecodeToUtf16({in, size}, {out, room}, last));
}
whatwg_result whatwg_decode_to_utf8(whatwg_decoder* decoder, const uint8_t* in, size_t size,
                                    char* out, size_t room, bool last) {
  return ResultOf(ValueIn<we::Decoder>(decoder).DecodeToUtf8({in, size}, {out, room}, last));
}
whatwg_measured whatwg_decoder_measure(whatwg_decoder* decoder, const uint8_t* in, size_t size,
                                       bool last) {
  return MeasuredOf(ValueIn<we::Decoder>(decoder).Measure({in, size}, last));
}
whatwg_encoding whatwg_decoder_encoding(const whatwg_decoder* decoder) {
  return NumberOf(ValueIn<we::Decoder>(decoder).encoding());
}
uint64_t whatwg_decoder_position(const whatwg_decoder* decoder) {
  return ValueIn<we::Decoder>(decoder).position();
}
uint64_t whatwg_decoder_replacements(const whatwg_decoder* decoder) {
  return ValueIn<we::Decoder>(decoder).replacements();
}
whatwg_error whatwg_decoder_first_error(const whatwg_decoder* decoder) {
  return ErrorOf(ValueIn<we::Decoder>(decoder).first_error());
}
void whatwg_decoder_reset(whatwg_decoder* decoder) { ValueIn<we::Decoder>(decoder).Reset(); }

whatwg_measured whatwg_measure_decoded(whatwg_encoding encoding, const uint8_t* bytes, size_t size,
                                       whatwg_malformed malformed, whatwg_bom bom) {
  whatwg_decoder decoder;
  if (!whatwg_decoder_init(&decoder, encoding, malformed, bom)) return {};
  return whatwg_decoder_measure(&decoder, bytes, size, true);
}
bool whatwg_is_valid(whatwg_encoding encoding, const uint8_t* bytes, size_t size) {
  return IsIncluded(encoding) && we::IsValid(EncodingOf(encoding), {bytes, size});
}

bool whatwg_encoder_init(whatwg_encoder* encoder, whatwg_encoding encoding,
                         whatwg_unencodable unencodable) {
  if (!IsIncluded(encoding) || !IsMode(unencodable)) return false;
  new (encoder->state) we::Encoder(EncodingOf(encoding), static_cast<we::Unencodable>(unencodable));
  return true;
}
whatwg_result whatwg_encode_utf16(whatwg_encoder* encoder, const whatwg_char16* in, size_t size,
                                  uint8_t* out, size_t room, bool last) {
  return ResultOf(ValueIn<we::Encoder>(encoder).EncodeUtf16({in, size}, {out, room}, last));
}
whatwg_result whatwg_encode_utf8(whatwg_encoder* encoder, const char* in, size_t size, uint8_t* out,
                                 size_t room, bool last) {
  return ResultOf(ValueIn<we::Encoder>(encoder).EncodeUtf8({in, size}, {out, room}, last));
}
whatwg_encoding whatwg_encoder_encoding(const whatwg_encoder* encoder) {
  return NumberOf(ValueIn<we::Encoder>(encoder).encoding());
}
uint64_t whatwg_encoder_replacements(const whatwg_encoder* encoder) {
  return ValueIn<we::Encoder>(encoder).replacements();
}
void whatwg_encoder_reset(whatwg_encoder* encoder) { ValueIn<we::Encoder>(encoder).Reset(); }

whatwg_result whatwg_measure_encoded_utf16(whatwg_encoding encoding, const whatwg_char16* text,
                                           size_t size, whatwg_unencodable unencodable) {
  return MeasureEncoded(encoding, std::u16string_view(text, size), unencodable);
}
whatwg_result whatwg_measure_encoded_utf8(whatwg_encoding encoding, const char* text, size_t size,
                                          whatwg_unencodable unencodable) {
  return MeasureEncoded(encoding, std::string_view(text, size), unencodable);
}

bool whatwg_transcoder_init(whatwg_transcoder* transcoder, whatwg_encoding from, whatwg_encoding to,
                            whatwg_malformed malformed, whatwg_unencodable unencodable,
                            whatwg_bom bom) {
  if (!IsIncluded(from) || !IsIncluded(to)) return false;
  if (!AreModes(malformed, bom) || !IsMode(unencodable)) return false;
  new (transcoder->state)
      we::Transcoder(EncodingOf(from), EncodingOf(to),
                     {static_cast<we::Malformed>(malformed),
                      static_cast<we::Unencodable>(unencodable), static_cast<we::Bom>(bom)});
  return true;
}
whatwg_result whatwg_transcode(whatwg_transcoder* transcoder, const uint8_t* in, size_t size,
                               uint8_t* out, size_t room, bool last) {
  return ResultOf(ValueIn<we::Transcoder>(transcoder).Transcode({in, size}, {out, room}, last));
}
whatwg_encoding whatwg_transcoder_from(const whatwg_transcoder* transcoder) {
  return NumberOf(ValueIn<we::Transcoder>(transcoder).from());
}
whatwg_encoding whatwg_transcoder_to(const whatwg_transcoder* transcoder) {
  return NumberOf(ValueIn<we::Transcoder>(transcoder).to());
}
uint64_t whatwg_transcoder_replacements(const whatwg_transcoder* transcoder) {
  return ValueIn<we::Transcoder>(transcoder).replacements();
}
whatwg_error whatwg_transcoder_first_error(const whatwg_transcoder* transcoder) {
  return ErrorOf(ValueIn<we::Transcoder>(transcoder).first_error());
}
void whatwg_transcoder_reset(whatwg_transcoder* transcoder) {
  ValueIn<we::Transcoder>(transcoder).Reset();
}

void whatwg_detector_init(whatwg_detector* detector, const whatwg_detector_options* options) {
  // One place for each encoding, however long the caller's list is.
  std::array<we::Encoding, UINT8_MAX> allowed;
  we::DetectorOptions own;
  if (options != nullptr) {
    const std::span listed(options->allowed, options->allowed_count);
    size_t count = 0;
    for (size_t number = 0; number < we::Encoding::Count(); ++number) {
      const we::Encoding encoding = we::Encoding::At(number);
      const bool is_listed =
          std::find(listed.begin(), listed.end(), NumberOf(encoding)) != listed.end();
      if (is_listed) allowed[count++] = encoding;
    }
    // A list without an encoding allows none: "replacement" cannot be detected. An empty list
    // allows all.
    if (!listed.empty() && count == 0) allowed[count++] = we::kReplacement;
    own = {std::span(allowed).first(count), options->code_pages,
           StringOf(options->top_level_domain), StringOf(options->languages)};
  }
  new (detector->state) we::Detector(own);
}
void whatwg_detector_feed(whatwg_detector* detector, const uint8_t* chunk, size_t size) {
  ValueIn<we::Detector>(detector).Feed({chunk, size});
}
bool whatwg_detector_is_settled(const whatwg_detector* detector) {
  return ValueIn<we::Detector>(detector).IsSettled();
}
whatwg_detection whatwg_detector_detect(const whatwg_detector* detector, bool last) {
  return DetectionOf(ValueIn<we::Detector>(detector).Detect(last));
}
whatwg_detection whatwg_detect(const uint8_t* bytes, size_t size,
                               const whatwg_detector_options* options) {
  whatwg_detector detector;
  whatwg_detector_init(&detector, options);
  whatwg_detector_feed(&detector, bytes, size);
  return DetectionOf(ValueIn<we::Detector>(&detector).Finish(true));
}
