// Memory that short results share: the slab.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "../core/output.h"
#include "../protocol/protocol.h"

namespace whatwg_encoding::node {

// The slab in use. It is an ArrayBuffer that this class makes and holds, so that its memory lives
// as long as the slab is in use. A program that has one of its Buffers can detach it, which each
// call sees. Nothing else changes the memory of an ArrayBuffer of this kind.
class SharedSlab {
 public:
  // Makes another ArrayBuffer for the results that come next, and returns it. Returns null, with an
  // exception pending, when it cannot be made.
  napi_value Renew(napi_env env);

  // The memory that is reserved for a short result; empty when there is no room.
  Slab Room(napi_env env) const;

  // The numbers with which the slab begins. Room() must have returned memory just before.
  SlabStart& start() const { return *reinterpret_cast<SlabStart*>(memory_.data()); }

  // Gives the bytes that have been written there to the result of a call, and returns their place.
  uint32_t Take(size_t written) {
    const uint32_t place = PlaceOf(used_, written);
    used_ += written;
    return place;
  }

 private:
  napi_ref buffer_ = nullptr;
  std::span<uint8_t> memory_;
  size_t used_ = 0;  // how many bytes belong to results already
};

}  // namespace whatwg_encoding::node
