// Finds encodings of seven bits.
//
// May include base/, core/, codecs/ and detect/.
#include "escapes.h"

#include "decoders.h"

namespace whatwg_encoding::detect {

void EscapesModel::Feed(Bytes chunk) {
  is_iso_2022_jp_ = is_iso_2022_jp_ && CountMalformed(decoder_, chunk, 0) == 0;
}

}  // namespace whatwg_encoding::detect
