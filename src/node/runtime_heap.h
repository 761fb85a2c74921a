// The heap of the C library, from which the runtime takes the memory of Buffers. It does not by
// itself give all of its free memory back to the system.
//
// May include protocol/ and what is below it, and the other files of node/.
#pragma once

#include <algorithm>
#include <cstddef>

namespace whatwg_encoding::node {

class RuntimeHeap {
 public:
  // Counts a Buffer that has been made.
  void CountBuffer(size_t bytes) {
    buffer_bytes_ += bytes;
    largest_buffer_ = std::max(largest_buffer_, bytes);
  }

  // Makes the heap give its free memory back to the system if large Buffers, or many, have been
  // made. Returns whether the caller is to do so again later.
  bool Trim();

 private:
  // How many bytes the Buffers have for which the heap still has to be trimmed, and how often it
  // has been trimmed for them.
  size_t buffer_bytes_ = 0;
  int trims_ = 0;
  size_t largest_buffer_ = 0;  // in bytes: the largest Buffer that was ever made
};

}  // namespace whatwg_encoding::node
