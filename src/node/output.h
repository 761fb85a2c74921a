// Bytes that a call makes and gives to JavaScript.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

#include <span>

#include "node/environment.h"

namespace encoding::node {

// A Buffer, and its memory to be written to; null with an exception pending when it cannot be had.
napi_value NewBuffer(napi_env env, size_t size, std::span<uint8_t>& memory);

class Output {
 public:
  // `flags` are those of the call, of which kInSlab is looked at.
  Output(Environment& environment, uint32_t flags)
      : environment_(environment), is_for_slab_((flags & kInSlab) != 0) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (block_ != nullptr) Arena::Release(block_);
  }

  // Where a result may be written in place, and that it was; no room where it may not.
  std::span<uint8_t> slab() const {
    return is_for_slab_ ? environment_.RoomInSlab() : std::span<uint8_t>();
  }
  napi_value InSlab(napi_env env, size_t size);

  // Makes room for at least `room` more bytes; false when memory cannot be had.
  bool Reserve(size_t room);

  std::span<uint8_t> room() { return {bytes() + size_, block_->size - size_}; }
  void Wrote(size_t bytes) { size_ += bytes; }
  // How many bytes have been written.
  size_t size() const { return size_; }

  // A Buffer with what was written; null with an exception pending when it cannot be had.
  napi_value ToBuffer(napi_env env);
  // The same, or undefined when it has become the result in the slab.
  napi_value ToResult(napi_env env);

 private:
  uint8_t* bytes() { return static_cast<uint8_t*>(block_->memory()); }

  Environment& environment_;
  bool is_for_slab_;
  Block* block_ = nullptr;
  size_t size_ = 0;
};

}  // namespace encoding::node
