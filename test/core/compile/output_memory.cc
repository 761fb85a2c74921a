// Compiles with -DOUTPUT=Scratch and with -DOUTPUT=Slab. With -DOUTPUT=Foreign it must not compile:
// nothing that writes ahead of what it reports takes the caller's memory. The tests output_memory.*
// of CMakeLists.txt try all of them, and -DCALL= one function at a time.
#include <cstdint>

#include "queue/encode_queue.h"
#include "queue/transcode.h"

using encoding::OUTPUT;

size_t Call(encoding::EncodeState& state, encoding::TranscodeState& transcoding, uint8_t* memory) {
  [[maybe_unused]] const OUTPUT output({memory, 256});
  [[maybe_unused]] const encoding::Units text(u"text");
  [[maybe_unused]] const encoding::Bytes bytes(memory, 1);
  constexpr auto kMode = encoding::Unencodables::kFatal;
#if CALL == 1
  return EncodeQueue(state, text, output, kMode, true).written;
#elif CALL == 2
  return EncodeWhole(encoding::EncodingId::kUtf8, text, output);
#elif CALL == 3
  return FinishEncoding(state, output);
#elif CALL == 4
  return TranscodeQueue(transcoding, bytes, output, {}, true).written;
#endif
}
