// Runs a fuzz driver with the inputs of corpora/, without libFuzzer: each line of the standard
// input is one, in hexadecimal digits. Prints how many there were.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
// Only some drivers have this function.
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  size_t count = 0;
  for (std::string line; std::getline(std::cin, line); ++count) {
    std::vector<uint8_t> bytes;
    for (size_t at = 0; at + 1 < line.size(); at += 2) {
      bytes.push_back(static_cast<uint8_t>(std::stoul(line.substr(at, 2), nullptr, 16)));
    }
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu passed, 0 failed\n", count);
}
