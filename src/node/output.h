// The bytes that a call makes and gives to JavaScript.
//
// May include queue/ and what is below it, and the other files of node/.
#pragma once

#include <napi.h>

#include "core/output.h"
#include "node/environment.h"

namespace encoding::node {

// Collects the bytes of one result: in the slab, when the call was given a place there, and in
// scratch memory as soon as they are more than the slab has room for.
class Output {
 public:
  // `slab_start` says where in the slab the result may begin; anything but a number says that the
  // slab may not be used, and null that the argument was not given.
  Output(napi_env env, Environment& environment, napi_value slab_start);
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
  // The number of bytes, which then stand in the slab, when they are few and the slab may be used;
  // else a Buffer.
  napi_value ToResult();

 private:
  WritableAhead memory() const;

  napi_env env_;
  Environment& environment_;
  Slab slab_;
  Block* block_ = nullptr;
  size_t size_ = 0;
};

}  // namespace encoding::node
