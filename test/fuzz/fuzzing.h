// Helpers that the fuzz drivers share. An input begins with bytes that choose what to do; the rest
// is data.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../core/testing.h"

// Ends the process, as a sanitizer does, when the condition is false.
#define FUZZ_CHECK(condition)                                              \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                        \
    }                                                                      \
  } while (false)

namespace whatwg_encoding::fuzz {

class Choices {
 public:
  explicit Choices(Bytes input) : rest_(input) {}

  // Returns a number below `limit`, which is at most 256; 0 when the input is used up.
  size_t Below(size_t limit) {
    if (rest_.empty()) return 0;
    const size_t choice = rest_[0] % limit;
    rest_ = rest_.subspan(1);
    return choice;
  }
  bool Flag() { return Below(2) != 0; }
  Bytes rest() const { return rest_; }

 private:
  Bytes rest_;
};

// Cuts values into pieces. Their lengths repeat four numbers that the input chooses, at least one
// of which is not 0.
template <typename T>
std::vector<std::span<const T>> CutInTurn(const size_t (&lengths)[4], std::span<const T> values) {
  std::vector<std::span<const T>> pieces;
  const bool is_whole = lengths[0] + lengths[1] + lengths[2] + lengths[3] == 0;
  for (size_t turn = 0; !is_whole && !values.empty(); ++turn) {
    const size_t size = std::min(lengths[turn % 4], values.size());
    pieces.push_back(values.first(size));
    values = values.subspan(size);
  }
  pieces.push_back(values);
  return pieces;
}

}  // namespace whatwg_encoding::fuzz
