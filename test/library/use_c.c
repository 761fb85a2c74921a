/* Uses the C interface of the library as a stranger's program does. */
#include <string.h>
#include <whatwg_encoding_c.h>

#include "check.h"

// What programs were compiled with fits a library with the SOVERSION 1 only if this is so.
_Static_assert(sizeof(whatwg_decoder) == 112 && sizeof(whatwg_encoder) == 192 &&
                   sizeof(whatwg_transcoder) == 208 && sizeof(whatwg_detector) == 5120,
               "the sizes of states");
#if UINTPTR_MAX > 0xFFFFFFFF
_Static_assert(sizeof(whatwg_error) == 24 && sizeof(whatwg_result) == 48 &&
                   sizeof(whatwg_measured) == 56 && sizeof(whatwg_candidate) == 16 &&
                   sizeof(whatwg_detection) == 280 && sizeof(whatwg_detector_options) == 40,
               "the sizes of results and options");
#endif

static const char kShiftJisBytes[] = "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD"; /* こんにちは */

static const uint8_t* BytesOf(const char* text) { return (const uint8_t*)text; }

static void Names(void) {
  CHECK(whatwg_encoding_for_label(" SJIS\n", 6) == WHATWG_SHIFT_JIS);
  CHECK(whatwg_encoding_for_label("sjis2", 5) == WHATWG_NO_ENCODING);
  CHECK(strcmp(whatwg_encoding_name(WHATWG_UTF_16LE), "UTF-16LE") == 0);
  CHECK(whatwg_encoding_standard_count() == 40);
  CHECK(whatwg_encoding_output(WHATWG_REPLACEMENT) == WHATWG_UTF_8);
  CHECK(whatwg_encoding_is_detectable(WHATWG_UTF_8));
  CHECK(whatwg_encoding_is_detectable(whatwg_encoding_for_name("ibm850", 6)));
  CHECK(!whatwg_encoding_is_detectable(WHATWG_REPLACEMENT));
  CHECK(whatwg_encoding_is_ascii_compatible(WHATWG_UTF_8));
  CHECK(!whatwg_encoding_is_ascii_compatible(WHATWG_UTF_16LE));
}

// Each number of an encoding, and one on either side, of which nothing is true.
static void Numbers(void) {
  const whatwg_encoding count = (whatwg_encoding)whatwg_encoding_count();
  const whatwg_char16 unit = 'A';
  for (whatwg_encoding encoding = -1; encoding <= count; ++encoding) {
    const bool is_any = encoding >= 0 && encoding < count;
    const char* const name = whatwg_encoding_name(encoding);
    CHECK((name != NULL) == is_any);
    CHECK(!is_any || whatwg_encoding_for_name(name, strlen(name)) == encoding);
    CHECK(whatwg_encoding_is_included(encoding) == is_any);
    CHECK(whatwg_encoding_is_standard(encoding) == (encoding >= 0 && encoding < 40));
    const size_t labels = whatwg_encoding_label_count(encoding);
    for (size_t i = 0; i < labels; ++i) {
      const char* const label = whatwg_encoding_label(encoding, i);
      CHECK(whatwg_encoding_for_label(label, strlen(label)) == encoding);
    }
    CHECK(whatwg_encoding_label(encoding, labels) == NULL);
    CHECK(is_any || !whatwg_encoding_is_detectable(encoding));
    CHECK(is_any || !whatwg_encoding_is_ascii_compatible(encoding));
    const whatwg_encoding output = whatwg_encoding_output(encoding);
    CHECK(!is_any || output != encoding || whatwg_encoding_has_encoder(encoding));
    CHECK(whatwg_encoding_has_encoder(output) == is_any);
    whatwg_decoder decoder;
    whatwg_encoder encoder;
    whatwg_transcoder transcoder;
    CHECK(whatwg_decoder_init(&decoder, encoding, WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP) ==
          is_any);
    CHECK(whatwg_encoder_init(&encoder, encoding, WHATWG_UNENCODABLE_SKIP) == is_any);
    CHECK(whatwg_transcoder_init(&transcoder, encoding, WHATWG_UTF_8, WHATWG_MALFORMED_FATAL,
                                 WHATWG_UNENCODABLE_SKIP, WHATWG_BOM_KEEP) == is_any);
    const size_t read =
        whatwg_measure_decoded(encoding, BytesOf("A"), 1, WHATWG_MALFORMED_REPLACEMENT,
                               WHATWG_BOM_KEEP)
            .read +
        whatwg_measure_encoded_utf16(encoding, &unit, 1, WHATWG_UNENCODABLE_HTML).read +
        whatwg_measure_encoded_utf8(encoding, "A", 1, WHATWG_UNENCODABLE_HTML).read;
    CHECK(read == (is_any ? 3u : 0u));
  }
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

  CHECK(whatwg_is_valid(WHATWG_SHIFT_JIS, BytesOf(kShiftJisBytes), 2));
  CHECK(!whatwg_is_valid(WHATWG_SHIFT_JIS, BytesOf(kShiftJisBytes), 1));
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

// What a program may do by mistake.
static void Mistakes(void) {
  // Modes that are none, and encodings that are none.
  whatwg_decoder decoder;
  whatwg_encoder encoder;
  whatwg_transcoder transcoder;
  CHECK(!whatwg_decoder_init(&decoder, WHATWG_SHIFT_JIS, (whatwg_malformed)2, WHATWG_BOM_KEEP));
  CHECK(!whatwg_decoder_init(&decoder, WHATWG_SHIFT_JIS, WHATWG_MALFORMED_FATAL, (whatwg_bom)3));
  CHECK(!whatwg_encoder_init(&encoder, WHATWG_SHIFT_JIS, (whatwg_unencodable)4));
  CHECK(!whatwg_encoder_init(&encoder, INT32_MAX, WHATWG_UNENCODABLE_HTML));
  CHECK(!whatwg_transcoder_init(&transcoder, WHATWG_SHIFT_JIS, WHATWG_UTF_8, (whatwg_malformed)2,
                                WHATWG_UNENCODABLE_HTML, WHATWG_BOM_KEEP));
  CHECK(!whatwg_transcoder_init(&transcoder, WHATWG_SHIFT_JIS, INT32_MIN, WHATWG_MALFORMED_FATAL,
                                WHATWG_UNENCODABLE_HTML, WHATWG_BOM_KEEP));
  CHECK(whatwg_measure_decoded(INT32_MAX, BytesOf("a"), 1, WHATWG_MALFORMED_FATAL, WHATWG_BOM_KEEP)
            .read == 0);
  CHECK(whatwg_measure_encoded_utf8(WHATWG_SHIFT_JIS, "a", 1, (whatwg_unencodable)4).read == 0);
  CHECK(!whatwg_is_valid(WHATWG_NO_ENCODING, BytesOf("a"), 1));
  CHECK(strcmp(whatwg_reason_name((whatwg_reason)99), "none") == 0);
  CHECK(whatwg_encoding_name(INT32_MAX) == NULL && whatwg_encoding_label_count(INT32_MIN) == 0);
  CHECK(whatwg_encoding_label(WHATWG_UTF_8, 1000) == NULL);
  CHECK(whatwg_encoding_for_label(NULL, 0) == WHATWG_NO_ENCODING);

  // States of zeros.
  uint8_t bytes[64];
  char text[64];
  memset(&decoder, 0, sizeof decoder);
  memset(&encoder, 0, sizeof encoder);
  memset(&transcoder, 0, sizeof transcoder);
  // Each stream is like the first one: one behind the end of another, and one after a reset.
  const char* const kOfUtf16 = "\xFF\xFE";
  for (int stream = 0; stream < 4; ++stream) {
    whatwg_result result =
        whatwg_decode_to_utf8(&decoder, BytesOf("\xEF\xBB\xBF\xFF"), 4, text, sizeof text, true);
    CHECK(result.written == 6 && memcmp(text, "\xEF\xBB\xBF\xEF\xBF\xBD", 6) == 0);
    result = whatwg_decode_to_utf8(&decoder, BytesOf(kOfUtf16), 2, text, sizeof text, true);
    CHECK(result.written == 6 && memcmp(text, "\xEF\xBF\xBD\xEF\xBF\xBD", 6) == 0);
    CHECK(whatwg_decoder_encoding(&decoder) == WHATWG_UTF_8);
    result = whatwg_encode_utf8(&encoder, "é", 2, bytes, sizeof bytes, true);
    CHECK(result.written == 2 && memcmp(bytes, "é", 2) == 0);
    result = whatwg_transcode(&transcoder, BytesOf("\xEF\xBB\xBF"), 3, bytes, sizeof bytes, true);
    CHECK(result.written == 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0);
    result = whatwg_transcode(&transcoder, BytesOf(kOfUtf16), 2, bytes, sizeof bytes, true);
    CHECK(result.written == 6 && whatwg_transcoder_from(&transcoder) == WHATWG_UTF_8);
    if (stream != 1) continue;
    whatwg_decoder_reset(&decoder);
    whatwg_encoder_reset(&encoder);
    whatwg_transcoder_reset(&transcoder);
  }
  whatwg_detector detector;
  memset(&detector, 0, sizeof detector);
  whatwg_detector_feed(&detector, BytesOf(kShiftJisBytes), sizeof kShiftJisBytes - 1);
  CHECK(whatwg_detector_detect(&detector, true).candidate_count <= WHATWG_MAX_CANDIDATES);

  // Nothing where something is expected, in each encoding.
  for (whatwg_encoding encoding = 0; (size_t)encoding < whatwg_encoding_count(); ++encoding) {
    CHECK(whatwg_decoder_init(&decoder, encoding, WHATWG_MALFORMED_FATAL, WHATWG_BOM_SNIFF));
    CHECK(whatwg_decode_to_utf8(&decoder, NULL, 0, NULL, 0, false).status ==
          WHATWG_STATUS_FINISHED);
    CHECK(whatwg_decode_to_utf16(&decoder, NULL, 0, NULL, 0, true).status ==
          WHATWG_STATUS_FINISHED);
    CHECK(whatwg_decoder_measure(&decoder, NULL, 0, true).utf16_units == 0);
    CHECK(whatwg_is_valid(encoding, NULL, 0));
    CHECK(whatwg_encoder_init(&encoder, encoding, WHATWG_UNENCODABLE_FATAL));
    CHECK(whatwg_encode_utf8(&encoder, NULL, 0, NULL, 0, true).status == WHATWG_STATUS_FINISHED);
    CHECK(whatwg_encode_utf16(&encoder, NULL, 0, NULL, 0, true).status == WHATWG_STATUS_FINISHED);
    CHECK(whatwg_measure_encoded_utf16(encoding, NULL, 0, WHATWG_UNENCODABLE_FATAL).written == 0);
    CHECK(whatwg_transcoder_init(&transcoder, encoding, encoding, WHATWG_MALFORMED_FATAL,
                                 WHATWG_UNENCODABLE_FATAL, WHATWG_BOM_SNIFF));
    CHECK(whatwg_transcode(&transcoder, NULL, 0, NULL, 0, true).status == WHATWG_STATUS_FINISHED);
  }
  CHECK(whatwg_detect(NULL, 0, NULL).is_ascii);

  // Sizes whose room is no number.
  CHECK(WHATWG_MAX_UTF16_UNITS(SIZE_MAX - 3) == SIZE_MAX);
  CHECK(WHATWG_MAX_UTF8_BYTES(SIZE_MAX / 3) == SIZE_MAX);
  CHECK(WHATWG_MAX_ENCODED_BYTES(SIZE_MAX) == SIZE_MAX);
  CHECK(WHATWG_MAX_UTF8_BYTES(SIZE_MAX / 3 - 4) == SIZE_MAX / 3 * 3);
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

  // A list that names an encoding again and again leaves room for the others, and a number of no
  // encoding does not count.
  whatwg_encoding allowed[302];
  for (size_t i = 0; i < 300; ++i) allowed[i] = WHATWG_SHIFT_JIS;
  allowed[300] = WHATWG_EUC_JP;
  allowed[301] = 1000;
  whatwg_detector_options options;
  memset(&options, 0, sizeof options);
  options.allowed = allowed;
  options.allowed_count = 302;
  CHECK(whatwg_detect(bytes, encoded.written, &options).encoding == WHATWG_EUC_JP);
  options.allowed = allowed + 301;
  options.allowed_count = 1;
  CHECK(whatwg_detect(bytes, encoded.written, &options).encoding == WHATWG_NO_ENCODING);
  options.allowed_count = 0;
  options.top_level_domain = "jp";
  CHECK(whatwg_detect(bytes, encoded.written, &options).encoding == WHATWG_EUC_JP);
}

int main(void) {
  Names();
  Numbers();
  Decoding();
  Encoding();
  Mistakes();
  Detection();
  return SumUp();
}
