// Bytes that a call makes and gives to JavaScript.
#pragma once

#include <napi.h>

#include <span>

#include "node/environment.h"

namespace encoding::node {

// A Buffer, and its memory to be written to; null with an exception pending when it cannot be had.
napi_value NewBuffer(napi_env env, size_t size, std::span<uint8_t>& memory);

class Output {
 public:
  explicit Output(Environment& environment) : arena_(environment.arena()) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (block_ != nullptr) Arena::Release(block_);
  }

  // Makes room for at least `room` more bytes; false when memory cannot be had.
  bool Reserve(size_t room);

  std::span<uint8_t> room() { return {bytes() + size_, block_->size - size_}; }
  void Wrote(size_t bytes) { size_ += bytes; }

  // A Buffer with what was written; null with an exception pending when it cannot be had.
  napi_value ToBuffer(napi_env env);

 private:
  uint8_t* bytes() { return static_cast<uint8_t*>(block_->memory()); }

  Arena& arena_;
  Block* block_ = nullptr;
  size_t size_ = 0;
};

}  // namespace encoding::node
