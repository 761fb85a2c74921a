/* Uses the C interface of the library as a stranger's program does. */
#include <string.h>
#include <whatwg_encoding_c.h>

#include "check.h"

static const char kShiftJisBytes[] = "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD"; /* こんにちは */

static const uint8_t* BytesOf(const char* text) { return (const uint8_t*)text; }

static void Names(void) {
  CHECK(whatwg_encoding_for_label(" SJIS\n", 6) == WHATWG_SHIFT_JIS);
  CHECK(whatwg_encoding_for_label("sjis2", 5) == WHATWG_NO_ENCODING);
  CHECK(strcmp(whatwg_encoding_name(WHATWG_UTF_16LE), "UTF-16LE") == 0);
  CHECK(whatwg_encoding_name(WHATWG_NO_ENCODING) == NULL);
  CHECK(whatwg_encoding_standard_count() == 40);
  CHECK(whatwg_encoding_output(WHATWG_REPLACEMENT) == WHATWG_UTF_8);
}

static void Decoding(void) {
  const size_t size = sizeof kShiftJisBytes - 1;
  const char expected[] = "こんにちは";
  char text[WHATWG_MAX_UTF8_BYTES(sizeof kShiftJisBytes)];
  whatwg_decoder decoder;
  CHECK(whatwg_decoder_init(&decoder, WHATWG_SHIFT_JIS, WHATWG_MALFORMED_REPLACEMENT,
                            WHATWG_BOM_STRIP));
  size_t written = 0;
  for (size_t at = 0; at < size; ++at) {
    const whatwg_result result =
        whatwg_decode_to_utf8(&decoder, BytesOf(kShiftJisBytes) + at, 1, text + written,
                              sizeof text - written, at + 1 == size);
    CHECK(result.status == WHATWG_STATUS_FINISHED && result.read == 1);
    written += result.written;
  }
  CHECK(written == sizeof expected - 1 && memcmp(text, expected, written) == 0);

  whatwg_char16 units[16];
  whatwg_decoder_reset(&decoder);
  const whatwg_result wide =
      whatwg_decode_to_utf16(&decoder, BytesOf(kShiftJisBytes), size, units, 16, true);
  CHECK(wide.written == 5 && units[0] == 0x3053);

  CHECK(!whatwg_decoder_init(&decoder, 1000, WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP));
  CHECK(!whatwg_is_valid(WHATWG_UTF_8, BytesOf("\xC0\x80"), 2));
  const whatwg_measured measured = whatwg_measure_decoded(WHATWG_SHIFT_JIS, BytesOf("a\x82"), 2,
                                                          WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP);
  CHECK(measured.status == WHATWG_STATUS_MALFORMED && measured.error.offset == 1);
  CHECK(measured.error.reason == WHATWG_REASON_TRUNCATED);
}

static void Encoding(void) {
  const char text[] = "1 € = あ";
  const char expected[] = "1 \x80 = &#12354;";
  uint8_t bytes[WHATWG_MAX_ENCODED_BYTES(sizeof text)];
  whatwg_encoder encoder;
  CHECK(whatwg_encoder_init(&encoder, WHATWG_WINDOWS_1252, WHATWG_UNENCODABLE_HTML));
  const whatwg_result encoded =
      whatwg_encode_utf8(&encoder, text, sizeof text - 1, bytes, sizeof bytes, true);
  CHECK(encoded.status == WHATWG_STATUS_FINISHED);
  CHECK(encoded.written == sizeof expected - 1 && memcmp(bytes, expected, encoded.written) == 0);

  whatwg_transcoder transcoder;
  CHECK(whatwg_transcoder_init(&transcoder, WHATWG_SHIFT_JIS, WHATWG_EUC_JP,
                               WHATWG_MALFORMED_REPLACEMENT, WHATWG_UNENCODABLE_FATAL,
                               WHATWG_BOM_STRIP));
  const whatwg_result transcoded =
      whatwg_transcode(&transcoder, BytesOf("\x82\xB1"), 2, bytes, sizeof bytes, true);
  CHECK(transcoded.written == 2 && memcmp(bytes, "\xA4\xB3", 2) == 0);
}

static void Detection(void) {
  const char text[] = "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とに";
  uint8_t bytes[WHATWG_MAX_ENCODED_BYTES(sizeof text)];
  whatwg_encoder encoder;
  CHECK(whatwg_encoder_init(&encoder, WHATWG_EUC_JP, WHATWG_UNENCODABLE_FATAL));
  const whatwg_result encoded =
      whatwg_encode_utf8(&encoder, text, sizeof text - 1, bytes, sizeof bytes, true);
  const whatwg_detection found = whatwg_detect(bytes, encoded.written, NULL);
  CHECK(found.encoding == WHATWG_EUC_JP);
  CHECK(found.candidate_count > 0 && strcmp(found.candidates[0].language, "ja") == 0);
}

int main(void) {
  Names();
  Decoding();
  Encoding();
  Detection();
  return SumUp();
}
