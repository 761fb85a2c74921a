// Which codecs a build of the library leaves out. Each macro leaves out the decoders and encoders
// of a family of encodings, and so the tables that only they use. The encodings of Unicode,
// replacement and x-user-defined are in every build. src/library/README.md describes the macros.
#pragma once

#include <type_traits>

#include "big5.h"
#include "code_page.h"
#include "euc_jp.h"
#include "euc_kr.h"
#include "gb18030.h"
#include "hz_gb_2312.h"
#include "iso_2022_jp.h"
#include "iso_2022_kr.h"
#include "johab.h"
#include "shift_jis.h"
#include "single_byte.h"

namespace whatwg_encoding {

template <typename Codec, typename... Listed>
inline constexpr bool kIsAnyOf = (std::is_same_v<Codec, Listed> || ...);

// Whether the build has a class of decoders or encoders.
template <typename Codec>
constexpr bool IsIncluded() {
#if defined(WHATWG_ENCODING_NO_SINGLE_BYTE)
  if (kIsAnyOf<Codec, SingleByteDecoder, SingleByteEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_CODE_PAGES)
  if (kIsAnyOf<Codec, CodePageDecoder, CodePageEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_GB18030)
  if (kIsAnyOf<Codec, Gb18030Decoder, Gb18030Encoder>) return false;
  if (kIsAnyOf<Codec, HzGb2312Decoder, HzGb2312Encoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_BIG5)
  if (kIsAnyOf<Codec, Big5Decoder, Big5Encoder, Big5FullEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_EUC_JP)
  if (kIsAnyOf<Codec, EucJpDecoder, EucJpEncoder, EucJpThreeByteEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_ISO_2022_JP)
  if (kIsAnyOf<Codec, Iso2022JpDecoder, Iso2022JpEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_SHIFT_JIS)
  if (kIsAnyOf<Codec, ShiftJisDecoder, ShiftJisEncoder>) return false;
#endif
#if defined(WHATWG_ENCODING_NO_EUC_KR)
  if (kIsAnyOf<Codec, EucKrDecoder, EucKrEncoder>) return false;
  if (kIsAnyOf<Codec, Iso2022KrDecoder, Iso2022KrEncoder>) return false;
  if (kIsAnyOf<Codec, JohabDecoder, JohabEncoder>) return false;
#endif
  return true;
}

}  // namespace whatwg_encoding
