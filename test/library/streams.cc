// Runs streams through the C++ interface and through the C interface: cut at random places, in
// rooms of random sizes, also too small ones, while copies of their states go on elsewhere. What
// comes out is what one call with enough room gives, and nothing is written outside of a room.
// Calls that no program should make stay in their rooms, too.
//
// Usage: streams COUNT [SEED]; COUNT is how many streams of each kind it runs.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../core/exact_block.h"
#include "check.h"
#include "interfaces.h"

namespace {

using whatwg_testing::ExactBlock;

std::mt19937 g_random;

size_t Below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(g_random); }
bool OneIn(size_t count) { return Below(count) == 0; }

// The memory of a block; null where it has none.
template <typename Unit>
std::span<Unit> RoomOf(const ExactBlock<Unit>& block) {
  return block.size() == 0 ? std::span<Unit>() : block.span();
}

// A size of room: often less than the least room.
size_t RoomSize() {
  switch (Below(4)) {
    case 0:
      return Below(4);
    case 1:
      return Below(24);
    case 2:
      return Below(100);
    default:
      return Below(2000);
  }
}

std::string RandomBytes() {
  static constexpr std::string_view kStarts[] = {"\xEF\xBB\xBF", "\xEF\xBB", "\xFF\xFE", "\xFE\xFF",
                                                 "\xFE",         "\xEF",     "",         ""};
  static constexpr std::string_view kParts[] = {"\x1B$B",
                                                "\x1B(B",
                                                "\x1B(J",
                                                "\x1B(I",
                                                "\x1B$",
                                                "\x1B",
                                                "~{",
                                                "~}",
                                                "~",
                                                "\x0E",
                                                "\x0F",
                                                "\x7E",
                                                "\x1B$)C",
                                                "\x81\x30\x81\x30",
                                                "\x84\x31\xA4\x37",
                                                "\x8F",
                                                "\xF0\x9F\x98\x80",
                                                "\xF0\x9F",
                                                "\xE3\x81\x82",
                                                "\x82\xA0",
                                                "\xA4\xA2",
                                                "\x3D\xD8\x00\xDE",
                                                "\xD8\x3D\xDE\x00",
                                                "\x88\x62",
                                                "\xEF\xBB\xBF",
                                                "plain text, longer than a vector of bytes is"};
  std::string bytes(kStarts[Below(std::size(kStarts))]);
  const size_t size = OneIn(8) ? Below(3000) : Below(40);
  const size_t kind = Below(4);
  while (bytes.size() < size) {
    if (kind == 0 || OneIn(6)) {
      bytes += kParts[Below(std::size(kParts))];
    } else if (kind == 1) {
      bytes += static_cast<char>(Below(0x80));
    } else {
      bytes += static_cast<char>(kind == 2 ? Below(0x100) : 0x80 + Below(0x80));
    }
  }
  return bytes;
}

std::u16string RandomText() {
  static constexpr std::u16string_view kParts[] = {
      u"あ", u"ｱ", u"é", u"€", u"한", u"你", u"₩", u"¥", u"—", u"😀", u"𠮷", u"\x0E", u"\x1B", u"Ê̄"};
  std::u16string text;
  const size_t size = OneIn(8) ? Below(1500) : Below(24);
  const size_t kind = Below(4);
  while (text.size() < size) {
    if (kind == 0 || OneIn(4)) {
      text += kParts[Below(std::size(kParts))];
    } else if (kind == 1) {
      text += static_cast<char16_t>(Below(0x80));
    } else if (kind == 2) {
      text += static_cast<char16_t>(0xD800 + Below(0x800));
    } else {
      text += static_cast<char16_t>(0x4E00 + Below(0x5200));
    }
  }
  return text;
}

// What a stream becomes: the output, and the errors that have stopped calls, with how much was
// written before each.
template <typename Unit>
struct Output {
  std::basic_string<Unit> units;
  std::vector<std::pair<size_t, we::Error>> errors;

  bool operator==(const Output&) const = default;
};

// Runs a stream by `call(in, room, last)` of `converter`: with one chunk and enough room, or cut at
// random, when `least` is the least room that makes progress. Empty: something is wrong.
template <typename Unit, typename In, typename Converter, typename Call>
bool RunStream(Converter converter, In in, size_t enough, size_t least, Output<Unit>& output,
               Call call) {
  size_t stuck = 0;
  const bool is_whole = least == 0;
  size_t chunk = is_whole || OneIn(4) ? in.size() : Below(in.size() + 1);
  bool last = chunk == in.size() && (is_whole || OneIn(2));
  for (;;) {
    const ExactBlock<std::remove_const_t<typename In::value_type>> copy(
        std::span(in.data(), chunk));
    const In own(copy.data(), copy.size());
    const ExactBlock<Unit> block(is_whole ? enough : RoomSize() + stuck);
    const std::span<Unit> room = RoomOf(block);
    if (OneIn(4)) {
      Converter other = converter;
      const ExactBlock<Unit> other_block(RoomSize());
      call(other, own, RoomOf(other_block), OneIn(2));
    }
    const size_t size = room.size();
    const we::Result result = call(converter, own, room, last);
    if (result.read > chunk || result.written > size) return false;
    output.units.append(room.data(), result.written);
    in = In(in.data() + result.read, in.size() - result.read);
    chunk -= result.read;
    const bool is_idle = result.read == 0 && result.written == 0;
    switch (result.status) {
      case we::Status::kFinished:
        if (chunk != 0) return false;
        if (last) return in.empty();
        chunk = OneIn(3) ? in.size() : std::min(in.size(), Below(6));
        last = chunk == in.size() && OneIn(2);
        stuck = 0;
        break;
      case we::Status::kOutputFull:
        if (is_whole || (is_idle && size >= least)) return false;
        stuck = is_idle ? stuck + 1 + Below(least) : 0;
        break;
      default:
        output.errors.emplace_back(output.units.size(), result.error);
        stuck = 0;
    }
  }
}

// Runs a stream whole, and cut at random. Both must give the same.
template <typename Unit, typename In, typename Converter, typename Call>
bool RunBoth(const Converter& converter, In in, size_t enough, size_t least, Output<Unit>& output,
             Call call) {
  Output<Unit> cut;
  return RunStream<Unit>(converter, in, enough, 0, output, call) &&
         RunStream<Unit>(converter, in, enough, least, cut, call) && output == cut;
}

template <typename Unit, typename Decoder>
bool Decodes(const Decoder& decoder, we::Bytes in, size_t least, Output<Unit>& output) {
  return RunBoth<Unit>(decoder, in, we::MaxUtf8Bytes(in.size()), least, output,
                       [](Decoder& own, we::Bytes bytes, std::span<Unit> room, bool last) {
                         return own.Decode(bytes, room, last);
                       });
}

// Measures a stream in fatal mode. The units of an output are not counted.
template <typename Decoder>
bool Measures(Decoder decoder, we::Bytes in, std::vector<we::Error>& errors, size_t& utf16,
              size_t& utf8) {
  const size_t size = in.size();
  size_t chunk = Below(size + 1);
  for (;;) {
    const bool last = chunk == in.size();
    const we::Measured measured = decoder.Measure(in.first(chunk), last);
    if (measured.read > chunk || measured.status == we::Status::kOutputFull) return false;
    utf16 += measured.utf16_units;
    utf8 += measured.utf8_bytes;
    in = in.subspan(measured.read);
    chunk -= measured.read;
    if (measured.status == we::Status::kMalformed) {
      errors.push_back(measured.error);
    } else if (last) {
      return in.empty() && decoder.position() == size;
    } else {
      chunk = std::min(in.size(), Below(6));
    }
  }
}

// The text of bytes in replacement mode, by a decoder that leaves byte order marks alone.
// https://encoding.spec.whatwg.org/#specification-hooks
std::u16string TextOf(size_t number, std::string_view bytes, we::Bom bom) {
  we::Encoding encoding = we::Encoding::At(number);
  const std::pair<std::string_view, we::Encoding> marks[] = {
      {"\xEF\xBB\xBF", we::kUtf8}, {"\xFE\xFF", we::kUtf16be}, {"\xFF\xFE", we::kUtf16le}};
  if (bom == we::Bom::kSniff) {
    for (const auto& [mark, of_mark] : marks) {
      if (!bytes.starts_with(mark)) continue;
      encoding = of_mark;
      bytes.remove_prefix(mark.size());
      break;
    }
  }
  std::u16string text;
  we::DecodeToUtf16(encoding, we::AsBytes(bytes), text,
                    {we::Malformed::kReplacement, we::Bom::kKeep});
  const bool is_unicode = encoding.name().starts_with("UTF-");
  const bool drops = bom == we::Bom::kStrip && is_unicode && text.starts_with(u'\xFEFF');
  return drops ? text.substr(1) : text;
}

template <typename Decoder>
bool DecodesAsWhole(size_t number, const std::string& bytes) {
  const auto malformed = static_cast<we::Malformed>(Below(2));
  const auto bom = static_cast<we::Bom>(Below(3));
  const we::Bytes in = we::AsBytes(bytes);
  const Decoder decoder(number, malformed, bom);
  Output<char16_t> utf16;
  Output<char> utf8;
  if (!Decodes(decoder, in, we::Decoder::kMinUtf16Units, utf16) ||
      !Decodes(decoder, in, we::Decoder::kMinUtf8Bytes, utf8)) {
    return false;
  }
  if (utf16.errors.empty() && TextOf(number, bytes, bom) != utf16.units) return false;
  std::vector<we::Error> errors;
  size_t units = 0;
  size_t size = 0;
  if (!Measures(decoder, in, errors, units, size)) return false;
  return units == utf16.units.size() && size == utf8.units.size() &&
         errors.size() == utf16.errors.size() && utf16.errors.size() == utf8.errors.size() &&
         std::equal(errors.begin(), errors.end(), utf16.errors.begin(),
                    [](const we::Error& left, const auto& right) { return left == right.second; });
}

template <typename Unit, typename Encoder>
bool Encodes(const Encoder& encoder, std::basic_string_view<Unit> in, Output<uint8_t>& output) {
  return RunBoth<uint8_t>(
      encoder, in, we::MaxEncodedBytes(in.size()), we::Encoder::kMinBytes, output,
      [](Encoder& own, std::basic_string_view<Unit> text, std::span<uint8_t> room, bool last) {
        return own.Encode(text, room, last);
      });
}

template <typename Encoder>
bool EncodesAsWhole(size_t number, const std::u16string& text, const std::string& utf8) {
  const Encoder encoder(number, static_cast<we::Unencodable>(Below(4)));
  // The text of the bytes in UTF-16 becomes the same bytes.
  std::u16string same;
  we::DecodeToUtf16(we::kUtf8, we::AsBytes(utf8), same,
                    {we::Malformed::kReplacement, we::Bom::kKeep});
  Output<uint8_t> of_text;
  Output<uint8_t> of_utf8;
  Output<uint8_t> of_same;
  return Encodes<char16_t>(encoder, text, of_text) && Encodes<char>(encoder, utf8, of_utf8) &&
         Encodes<char16_t>(encoder, same, of_same) && of_same.units == of_utf8.units &&
         of_same.errors.size() == of_utf8.errors.size();
}

template <typename Transcoder>
bool TranscodesAsWhole(size_t from, size_t to, const std::string& bytes) {
  const we::TranscodeOptions options{static_cast<we::Malformed>(Below(2)),
                                     static_cast<we::Unencodable>(Below(4)),
                                     static_cast<we::Bom>(Below(3))};
  const we::Bytes in = we::AsBytes(bytes);
  Output<uint8_t> whole;
  const bool is_same = RunBoth<uint8_t>(
      Transcoder(from, to, options), in, we::MaxEncodedBytes(in.size()), we::Transcoder::kMinBytes,
      whole, [](Transcoder& own, we::Bytes chunk, std::span<uint8_t> room, bool last) {
        return own.Transcode(chunk, room, last);
      });
  if (!is_same) return false;
  // A decoder and an encoder together do the same.
  std::u16string text;
  const we::Encoding encoding = we::Encoding::At(from);
  if (options.malformed == we::Malformed::kFatal) return true;
  we::DecodeToUtf16(encoding, in, text, {options.malformed, options.bom});
  Output<uint8_t> of_text;
  return Encodes<char16_t>(CppEncoder(to, options.unencodable), text, of_text) &&
         of_text.units == whole.units;
}

// Makes one call with a chunk that does not go on where the calls before it have stopped. Returns
// whether the call stays in its room and in its chunk.
template <typename Unit, typename In, typename Call>
bool StaysInside(In in, Call call) {
  const ExactBlock<std::remove_const_t<typename In::value_type>> own(
      std::span(in.data(), in.size()));
  const ExactBlock<Unit> room(RoomSize());
  const we::Result result = call(In(own.data(), own.size()), RoomOf(room), OneIn(3));
  return result.read <= own.size() && result.written <= room.size();
}

// Calls of all kinds in any order, which do not give the rest of a chunk again, with numbers that
// are none of a mode or of an encoding.
bool SurvivesMistakes() {
  const auto number = [] { return static_cast<uint8_t>(OneIn(4) ? Below(0x100) : Below(4)); };
  const auto encoding = [] {
    return we::Encoding(static_cast<uint8_t>(Below(OneIn(4) ? 0x100 : we::Encoding::Count())));
  };
  const auto malformed = static_cast<we::Malformed>(number());
  const auto unencodable = static_cast<we::Unencodable>(number());
  const auto bom = static_cast<we::Bom>(number());
  we::Decoder decoder(encoding(), {malformed, bom});
  we::Encoder encoder(encoding(), unencodable);
  we::Transcoder transcoder(encoding(), encoding(), {malformed, unencodable, bom});
  for (size_t left = 16; left > 0; --left) {
    const std::string bytes = RandomBytes();
    const std::u16string text = OneIn(2) ? RandomText() : u"a\xD83D";
    const we::Bytes in = we::AsBytes(bytes);
    const bool is_right =
        StaysInside<char16_t>(in, [&](auto... call) { return decoder.DecodeToUtf16(call...); }) &&
        StaysInside<char>(in, [&](auto... call) { return decoder.DecodeToUtf8(call...); }) &&
        decoder.Measure(in, OneIn(3)).read <= in.size() &&
        StaysInside<uint8_t>(std::u16string_view(text),
                             [&](auto... call) { return encoder.EncodeUtf16(call...); }) &&
        StaysInside<uint8_t>(std::string_view(bytes),
                             [&](auto... call) { return encoder.EncodeUtf8(call...); }) &&
        StaysInside<uint8_t>(in, [&](auto... call) { return transcoder.Transcode(call...); });
    if (!is_right) return false;
  }
  return true;
}

bool IsSame(const we::Detection& left, const we::Detection& right) {
  if (left.encoding != right.encoding || left.is_reliable != right.is_reliable ||
      left.is_ascii != right.is_ascii || left.candidate_count != right.candidate_count) {
    return false;
  }
  for (size_t at = 0; at < left.candidate_count; ++at) {
    const we::Candidate& one = left.candidates[at];
    const we::Candidate& other = right.candidates[at];
    if (one.encoding != other.encoding || one.language != other.language ||
        one.probability != other.probability) {
      return false;
    }
  }
  return true;
}

bool DetectsAsWhole(const std::string& bytes) {
  const we::DetectorOptions options{.allowed = {},
                                    .code_pages = OneIn(2),
                                    .top_level_domain = OneIn(2) ? "jp" : "",
                                    .languages = OneIn(2) ? "ru,ko" : ""};
  we::Detector detector(options);
  we::Bytes in = we::AsBytes(bytes);
  while (!in.empty()) {
    const std::vector<uint8_t> chunk(in.begin(),
                                     in.begin() + static_cast<ptrdiff_t>(Below(in.size() + 1)));
    detector.Feed(chunk);
    if (OneIn(4)) (void)detector.Detect(OneIn(2));
    if (OneIn(4)) (void)detector.IsSettled();
    in = in.subspan(chunk.size());
  }
  return IsSame(detector.Detect(true), we::Detect(we::AsBytes(bytes), options));
}

size_t RandomEncoder() {
  for (;;) {
    const size_t number = Below(we::Encoding::Count());
    if (we::Encoding::At(number).has_encoder()) return number;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  unsigned long left = std::strtoul(arguments[1], nullptr, 10);
  unsigned seed = count > 2 ? static_cast<unsigned>(std::strtoul(arguments[2], nullptr, 10)) : 1;
  int wrong = 0;
  const auto is_right = [&](bool is, const char* what) {
    CHECK(is);
    if (!is) printf("%s, seed %u\n", what, seed);
    if (!is && ++wrong == 5) std::exit(SumUp());
  };
  for (; left > 0; --left, ++seed) {
    g_random.seed(seed);
    const std::string bytes = RandomBytes();
    const std::u16string text = RandomText();
    // More often an encoding of the standard that has a state.
    const size_t number = OneIn(3) ? Below(we::Encoding::Count()) : 29 + Below(11);
    const size_t from = number < we::Encoding::Count() && OneIn(9) ? 0 : number;
    const size_t to = OneIn(3) ? we::kIso2022Jp.number() : RandomEncoder();
    is_right(DecodesAsWhole<CppDecoder>(from, bytes), "the decoder of C++");
    is_right(DecodesAsWhole<CDecoder>(from, bytes), "the decoder of C");
    is_right(EncodesAsWhole<CppEncoder>(to, text, bytes), "the encoder of C++");
    is_right(EncodesAsWhole<CEncoder>(to, text, bytes), "the encoder of C");
    is_right(TranscodesAsWhole<CppTranscoder>(from, to, bytes), "the transcoder of C++");
    is_right(TranscodesAsWhole<CTranscoder>(from, to, bytes), "the transcoder of C");
    if (OneIn(4)) is_right(DetectsAsWhole(bytes), "the detector");
    if (OneIn(4)) is_right(SurvivesMistakes(), "calls in any order");
  }
  CHECK(std::string_view(whatwg_encoding_version()) == WHATWG_ENCODING_VERSION);
  return SumUp();
}
