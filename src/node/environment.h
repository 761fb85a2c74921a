// What the addon keeps for one environment: the main thread or one worker thread.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "node/arena.h"

namespace encoding::node {

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { arena_->Abandon(); }

  Arena& arena() { return *arena_; }

  size_t max_string_length = 0;
  // Whether the engine's own strings are slow to make where they are long.
  bool copies_slowly = false;
  // JavaScript's function that says how many bytes the engine's collector has to go through, and
  // what it said last.
  napi_ref used_heap = nullptr;
  double used_heap_bytes = 0;
  // Where calls put the bytes of short results: memory of a Uint8Array that JavaScript holds.
  std::span<uint8_t> slab;

 private:
  Arena* arena_ = Arena::New();
};

}  // namespace encoding::node
