// The library's C++ interface behind the three functions that test/tools/bench/core/encoding_rs has
// too.
#include <whatwg_encoding.h>

namespace we = whatwg::encoding;

namespace {

constexpr size_t kFailed = SIZE_MAX;

// Converts by an encoding with this label. Returns how much it has written, or kFailed.
template <typename Convert>
size_t By(const char* label, size_t length, Convert convert) {
  const auto encoding = we::Encoding::ForLabel({label, length});
  if (!encoding.has_value()) return kFailed;
  const we::Result result = convert(*encoding);
  return result.status == we::Status::kFinished ? result.written : kFailed;
}

constexpr we::DecodeOptions kKeepBom{we::Malformed::kReplacement, we::Bom::kKeep};

}  // namespace

extern "C" size_t bench_decode_utf16(const char* label, size_t length, const uint8_t* in,
                                     size_t size, char16_t* out, size_t room) {
  return By(label, length, [&](we::Encoding encoding) {
    return we::Decoder(encoding, kKeepBom).DecodeToUtf16({in, size}, {out, room}, true);
  });
}

extern "C" size_t bench_decode_utf8(const char* label, size_t length, const uint8_t* in,
                                    size_t size, char* out, size_t room) {
  return By(label, length, [&](we::Encoding encoding) {
    return we::Decoder(encoding, kKeepBom).DecodeToUtf8({in, size}, {out, room}, true);
  });
}

extern "C" size_t bench_encode_utf16(const char* label, size_t length, const char16_t* in,
                                     size_t size, uint8_t* out, size_t room) {
  return By(label, length, [&](we::Encoding encoding) {
    return we::Encoder(encoding, we::Unencodable::kHtml).EncodeUtf16({in, size}, {out, room}, true);
  });
}
