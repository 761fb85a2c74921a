// ICU's converters behind the three functions that test/tools/bench/core/encoding_rs has too.
#include <unicode/ucnv.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

constexpr size_t kFailed = SIZE_MAX;

// A converter of an encoding, by a label of the standard.
class Converter {
 public:
  explicit Converter(const std::string& label) : own_(ucnv_open(NameOf(label), &error_)) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() { ucnv_close(own_); }

  UConverter* get() const { return own_; }
  UErrorCode* error() { return &error_; }
  bool has_failed() const { return U_FAILURE(error_); }

 private:
  // The tables of ICU that are nearest to those of the standard.
  static const char* NameOf(const std::string& label) {
    if (label == "shift_jis") return "windows-31j";
    if (label == "big5") return "Big5-HKSCS";
    if (label == "euc-kr") return "windows-949-2000";
    if (label == "windows-874") return "windows-874-2000";
    return label.c_str();
  }

  UErrorCode error_ = U_ZERO_ERROR;
  UConverter* own_;
};

}  // namespace

extern "C" size_t bench_decode_utf16(const char* label, size_t length, const char* in, size_t size,
                                     char16_t* out, size_t room) {
  Converter converter({label, length});
  if (converter.has_failed()) return kFailed;
  char16_t* end = out;
  ucnv_toUnicode(converter.get(), &end, out + room, &in, in + size, nullptr, true,
                 converter.error());
  return converter.has_failed() ? kFailed : static_cast<size_t>(end - out);
}

extern "C" size_t bench_decode_utf8(const char* label, size_t length, const char* in, size_t size,
                                    char* out, size_t room) {
  Converter converter({label, length});
  Converter utf8("utf-8");
  if (converter.has_failed() || utf8.has_failed()) return kFailed;
  char16_t pivot[4096];
  char16_t* source = pivot;
  char16_t* target = pivot;
  char* end = out;
  ucnv_convertEx(utf8.get(), converter.get(), &end, out + room, &in, in + size, pivot, &source,
                 &target, pivot + 4096, true, true, utf8.error());
  return utf8.has_failed() ? kFailed : static_cast<size_t>(end - out);
}

extern "C" size_t bench_encode_utf16(const char* label, size_t length, const char16_t* in,
                                     size_t size, char* out, size_t room) {
  Converter converter({label, length});
  if (converter.has_failed()) return kFailed;
  ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_ESCAPE, UCNV_ESCAPE_XML_DEC, nullptr,
                        nullptr, converter.error());
  char* end = out;
  ucnv_fromUnicode(converter.get(), &end, out + room, &in, in + size, nullptr, true,
                   converter.error());
  return converter.has_failed() ? kFailed : static_cast<size_t>(end - out);
}
