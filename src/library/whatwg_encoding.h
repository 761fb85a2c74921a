// The WHATWG Encoding Standard for C++20: decoders and encoders of every encoding, transcoding, and
// the detection of encodings. https://encoding.spec.whatwg.org/
//
// The names are in the namespace `whatwg::encoding`. The core has a namespace of its own, in which
// names such as Decoder mean something else; so this header and the core fit into one translation
// unit, and nothing of the core can be seen by accident.
//
// Rules for everything here:
//
// - Nothing throws, allocates or ends the process. Only the inline functions at the end, which
//   return strings, allocate; they do it in the caller's translation unit.
// - Decoder, Encoder, Transcoder and Detector are trivially copyable values of a fixed size. A copy
//   of one is a copy of its place in the stream. Nothing has to be released.
// - Two threads may use two values at the same time. One value must not be used by two threads at
//   once.
// - Lengths and offsets of bytes and of UTF-8 are in bytes, those of UTF-16 in code units.
//   `char16_t` has the byte order of the machine.
// - A call writes only into the room that it is given. The content of the room behind `written` is
//   unspecified after a call. The room must not overlap the input: what is written would be read.
// - Input and room may have any size, also 0; a span of size 0 may be null. In room that is too
//   small for the next character a call reads and writes nothing and reports kOutputFull.
// - The values of an enumeration are those that have names here. Which of these another value means
//   is unspecified.
// - When a call does not go on where the call before has stopped, the text that comes out is
//   unspecified. No input and no order of calls makes a call read or write outside of its input and
//   its room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#if !defined(__cpp_lib_span)
#error "whatwg_encoding.h needs C++20: compile with -std=c++20."
#endif

// The version of this header, and its number: 10000 * major + 100 * minor + patch.
#define WHATWG_ENCODING_VERSION "1.0.0-rc.1"
#define WHATWG_ENCODING_VERSION_NUMBER 10000

// The version of the binary interface: of the names of functions, the values of constants, and the
// size, alignment and members of classes. A shared library has it in its name.
#define WHATWG_ENCODING_SOVERSION 1

// WHATWG_ENCODING_SHARED says that the library is a shared one; CMake defines it.
// WHATWG_ENCODING_BUILDING is defined while the library itself is compiled.
#if !defined(WHATWG_ENCODING_SHARED)
#define WHATWG_ENCODING_API
#elif !defined(_WIN32)
#define WHATWG_ENCODING_API __attribute__((visibility("default")))
#elif defined(WHATWG_ENCODING_BUILDING)
#define WHATWG_ENCODING_API __declspec(dllexport)
#else
#define WHATWG_ENCODING_API __declspec(dllimport)
#endif

namespace whatwg::encoding {

using Bytes = std::span<const uint8_t>;

// The bytes of a string. They are used where they are.
inline Bytes AsBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}
// Room for bytes in an array of characters.
inline std::span<uint8_t> AsWritableBytes(std::span<char> room) {
  return {reinterpret_cast<uint8_t*>(room.data()), room.size()};
}

// An encoding. It is a small value: pass it by value. The default is UTF-8. A number that is none
// of an encoding stands for "replacement".
class WHATWG_ENCODING_API Encoding {
 public:
  constexpr Encoding() = default;

  // The encoding that a label of the standard names. ASCII whitespace around the label is ignored,
  // and so is the case of ASCII letters. An unknown label has none.
  // https://encoding.spec.whatwg.org/#concept-encoding-get
  static std::optional<Encoding> ForLabel(std::string_view label);

  // The encoding of this name, such as "Shift_JIS", "ibm037" or "UTF-32LE", whatever the case of
  // its ASCII letters. Other than ForLabel(), it knows the encodings that are not the standard's,
  // and no labels.
  static std::optional<Encoding> ForName(std::string_view name);

  // How many encodings there are. Those of the standard come first.
  static size_t Count();
  static size_t StandardCount();
  // The encoding of this number, which is less than Count().
  static Encoding At(size_t number);

  // https://encoding.spec.whatwg.org/#name
  std::string_view name() const;

  // The labels of the standard for this encoding, in ASCII lowercase: label(0) to
  // label(label_count() - 1). Others are empty. https://encoding.spec.whatwg.org/#names-and-labels
  size_t label_count() const;
  std::string_view label(size_t number) const;

  // Whether this build of the library has its decoder and encoder. Macros that are defined while
  // the library is compiled leave encodings out: WHATWG_ENCODING_NO_SINGLE_BYTE (those of the
  // standard but x-user-defined, and ibm864), _NO_CODE_PAGES (all others of single bytes),
  // _NO_GB18030 (also GBK and hz-gb-2312), _NO_BIG5, _NO_EUC_JP (also eucjp-ms and cp51932),
  // _NO_ISO_2022_JP, _NO_SHIFT_JIS, _NO_EUC_KR (also iso-2022-kr and johab).
  // WHATWG_ENCODING_NO_DETECTOR leaves out the detector: it finds no encoding.
  //
  // ForLabel() and ForName() do not know an encoding that is left out. Its number and name stay. It
  // is decoded as "replacement", which is one error, and has no encoder.
  bool is_included() const;

  // Whether the standard has it.
  bool is_standard() const;
  // Whether ASCII bytes always stand for the same ASCII code points.
  bool is_ascii_compatible() const;
  // Whether it can encode: all but "replacement" can, if they are included. The standard has no
  // encoder of UTF-16BE and UTF-16LE.
  bool has_encoder() const;
  // The encoding that the standard writes where this one is asked for: UTF-8 for UTF-16BE, UTF-16LE
  // and replacement, and itself for the others.
  // https://encoding.spec.whatwg.org/#get-an-output-encoding
  Encoding output_encoding() const;

  constexpr size_t number() const { return number_; }
  constexpr bool operator==(const Encoding&) const = default;

  // For the constants below.
  constexpr explicit Encoding(uint8_t number) : number_(number) {}

 private:
  uint8_t number_ = 0;
};

// The treatment of a malformed sequence of bytes. https://encoding.spec.whatwg.org/#error-mode
enum class Malformed : uint8_t {
  kReplacement,  // it becomes U+FFFD, and is counted
  kFatal,        // the call stops behind it and reports it
};

// The treatment of a code point that the encoding does not contain. The standard has the first two.
// https://encoding.spec.whatwg.org/#error-mode
enum class Unencodable : uint8_t {
  kFatal,    // the call stops behind it and reports it
  kHtml,     // it becomes &#n; with n the code point in base ten
  kReplace,  // it becomes a question mark
  kSkip,     // nothing is written for it
};

// The treatment of a byte order mark at the start of a stream. The hooks are in
// https://encoding.spec.whatwg.org/#specification-hooks
enum class Bom : uint8_t {
  // A byte order mark of UTF-8, UTF-16BE or UTF-16LE decides the encoding, whatever the caller has
  // asked for, and is dropped. https://encoding.spec.whatwg.org/#decode
  kSniff,
  // A byte order mark of the encoding itself is dropped, as "UTF-8 decode" and TextDecoder do.
  // https://encoding.spec.whatwg.org/#utf-8-decode
  kStrip,
  // It is text, U+FEFF, as in "UTF-8 decode without BOM".
  // https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
  kKeep,
};

// The encodings of the standard, in its order. They stand behind the modes, because g++ -Wshadow
// takes Malformed::kReplacement for a second kReplacement otherwise.
inline constexpr Encoding kUtf8{0};
inline constexpr Encoding kIbm866{1};
inline constexpr Encoding kIso8859_2{2};
inline constexpr Encoding kIso8859_3{3};
inline constexpr Encoding kIso8859_4{4};
inline constexpr Encoding kIso8859_5{5};
inline constexpr Encoding kIso8859_6{6};
inline constexpr Encoding kIso8859_7{7};
inline constexpr Encoding kIso8859_8{8};
inline constexpr Encoding kIso8859_8I{9};
inline constexpr Encoding kIso8859_10{10};
inline constexpr Encoding kIso8859_13{11};
inline constexpr Encoding kIso8859_14{12};
inline constexpr Encoding kIso8859_15{13};
inline constexpr Encoding kIso8859_16{14};
inline constexpr Encoding kKoi8R{15};
inline constexpr Encoding kKoi8U{16};
inline constexpr Encoding kMacintosh{17};
inline constexpr Encoding kWindows874{18};
inline constexpr Encoding kWindows1250{19};
inline constexpr Encoding kWindows1251{20};
inline constexpr Encoding kWindows1252{21};
inline constexpr Encoding kWindows1253{22};
inline constexpr Encoding kWindows1254{23};
inline constexpr Encoding kWindows1255{24};
inline constexpr Encoding kWindows1256{25};
inline constexpr Encoding kWindows1257{26};
inline constexpr Encoding kWindows1258{27};
inline constexpr Encoding kXMacCyrillic{28};
inline constexpr Encoding kGbk{29};
inline constexpr Encoding kGb18030{30};
inline constexpr Encoding kBig5{31};
inline constexpr Encoding kEucJp{32};
inline constexpr Encoding kIso2022Jp{33};
inline constexpr Encoding kShiftJis{34};
inline constexpr Encoding kEucKr{35};
inline constexpr Encoding kReplacement{36};
inline constexpr Encoding kUtf16be{37};
inline constexpr Encoding kUtf16le{38};
inline constexpr Encoding kXUserDefined{39};

// Why a sequence of bytes is malformed. The standard has one kind of error; these are its cases.
// src/core/result.h has the same numbers: this header includes nothing of the core.
enum class Reason : uint8_t {
  kNone,
  kTruncated,            // the end of the stream inside a sequence
  kInvalidByte,          // a byte that begins no sequence
  kInvalidTrailingByte,  // a byte that does not continue the sequence begun
  kUnmapped,             // a complete sequence without a code point
  kLoneSurrogate,
  kInvalidEscapeSequence,
  kRedundantEscapeSequence,  // an escape sequence right after another
  kReplacementEncoding,      // the encoding is "replacement", which decodes nothing
};

// Names a reason in English, such as "invalid trailing byte". The name of another value is "none".
WHATWG_ENCODING_API const char* ReasonName(Reason reason);

// An error. What it says depends on the status of the result that it is in:
//
// - kMalformed: the offset of the first byte of the sequence in the stream, its length, and the
//   reason.
// - kUnencodable: the code point, and where in the input it is: its offset in the stream and its
//   length, in code units where the input is UTF-16 and in bytes otherwise. For U+000E, U+000F and
//   U+001B the encoder of ISO-2022-JP names U+FFFD, as the standard says.
struct Error {
  uint64_t offset = 0;
  uint32_t length = 0;
  char32_t code_point = 0;
  Reason reason = Reason::kNone;

  constexpr bool operator==(const Error&) const = default;
};

// Why a call has returned.
enum class Status : uint8_t {
  // All input is read, and with `last` the stream is ended. The next call begins a new stream if
  // this one was ended.
  kFinished,
  // The next character does not fit into what is left of the room. Call again with the rest of the
  // input and more room. A call that has at least the least room of its class always makes
  // progress.
  kOutputFull,
  // An error in fatal mode. It is read. Call again with the rest of the input to go on behind it,
  // or give up; then Reset() begins a new stream.
  kMalformed,
  kUnencodable,
};

// The report of a call.
struct Result {
  Status status = Status::kFinished;
  size_t read = 0;     // how much of this call's input has been read
  size_t written = 0;  // how much of this call's room has been written
  Error error;
};

struct DecodeOptions {
  Malformed malformed = Malformed::kReplacement;
  Bom bom = Bom::kStrip;
};

// The result of Measure(): the status, the bytes read, and the length of the text of this
// call, or the largest number where the length is larger.
struct Measured {
  Status status = Status::kFinished;  // never kOutputFull
  size_t read = 0;
  size_t utf16_units = 0;
  size_t utf8_bytes = 0;
  Error error;
};

namespace internal {

// `factor * (size + more)`, or the largest number where that is larger.
constexpr size_t RoomFor(size_t size, size_t more, size_t factor) {
  return size > SIZE_MAX / factor - more ? SIZE_MAX : factor * (size + more);
}

}  // namespace internal

// How much room a call of Decoder needs at most for this many bytes, whatever they are and whatever
// came before them, in code units of UTF-16 or in bytes of UTF-8. If no number is large enough, it
// is the largest.
constexpr size_t MaxUtf16Units(size_t bytes) { return internal::RoomFor(bytes, 4, 1); }
constexpr size_t MaxUtf8Bytes(size_t bytes) { return internal::RoomFor(bytes, 4, 3); }

// Decodes a stream of bytes, chunk by chunk. https://encoding.spec.whatwg.org/#decoder
class WHATWG_ENCODING_API Decoder {
 public:
  // A call with this room or more always makes progress. A pair of surrogates and the bytes of one
  // code point of UTF-8 are never split between two calls.
  static constexpr size_t kMinUtf16Units = 2;
  static constexpr size_t kMinUtf8Bytes = 4;

  explicit Decoder(Encoding encoding, DecodeOptions options = {});

  // Decodes a chunk to UTF-16 or to UTF-8. `last` says that the stream ends behind it: then an
  // unfinished sequence is malformed. Without `last` it is kept for the next call. Calls of both
  // kinds and of Measure() may be mixed. After kOutputFull and after an error the caller gives the
  // rest of the chunk again, with the same `last`.
  Result DecodeToUtf16(Bytes in, std::span<char16_t> out, bool last);
  Result DecodeToUtf8(Bytes in, std::span<char> out, bool last);

  // Reads a chunk as the calls above do, and only counts what they would write. It validates in
  // fatal mode: each call stops at the next malformed sequence.
  Measured Measure(Bytes in, bool last);

  // The encoding of the stream: that of the byte order mark, once one has been found by
  // Bom::kSniff.
  Encoding encoding() const;
  // How many bytes of the stream have been read.
  uint64_t position() const;
  // How many malformed sequences have become U+FFFD, and the first malformed sequence of the
  // stream. Its reason is kNone while there is none. Both stay readable until the next stream
  // begins.
  uint64_t replacements() const;
  Error first_error() const;

  // Begins a new stream, of the encoding and with the options of the constructor.
  void Reset();

 private:
  alignas(8) unsigned char state_[112];
};

// How many bytes a call of Encoder or Transcoder writes at most for this many code units of UTF-16,
// or for this many bytes, whatever they are, in any encoding and mode. If no number is large
// enough, it is the largest.
constexpr size_t MaxEncodedBytes(size_t units_or_bytes) {
  return internal::RoomFor(units_or_bytes, 10, 12);
}

// Encodes a stream of text, chunk by chunk. A lone surrogate, and a malformed sequence of UTF-8, is
// read as U+FFFD. https://encoding.spec.whatwg.org/#encoder
class WHATWG_ENCODING_API Encoder {
 public:
  // A call with this room or more always makes progress.
  static constexpr size_t kMinBytes = 64;

  // The encoding must have an encoder. Where it has none, this is the encoder of UTF-8.
  explicit Encoder(Encoding encoding, Unencodable unencodable = Unencodable::kFatal);

  // Encodes a chunk of UTF-16 or of UTF-8. `last` says that the stream ends behind it. Without
  // `last`, the first half of a surrogate pair, or of a sequence of UTF-8, is kept for the next
  // call. All chunks of one stream must be of the same kind: where a call of the other kind
  // follows, what has been kept may be lost or come later. After kOutputFull and after an error the
  // caller gives the rest of the chunk again, with the same `last`. The room for what ends the
  // stream is always left free.
  Result EncodeUtf16(std::u16string_view in, std::span<uint8_t> out, bool last);
  Result EncodeUtf8(std::string_view in, std::span<uint8_t> out, bool last);

  Encoding encoding() const;
  // How many code points that the encoding does not contain were replaced or skipped.
  uint64_t replacements() const;

  // Begins a new stream, of the encoding and in the mode of the constructor.
  void Reset();

 private:
  alignas(8) unsigned char state_[192];
};

struct TranscodeOptions {
  Malformed malformed = Malformed::kReplacement;
  Unencodable unencodable = Unencodable::kFatal;
  Bom bom = Bom::kStrip;
};

// Converts a stream of bytes in one encoding to bytes in another, chunk by chunk, as a decoder and
// an encoder behind it do. https://encoding.spec.whatwg.org/#decoder
// https://encoding.spec.whatwg.org/#encoder
class WHATWG_ENCODING_API Transcoder {
 public:
  // A call with this room or more always makes progress.
  static constexpr size_t kMinBytes = 64;

  // `to` must have an encoder. Where it has none, this writes UTF-8.
  Transcoder(Encoding from, Encoding to, TranscodeOptions options = {});

  // Transcodes a chunk. `last` says that the stream ends behind it. After kOutputFull and after an
  // error the caller gives the rest of the chunk again, with the same `last`.
  Result Transcode(Bytes in, std::span<uint8_t> out, bool last);

  // The encoding of the input: that of the byte order mark, once one has been found by Bom::kSniff.
  Encoding from() const;
  Encoding to() const;
  // How many malformed sequences and unencodable code points were replaced or skipped.
  uint64_t replacements() const;
  // The first malformed sequence of the stream. Its reason is kNone while there is none.
  Error first_error() const;

  // Begins a new stream, of the encodings and with the options of the constructor.
  void Reset();

 private:
  alignas(8) unsigned char state_[208];
};

// How many bytes a whole text becomes: `written`. In fatal mode the text ends before the first code
// point that the encoding does not contain, which the error names.
WHATWG_ENCODING_API Result MeasureEncoded(Encoding encoding, std::u16string_view text,
                                          Unencodable unencodable = Unencodable::kFatal);
WHATWG_ENCODING_API Result MeasureEncoded(Encoding encoding, std::string_view utf8,
                                          Unencodable unencodable = Unencodable::kFatal);

// Measures the text of whole bytes. In fatal mode the text ends before the first malformed
// sequence.
inline Measured MeasureDecoded(Encoding encoding, Bytes bytes, DecodeOptions options = {}) {
  return Decoder(encoding, options).Measure(bytes, true);
}

// Whether whole bytes have no malformed sequence.
inline bool IsValid(Encoding encoding, Bytes bytes) {
  const DecodeOptions options{Malformed::kFatal, Bom::kKeep};
  return MeasureDecoded(encoding, bytes, options).status == Status::kFinished;
}

// The caller's knowledge for a Detector. Only the constructor reads it.
struct DetectorOptions {
  // The encodings that may be found. Those that cannot be detected do not count. Empty: all of the
  // standard that can be detected.
  std::span<const Encoding> allowed = {};
  // Code pages of EBCDIC and others that the standard does not have may be found, too. It counts
  // only where `allowed` is empty.
  bool code_pages = false;
  // The top-level domain that the bytes come from, such as "jp". Empty: unknown.
  std::string_view top_level_domain = {};
  // Tags of BCP 47 of the languages that are likely, with commas between them. Empty: unknown.
  std::string_view languages = {};
};

// An encoding, the language in which it explains the bytes best, and the probability of both, from
// 0 to 1.
struct Candidate {
  Encoding encoding;
  std::string_view language;  // a tag of BCP 47; empty: none is known
  float probability = 0;
};

// The encoding of a stream's bytes.
struct Detection {
  static constexpr size_t kMaxCandidates = 16;

  // The best encoding, or nothing when none explains the bytes.
  std::optional<Encoding> encoding;
  bool is_reliable = false;  // any other text is so improbable that a program can rely on this one
  bool is_ascii = false;     // all bytes are ASCII, and stand for ASCII
  // How many sequences are malformed in the encoding, as far as the bytes were read.
  size_t malformed = 0;
  // Best first: one for each text that the bytes may stand for.
  size_t candidate_count = 0;
  Candidate candidates[kMaxCandidates];
};

// Finds the encoding of bytes that have no label. The standard has no such step: it is a guess. The
// result does not depend on how the stream is cut into chunks.
class WHATWG_ENCODING_API Detector {
 public:
  explicit Detector(const DetectorOptions& options = {});

  // Reads a chunk. The detector keeps costs and no text, so chunks need not be kept for it.
  void Feed(Bytes chunk);

  // Whether the result is so certain that a stream can be decoded from here on.
  bool IsSettled() const;

  // What the bytes so far are in. `last` says that nothing follows them, so that a character that
  // their end cuts counts against an encoding. It does not change the detector: more may be fed
  // after it, also with `last`. No bytes at all are ASCII, in UTF-8.
  Detection Detect(bool last) const;
  // Does the same without a copy of the detector, which must not be used any more.
  Detection Finish(bool last);

 private:
  alignas(8) unsigned char state_[5120];
};

// Whether a detector can find the encoding.
WHATWG_ENCODING_API bool IsDetectable(Encoding encoding);

// Finds the encoding of whole bytes.
inline Detection Detect(Bytes bytes, const DetectorOptions& options = {}) {
  Detector detector(options);
  detector.Feed(bytes);
  return detector.Finish(true);
}

// The functions below convert whole input and append what it becomes to a string, which they grow.
// After an error in fatal mode the string has what comes before it. `read` and `written` are those
// of the whole call.

namespace internal {

// Calls `convert(in, room)` until the input is finished or an error stops it. `in` is a span or a
// std::basic_string_view, `out` a std::basic_string.
template <typename In, typename Out, typename Convert>
Result ConvertWhole(In in, Out& out, size_t room, Convert convert) {
  Result all;
  const size_t begin = out.size();
  for (;;) {
    const size_t end = begin + all.written;
    out.resize(end + room);
    const Result part =
        convert(in, std::span<typename Out::value_type>(out.data() + end, out.size() - end));
    all.status = part.status;
    all.error = part.error;
    all.read += part.read;
    all.written += part.written;
    in = In(in.data() + part.read, in.size() - part.read);
    if (part.status != Status::kOutputFull) break;
    room = 2 * in.size() + all.written / 2 + 256;
  }
  out.resize(begin + all.written);
  return all;
}

}  // namespace internal

inline Result DecodeToUtf16(Encoding encoding, Bytes bytes, std::u16string& out,
                            DecodeOptions options = {}) {
  Decoder decoder(encoding, options);
  return internal::ConvertWhole(
      bytes, out, MaxUtf16Units(bytes.size()),
      [&](Bytes in, std::span<char16_t> room) { return decoder.DecodeToUtf16(in, room, true); });
}

inline Result DecodeToUtf8(Encoding encoding, Bytes bytes, std::string& out,
                           DecodeOptions options = {}) {
  Decoder decoder(encoding, options);
  return internal::ConvertWhole(
      bytes, out, bytes.size() + bytes.size() / 2 + 32,
      [&](Bytes in, std::span<char> room) { return decoder.DecodeToUtf8(in, room, true); });
}

inline Result EncodeUtf16(Encoding encoding, std::u16string_view text, std::string& out,
                          Unencodable unencodable = Unencodable::kFatal) {
  Encoder encoder(encoding, unencodable);
  return internal::ConvertWhole(text, out, 2 * text.size() + 64,
                                [&](std::u16string_view in, std::span<char> room) {
                                  return encoder.EncodeUtf16(in, AsWritableBytes(room), true);
                                });
}

inline Result EncodeUtf8(Encoding encoding, std::string_view utf8, std::string& out,
                         Unencodable unencodable = Unencodable::kFatal) {
  Encoder encoder(encoding, unencodable);
  return internal::ConvertWhole(utf8, out, utf8.size() + 64,
                                [&](std::string_view in, std::span<char> room) {
                                  return encoder.EncodeUtf8(in, AsWritableBytes(room), true);
                                });
}

inline Result Transcode(Encoding from, Encoding to, Bytes bytes, std::string& out,
                        TranscodeOptions options = {}) {
  Transcoder transcoder(from, to, options);
  return internal::ConvertWhole(bytes, out, bytes.size() + bytes.size() / 2 + 64,
                                [&](Bytes in, std::span<char> room) {
                                  return transcoder.Transcode(in, AsWritableBytes(room), true);
                                });
}

// The functions below return the text. Malformed sequences become U+FFFD, and no error is reported.

inline std::u16string DecodeToUtf16(Encoding encoding, std::string_view bytes) {
  std::u16string text;
  DecodeToUtf16(encoding, AsBytes(bytes), text);
  return text;
}

inline std::string DecodeToUtf8(Encoding encoding, std::string_view bytes) {
  std::string text;
  DecodeToUtf8(encoding, AsBytes(bytes), text);
  return text;
}

}  // namespace whatwg::encoding
