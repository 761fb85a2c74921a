// Bytes that a call makes and gives to JavaScript.
#pragma once

#include <napi.h>

#include <span>

#include "node/environment.h"

namespace encoding::node {

class Output {
 public:
  explicit Output(Environment& environment) : memory_(environment.arena()) {}

  // Makes room for at least `room` more bytes; false when memory cannot be had.
  bool Reserve(size_t room);

  std::span<uint8_t> room() { return {memory_.memory<uint8_t>() + size_, memory_.size() - size_}; }
  void Wrote(size_t bytes) { size_ += bytes; }

  // A Buffer with what was written; null with an exception pending when it cannot be had.
  napi_value ToBuffer(napi_env env);

 private:
  Room memory_;
  size_t size_ = 0;
};

}  // namespace encoding::node
