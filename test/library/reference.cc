// Compares the library with the reference, through the C++ interface and through the C interface:
// every input of one and of two bytes in every encoding of the standard, cut at each place, and
// every scalar value in every encoder.
// Usage: reference FOLDER PROOF PART PARTS; FOLDER is that of reference.mjs, PROOF has the files of
// test/proof/encoder-steps.mjs. Of the encodings, every one is in one of the parts.
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../proof/encoder_table.h"
#include "check.h"
#include "interfaces.h"

namespace {

using whatwg_proof::ReadNumbers;

// A string with room for what any input here becomes.
template <typename Unit>
struct Text {
  void Append(std::basic_string_view<Unit> more) {
    if (size + more.size() > units.size()) return;
    size += more.copy(units.data() + size, more.size());
  }
  std::basic_string_view<Unit> view() const { return {units.data(), size}; }

  std::array<Unit, 64> units;
  size_t size = 0;
};

constexpr std::u16string_view ReplacementIn(char16_t) { return u"\uFFFD"; }
constexpr std::string_view ReplacementIn(char) { return "\uFFFD"; }

template <typename Unit>
constexpr size_t kLeastRoom = we::Decoder::kMinUtf16Units;
template <>
constexpr size_t kLeastRoom<char> = we::Decoder::kMinUtf8Bytes;

// How an input is cut into chunks: whole, in two, or byte by byte with empty chunks. The last chunk
// may be empty.
std::vector<std::vector<we::Bytes>> Cuts(we::Bytes in) {
  std::vector<std::vector<we::Bytes>> cuts = {{in}, {in, {}}};
  for (size_t at = 1; at < in.size(); ++at) cuts.push_back({in.first(at), in.subspan(at)});
  std::vector<we::Bytes> single;
  for (size_t at = 0; at < in.size(); ++at) {
    single.push_back(in.subspan(at, 1));
    single.emplace_back();
  }
  cuts.push_back(single);
  return cuts;
}

struct Decoded {
  std::u16string utf16;
  std::string utf8;
  std::vector<we::Error> errors;
};

// Decodes chunks with room of `room` units in each call. Returns whether all is as expected.
template <typename Decoder, typename Unit>
bool Decodes(size_t number, const std::vector<we::Bytes>& chunks, we::Malformed malformed,
             size_t room, std::basic_string_view<Unit> expected, const Decoded& decoded) {
  Decoder decoder(number, malformed, we::Bom::kKeep);
  Text<Unit> text;
  std::vector<we::Error> errors;
  size_t calls_left = 100;
  for (size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    const bool last = chunk + 1 == chunks.size();
    we::Bytes in = chunks[chunk];
    we::Result result;
    do {
      if (calls_left-- == 0) return false;
      Unit units[64];
      result = decoder.Decode(in, std::span(units, room), last);
      if (result.written > room || result.read > in.size()) return false;
      text.Append({units, result.written});
      in = in.subspan(result.read);
      if (result.status == we::Status::kMalformed) {
        errors.push_back(result.error);
        text.Append(ReplacementIn(Unit()));
      }
    } while (result.status != we::Status::kFinished);
    if (!in.empty()) return false;
  }
  const bool is_fatal = malformed == we::Malformed::kFatal;
  const we::Error first = decoded.errors.empty() ? we::Error() : decoded.errors[0];
  return text.view() == expected && decoder.first_error() == first &&
         decoder.replacements() == (is_fatal ? 0 : decoded.errors.size()) &&
         (is_fatal ? errors == decoded.errors : errors.empty());
}

// Measures chunks in fatal mode. Returns whether all is as expected.
template <typename Decoder>
bool Measures(size_t number, const std::vector<we::Bytes>& chunks, const Decoded& decoded) {
  Decoder decoder(number, we::Malformed::kFatal, we::Bom::kKeep);
  std::vector<we::Error> errors;
  size_t units = 0;
  size_t bytes = 0;
  size_t size = 0;
  for (size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    we::Bytes in = chunks[chunk];
    size += in.size();
    for (;;) {
      const we::Measured measured = decoder.Measure(in, chunk + 1 == chunks.size());
      units += measured.utf16_units;
      bytes += measured.utf8_bytes;
      in = in.subspan(measured.read);
      if (measured.status == we::Status::kFinished) break;
      errors.push_back(measured.error);
      if (errors.size() > 8) return false;
    }
  }
  return errors == decoded.errors && units + errors.size() == decoded.utf16.size() &&
         bytes + 3 * errors.size() == decoded.utf8.size() && decoder.position() == size;
}

// Each mode goes with each target, once with the least room and once with enough.
template <typename Decoder>
bool DecodesEachWay(size_t number, we::Bytes in, const Decoded& decoded) {
  constexpr auto kReplacement = we::Malformed::kReplacement;
  constexpr auto kFatal = we::Malformed::kFatal;
  const std::u16string_view utf16 = decoded.utf16;
  const std::string_view utf8 = decoded.utf8;
  for (const std::vector<we::Bytes>& chunks : Cuts(in)) {
    const bool is_right =
        Decodes<Decoder>(number, chunks, kReplacement, 16, utf16, decoded) &&
        Decodes<Decoder>(number, chunks, kReplacement, kLeastRoom<char>, utf8, decoded) &&
        Decodes<Decoder>(number, chunks, kFatal, kLeastRoom<char16_t>, utf16, decoded) &&
        Decodes<Decoder>(number, chunks, kFatal, 32, utf8, decoded) &&
        Measures<Decoder>(number, chunks, decoded);
    if (!is_right) return false;
  }
  return true;
}

// The UTF-8 of well-formed UTF-16.
std::string Utf8Of(std::u16string_view text) {
  std::string utf8;
  const auto add = [&utf8](char32_t byte) { utf8 += static_cast<char>(byte); };
  for (size_t at = 0; at < text.size(); ++at) {
    char32_t point = text[at];
    if (point >= 0xD800 && point < 0xDC00) {
      point = 0x10000 + ((point - 0xD800) << 10) + (char32_t{text[++at]} - 0xDC00);
    }
    const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    add(more == 0 ? point : (0xFF00 >> (more + 1) & 0xFF) | point >> 6 * more);
    for (int left = more - 1; left >= 0; --left) add(0x80 | (point >> 6 * left & 0x3F));
  }
  return utf8;
}

void Decoders(const std::string& folder, size_t number) {
  const std::string name(we::Encoding::At(number).name());
  const auto numbers = ReadNumbers<uint16_t>(folder + "/" + name + ".decoded");
  size_t at = 0;
  size_t inputs = 0;
  size_t wrong = 0;
  for (; at < numbers.size(); ++inputs) {
    const bool is_pair = inputs >= 0x100;
    const size_t value = is_pair ? inputs - 0x100 : inputs << 8;
    const uint8_t bytes[] = {static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)};
    const we::Bytes in(bytes, is_pair ? 2 : 1);
    const size_t unit_count = numbers[at];
    const size_t error_count = numbers[at + 1];
    at += 2;
    const std::u16string text(numbers.begin() + static_cast<ptrdiff_t>(at),
                              numbers.begin() + static_cast<ptrdiff_t>(at + unit_count));
    at += unit_count;
    Decoded decoded{text, Utf8Of(text), {}};
    for (size_t error = 0; error < error_count; ++error, at += 3) {
      decoded.errors.push_back(
          {numbers[at], numbers[at + 1], 0, static_cast<we::Reason>(numbers[at + 2])});
    }
    const bool is_right = DecodesEachWay<CppDecoder>(number, in, decoded) &&
                          DecodesEachWay<CDecoder>(number, in, decoded) &&
                          we::IsValid(we::Encoding::At(number), in) == decoded.errors.empty();
    if (!is_right && ++wrong <= 4) {
      printf("%s decodes %zu bytes %02X %02X otherwise\n", name.c_str(), in.size(), bytes[0],
             bytes[1]);
    }
  }
  CHECK(wrong == 0);
  CHECK(inputs == 0x10100);
}

// What an encoder writes for a code point at the start of a stream, with what ends the stream.
struct Encoded {
  std::string bytes;  // where the encoding does not contain it, in the mode `kHtml`
  char32_t error = 0;
};

Encoded EncodedBySteps(const whatwg_proof::EncoderTable& steps, char32_t code_point) {
  const whatwg_proof::EncoderStep step = steps.StepOf(0, code_point);
  Encoded encoded{step.bytes};
  if (step.report != whatwg_proof::Report::kGood) {
    encoded.error = step.report == whatwg_proof::Report::kOwn ? code_point : char32_t{0xFFFD};
    encoded.bytes += "&#" + std::to_string(static_cast<uint32_t>(encoded.error)) + ";";
  }
  encoded.bytes += steps.StepOf(step.next, whatwg_proof::kEndOfQueue).bytes;
  return encoded;
}

// Encodes a text in chunks of `chunk` code units, and in calls with `room` bytes. Returns whether
// all is as expected.
template <typename Encoder, typename Unit>
bool Encodes(size_t number, std::basic_string_view<Unit> text, size_t chunk, size_t room,
             we::Unencodable unencodable, const Encoded& expected) {
  Encoder encoder(number, unencodable);
  Text<char> bytes;
  const size_t size = text.size();
  size_t calls_left = 20;
  for (size_t begin = 0; begin < size || size == 0; begin += chunk) {
    const bool last = begin + chunk >= size;
    std::basic_string_view<Unit> in = text.substr(begin, chunk);
    for (;;) {
      if (calls_left-- == 0) return false;
      uint8_t units[64];
      const we::Result result = encoder.Encode(in, std::span(units, room), last);
      bytes.Append({reinterpret_cast<const char*>(units), result.written});
      in.remove_prefix(result.read);
      if (result.status == we::Status::kUnencodable) {
        const we::Error error{0, static_cast<uint32_t>(size), expected.error, we::Reason::kNone};
        return unencodable == we::Unencodable::kFatal && last && in.empty() &&
               result.error == error && expected.error != 0;
      }
      if (result.status == we::Status::kFinished) break;
    }
    if (!in.empty()) return false;
    if (last) break;
  }
  return bytes.view() == expected.bytes &&
         encoder.replacements() == (expected.error != 0 ? 1 : 0) &&
         (unencodable != we::Unencodable::kFatal || expected.error == 0);
}

bool EncodesEachWay(size_t number, std::u16string_view utf16, std::string_view utf8,
                    const Encoded& expected) {
  constexpr size_t kRoom = we::Encoder::kMinBytes;
  constexpr auto kHtml = we::Unencodable::kHtml;
  constexpr auto kFatal = we::Unencodable::kFatal;
  const bool is_right = Encodes<CppEncoder>(number, utf16, 2, kRoom, kFatal, expected) &&
                        Encodes<CppEncoder>(number, utf8, 1, kRoom, kHtml, expected) &&
                        Encodes<CEncoder>(number, utf16, 1, kRoom, kHtml, expected) &&
                        Encodes<CEncoder>(number, utf8, 4, kRoom, kFatal, expected);
  // Most code points are in no encoding but those of Unicode.
  if (!is_right || expected.error != 0) return is_right;
  return Encodes<CppEncoder>(number, utf16, 1, kRoom, kHtml, expected) &&
         Encodes<CppEncoder>(number, utf8, 2, kRoom, kFatal, expected) &&
         Encodes<CppEncoder>(number, utf8, 3, kRoom, kFatal, expected) &&
         Encodes<CEncoder>(number, utf16, 2, kRoom, kFatal, expected) &&
         Encodes<CEncoder>(number, utf8, 1, kRoom, kHtml, expected);
}

void Encoders(const std::string& folder, size_t number) {
  const std::string name(we::Encoding::At(number).name());
  const whatwg_proof::EncoderTable steps(folder + "/" + name + ".encoder");
  CHECK(steps.size() > 0);
  if (steps.size() == 0) return;
  size_t wrong = 0;
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point == 0xD800) code_point = 0xE000;
    const char32_t above = code_point - 0x10000;
    const char16_t units[] = {
        static_cast<char16_t>(code_point < 0x10000 ? code_point : 0xD800 + (above >> 10)),
        static_cast<char16_t>(0xDC00 + (above & 0x3FF))};
    const std::u16string_view utf16(units, code_point < 0x10000 ? 1 : 2);
    const std::string utf8 = Utf8Of(utf16);
    const Encoded expected = EncodedBySteps(steps, code_point);
    if (!EncodesEachWay(number, utf16, utf8, expected) && ++wrong <= 4) {
      printf("%s encodes U+%04X otherwise\n", name.c_str(), static_cast<unsigned>(code_point));
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const size_t part = std::strtoul(arguments[3], nullptr, 10);
  const size_t parts = std::strtoul(arguments[4], nullptr, 10);
  for (size_t number = part; number < we::Encoding::StandardCount(); number += parts) {
    const we::Encoding encoding = we::Encoding::At(number);
    Decoders(arguments[1], number);
    if (encoding.output_encoding() == encoding) Encoders(arguments[2], number);
  }
  return SumUp();
}
