// What the addon keeps for one environment: the main thread or one worker thread.
#pragma once

#include <napi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "node/arena.h"

namespace encoding::node {

// What calls for short input are asked and what those that write to the slab answer, in memory of
// JavaScript's, because each argument of a native call has its price.
struct Call {
  uint32_t head = 0;
  uint32_t start = 0;    // where in the slab the result begins
  int32_t written = -1;  // bytes; -1 for what is not done there
};

// Of the flags of encode() and transcode(), beside their own: a result may be written to the slab,
// from Call::start on. It is then undefined, and the call says how many bytes it has.
inline constexpr uint32_t kInSlab = 32;

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { arena_->Abandon(); }

  Arena& arena() { return *arena_; }

  size_t max_string_length = 0;
  // Whether the engine keeps the memory of its long strings for the next.
  bool keeps_memory = false;
  // JavaScript's function that says how many bytes the engine's collector has to go through, and
  // what it said last.
  napi_ref used_heap = nullptr;
  double used_heap_bytes = 0;
  // In bytes: the long strings made since then. It is asked after the first, and then seldom.
  static constexpr size_t kMostUnasked = size_t{4} << 20;
  size_t unasked_bytes = kMostUnasked - 1;
  // Where calls put the bytes of short results: memory of a Uint8Array that JavaScript holds.
  std::span<uint8_t> slab;
  Call* call = &no_call_;
  // Where the call's result may be written.
  std::span<uint8_t> RoomInSlab() const {
    return slab.subspan(std::min<size_t>(call->start, slab.size()));
  }

 private:
  Arena* arena_ = Arena::New();
  Call no_call_;  // until JavaScript gives its own
};

}  // namespace encoding::node
