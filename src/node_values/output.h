// The bytes that a call makes and gives to JavaScript.
#pragma once

#include <napi.h>

#include "../core/output.h"
#include "../node_memory/environment.h"
#include "../protocol/protocol.h"

namespace whatwg_encoding::node {

// Collects the bytes of one result: in the slab, when the call asks for that, and in scratch memory
// as soon as they are more than is reserved in the slab.
class Output {
 public:
  // `flags` are those of the call, of which kInSlab is looked at.
  Output(napi_env env, Environment& environment, uint32_t flags)
      : env_(env),
        environment_(environment),
        slab_(flags & kInSlab ? environment.slab.Room(env) : Slab({})) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (block_ != nullptr) Arena::Release(block_);
  }

  // The memory behind the bytes written so far.
  WritableAhead room() const { return memory().After(size_); }
  // Makes room for at least `room` more bytes; false when memory cannot be had.
  bool Reserve(size_t room);
  void Wrote(size_t bytes) { size_ += bytes; }
  // How many bytes have been written.
  size_t size() const { return size_; }

  // Each returns null, with an exception pending, when memory cannot be had.

  // A Buffer with what was written.
  napi_value ToBuffer();
  // The place of what was written in the slab, as a number, when that is short and there is room in
  // the slab; else a Buffer.
  napi_value ToResult();

 private:
  WritableAhead memory() const {
    if (block_ == nullptr) return slab_;
    return WritableAhead({static_cast<uint8_t*>(block_->memory()), block_->size});
  }

  napi_env env_;
  Environment& environment_;
  Slab slab_;
  Block* block_ = nullptr;
  size_t size_ = 0;
};

}  // namespace whatwg_encoding::node
