// Uses the C++ interface of the library as a stranger's program does.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// windows.h has such macros.
#define max(a, b) ((a) < (b) ? (b) : (a))
#define min(a, b) ((a) < (b) ? (a) : (b))
#include <whatwg_encoding.h>
#undef max
#undef min

#include "check.h"

#if __has_include("core/encoding.h") || __has_include("whatwg_encoding_generated/encodings.h")
#error "The library must show its public headers only."
#endif

namespace we = whatwg::encoding;

// What programs were compiled with fits a library with the same SOVERSION only if this is so.
static_assert(WHATWG_ENCODING_SOVERSION == 1, "Here are the sizes of the SOVERSION 1.");
static_assert(sizeof(we::Decoder) == 112 && alignof(we::Decoder) == 8);
static_assert(sizeof(we::Encoder) == 192 && alignof(we::Encoder) == 8);
static_assert(sizeof(we::Transcoder) == 208 && alignof(we::Transcoder) == 8);
static_assert(sizeof(we::Detector) == 5120 && alignof(we::Detector) == 8);
static_assert(sizeof(we::Encoding) == 1 && sizeof(we::DecodeOptions) == 2 &&
              sizeof(we::TranscodeOptions) == 3);
#if UINTPTR_MAX > 0xFFFFFFFF
static_assert(sizeof(we::Error) == 24 && sizeof(we::Result) == 48 && sizeof(we::Measured) == 56 &&
              sizeof(we::Candidate) == 32 && sizeof(we::Detection) == 536 &&
              sizeof(we::DetectorOptions) == 56);
#endif

// The most room is known when a program is compiled, and does not wrap around.
static_assert(we::MaxUtf16Units(10) == 14 && we::MaxUtf8Bytes(10) == 42 &&
              we::MaxEncodedBytes(10) == 240);
static_assert(we::MaxUtf16Units(SIZE_MAX - 3) == SIZE_MAX &&
              we::MaxUtf16Units(SIZE_MAX - 4) == SIZE_MAX &&
              we::MaxUtf8Bytes(SIZE_MAX / 3 - 3) == SIZE_MAX &&
              we::MaxEncodedBytes(SIZE_MAX) == SIZE_MAX);

namespace {

const std::string kShiftJisBytes = "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD";  // こんにちは

// What a static initializer of the program finds and decodes, which runs before any of the library.
const bool kFoundEarly = we::Encoding::ForLabel("sjis") == we::kShiftJis;
const std::string kDecodedEarly = we::DecodeToUtf8(we::kShiftJis, kShiftJisBytes);
const bool kDetectedEarly = we::Detect(we::AsBytes("é")).encoding == we::kUtf8;

void Names() {
  CHECK(we::Encoding::ForLabel(" SJIS\n") == we::kShiftJis);
  CHECK(!we::Encoding::ForLabel("sjis2").has_value());
  CHECK(we::Encoding::ForName("utf-32le").has_value());
  CHECK(we::Encoding::ForLabel("unicode")->name() == "UTF-16LE");
  CHECK(we::Encoding::StandardCount() == 40);
  CHECK(we::kUtf16le.output_encoding() == we::kUtf8);
  size_t labels = 0;
  for (size_t number = 0; number < we::Encoding::StandardCount(); ++number) {
    labels += we::Encoding::At(number).label_count();
  }
  CHECK(labels == 228);

  // Numbers that are none of an encoding.
  CHECK(we::Encoding::At(1000) == we::kReplacement);
  const we::Encoding none(250);
  CHECK(none.name() == "replacement" && !none.has_encoder() && none.is_standard());
  CHECK(none.output_encoding() == we::kUtf8 && none.label(100).empty());
  CHECK(we::DecodeToUtf8(none, "ab") == "\uFFFD");
  CHECK(std::string_view(we::ReasonName(static_cast<we::Reason>(99))) == "none");
}

void Decoding() {
  CHECK(we::DecodeToUtf8(we::kShiftJis, kShiftJisBytes) == "こんにちは");
  CHECK(we::DecodeToUtf16(we::kShiftJis, kShiftJisBytes) == u"こんにちは");
  for (const auto& [encoding, bytes] :
       std::vector<std::pair<we::Encoding, std::string>>{{we::kEucJp, "\xA4\xA2"},
                                                         {we::kIso2022Jp, "\x1B$B$\"\x1B(B"},
                                                         {we::kGb18030, "\xA4\xA2"},
                                                         {we::kBig5, "\xC6\xE8"},
                                                         {we::kEucKr, "\xAA\xA2"},
                                                         {we::kUtf16le, "\x42\x30"}}) {
    CHECK(we::DecodeToUtf8(encoding, bytes) == "あ");
  }
  CHECK(we::DecodeToUtf8(we::kWindows1252, "\x80") == "€");
  CHECK(we::DecodeToUtf8(*we::Encoding::ForName("IBM037"), "\xC1\x82") == "Ab");

  // Byte by byte, into the least room.
  we::Decoder decoder(we::kShiftJis);
  std::string text;
  for (size_t at = 0; at <= kShiftJisBytes.size(); ++at) {
    const bool last = at == kShiftJisBytes.size();
    we::Bytes in = we::AsBytes(kShiftJisBytes).subspan(at, last ? 0 : 1);
    for (;;) {
      std::array<char, we::Decoder::kMinUtf8Bytes> room{};
      const we::Result result = decoder.DecodeToUtf8(in, room, last);
      text.append(room.data(), result.written);
      in = in.subspan(result.read);
      if (result.status == we::Status::kFinished) break;
    }
  }
  CHECK(text == "こんにちは");
}

void Errors() {
  const std::string bytes = "a\x82";
  std::string text;
  const we::Result whole = we::DecodeToUtf8(we::kShiftJis, we::AsBytes(bytes), text,
                                            {we::Malformed::kFatal, we::Bom::kKeep});
  CHECK(whole.status == we::Status::kMalformed);
  CHECK(whole.error.offset == 1 && whole.error.length == 1);
  CHECK(whole.error.reason == we::Reason::kTruncated);
  CHECK(text == "a");
  CHECK(std::string_view(we::ReasonName(whole.error.reason)).size() > 3);
  CHECK(!we::IsValid(we::kUtf8, we::AsBytes("\xC0\x80")));
  CHECK(we::MeasureDecoded(we::kShiftJis, we::AsBytes(kShiftJisBytes)).utf16_units == 5);
  text.clear();
  const we::Result sniffed = we::DecodeToUtf8(we::kShiftJis, we::AsBytes("\xEF\xBB\xBF\xC3\xA9"),
                                              text, {we::Malformed::kReplacement, we::Bom::kSniff});
  CHECK(sniffed.status == we::Status::kFinished && text == "é");
}

void Encoding() {
  std::string bytes;
  CHECK(we::EncodeUtf8(we::kShiftJis, "こんにちは", bytes).status == we::Status::kFinished);
  CHECK(bytes == kShiftJisBytes);
  bytes.clear();
  CHECK(we::EncodeUtf16(we::kWindows1252, u"1 € = あ", bytes, we::Unencodable::kHtml).status ==
        we::Status::kFinished);
  CHECK(bytes == "1 \x80 = &#12354;");
  bytes.clear();
  const we::Result fatal = we::EncodeUtf8(we::kWindows1252, "1あ", bytes);
  CHECK(fatal.status == we::Status::kUnencodable && fatal.error.code_point == U'あ');
  CHECK(fatal.error.offset == 1 && bytes == "1");
  CHECK(we::MeasureEncoded(we::kEucJp, u"あ").written == 2);
  bytes.clear();
  we::Transcode(we::kShiftJis, we::kEucJp, we::AsBytes(kShiftJisBytes), bytes);
  CHECK(bytes == "\xA4\xB3\xA4\xF3\xA4\xCB\xA4\xC1\xA4\xCF");
}

void Detection() {
  std::string bytes;
  we::EncodeUtf8(we::kShiftJis, "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とに",
                 bytes);
  const we::Detection found = we::Detect(we::AsBytes(bytes));
  CHECK(found.encoding == we::kShiftJis);
  CHECK(found.candidate_count > 0 && found.candidates[0].language == "ja");
  we::Detector detector;
  for (size_t at = 0; at < bytes.size(); at += 5) {
    detector.Feed(we::AsBytes(bytes).subspan(at, std::min<size_t>(5, bytes.size() - at)));
  }
  CHECK(detector.Detect(true).encoding == we::kShiftJis);
}

// Decodes, encodes and detects in each encoding, which makes all tables.
std::string UseAll() {
  std::string all;
  for (size_t number = 0; number < we::Encoding::Count(); ++number) {
    const we::Encoding encoding = we::Encoding::At(number);
    const std::string bytes = "\x81\x81\xB0\xA1\xE3\x81\x82 a\x1B$B$\"\x1B(B";
    all += we::DecodeToUtf8(encoding, bytes);
    we::EncodeUtf8(encoding, "aéあ한你", all, we::Unencodable::kHtml);
    we::Transcode(encoding, encoding, we::AsBytes(bytes), all,
                  {.unencodable = we::Unencodable::kSkip});
    all += we::Detect(we::AsBytes(all), {.code_pages = true}).encoding.value_or(encoding).name();
  }
  return all;
}

// Threads make the tables of each encoding at the same time.
void Threads(size_t count) {
  std::vector<std::string> texts(count);
  std::vector<std::thread> threads;
  for (std::string& text : texts) threads.emplace_back([&text] { text = UseAll(); });
  for (std::thread& thread : threads) thread.join();
  const std::string expected = UseAll();
  for (const std::string& text : texts) CHECK(text == expected);
}

}  // namespace

// With any argument there is one thread beside the main one.
int main(int argc, char** /*argv*/) {
  CHECK(kFoundEarly);
  CHECK(kDecodedEarly == "こんにちは");
  CHECK(kDetectedEarly);
  Threads(argc > 1 ? 1 : 8);
  Names();
  Decoding();
  Errors();
  Encoding();
  Detection();
  return SumUp();
}
