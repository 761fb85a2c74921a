// Reads the steps of a reference decoder, which decoder-steps.mjs has written.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../../src/core/encoding.h"
#include "../../src/core/result.h"
#include "encoder_table.h"

namespace whatwg_encoding::proof {

// Ends the program when something that must be true is not.
[[noreturn]] inline void Fail(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

// The numbers in a file of build/proof.
inline std::vector<uint32_t> ReadWords(const std::string& file) {
  std::vector<uint32_t> words = whatwg_proof::ReadNumbers<uint32_t>("build/proof/" + file);
  if (words.empty()) Fail("build/proof/" + file + " cannot be read");
  return words;
}

inline constexpr std::string_view kFull = "-full";

// The name of an encoding. Two encodings of the core may have the same name, so the one with the
// encoder that writes all that its decoder reads has kFull behind it.
inline std::string NameOf(EncodingId id) {
  const auto number = static_cast<size_t>(id);
  const std::string name(kEncodingNames[number]);
  return number < kFirstFull ? name : name + std::string(kFull);
}

inline EncodingId EncodingOf(std::string_view name) {
  for (size_t id = 0; id < kAllEncodingCount; ++id) {
    if (NameOf(static_cast<EncodingId>(id)) == name) return static_cast<EncodingId>(id);
  }
  Fail("there is no encoding named " + std::string(name));
}

// The bytes of a decoder or an encoder. A class without variables has none.
template <typename Codec>
std::string_view BytesOf(const Codec& codec) {
  const size_t size = std::is_empty_v<Codec> ? 0 : sizeof codec;
  return {reinterpret_cast<const char*>(&codec), size};
}

// What a decoder is given in one step: a byte, an empty chunk, or end-of-queue.
using Item = unsigned;
inline constexpr Item kEmpty = 256;
inline constexpr Item kEnd = 257;
inline constexpr Item kItems = 258;

// Numbers of states that the table has no row for.
inline constexpr uint32_t kFinishedState = 0xFFFFFFFF;
inline constexpr uint32_t kNotFollowed = 0xFFFFFFFE;

struct Step {
  std::span<const uint32_t> code_points;
  bool exists = true;  // whether the standard can take this step
  Reason reason = Reason::kNone;
  unsigned malformed = 0;
  unsigned held = 0;    // how many bytes of earlier steps are restored
  unsigned unread = 0;  // 1: the byte of this step is restored, too
  uint32_t next = kFinishedState;
};

class StepTable {
 public:
  explicit StepTable(const std::string& encoding) : words_(ReadWords(encoding + ".decoder")) {
    for (size_t at = 0; at < words_.size();) {
      Row row{.begin = at++, .end = 0};
      for (Item item = 0; item < kItems; item += Count(row.end)) {
        row.end = at;
        at += 2 + CodePoints(at);
      }
      rows_.push_back(row);
    }
  }

  size_t size() const { return rows_.size(); }

  // How many bytes of an unfinished sequence have been read in this state.
  unsigned Pending(uint32_t state) const { return words_[rows_[state].begin]; }

  // The step from a state at end-of-queue, which is the last item.
  Step EndOf(uint32_t state) const { return StepAt(rows_[state].end); }

  // All steps from a state, by item.
  void ReadRow(uint32_t state, std::span<Step, kItems> steps) const {
    size_t at = rows_[state].begin + 1;
    for (Item item = 0; item < kItems; at += 2 + CodePoints(at)) {
      const Step step = StepAt(at);
      for (uint32_t count = Count(at); count > 0; --count) steps[item++] = step;
    }
  }

 private:
  struct Row {
    size_t begin;
    size_t end;  // where its last step is
  };

  // How many items take the step at this place, and how many code points it outputs.
  uint32_t Count(size_t at) const { return words_[at] & 0x1FF; }
  uint32_t CodePoints(size_t at) const { return words_[at] >> 9 & 7; }

  Step StepAt(size_t at) const {
    const uint32_t head = words_[at];
    Step step;
    step.exists = (head >> 12 & 15) < kReasonCount;
    step.reason = step.exists ? static_cast<Reason>(head >> 12 & 15) : Reason::kNone;
    step.malformed = head >> 16 & 15;
    step.held = head >> 20 & 15;
    step.unread = head >> 24 & 1;
    step.next = words_[at + 1];
    step.code_points = std::span(words_).subspan(at + 2, CodePoints(at));
    return step;
  }

  std::vector<uint32_t> words_;
  std::vector<Row> rows_;
};

}  // namespace whatwg_encoding::proof
