// The data that the addon keeps for one environment: the main thread or one worker thread.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>

#include "arena.h"
#include "shared_slab.h"

namespace whatwg_encoding::node {

// Which strings are external to the engine's heap. lib/backend/memory.js says why.
struct ExternalStrings {
  // In bytes: in a small heap, strings of this length or more are external. SIZE_MAX: none is.
  size_t from = SIZE_MAX;
  // In bytes: in every heap, strings of this length or more are external. SIZE_MAX: none is.
  size_t always_from = SIZE_MAX;
  // In bytes: a heap is small up to this size.
  double max_small_heap = 0;
};

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    if (ok()) arena_->Abandon();
  }

  // Whether there was enough memory for the arena. Otherwise nothing else may be called.
  bool ok() const { return arena_ != nullptr; }

  Arena& arena() { return *arena_; }

  // Whether long strings have been made since the size of the engine's heap was asked for, so that
  // AskHeap() is to ask again: after the first of them, and then after each 4 MB.
  bool wants_heap_size() const { return unasked_bytes >= kMaxUnaskedBytes; }

  // Whether configure() has been called. The first call decides.
  bool is_configured = false;
  size_t max_string_length = 0;  // in UTF-16 code units
  ExternalStrings external;
  // JavaScript's function that returns how many bytes the engine's garbage collector has to go
  // through, and its last answer.
  napi_ref used_heap = nullptr;
  double used_heap_bytes = 0;
  // The bytes of the long strings that have been made since then.
  static constexpr size_t kMaxUnaskedBytes = size_t{4} << 20;
  size_t unasked_bytes = kMaxUnaskedBytes - 1;
  // JavaScript's function that starts the clock of the arena.
  napi_ref start_clock = nullptr;
  SharedSlab slab;

 private:
  Arena* arena_ = Arena::New();
};

}  // namespace whatwg_encoding::node
