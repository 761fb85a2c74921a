// Tests that kernels, fast paths and cuts change nothing: whatever several bytes in one call become
// must be what the steps of the reference make of them one by one.
// Usage: proof_windows ENCODING[=OTHER]..., after decoder-steps.mjs has written its tables. The
// environment variable WHATWG_TRANSCODER_KERNELS names the set of kernels.
//
// The program derives the classes of bytes that the decoder tells apart from the table of steps,
// and text that the decoder reads without a change of state. It puts every sequence of classes,
// with values that are drawn, behind such text of drawn length, so that it stands at every place of
// a block of a kernel and across its borders. It puts each pair of bytes there, too. Each input is
// decoded whole, cut at each place of the sequence, and byte by byte, with all sinks; and it is
// transcoded to UTF-8.
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../core/testing.h"
#include "step_table.h"

namespace whatwg_encoding::proof {
namespace {

using ByteString = std::vector<uint8_t>;

// The text before a sequence is at most this long: beyond two blocks of the widest kernel.
inline constexpr size_t kLongestFiller = 144;
// Sequences have as many bytes as a sequence of the encoding can have, and more, up to this many,
// as long as there are not too many of them: the second number is for lengths that the encoding
// has.
inline constexpr size_t kLongestSequence = 4;
inline constexpr size_t kManySequences = 40000;
inline constexpr size_t kMaxSequences = 350000;

class Steps {
 public:
  explicit Steps(const std::string& encoding) : table_(encoding) {}

  const Step& Of(uint32_t state, Item item) {
    // A limit for memory: a row takes more than ten kilobytes.
    if (rows_.size() > 4096) rows_.clear();
    const auto [found, is_new] = rows_.try_emplace(state);
    if (is_new) table_.ReadRow(state, found->second);
    return found->second[item];
  }

  size_t size() const { return table_.size(); }
  unsigned Pending(uint32_t state) const { return table_.Pending(state); }

  // Makes what the steps of the reference make of an input in replacement mode. Returns false when
  // the table does not follow one of the states.
  bool Run(const ByteString& input, testing::Decoded& result) {
    uint32_t state = 0;
    size_t at = 0;
    for (bool ended = false; !ended;) {
      const Item item = at < input.size() ? input[at] : kEnd;
      const Step step = Of(state, item);
      for (const uint32_t code_point : step.code_points) {
        if (code_point >= 0x10000) result.utf16 += LeadingSurrogate(code_point);
        result.utf16 += code_point >= 0x10000 ? TrailingSurrogate(code_point)
                                              : static_cast<char16_t>(code_point);
      }
      if (item != kEnd) at += 1 - step.unread;
      if (step.reason != Reason::kNone) {
        const uint64_t end = at - step.held;
        const DecodeError error{end - step.malformed, static_cast<uint8_t>(step.malformed),
                                step.reason};
        if (result.replacements++ == 0) result.first_error = error;
        result.utf16 += u'\xFFFD';
      }
      if (step.next == kNotFollowed) return false;
      state = step.next;
      ended = state == kFinishedState;
    }
    result.utf8 = testing::ToUtf8(result.utf16);
    result.counted_units = result.utf16.size();
    result.counted_bytes = result.utf8.size();
    return true;
  }

 private:
  StepTable table_;
  std::unordered_map<uint32_t, std::array<Step, kItems>> rows_;
};

// Text of any length: the prefix, and then the cycle again and again.
struct Filler {
  ByteString prefix;
  ByteString cycle;
};

class Windows {
 public:
  Windows(std::string name, EncodingId id, Steps& steps)
      : name_(std::move(name)), id_(id), steps_(steps) {}

  void Run() {
    FindClasses();
    FindFillers();
    size_t most_pending = 0;
    for (uint32_t state = 0; state < steps_.size(); ++state) {
      most_pending = std::max<size_t>(most_pending, steps_.Pending(state));
    }
    size_t longest = 0;
    for (size_t sequences = 1; longest < kLongestSequence; ++longest) {
      sequences *= classes_.size();
      const bool is_many = sequences > kManySequences;
      if (sequences > (longest > most_pending ? kManySequences : kMaxSequences)) break;
      draws_ = longest == 0 ? 4 * kLongestFiller : longest == 1 ? 24 : is_many ? 1 : 2;
      ByteString sequence(longest + 1);
      AllSequences(sequence, 0);
    }
    // Without states each byte is a sequence.
    for (unsigned first = 0; first < 256 && steps_.size() > 1; ++first) {
      for (unsigned second = 0; second < 256; ++second) {
        Put({static_cast<uint8_t>(first), static_cast<uint8_t>(second)});
      }
    }
    std::printf("%s, %s: %zu classes, %zu bytes in a sequence, %zu kinds of text, %zu inputs\n",
                name_.c_str(), simd::Active()->name, classes_.size(), longest, fillers_.size(),
                inputs_);
  }

 private:
  // A number for what a step does, but not for its code points and its next state.
  uint64_t KindOf(const Step& step) const {
    uint64_t utf8 = 0;
    for (const uint32_t code_point : step.code_points) {
      utf8 = utf8 * 5 + (code_point < 0x80      ? 1
                         : code_point < 0x800   ? 2
                         : code_point < 0x10000 ? 3
                                                : 4);
    }
    const unsigned pending = step.next < steps_.size() ? steps_.Pending(step.next) : 15;
    return utf8 << 24 | uint64_t{static_cast<uint8_t>(step.reason)} << 20 | step.malformed << 16 |
           step.held << 12 | step.unread << 8 | pending << 4 | (step.exists ? 1 : 0);
  }

  // A number for what all bytes do in a state.
  uint64_t ProfileOf(uint32_t state) {
    if (state >= steps_.size()) return state;
    const auto [found, is_new] = profiles_.try_emplace(state);
    if (!is_new) return found->second;
    uint64_t hash = 14695981039346656037u;
    for (Item item = 0; item < kItems; ++item) {
      hash = (hash ^ KindOf(steps_.Of(state, item))) * 1099511628211u;
    }
    return profiles_[state] = hash;
  }

  // Two bytes are in a class when they do the same kinds of things. States with the same profile
  // are one, or, where there are many profiles, states with the same number of pending bytes.
  void FindClasses() {
    std::vector<uint32_t> states;
    for (uint32_t state = 0; state < steps_.size(); state += state < 2048 ? 1 : 97) {
      states.push_back(state);
    }
    std::set<uint64_t> profiles;
    for (const uint32_t state : states) profiles.insert(ProfileOf(state));
    const bool has_few = profiles.size() <= 24;
    std::map<std::set<std::array<uint64_t, 3>>, ByteString> classes;
    std::array<std::set<std::array<uint64_t, 3>>, 256> kinds;
    for (const uint32_t state : states) {
      for (Item byte = 0; byte < 256; ++byte) {
        const Step step = steps_.Of(state, byte);
        const uint64_t here = has_few ? ProfileOf(state) : steps_.Pending(state);
        kinds[byte].insert({here, KindOf(step), has_few ? ProfileOf(step.next) : 0});
      }
    }
    for (unsigned byte = 0; byte < 256; ++byte) {
      classes[kinds[byte]].push_back(static_cast<uint8_t>(byte));
    }
    for (auto& [kind, bytes] : classes) classes_.push_back(std::move(bytes));
  }

  // Finds text that leads from each of the first states back to it, in as few bytes as possible:
  // one of each length and kind of code point.
  void FindFillers() {
    std::map<uint32_t, ByteString> paths{{0, {}}};
    std::vector<uint32_t> queue{0};
    std::set<std::pair<size_t, uint64_t>> known;
    size_t steps_left = 8000000;
    for (size_t at = 0; at < queue.size() && at < 600 && fillers_.size() < 8; ++at) {
      const uint32_t state = queue[at];
      for (Item byte = 0; byte < 256; ++byte) {
        const Step step = steps_.Of(state, byte);
        if (step.reason != Reason::kNone || step.next >= steps_.size()) continue;
        ByteString path = paths[state];
        path.push_back(static_cast<uint8_t>(byte));
        if (paths.try_emplace(step.next, path).second) queue.push_back(step.next);
      }
      if (steps_.Pending(state) != 0) continue;
      for (size_t length = 1; length <= 4; ++length) {
        for (const uint32_t lowest : {0u, 0x80u}) {
          ByteString cycle(length);
          size_t budget = std::min<size_t>(steps_left, 1000000);
          steps_left -= budget;
          uint64_t kind = 0;
          const bool is_found = FindCycle(state, state, cycle, 0, lowest, budget, kind);
          steps_left += budget;
          if (!is_found) continue;
          if (known.insert({length, kind}).second) fillers_.push_back({paths[state], cycle});
        }
      }
    }
    if (fillers_.empty()) fillers_.push_back({{}, {0x00}});
  }

  bool FindCycle(uint32_t from, uint32_t to, ByteString& cycle, size_t at, uint32_t lowest,
                 size_t& budget, uint64_t& kind) {
    for (Item byte = 0; byte < 256 && budget > 0; ++byte) {
      --budget;
      const Step step = steps_.Of(from, byte);
      if (step.reason != Reason::kNone || !step.exists || step.next >= steps_.size()) continue;
      cycle[at] = static_cast<uint8_t>(byte);
      if (at + 1 == cycle.size()) {
        if (step.next != to || step.code_points.empty() || step.code_points[0] < lowest) continue;
        kind = KindOf(step);
        return true;
      }
      if (!step.code_points.empty()) continue;
      if (FindCycle(step.next, to, cycle, at + 1, lowest, budget, kind)) return true;
    }
    return false;
  }

  void AllSequences(ByteString& sequence, size_t at) {
    if (at < sequence.size()) {
      for (const ByteString& bytes : classes_) {
        class_of_[at] = &bytes;
        AllSequences(sequence, at + 1);
      }
      return;
    }
    // One byte is tried at all places, longer sequences at some.
    for (size_t draw = 0; draw < draws_; ++draw) {
      for (size_t i = 0; i < sequence.size(); ++i) {
        const ByteString& bytes = *class_of_[i];
        // The borders of a class are drawn more often than other bytes.
        const size_t choice = random_() % (bytes.size() + 4);
        sequence[i] = choice < bytes.size() ? bytes[choice]
                      : choice % 2 == 0     ? bytes.front()
                                            : bytes.back();
      }
      Put(sequence, sequence.size() == 1 ? draw % kLongestFiller : random_() % kLongestFiller);
    }
  }

  void Put(const ByteString& sequence) { Put(sequence, random_() % kLongestFiller); }

  // Tries a sequence behind text that ends before the place, and before text of drawn length.
  void Put(const ByteString& sequence, size_t place) {
    const Filler& filler = fillers_[random_() % fillers_.size()];
    ByteString input = filler.prefix;
    Append(filler.cycle, place, input);
    const size_t begin = input.size();
    input.insert(input.end(), sequence.begin(), sequence.end());
    const size_t end = input.size();
    Append(fillers_[random_() % fillers_.size()].cycle, random_() % 80, input);
    testing::Decoded expected;
    if (!steps_.Run(input, expected)) return;
    ++inputs_;
    const Bytes all(input);
    Compare(input, {all}, expected);
    std::vector<Bytes> pieces;
    for (size_t cut = begin; cut <= end; ++cut)
      Compare(input, {all.first(cut), all.subspan(cut)}, expected);
    pieces.push_back(all.first(begin));
    for (size_t at = begin; at < end; ++at) {
      pieces.push_back(all.subspan(at, 1));
      pieces.push_back(all.subspan(at + 1, 0));
    }
    pieces.push_back(all.subspan(end));
    Compare(input, pieces, expected);
  }

  static void Append(const ByteString& cycle, size_t size, ByteString& input) {
    for (size_t at = 0; at + cycle.size() <= size; at += cycle.size()) {
      input.insert(input.end(), cycle.begin(), cycle.end());
    }
  }

  void Compare(const ByteString& input, const std::vector<Bytes>& pieces,
               const testing::Decoded& expected) {
    const testing::Decoded decoded = testing::DecodePieces(id_, pieces, ErrorMode::kReplacement);
    if (decoded.utf16 != expected.utf16) Fail(input, pieces, "UTF-16");
    if (!(decoded == expected)) Fail(input, pieces, "UTF-8, counts or errors");
    const testing::Streamed streamed = testing::TranscodePieces(
        id_, EncodingId::kUtf8, pieces, {.ignore_bom = true}, kMinTranscodeRoom);
    if (std::string(streamed.bytes.begin(), streamed.bytes.end()) != expected.utf8) {
      Fail(input, pieces, "transcoding to UTF-8");
    }
  }

  [[noreturn]] void Fail(const ByteString& input, const std::vector<Bytes>& pieces,
                         const std::string& what) const {
    std::string message = name_ + ", " + simd::Active()->name + ": " + what + " of";
    for (const Bytes piece : pieces) {
      message += " [";
      for (const uint8_t byte : piece) {
        char text[4];
        std::snprintf(text, sizeof text, " %02X", byte);
        message += text;
      }
      message += " ]";
    }
    proof::Fail(message + " (" + std::to_string(input.size()) + " bytes)");
  }

  std::string name_;
  EncodingId id_;
  Steps& steps_;
  std::unordered_map<uint32_t, uint64_t> profiles_;
  std::vector<ByteString> classes_;
  std::vector<Filler> fillers_;
  std::array<const ByteString*, kLongestSequence> class_of_{};
  std::mt19937 random_{20260521};
  size_t draws_ = 0;
  size_t inputs_ = 0;
};

void Test(const std::string& argument) {
  const size_t name_length = argument.find('=');
  const std::string name = argument.substr(0, name_length);
  Steps steps(name_length == argument.npos ? name : argument.substr(name_length + 1));
  Windows(name, EncodingOf(name), steps).Run();
}

}  // namespace
}  // namespace whatwg_encoding::proof

// Without arguments it prints the names of the sets of kernels that this machine can run.
int main(int argc, char** argv) {
  if (argc == 1) {
    for (const auto* kernels : whatwg_encoding::simd::AvailableKernels()) std::puts(kernels->name);
  }
  for (int at = 1; at < argc; ++at) whatwg_encoding::proof::Test(argv[at]);
}
