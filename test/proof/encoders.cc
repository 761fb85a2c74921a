// Proves that the encoders of the core take the steps of the reference in every state that they can
// reach. Usage: proof_encoders ENCODING..., after encoder-steps.mjs has written its tables.
//
// From each pair of a state of the core's encoder and a state of the reference, the program takes
// the step of each code point, of each lone surrogate, and of end-of-queue. It compares the bytes
// and the error, and then the same step of EncodeQueue() in fatal mode and in html mode.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../../src/base/surrogates.h"
#include "../../src/queue/encode_queue.h"
#include "../core/exact_block.h"
#include "encoder_table.h"
#include "step_table.h"

namespace whatwg_encoding::proof {
namespace {

using whatwg_proof::EncoderStep;
using whatwg_proof::EncoderTable;
using whatwg_proof::kEndOfQueue;
using whatwg_proof::Report;

inline constexpr size_t kRoom = 64;
using Text = std::string;

template <typename E>
class Walk {
 public:
  Walk(std::string name, EncodingId id, const EncoderTable& table, const E& start)
      : name_(std::move(name)), id_(id), table_(table) {
    NumberOf(start, 0);
  }

  void Run() {
    for (size_t at = 0; at < pairs_.size(); ++at) {
      const Pair pair = pairs_[at];
      for (char32_t item = 0; item < kEndOfQueue; ++item) {
        const bool is_surrogate = item >= 0xD800 && item <= 0xDFFF;
        TakeStep(pair, item, table_.StepOf(pair.reference, is_surrogate ? 0xFFFD : item));
      }
      TakeEnd(pair);
    }
    for (uint32_t state = 0; state < table_.size(); ++state) {
      const auto has_state = [&](const Pair& pair) { return pair.reference == state; };
      if (std::none_of(pairs_.begin(), pairs_.end(), has_state)) {
        proof::Fail(name_ + ": a state of the reference has no partner");
      }
    }
    if (id_ == EncodingId::kBig5Full) return;  // A mark is in it only behind its letter.
    for (char32_t item = 0; item < kEndOfQueue; ++item) {
      if (item >= 0xD800 && item <= 0xDFFF) continue;
      const Report report = table_.StepOf(0, item).report;
      for (uint32_t state = 1; state < table_.size(); ++state) {
        if (table_.StepOf(state, item).report != report)
          Fail(item, "an error depends on the state");
      }
    }
  }

  // Finds the most bytes that a call can write beyond kMaxBytesPerUnit for each code unit, over all
  // states and texts of any length, and compares it with kMaxEndBytes.
  void ReportAll() const {
    std::vector<int> greatest(pairs_.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : edges_) {
        const int excess = edge.excess + (edge.to == kNone ? 0 : greatest[edge.to]);
        if (excess <= greatest[edge.from]) continue;
        greatest[edge.from] = excess;
        changed = true;
        if (excess > static_cast<int>(E::kMaxEndBytes)) proof::Fail(name_ + ": too many bytes");
      }
    }
    const int most = *std::max_element(greatest.begin(), greatest.end());
    std::printf(
        "%s: %zu states, %zu of the reference, %zu steps; at most %zu bytes for each code "
        "unit and %d more\n",
        name_.c_str(), pairs_.size(), table_.size(), steps_, E::kMaxBytesPerUnit, most);
    // GBK has the encoder of gb18030, whose sequences of four bytes set the limit.
    const bool has_own_limit = id_ != EncodingId::kGbk;
    if ((has_own_limit && !attains_limit_) || most != static_cast<int>(E::kMaxEndBytes)) {
      proof::Fail(name_ + ": no text attains the limits of the encoder");
    }
  }

 private:
  struct Pair {
    E production;
    uint32_t reference;
  };

  static constexpr size_t kNone = SIZE_MAX;

  // A step, and how many bytes it writes beyond kMaxBytesPerUnit for each code unit.
  struct Edge {
    size_t from;
    size_t to;
    int excess;
  };

  size_t NumberOf(const E& production, uint32_t reference) {
    const auto is_this = [&](const Pair& pair) {
      return pair.reference == reference && BytesOf(pair.production) == BytesOf(production);
    };
    const auto found = std::find_if(pairs_.begin(), pairs_.end(), is_this);
    const auto number = static_cast<size_t>(found - pairs_.begin());
    if (number == pairs_.size()) pairs_.push_back({production, reference});
    return number;
  }

  void AddEdge(const Edge& edge) {
    for (Edge& known : edges_) {
      if (known.from != edge.from || known.to != edge.to) continue;
      known.excess = std::max(known.excess, edge.excess);
      return;
    }
    edges_.push_back(edge);
  }

  // The code point that an error of the step names.
  static char32_t Named(const EncoderStep& step, char32_t scalar) {
    return step.report == Report::kReplacement ? 0xFFFD : scalar;
  }

  void TakeStep(const Pair& pair, char32_t item, const EncoderStep& step) {
    const char32_t scalar = item >= 0xD800 && item <= 0xDFFF ? 0xFFFD : item;
    const char16_t both[] = {item < 0x10000 ? static_cast<char16_t>(item) : LeadingSurrogate(item),
                             item < 0x10000 ? u'\0' : TrailingSurrogate(item)};
    const Units units(both, CodeUnits(item));
    const bool is_error = step.report != Report::kGood;
    const EncoderStep end = table_.StepOf(step.next, kEndOfQueue);
    const Text with_end = step.bytes + (is_error ? Text() : end.bytes);
    for (const bool flush : {false, true}) {
      ++steps_;
      E encoder = pair.production;
      ByteSink sink(memory_.data(), memory_.size());
      const EncodeResult result = encoder.Encode(units, sink, flush);
      if ((result.outcome == Outcome::kError) != is_error) Fail(item, "error or none");
      if (is_error && result.code_point != Named(step, scalar)) Fail(item, "code point of error");
      if (result.read != units.size()) Fail(item, "code units read");
      if (TextOf(memory_.data(), sink.written()) != (flush ? with_end : step.bytes))
        Fail(item, "bytes");
      if (flush && !is_error) continue;
      const size_t next = NumberOf(encoder, step.next);
      const auto limit = static_cast<int>(E::kMaxBytesPerUnit * units.size());
      const auto size = static_cast<int>(step.bytes.size());
      AddEdge({NumberOf(pair.production, pair.reference), next, size - limit});
      attains_limit_ |= size == limit;
    }
    Queue(pair, item, units, Unencodables::kFatal, is_error, with_end);
    Queue(pair, item, units, Unencodables::kHtml, false,
          is_error ? step.bytes + Html(step.next, Named(step, scalar)) : with_end);
  }

  // What html mode writes for a code point, and end-of-queue after it: the characters of `&#n;` as
  // the encoder of the reference writes them.
  Text Html(uint32_t state, char32_t code_point) const {
    Text bytes;
    for (const char character : "&#" + std::to_string(uint32_t{code_point}) + ";") {
      const EncoderStep step = table_.StepOf(state, static_cast<char32_t>(character));
      bytes += step.bytes;
      state = step.next;
    }
    return bytes + table_.StepOf(state, kEndOfQueue).bytes;
  }

  void Queue(const Pair& pair, char32_t item, Units units, Unencodables mode, bool fails,
             const Text& expected) {
    EncodeState state(id_);
    state.encoder = pair.production;
    const EncodeQueueResult result =
        EncodeQueue(state, units, WritableAhead(memory_.span()), mode, true);
    if (result.failed != fails || result.full) Fail(item, "failure of EncodeQueue()");
    if (result.read != units.size()) Fail(item, "code units that EncodeQueue() has read");
    if (TextOf(memory_.data(), result.written) != expected) Fail(item, "bytes of EncodeQueue()");
  }

  void TakeEnd(const Pair& pair) {
    ++steps_;
    E encoder = pair.production;
    ByteSink sink(memory_.data(), memory_.size());
    encoder.Encode({}, sink, true);
    const EncoderStep step = table_.StepOf(pair.reference, kEndOfQueue);
    if (TextOf(memory_.data(), sink.written()) != step.bytes) Fail(kEndOfQueue, "bytes");
    AddEdge(
        {NumberOf(pair.production, pair.reference), kNone, static_cast<int>(step.bytes.size())});
  }

  static Text TextOf(const uint8_t* bytes, size_t size) {
    return {reinterpret_cast<const char*>(bytes), size};
  }

  [[noreturn]] void Fail(char32_t item, const std::string& what) const {
    char text[16];
    std::snprintf(text, sizeof text, "U+%04X", static_cast<unsigned>(item));
    proof::Fail(name_ + ": with " + text + ", the core and the reference differ: " + what);
  }

  std::string name_;
  EncodingId id_;
  const EncoderTable& table_;
  whatwg_testing::ExactBlock<uint8_t> memory_{kRoom};
  std::vector<Pair> pairs_;
  size_t steps_ = 0;
  bool attains_limit_ = false;
  std::vector<Edge> edges_;
};

void Prove(const std::string& name) {
  const EncoderTable table("build/proof/" + name + ".encoder");
  if (table.size() == 0) Fail(name + ": its steps cannot be read");
  const EncodingId id = EncodingOf(name);
  const Encoder encoder = NewEncoder(id);
  std::visit(
      [&]<typename E>(const E& start) {
        Walk<E> walk(name, id, table, start);
        walk.Run();
        walk.ReportAll();
      },
      encoder);
}

}  // namespace
}  // namespace whatwg_encoding::proof

int main(int argc, char** argv) {
  for (int at = 1; at < argc; ++at) whatwg_encoding::proof::Prove(argv[at]);
}
