// ICU's converters behind the three functions that test/tools/bench/core/encoding_rs has too.
#include <unicode/ucnv.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

constexpr size_t kFailed = SIZE_MAX;

// Opens a converter with the table of ICU that is nearest to that of a label of the standard.
icu::LocalUConverterPointer Open(const std::string& label, UErrorCode& error) {
  const char* name = label.c_str();
  if (label == "shift_jis") name = "windows-31j";
  if (label == "big5") name = "Big5-HKSCS";
  if (label == "euc-kr") name = "windows-949-2000";
  if (label == "windows-874") name = "windows-874-2000";
  return icu::LocalUConverterPointer(ucnv_open(name, &error));
}

// How much a call has written that has moved `end` from `start`.
template <typename Out>
size_t Written(const Out* start, const Out* end, UErrorCode error) {
  return U_FAILURE(error) ? kFailed : static_cast<size_t>(end - start);
}

}  // namespace

// After a failure ICU's functions do nothing, so the error is looked at once, at the end.

extern "C" size_t bench_decode_utf16(const char* label, size_t length, const char* in, size_t size,
                                     char16_t* out, size_t room) {
  UErrorCode error = U_ZERO_ERROR;
  const auto converter = Open({label, length}, error);
  char16_t* end = out;
  ucnv_toUnicode(converter.getAlias(), &end, out + room, &in, in + size, nullptr, true, &error);
  return Written(out, end, error);
}

extern "C" size_t bench_decode_utf8(const char* label, size_t length, const char* in, size_t size,
                                    char* out, size_t room) {
  UErrorCode error = U_ZERO_ERROR;
  const auto converter = Open({label, length}, error);
  const auto utf8 = Open("utf-8", error);
  char16_t pivot[4096];
  char16_t* source = pivot;
  char16_t* target = pivot;
  char* end = out;
  ucnv_convertEx(utf8.getAlias(), converter.getAlias(), &end, out + room, &in, in + size, pivot,
                 &source, &target, pivot + 4096, true, true, &error);
  return Written(out, end, error);
}

extern "C" size_t bench_encode_utf16(const char* label, size_t length, const char16_t* in,
                                     size_t size, char* out, size_t room) {
  UErrorCode error = U_ZERO_ERROR;
  const auto converter = Open({label, length}, error);
  ucnv_setFromUCallBack(converter.getAlias(), UCNV_FROM_U_CALLBACK_ESCAPE, UCNV_ESCAPE_XML_DEC,
                        nullptr, nullptr, &error);
  char* end = out;
  ucnv_fromUnicode(converter.getAlias(), &end, out + room, &in, in + size, nullptr, true, &error);
  return Written(out, end, error);
}
