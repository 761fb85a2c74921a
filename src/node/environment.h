// What the addon keeps for one environment: the main thread or one worker thread.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "node/arena.h"

namespace encoding::node {

// The arguments of calls for short results, in memory of a Uint32Array that JavaScript holds, because each
// argument of a native call has its price; and what such a call says.
struct ShortCall {
  uint32_t head;
  uint32_t start;   // where in the slab the result begins
  int32_t written;  // bytes there, or -1 for what is not done there
};

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { arena_->Abandon(); }

  Arena& arena() { return *arena_; }

  size_t max_string_length = 0;
  // Where calls put the bytes of short results: memory of a Uint8Array that JavaScript holds.
  std::span<uint8_t> slab;
  ShortCall no_call{};
  ShortCall* short_call = &no_call;

 private:
  Arena* arena_ = Arena::New();
};

}  // namespace encoding::node
