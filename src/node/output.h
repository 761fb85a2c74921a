// Bytes that a call makes and gives to JavaScript.
#pragma once

#include <napi.h>

#include <span>

#include "node/environment.h"

namespace encoding::node {

class Output {
 public:
  // Makes room for at least `room` more bytes; false when memory cannot be had.
  bool Reserve(size_t room);

  std::span<uint8_t> room() { return {memory_.get() + size_, capacity_ - size_}; }
  void Wrote(size_t bytes) { size_ += bytes; }

  // A Buffer with what was written; null with an exception pending when it cannot be had.
  napi_value ToBuffer(napi_env env) const;

 private:
  Memory<uint8_t> memory_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace encoding::node
