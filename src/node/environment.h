// What the addon keeps for one environment: the main thread or one worker thread.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "node/arena.h"

namespace encoding::node {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

// Uninitialised memory for `Length()` values of T; null when it cannot be had.
template <typename T>
using Memory = std::unique_ptr<T[], FreeMemory>;

template <typename T>
Memory<T> Allocate(size_t length) {
  if (length > SIZE_MAX / sizeof(T)) return nullptr;
  return Memory<T>(static_cast<T*>(std::malloc(length * sizeof(T))));
}

// Memory that calls reuse while what they need is small, and that a large call has for itself.
template <typename T>
class Scratch {
 public:
  // Room for `length` values until the next call; null when it cannot be had.
  T* Take(size_t length) {
    if (length > kKept) {
      large_ = Allocate<T>(length);
      return large_.get();
    }
    if (!kept_) kept_ = Allocate<T>(kKept);
    return kept_.get();
  }
  // Gives the memory of a large call back.
  void Release() { large_.reset(); }

 private:
  static constexpr size_t kKept = 128 * 1024;
  Memory<T> kept_;
  Memory<T> large_;
};

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { arena_->Abandon(); }

  Arena& arena() { return *arena_; }

  size_t max_string_length = 0;
  Scratch<char16_t> units;
  Scratch<uint8_t> bytes;

 private:
  Arena* arena_ = Arena::New();
};

}  // namespace encoding::node
