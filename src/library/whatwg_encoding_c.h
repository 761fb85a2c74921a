// This header declares the interface of whatwg_encoding.h for C11, and for every language that
// calls C.
//
// The rules of whatwg_encoding.h hold here, too: nothing throws, allocates or ends the process;
// states are values of a fixed size, which may be copied by assignment and need no release; lengths
// and offsets of bytes and of UTF-8 are in bytes, those of UTF-16 in code units; what stands in the
// room behind `written` is unspecified after a call; room must not overlap the input. Each function
// says which one of C++ it is, and does exactly what that does.
//
// A pointer to input or to room may be null when its size is 0. A pointer to code units of UTF-16
// must be aligned as they are; one to bytes need not be.
//
// An init function makes a state. When it returns false, the state is as it was. A state whose
// bytes are all zero is one, too: it decodes from UTF-8, keeps a byte order mark as text, and
// encodes to UTF-8; what a detector of zeros finds is unspecified. Any other state must come from
// an init function, or be a copy of one that does.
#ifndef WHATWG_ENCODING_C_H_
#define WHATWG_ENCODING_C_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(WHATWG_ENCODING_SHARED)
#define WHATWG_ENCODING_C_API
#elif !defined(_WIN32)
#define WHATWG_ENCODING_C_API __attribute__((visibility("default")))
#elif defined(WHATWG_ENCODING_BUILDING)
#define WHATWG_ENCODING_C_API __declspec(dllexport)
#else
#define WHATWG_ENCODING_C_API __declspec(dllimport)
#endif

#ifdef __cplusplus
extern "C" {
#define WHATWG_ENCODING_C_STATE alignas(8) uint64_t
typedef char16_t whatwg_char16;
#else
#define WHATWG_ENCODING_C_STATE _Alignas(8) uint64_t
// A code unit of UTF-16 in the byte order of the machine.
typedef uint16_t whatwg_char16;
#endif

// WHATWG_ENCODING_VERSION of the library that runs, such as "1.0.0".
WHATWG_ENCODING_C_API const char* whatwg_encoding_version(void);

// The number of an encoding, as Encoding::number(), or WHATWG_NO_ENCODING. The encodings of the
// standard have names here; whatwg_encoding_for_name() has the numbers of the others.
typedef int32_t whatwg_encoding;
enum {
  WHATWG_NO_ENCODING = -1,
  WHATWG_UTF_8 = 0,
  WHATWG_IBM866 = 1,
  WHATWG_ISO_8859_2 = 2,
  WHATWG_ISO_8859_3 = 3,
  WHATWG_ISO_8859_4 = 4,
  WHATWG_ISO_8859_5 = 5,
  WHATWG_ISO_8859_6 = 6,
  WHATWG_ISO_8859_7 = 7,
  WHATWG_ISO_8859_8 = 8,
  WHATWG_ISO_8859_8_I = 9,
  WHATWG_ISO_8859_10 = 10,
  WHATWG_ISO_8859_13 = 11,
  WHATWG_ISO_8859_14 = 12,
  WHATWG_ISO_8859_15 = 13,
  WHATWG_ISO_8859_16 = 14,
  WHATWG_KOI8_R = 15,
  WHATWG_KOI8_U = 16,
  WHATWG_MACINTOSH = 17,
  WHATWG_WINDOWS_874 = 18,
  WHATWG_WINDOWS_1250 = 19,
  WHATWG_WINDOWS_1251 = 20,
  WHATWG_WINDOWS_1252 = 21,
  WHATWG_WINDOWS_1253 = 22,
  WHATWG_WINDOWS_1254 = 23,
  WHATWG_WINDOWS_1255 = 24,
  WHATWG_WINDOWS_1256 = 25,
  WHATWG_WINDOWS_1257 = 26,
  WHATWG_WINDOWS_1258 = 27,
  WHATWG_X_MAC_CYRILLIC = 28,
  WHATWG_GBK = 29,
  WHATWG_GB18030 = 30,
  WHATWG_BIG5 = 31,
  WHATWG_EUC_JP = 32,
  WHATWG_ISO_2022_JP = 33,
  WHATWG_SHIFT_JIS = 34,
  WHATWG_EUC_KR = 35,
  WHATWG_REPLACEMENT = 36,
  WHATWG_UTF_16BE = 37,
  WHATWG_UTF_16LE = 38,
  WHATWG_X_USER_DEFINED = 39,
};

// Encoding::ForLabel() and Encoding::ForName(). Both return WHATWG_NO_ENCODING when nothing is
// found. https://encoding.spec.whatwg.org/#concept-encoding-get
WHATWG_ENCODING_C_API whatwg_encoding whatwg_encoding_for_label(const char* label, size_t size);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_encoding_for_name(const char* name, size_t size);

// Encoding::Count() and Encoding::StandardCount(). Numbers count from 0; those of the standard's
// encodings come first.
WHATWG_ENCODING_C_API size_t whatwg_encoding_count(void);
WHATWG_ENCODING_C_API size_t whatwg_encoding_standard_count(void);

// The properties of an encoding, as class Encoding has them. Strings end in a null character and
// live as long as the process. A number that is none of an encoding has no name (null), no labels,
// and false for every question.
WHATWG_ENCODING_C_API const char* whatwg_encoding_name(whatwg_encoding encoding);
WHATWG_ENCODING_C_API size_t whatwg_encoding_label_count(whatwg_encoding encoding);
WHATWG_ENCODING_C_API const char* whatwg_encoding_label(whatwg_encoding encoding, size_t number);
WHATWG_ENCODING_C_API bool whatwg_encoding_is_included(whatwg_encoding encoding);
WHATWG_ENCODING_C_API bool whatwg_encoding_is_standard(whatwg_encoding encoding);
WHATWG_ENCODING_C_API bool whatwg_encoding_is_ascii_compatible(whatwg_encoding encoding);
WHATWG_ENCODING_C_API bool whatwg_encoding_has_encoder(whatwg_encoding encoding);
WHATWG_ENCODING_C_API bool whatwg_encoding_is_detectable(whatwg_encoding encoding);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_encoding_output(whatwg_encoding encoding);

// Malformed
typedef enum whatwg_malformed {
  WHATWG_MALFORMED_REPLACEMENT,
  WHATWG_MALFORMED_FATAL,
} whatwg_malformed;

// Unencodable
typedef enum whatwg_unencodable {
  WHATWG_UNENCODABLE_FATAL,
  WHATWG_UNENCODABLE_HTML,
  WHATWG_UNENCODABLE_REPLACE,
  WHATWG_UNENCODABLE_SKIP,
} whatwg_unencodable;

// Bom
typedef enum whatwg_bom {
  WHATWG_BOM_SNIFF,
  WHATWG_BOM_STRIP,
  WHATWG_BOM_KEEP,
} whatwg_bom;

// Reason
typedef enum whatwg_reason {
  WHATWG_REASON_NONE,
  WHATWG_REASON_TRUNCATED,
  WHATWG_REASON_INVALID_BYTE,
  WHATWG_REASON_INVALID_TRAILING_BYTE,
  WHATWG_REASON_UNMAPPED,
  WHATWG_REASON_LONE_SURROGATE,
  WHATWG_REASON_INVALID_ESCAPE_SEQUENCE,
  WHATWG_REASON_REDUNDANT_ESCAPE_SEQUENCE,
  WHATWG_REASON_REPLACEMENT_ENCODING,
} whatwg_reason;

// ReasonName(). The string lives as long as the process.
WHATWG_ENCODING_C_API const char* whatwg_reason_name(whatwg_reason reason);

// Status
typedef enum whatwg_status {
  WHATWG_STATUS_FINISHED,
  WHATWG_STATUS_OUTPUT_FULL,
  WHATWG_STATUS_MALFORMED,
  WHATWG_STATUS_UNENCODABLE,
} whatwg_status;

// Error
typedef struct whatwg_error {
  uint64_t offset;
  uint32_t length;
  uint32_t code_point;
  whatwg_reason reason;
} whatwg_error;

// Result
typedef struct whatwg_result {
  whatwg_status status;
  size_t read;
  size_t written;
  whatwg_error error;
} whatwg_result;

// Measured
typedef struct whatwg_measured {
  whatwg_status status;
  size_t read;
  size_t utf16_units;
  size_t utf8_bytes;
  whatwg_error error;
} whatwg_measured;

// MaxUtf16Units(), MaxUtf8Bytes() and MaxEncodedBytes(): the most that a call writes. They are
// constant where the size is, and evaluate it twice.
#define WHATWG_MAX_UTF16_UNITS(bytes) WHATWG_ROOM_FOR(bytes, 4, 1)
#define WHATWG_MAX_UTF8_BYTES(bytes) WHATWG_ROOM_FOR(bytes, 4, 3)
#define WHATWG_MAX_ENCODED_BYTES(units_or_bytes) WHATWG_ROOM_FOR(units_or_bytes, 10, 12)
// `factor * (size + more)`, or the largest number where that is larger.
#define WHATWG_ROOM_FOR(size, more, factor) \
  ((size_t)(size) > SIZE_MAX / (factor) - (more) ? SIZE_MAX : (factor) * ((size_t)(size) + (more)))

// With this room or more, a call always makes progress.
#define WHATWG_MIN_UTF16_UNITS 2
#define WHATWG_MIN_UTF8_BYTES 4
#define WHATWG_MIN_ENCODED_BYTES 64

// Decoder
typedef struct whatwg_decoder {
  WHATWG_ENCODING_C_STATE state[14];
} whatwg_decoder;

// Makes a decoder at the start of a stream. Returns false when the encoding is none or is left out,
// and when a mode is none of those above.
WHATWG_ENCODING_C_API bool whatwg_decoder_init(whatwg_decoder* decoder, whatwg_encoding encoding,
                                               whatwg_malformed malformed, whatwg_bom bom);
// Decoder::DecodeToUtf16(), Decoder::DecodeToUtf8() and Decoder::Measure(). Sizes of room are in
// code units and in bytes.
WHATWG_ENCODING_C_API whatwg_result whatwg_decode_to_utf16(whatwg_decoder* decoder,
                                                           const uint8_t* in, size_t size,
                                                           whatwg_char16* out, size_t room,
                                                           bool last);
WHATWG_ENCODING_C_API whatwg_result whatwg_decode_to_utf8(whatwg_decoder* decoder,
                                                          const uint8_t* in, size_t size, char* out,
                                                          size_t room, bool last);
WHATWG_ENCODING_C_API whatwg_measured whatwg_decoder_measure(whatwg_decoder* decoder,
                                                             const uint8_t* in, size_t size,
                                                             bool last);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_decoder_encoding(const whatwg_decoder* decoder);
WHATWG_ENCODING_C_API uint64_t whatwg_decoder_position(const whatwg_decoder* decoder);
WHATWG_ENCODING_C_API uint64_t whatwg_decoder_replacements(const whatwg_decoder* decoder);
WHATWG_ENCODING_C_API whatwg_error whatwg_decoder_first_error(const whatwg_decoder* decoder);
WHATWG_ENCODING_C_API void whatwg_decoder_reset(whatwg_decoder* decoder);

// MeasureDecoded() and IsValid(), for whole bytes. Where whatwg_decoder_init() returns false, they
// read nothing, and return false.
WHATWG_ENCODING_C_API whatwg_measured whatwg_measure_decoded(whatwg_encoding encoding,
                                                             const uint8_t* bytes, size_t size,
                                                             whatwg_malformed malformed,
                                                             whatwg_bom bom);
WHATWG_ENCODING_C_API bool whatwg_is_valid(whatwg_encoding encoding, const uint8_t* bytes,
                                           size_t size);

// Encoder
typedef struct whatwg_encoder {
  WHATWG_ENCODING_C_STATE state[24];
} whatwg_encoder;

// Makes an encoder at the start of a stream, as the constructor of Encoder does: of UTF-8 where the
// encoding has no encoder. Returns false when the encoding is none or is left out, and when the
// mode is none of those above.
WHATWG_ENCODING_C_API bool whatwg_encoder_init(whatwg_encoder* encoder, whatwg_encoding encoding,
                                               whatwg_unencodable unencodable);
// Encoder::EncodeUtf16() and Encoder::EncodeUtf8()
WHATWG_ENCODING_C_API whatwg_result whatwg_encode_utf16(whatwg_encoder* encoder,
                                                        const whatwg_char16* in, size_t size,
                                                        uint8_t* out, size_t room, bool last);
WHATWG_ENCODING_C_API whatwg_result whatwg_encode_utf8(whatwg_encoder* encoder, const char* in,
                                                       size_t size, uint8_t* out, size_t room,
                                                       bool last);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_encoder_encoding(const whatwg_encoder* encoder);
WHATWG_ENCODING_C_API uint64_t whatwg_encoder_replacements(const whatwg_encoder* encoder);
WHATWG_ENCODING_C_API void whatwg_encoder_reset(whatwg_encoder* encoder);

// MeasureEncoded(), for whole text. Where whatwg_encoder_init() returns false, they read nothing.
WHATWG_ENCODING_C_API whatwg_result whatwg_measure_encoded_utf16(whatwg_encoding encoding,
                                                                 const whatwg_char16* text,
                                                                 size_t size,
                                                                 whatwg_unencodable unencodable);
WHATWG_ENCODING_C_API whatwg_result whatwg_measure_encoded_utf8(whatwg_encoding encoding,
                                                                const char* text, size_t size,
                                                                whatwg_unencodable unencodable);

// Transcoder
typedef struct whatwg_transcoder {
  WHATWG_ENCODING_C_STATE state[26];
} whatwg_transcoder;

// Makes a transcoder at the start of a stream. Returns false when an encoding is none or is left
// out, and when a mode is none of those above.
WHATWG_ENCODING_C_API bool whatwg_transcoder_init(whatwg_transcoder* transcoder,
                                                  whatwg_encoding from, whatwg_encoding to,
                                                  whatwg_malformed malformed,
                                                  whatwg_unencodable unencodable, whatwg_bom bom);
// Transcoder::Transcode()
WHATWG_ENCODING_C_API whatwg_result whatwg_transcode(whatwg_transcoder* transcoder,
                                                     const uint8_t* in, size_t size, uint8_t* out,
                                                     size_t room, bool last);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_transcoder_from(const whatwg_transcoder* transcoder);
WHATWG_ENCODING_C_API whatwg_encoding whatwg_transcoder_to(const whatwg_transcoder* transcoder);
WHATWG_ENCODING_C_API uint64_t whatwg_transcoder_replacements(const whatwg_transcoder* transcoder);
WHATWG_ENCODING_C_API whatwg_error
whatwg_transcoder_first_error(const whatwg_transcoder* transcoder);
WHATWG_ENCODING_C_API void whatwg_transcoder_reset(whatwg_transcoder* transcoder);

// DetectorOptions. All members zero: nothing is known. Strings end in a null character, or are
// null.
typedef struct whatwg_detector_options {
  const whatwg_encoding* allowed;
  size_t allowed_count;
  bool code_pages;
  const char* top_level_domain;
  const char* languages;
} whatwg_detector_options;

// Candidate. The language is null where none is known.
typedef struct whatwg_candidate {
  whatwg_encoding encoding;
  float probability;
  const char* language;
} whatwg_candidate;

#define WHATWG_MAX_CANDIDATES 16

// Detection. The encoding is WHATWG_NO_ENCODING when none explains the bytes.
typedef struct whatwg_detection {
  whatwg_encoding encoding;
  bool is_reliable;
  bool is_ascii;
  size_t malformed;
  size_t candidate_count;
  whatwg_candidate candidates[WHATWG_MAX_CANDIDATES];
} whatwg_detection;

// Detector
typedef struct whatwg_detector {
  WHATWG_ENCODING_C_STATE state[640];
} whatwg_detector;

// Makes a detector at the start of a stream. `options` may be null. Numbers that are none of an
// encoding do not count.
WHATWG_ENCODING_C_API void whatwg_detector_init(whatwg_detector* detector,
                                                const whatwg_detector_options* options);
// Detector::Feed(), Detector::IsSettled() and Detector::Detect()
WHATWG_ENCODING_C_API void whatwg_detector_feed(whatwg_detector* detector, const uint8_t* chunk,
                                                size_t size);
WHATWG_ENCODING_C_API bool whatwg_detector_is_settled(const whatwg_detector* detector);
WHATWG_ENCODING_C_API whatwg_detection whatwg_detector_detect(const whatwg_detector* detector,
                                                              bool last);
// Detect(), for whole bytes.
WHATWG_ENCODING_C_API whatwg_detection whatwg_detect(const uint8_t* bytes, size_t size,
                                                     const whatwg_detector_options* options);

#undef WHATWG_ENCODING_C_STATE
#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // WHATWG_ENCODING_C_H_
