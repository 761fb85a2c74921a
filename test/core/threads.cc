// Converts the same input in several threads at the same time, in each encoding, and compares their
// results. The threads begin each encoding together, so that they use its tables for the first time
// together. `npm run test:core -- threads` runs this program under ThreadSanitizer, and under
// Valgrind.
#include <barrier>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "../../src/detect/detector.h"
#include "testing.h"

using namespace whatwg_encoding;  // NOLINT(google-build-using-namespace)

namespace {

constexpr size_t kThreads = 4;

// Code units of several scripts, and a lone surrogate.
std::u16string Text() {
  std::u16string text =
      u"plain text \u00E9\u0416\u03B1\u05D0\u0E01\u3042\u30AB\u4E2D\uAC00\uFF71\uE000 ";
  text += u"\U0001F4A9";
  text += char16_t{0xD83D};
  std::u16string all;
  for (int i = 0; i < 8; ++i) all += text;
  return all;
}

// Bytes of every value, in an order that makes sequences of several bytes.
std::vector<uint8_t> AnyBytes() {
  std::vector<uint8_t> bytes;
  for (unsigned i = 0; i < 512; ++i) bytes.push_back(static_cast<uint8_t>(i * 37 + (i >> 8)));
  return bytes;
}

struct Results {
  std::string decoded;
  std::vector<uint8_t> encoded;
  std::vector<uint8_t> transcoded;
  EncodingId detected{};
  bool operator==(const Results&) const = default;
};

Results Convert(EncodingId id, Units text, Bytes bytes) {
  Results results;
  results.decoded = testing::DecodePieces(id, {bytes}, ErrorMode::kReplacement).utf8;
  if (HasEncoder(id)) {
    results.encoded =
        testing::EncodePieces(id, {text}, Unencodables::kHtml, testing::kAmpleRoom).bytes;
    const TranscodeModes modes{ErrorMode::kReplacement, Unencodables::kHtml, false};
    results.transcoded =
        testing::TranscodePieces(id, id, {bytes}, modes, testing::kAmpleRoom).bytes;
  }
  Detector detector{DetectOptions()};
  detector.Feed(Bytes(results.encoded));
  results.detected = detector.Result(true).encoding;
  return results;
}

}  // namespace

int main() {
  const std::u16string text = Text();
  const std::vector<uint8_t> bytes = AnyBytes();
  std::barrier together(kThreads);
  std::vector<std::vector<Results>> results(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<Results>& own : results) {
    threads.emplace_back([&] {
      for (size_t i = 0; i < kAllEncodingCount; ++i) {
        together.arrive_and_wait();
        own.push_back(Convert(static_cast<EncodingId>(i), Units(text), Bytes(bytes)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  size_t failed = 0;
  for (size_t i = 0; i < kAllEncodingCount; ++i) {
    const Results alone = Convert(static_cast<EncodingId>(i), Units(text), Bytes(bytes));
    for (const std::vector<Results>& own : results) failed += own[i] == alone ? 0 : 1;
  }
  std::printf("%zu passed, %zu failed\n", kThreads * kAllEncodingCount - failed, failed);
  return failed == 0 ? 0 : 1;
}
