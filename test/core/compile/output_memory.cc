// Compiles with -DOUTPUT=WritableAhead and with -DOUTPUT=Slab. With -DOUTPUT=Foreign it must not
// compile: nothing that writes ahead of what it reports takes the caller's memory. The tests
// output_memory.* of CMakeLists.txt try all of them, and -DCALL= one function at a time.
#include <cstdint>

#include "../../../src/queue/encode_queue.h"
#include "../../../src/queue/transcode.h"

using whatwg_encoding::OUTPUT;

size_t Call(whatwg_encoding::EncodeState& state, whatwg_encoding::TranscodeState& transcoding,
            uint8_t* memory) {
  [[maybe_unused]] const OUTPUT output({memory, 256});
  [[maybe_unused]] const whatwg_encoding::Units text(u"text");
  [[maybe_unused]] const whatwg_encoding::Bytes bytes(memory, 1);
  constexpr auto kMode = whatwg_encoding::Unencodables::kFatal;
#if CALL == 1
  return EncodeQueue(state, text, output, kMode, true).written;
#elif CALL == 2
  return EncodeWhole(whatwg_encoding::EncodingId::kUtf8, text, output);
#elif CALL == 3
  return FinishEncoding(state, output);
#elif CALL == 4
  return TranscodeQueue(transcoding, bytes, output, {}, true).written;
#endif
}
