// Checks how much of the stack each call of the library takes: each runs on a thread whose stack is
// filled with one byte first, and the bytes that are still there afterwards were not used.
#include <pthread.h>
#include <whatwg_encoding.h>
#include <whatwg_encoding_c.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check.h"

namespace we = whatwg::encoding;

namespace {

constexpr size_t kStackBytes = size_t{1} << 20;
constexpr size_t kMostBytes = 16384;  // src/library/README.md promises it
constexpr uint8_t kUnused = 0xA5;

void* Run(void* call) {
  (*static_cast<const std::function<void()>*>(call))();
  return nullptr;
}

// How many bytes of the stack of a new thread `call` takes, with what the thread itself takes.
size_t StackBytesOf(const std::function<void()>& call) {
  static std::vector<uint8_t> memory(kStackBytes + 4096);
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  uint8_t* const stack = memory.data() + (4096 - address % 4096);
  std::fill_n(stack, kStackBytes, kUnused);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, kStackBytes);
  CHECK(pthread_create(&thread, &attributes, Run, const_cast<std::function<void()>*>(&call)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  const uint8_t* const end = stack + kStackBytes;
  return static_cast<size_t>(
      end - std::find_if(stack, stack + kStackBytes, [](uint8_t byte) { return byte != kUnused; }));
}

size_t base;

void Check(const std::string& name, const std::function<void()>& call) {
  const size_t bytes = StackBytesOf(call) - base;
  if (bytes > kMostBytes) printf("%s: %zu bytes of the stack\n", name.c_str(), bytes);
  CHECK(bytes <= kMostBytes);
}

}  // namespace

int main() {
  base = StackBytesOf([] {});
  // The measure itself: a call that takes 20,000 bytes is found.
  CHECK(StackBytesOf([] {
          volatile uint8_t room[20000];
          for (size_t i = 0; i < sizeof room; ++i) room[i] = 0;
        }) > base + kMostBytes);

  // Words of all bytes from 0x80 on; text in EBCDIC; text of UTF-8 with what few encodings contain.
  std::vector<uint8_t> words(20000);
  std::vector<uint8_t> ebcdic(20000);
  for (size_t i = 0; i < words.size(); ++i) {
    words[i] = static_cast<uint8_t>(i % 11 == 0 ? 0x20 : 0x80 + i * 37 % 128);
    ebcdic[i] = static_cast<uint8_t>(i % 6 == 0 ? 0x40 : 0x81 + i % 8);
  }
  std::string text;
  for (size_t i = 0; i < 500; ++i) text += "\xE3\x81\x82 abc \xF0\x9F\x98\x80 \xC3\xA9";
  static std::vector<char> utf8(200000);
  static std::vector<char16_t> utf16(200000);
  static std::vector<uint8_t> bytes(400000);

  for (size_t number = 0; number < we::Encoding::Count(); ++number) {
    const we::Encoding encoding = we::Encoding::At(number);
    const std::string name(encoding.name());
    Check(name + ": DecodeToUtf8", [&] { we::Decoder(encoding).DecodeToUtf8(words, utf8, true); });
    Check(name + ": DecodeToUtf16",
          [&] { we::Decoder(encoding).DecodeToUtf16(words, utf16, true); });
    Check(name + ": Measure", [&] { we::Decoder(encoding).Measure(words, true); });
    Check(name + ": EncodeUtf8",
          [&] { we::Encoder(encoding, we::Unencodable::kHtml).EncodeUtf8(text, bytes, true); });
    for (const we::Encoding to : {we::kUtf8, we::kGb18030, we::kIso2022Jp}) {
      Check(name + ": Transcode", [&] {
        const we::TranscodeOptions options{we::Malformed::kReplacement, we::Unencodable::kHtml,
                                           we::Bom::kSniff};
        we::Transcoder(encoding, to, options).Transcode(words, bytes, true);
      });
    }
  }
  whatwg_detector_options options{};
  for (const std::vector<uint8_t>* input : {&words, &ebcdic}) {
    for (const size_t size : {size_t{1}, size_t{73}, size_t{300}, input->size()}) {
      for (const bool code_pages : {false, true}) {
        options.code_pages = code_pages;
        static whatwg_detection found;
        static whatwg_detector detector;
        Check("whatwg_detect", [&] { found = whatwg_detect(input->data(), size, &options); });
        Check("whatwg_detector_init", [&] { whatwg_detector_init(&detector, &options); });
        Check("whatwg_detector_feed",
              [&] { whatwg_detector_feed(&detector, input->data(), size); });
        Check("whatwg_detector_is_settled", [&] { whatwg_detector_is_settled(&detector); });
        Check("whatwg_detector_detect", [&] { found = whatwg_detector_detect(&detector, true); });
      }
    }
  }
  return SumUp();
}
