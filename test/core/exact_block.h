// Memory of exactly the size that a test gives to the core. It needs nothing but the standard
// library, and its namespace is its own, so that the tests of the library use it too: the C
// interface has a type of the name whatwg_encoding.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>

namespace whatwg_testing {

// A block of exactly this number of values, copied from a span or not initialised, with a fence
// before and behind it: values that no call may change. The destructor ends the program when one
// has changed. The fences of one block have another value than those of the next, so that a call
// which copies too much from block to block changes a fence. AddressSanitizer finds any access
// beyond the block, also one that only reads, so that there are no fences with it.
template <typename T>
class ExactBlock {
 public:
  explicit ExactBlock(size_t size) : size_(size), memory_(new T[size + 2 * kFence]) {
    std::fill_n(memory_.get(), kFence, mark_);
    std::fill_n(data() + size, kFence, mark_);
  }
  explicit ExactBlock(std::span<const T> values) : ExactBlock(values.size()) {
    std::copy(values.begin(), values.end(), data());
  }
  ExactBlock(const ExactBlock&) = delete;
  ExactBlock& operator=(const ExactBlock&) = delete;
  ~ExactBlock() {
    if (is_whole()) return;
    std::fprintf(stderr, "A call has written before or behind a block of %zu values.\n", size_);
    std::abort();
  }

  size_t size() const { return size_; }
  T* data() const { return memory_.get() + kFence; }
  std::span<T> span() const { return {data(), size_}; }

  // Whether both fences are as they were.
  bool is_whole() const {
    const auto is_mark = [this](T value) { return value == mark_; };
    return std::all_of(memory_.get(), memory_.get() + kFence, is_mark) &&
           std::all_of(data() + size_, data() + size_ + kFence, is_mark);
  }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr size_t kFence = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  static constexpr size_t kFence = 0;
#else
  static constexpr size_t kFence = 128;
#endif
#else
  // In values: more than a kernel may write ahead. The block keeps the alignment of the heap.
  static constexpr size_t kFence = 128;
#endif
  // An odd step, so that 256 blocks in a row have different values even of one byte.
  static T NextMark() {
    static std::atomic<unsigned> next = 0xA55A;
    return static_cast<T>(next.fetch_add(0x3B35));
  }

  const T mark_ = NextMark();
  size_t size_;
  std::unique_ptr<T[]> memory_;
};

}  // namespace whatwg_testing
