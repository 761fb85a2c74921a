// https://encoding.spec.whatwg.org/#replacement-decoder
// Reports one error for input that is not empty.
// May include base/, simd/, core/ and codecs/.
#include "replacement.h"

#include "../core/sinks.h"

namespace whatwg_encoding {

template <Sink S>
DecodeResult ReplacementDecoder::Decode(Bytes in, S&, bool) {
  if (!in.empty() && !error_returned_) {
    error_returned_ = true;
    return Malformed(Reason::kReplacementEncoding, 1, 1);
  }
  return Finished(in.size());
}

ENCODING_INSTANTIATE_DECODER(ReplacementDecoder);

}  // namespace whatwg_encoding
