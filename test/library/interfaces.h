// The C++ interface and the C interface as classes with the same functions, for programs that test
// both.
#pragma once

#include <whatwg_encoding.h>
#include <whatwg_encoding_c.h>

#include <cstdlib>
#include <span>
#include <string_view>

namespace we = whatwg::encoding;

inline we::Error ErrorOf(const whatwg_error& error) {
  return {error.offset, error.length, error.code_point, static_cast<we::Reason>(error.reason)};
}
inline we::Result ResultOf(const whatwg_result& result) {
  return {static_cast<we::Status>(result.status), result.read, result.written,
          ErrorOf(result.error)};
}

class CppDecoder {
 public:
  CppDecoder(size_t number, we::Malformed malformed, we::Bom bom)
      : own_(we::Encoding::At(number), {malformed, bom}) {}
  we::Result Decode(we::Bytes in, std::span<char16_t> out, bool last) {
    return own_.DecodeToUtf16(in, out, last);
  }
  we::Result Decode(we::Bytes in, std::span<char> out, bool last) {
    return own_.DecodeToUtf8(in, out, last);
  }
  we::Measured Measure(we::Bytes in, bool last) { return own_.Measure(in, last); }
  uint64_t replacements() const { return own_.replacements(); }
  uint64_t position() const { return own_.position(); }
  we::Error first_error() const { return own_.first_error(); }

 private:
  we::Decoder own_;
};

class CDecoder {
 public:
  CDecoder(size_t number, we::Malformed malformed, we::Bom bom) {
    const bool is_made =
        whatwg_decoder_init(&own_, static_cast<whatwg_encoding>(number),
                            static_cast<whatwg_malformed>(malformed), static_cast<whatwg_bom>(bom));
    if (!is_made) std::exit(1);
  }
  we::Result Decode(we::Bytes in, std::span<char16_t> out, bool last) {
    return ResultOf(
        whatwg_decode_to_utf16(&own_, in.data(), in.size(), out.data(), out.size(), last));
  }
  we::Result Decode(we::Bytes in, std::span<char> out, bool last) {
    return ResultOf(
        whatwg_decode_to_utf8(&own_, in.data(), in.size(), out.data(), out.size(), last));
  }
  we::Measured Measure(we::Bytes in, bool last) {
    const whatwg_measured measured = whatwg_decoder_measure(&own_, in.data(), in.size(), last);
    return {static_cast<we::Status>(measured.status), measured.read, measured.utf16_units,
            measured.utf8_bytes, ErrorOf(measured.error)};
  }
  uint64_t replacements() const { return whatwg_decoder_replacements(&own_); }
  uint64_t position() const { return whatwg_decoder_position(&own_); }
  we::Error first_error() const { return ErrorOf(whatwg_decoder_first_error(&own_)); }

 private:
  whatwg_decoder own_;
};

class CppEncoder {
 public:
  CppEncoder(size_t number, we::Unencodable unencodable)
      : own_(we::Encoding::At(number), unencodable) {}
  we::Result Encode(std::u16string_view in, std::span<uint8_t> out, bool last) {
    return own_.EncodeUtf16(in, out, last);
  }
  we::Result Encode(std::string_view in, std::span<uint8_t> out, bool last) {
    return own_.EncodeUtf8(in, out, last);
  }
  uint64_t replacements() const { return own_.replacements(); }

 private:
  we::Encoder own_;
};

class CEncoder {
 public:
  CEncoder(size_t number, we::Unencodable unencodable) {
    const bool is_made = whatwg_encoder_init(&own_, static_cast<whatwg_encoding>(number),
                                             static_cast<whatwg_unencodable>(unencodable));
    if (!is_made) std::exit(1);
  }
  we::Result Encode(std::u16string_view in, std::span<uint8_t> out, bool last) {
    return ResultOf(whatwg_encode_utf16(&own_, in.data(), in.size(), out.data(), out.size(), last));
  }
  we::Result Encode(std::string_view in, std::span<uint8_t> out, bool last) {
    return ResultOf(whatwg_encode_utf8(&own_, in.data(), in.size(), out.data(), out.size(), last));
  }
  uint64_t replacements() const { return whatwg_encoder_replacements(&own_); }

 private:
  whatwg_encoder own_;
};

class CppTranscoder {
 public:
  CppTranscoder(size_t from, size_t to, const we::TranscodeOptions& options)
      : own_(we::Encoding::At(from), we::Encoding::At(to), options) {}
  we::Result Transcode(we::Bytes in, std::span<uint8_t> out, bool last) {
    return own_.Transcode(in, out, last);
  }

 private:
  we::Transcoder own_;
};

class CTranscoder {
 public:
  CTranscoder(size_t from, size_t to, const we::TranscodeOptions& options) {
    const bool is_made = whatwg_transcoder_init(
        &own_, static_cast<whatwg_encoding>(from), static_cast<whatwg_encoding>(to),
        static_cast<whatwg_malformed>(options.malformed),
        static_cast<whatwg_unencodable>(options.unencodable), static_cast<whatwg_bom>(options.bom));
    if (!is_made) std::exit(1);
  }
  we::Result Transcode(we::Bytes in, std::span<uint8_t> out, bool last) {
    return ResultOf(whatwg_transcode(&own_, in.data(), in.size(), out.data(), out.size(), last));
  }

 private:
  whatwg_transcoder own_;
};
