// Proves that the decoders of the core take the steps of the reference in every state that they can
// reach. Usage: proof_decoders ENCODING[=OTHER]..., after decoder-steps.mjs has written its tables.
//
// The program walks through pairs of a state of the core's decoder and a state of the reference,
// from the pair of both starts, until there are no new pairs. From each pair it takes every step,
// with each sink, and compares everything that the decoder reports. README.md says what follows.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "../../src/base/surrogates.h"
#include "../../src/core/sinks.h"
#include "../../src/queue/codec_set.h"
#include "../core/exact_block.h"
#include "step_table.h"

namespace whatwg_encoding::proof {
namespace {

// What a step must do.
struct Expected {
  std::u16string utf16;
  std::string utf8;
  Reason reason = Reason::kNone;
  unsigned malformed = 0;
  unsigned held = 0;
  size_t read = 0;
  uint32_t next = kFinishedState;

  void Append(const Step& step) {
    for (const uint32_t code_point : step.code_points) Append(char32_t{code_point});
    reason = step.reason;
    malformed = step.malformed;
    held = step.held;
    next = step.next;
  }
  void Append(char32_t code_point) {
    char16_t units[2];
    uint8_t bytes[4];
    Utf16Sink utf16_sink(units);
    utf16_sink.Append(code_point);
    Utf8Sink utf8_sink(bytes);
    utf8_sink.Append(code_point);
    utf16.append(units, utf16_sink.written());
    utf8.append(reinterpret_cast<const char*>(bytes), utf8_sink.written());
  }
};

// What one step makes beyond what the formulas of core/sink.h allow for its bytes: code units
// beyond one for each byte, bytes of UTF-8 beyond three.
struct Excess {
  int units = 0;
  int bytes = 0;
};

// The step from one pair to another with the greatest excess.
struct Edge {
  uint32_t next;
  Item item;
  Excess excess;
};

template <typename D>
class Walk {
 public:
  Walk(std::string name, const StepTable& table, const D& start)
      : name_(std::move(name)), table_(table) {
    numbers_.resize(table.size(), kNone);
    NumberOf(start, 0, kNone, kEmpty);
  }

  void Run() {
    for (uint32_t at = 0; at < pairs_.size(); ++at) TakeAllSteps(at);
    for (uint32_t state = 0; state < table_.size(); ++state) {
      if (numbers_[state] == kNone) Fail(name_ + ": a state of the reference has no partner");
    }
  }

  void Report() {
    std::set<std::string_view> states;
    for (const Pair& pair : pairs_) states.insert(BytesOf(pair.production));
    std::printf("%s: %zu states, %zu of the reference, %zu pairs, %zu steps", name_.c_str(),
                states.size(), table_.size(), pairs_.size(), steps_);
    ReportGreatest("code units", kPendingUnits, &Excess::units);
    ReportGreatest("bytes of UTF-8", 3 * kPendingUnits, &Excess::bytes);
    std::printf("\n");
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  struct Pair {
    D production;
    uint32_t reference;
    uint32_t from;  // the pair and the item that this one was found with
    Item item;
    std::vector<Edge> edges;
  };

  uint32_t NumberOf(const D& production, uint32_t reference, uint32_t from, Item item) {
    uint32_t& first = numbers_[reference];
    if (first != kNone && BytesOf(pairs_[first].production) == BytesOf(production)) return first;
    const auto number = static_cast<uint32_t>(pairs_.size());
    if (first == kNone) {
      first = number;
    } else {
      // Another state of the core with a known state of the reference.
      const auto [found, is_new] = more_.try_emplace(
          std::to_string(reference).append(1, ':').append(BytesOf(production)), number);
      if (!is_new) return found->second;
    }
    pairs_.push_back({production, reference, from, item, {}});
    return number;
  }

  void TakeAllSteps(uint32_t number) {
    // A copy, because the list of pairs grows.
    const D production = pairs_[number].production;
    const uint32_t reference = pairs_[number].reference;
    std::array<Step, kItems> row;
    table_.ReadRow(reference, row);
    std::vector<Edge> edges;
    if (production.pending() != table_.Pending(reference)) Fail(number, kEmpty, "pending bytes");
    for (Item item = 0; item < kItems; ++item) {
      if (!row[item].exists) continue;
      Expected expected;
      expected.Append(row[item]);
      expected.read = item < kEmpty ? 1 - row[item].unread : 0;
      const uint32_t next = Check(number, production, item, item == kEnd, expected);
      AddEdge(edges, next, item, expected);
      if (item >= kEmpty || row[item].next == kNotFollowed) continue;
      // The same byte as the last of the stream. An error comes before end-of-queue is read.
      if (expected.reason == Reason::kNone) {
        const Step end = table_.EndOf(expected.next);
        if (!end.exists) continue;
        expected.Append(end);
      }
      Check(number, production, item, true, expected);
    }
    pairs_[number].edges = std::move(edges);
  }

  // Takes one step with each sink. Returns the number of the pair that it leads to, or kNone.
  uint32_t Check(uint32_t number, const D& production, Item item, bool flush,
                 const Expected& expected) {
    ++steps_;
    const auto byte = static_cast<uint8_t>(item);
    const Bytes in(&byte, item < kEmpty ? 1 : 0);

    D decoder = production;
    Utf16Sink utf16(units_.data(), MaxUtf16Units(in.size()));
    const DecodeResult result = decoder.Decode(in, utf16, flush);
    utf16.Ensure();
    const bool is_error = expected.reason != Reason::kNone;
    if ((result.outcome == Outcome::kError) != is_error) Fail(number, item, "error or none");
    if (result.reason != expected.reason) Fail(number, item, "reason of an error");
    if (result.malformed != expected.malformed) Fail(number, item, "length of an error");
    if (result.held != expected.held) Fail(number, item, "held bytes");
    if (result.read != expected.read) Fail(number, item, "bytes read");
    if (std::u16string_view(units_.data(), utf16.written()) != expected.utf16) {
      Fail(number, item, "output in UTF-16");
    }
    if (!units_.is_whole()) Fail(number, item, "a write beyond the room for UTF-16");

    D other = production;
    Utf8Sink utf8(bytes_.data(), MaxUtf8Bytes(in.size()));
    CompareResults(number, item, other.Decode(in, utf8, flush), result, other, decoder);
    utf8.Ensure();
    const std::string_view text(reinterpret_cast<const char*>(bytes_.data()), utf8.written());
    if (text != expected.utf8) Fail(number, item, "output in UTF-8");
    if (!bytes_.is_whole()) Fail(number, item, "a write beyond the room for UTF-8");

    other = production;
    CountingSink counting;
    CompareResults(number, item, other.Decode(in, counting, flush), result, other, decoder);
    if (counting.utf16_units() != expected.utf16.size() ||
        counting.utf8_bytes() != expected.utf8.size()) {
      Fail(number, item, "counts");
    }
    if (expected.next >= kNotFollowed) return kNone;
    return NumberOf(decoder, expected.next, number, item);
  }

  void CompareResults(uint32_t number, Item item, const DecodeResult& left,
                      const DecodeResult& right, const D& left_state, const D& right_state) const {
    if (left.outcome != right.outcome || left.reason != right.reason ||
        left.malformed != right.malformed || left.held != right.held || left.read != right.read ||
        BytesOf(left_state) != BytesOf(right_state)) {
      Fail(number, item, "results with different sinks");
    }
  }

  static void AddEdge(std::vector<Edge>& edges, uint32_t next, Item item,
                      const Expected& expected) {
    const int replacement = expected.reason == Reason::kNone ? 0 : 1;
    const auto read = static_cast<int>(expected.read);
    const Excess excess{static_cast<int>(expected.utf16.size()) + replacement - read,
                        static_cast<int>(expected.utf8.size()) + 3 * replacement - 3 * read};
    for (Edge& edge : edges) {
      if (edge.next != next || edge.excess.bytes > excess.bytes) continue;
      if (edge.excess.units > excess.units) continue;
      edge = {next, item, excess};
      return;
    }
    const bool is_covered = std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return edge.next == next && edge.excess.units >= excess.units &&
             edge.excess.bytes >= excess.bytes;
    });
    if (!is_covered) edges.push_back({next, item, excess});
  }

  // Finds the call with the greatest excess over all states and all inputs of any length. Compares
  // it with what the formula allows, and prints an input that attains it.
  void ReportGreatest(const char* what, int allowed, int Excess::*kind) const {
    std::vector<int> greatest(pairs_.size(), 0);
    std::vector<const Edge*> best(pairs_.size(), nullptr);
    const auto from_here = [&](const Edge& edge) {
      return edge.excess.*kind + (edge.next == kNone ? 0 : greatest[edge.next]);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t at = pairs_.size(); at-- > 0;) {
        for (const Edge& edge : pairs_[at].edges) {
          if (from_here(edge) <= greatest[at]) continue;
          greatest[at] = from_here(edge);
          best[at] = &edge;
          changed = true;
          if (greatest[at] > allowed) {
            Fail(name_ + ": more " + what + " than core/sink.h allows, " + PathTo(at));
          }
        }
      }
    }
    const size_t worst =
        static_cast<size_t>(std::max_element(greatest.begin(), greatest.end()) - greatest.begin());
    std::printf("; at most %d %s more than %s", greatest[worst], what,
                kind == &Excess::units ? "bytes" : "3 for each byte");
    if (greatest[worst] == 0) return;
    std::string path = PathTo(worst) + " |";
    for (size_t at = worst; best[at] != nullptr; at = best[at]->next) {
      path += NameOfItem(best[at]->item);
      if (best[at]->next == kNone) break;
    }
    std::printf(":%s", path.c_str());
  }

  static std::string NameOfItem(Item item) {
    if (item == kEmpty) return " (empty chunk)";
    if (item == kEnd) return " (end)";
    char text[4];
    std::snprintf(text, sizeof text, " %02X", item);
    return text;
  }

  // The items that lead from the start to a pair.
  std::string PathTo(size_t number) const {
    std::string path;
    for (size_t at = number; pairs_[at].from != kNone; at = pairs_[at].from) {
      path = NameOfItem(pairs_[at].item) + path;
    }
    return path;
  }

  [[noreturn]] void Fail(uint32_t number, Item item, const std::string& what) const {
    proof::Fail(name_ + ": after" + PathTo(number) + ", with" + NameOfItem(item) +
                ", the core and the reference differ: " + what);
  }
  [[noreturn]] static void Fail(const std::string& message) { proof::Fail(message); }

  std::string name_;
  const StepTable& table_;
  // The room for one byte.
  whatwg_testing::ExactBlock<char16_t> units_{MaxUtf16Units(1)};
  whatwg_testing::ExactBlock<uint8_t> bytes_{MaxUtf8Bytes(1)};
  std::vector<Pair> pairs_;
  std::vector<uint32_t> numbers_;  // by state of the reference: its first pair
  std::unordered_map<std::string, uint32_t> more_;
  size_t steps_ = 0;
};

// `argument` is ENCODING or ENCODING=OTHER, where the standard gives both the same decoder, whose
// steps are in the table of the other.
void Prove(const std::string& argument) {
  const size_t name_length = argument.find('=');
  const std::string name = argument.substr(0, name_length);
  const StepTable table(name_length == argument.npos ? name : argument.substr(name_length + 1));
  const Decoder decoder = NewDecoder(EncodingOf(name));
  std::visit(
      [&]<typename D>(const D& start) {
        Walk<D> walk(name, table, start);
        walk.Run();
        walk.Report();
      },
      decoder);
}

}  // namespace
}  // namespace whatwg_encoding::proof

int main(int argc, char** argv) {
  for (int at = 1; at < argc; ++at) whatwg_encoding::proof::Prove(argv[at]);
}
