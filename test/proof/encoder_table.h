// Reads the steps of a reference encoder, which encoder-steps.mjs has written. It needs nothing of
// the core, so that the tests of the library use it too.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace whatwg_proof {

// The numbers in a file; none where there is no file.
template <typename Number>
std::vector<Number> ReadNumbers(const std::string& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) return {};
  std::vector<Number> numbers(static_cast<size_t>(stream.tellg()) / sizeof(Number));
  stream.seekg(0);
  stream.read(reinterpret_cast<char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
  return numbers;
}

inline constexpr char32_t kEndOfQueue = 0x110000;

// What a step reports: nothing, that its own code point cannot be encoded, or that U+FFFD cannot.
enum class Report : uint8_t { kGood, kOwn, kReplacement };

struct EncoderStep {
  std::string bytes;
  Report report = Report::kGood;
  uint32_t next = 0;
};

// A row for each state.
class EncoderTable {
 public:
  explicit EncoderTable(const std::string& path) : words_(ReadNumbers<uint32_t>(path)) {
    for (size_t at = 0; at < words_.size();) {
      std::vector<size_t> row(kEndOfQueue + 1);
      for (char32_t item = 0; item <= kEndOfQueue; at += 3 + ((words_[at + 1] >> 8) + 3) / 4) {
        for (uint32_t count = words_[at]; count > 0; --count) {
          if (item == 0xD800) item = 0xE000;
          row[item++] = at;
        }
      }
      rows_.push_back(std::move(row));
    }
  }

  size_t size() const { return rows_.size(); }

  EncoderStep StepOf(uint32_t state, char32_t item) const {
    const size_t at = rows_[state][item];
    EncoderStep step;
    step.report = static_cast<Report>(words_[at + 1] & 0xFF);
    step.next = words_[at + 2];
    for (uint32_t byte = 0; byte < words_[at + 1] >> 8; ++byte) {
      step.bytes += static_cast<char>(words_[at + 3 + byte / 4] >> 8 * (byte % 4));
    }
    return step;
  }

 private:
  std::vector<uint32_t> words_;
  std::vector<std::vector<size_t>> rows_;
};

}  // namespace whatwg_proof
