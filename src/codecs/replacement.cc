// https://encoding.spec.whatwg.org/#replacement-decoder
// Reports one error for input that is not empty.
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
