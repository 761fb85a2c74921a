// Tests of the detector: sentences in their encodings, cuts of the stream, copies, what excludes.
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../src/core/index.h"
#include "../../src/core/sinks.h"
#include "../../src/detect/detector.h"
#include "testing.h"

namespace whatwg_encoding {
namespace {

static_assert(std::is_trivially_copyable_v<Detector>);

std::string_view NameOf(EncodingId encoding) {
  return kEncodingNames[static_cast<size_t>(encoding)];
}

std::string_view TagOf(const Detection& result) {
  return kLanguageTags[result.candidates[0].language];
}

constexpr std::u16string_view kGerman = u"Die Bäume stehen schön grün über den Häusern der Stadt.";
constexpr std::u16string_view kFrench = u"L’été dernier, nous avons mangé près de la forêt.";
constexpr std::u16string_view kPolish = u"Żółta łódź płynie wąską rzeką, a źrebię śpi.";
constexpr std::u16string_view kRussianText = u"Вчера вечером мы долго гуляли по набережной.";
constexpr std::u16string_view kGreek = u"Χθες το βράδυ περπατήσαμε δίπλα στη θάλασσα.";
constexpr std::u16string_view kHebrew = u"אתמול בערב הלכנו יחד לאורך החוף";
constexpr std::u16string_view kTurkish = u"Yağmur yağdığı için çocuklar bugün dışarı çıkmadı.";
constexpr std::u16string_view kVietnamese =
    u"Hôm qua tôi đi chợ mua cá tươi vì tối nay nhà có khách.";

struct Sentence {
  std::string_view language;
  EncodingId encoding;
  std::u16string_view text;
};

constexpr Sentence kSentences[] = {
    {"de", EncodingId::kWindows1252, kGerman},
    {"fr", EncodingId::kWindows1252, kFrench},
    {"fr", EncodingId::kMacintosh, kFrench},
    {"pl", EncodingId::kWindows1250, kPolish},
    {"pl", EncodingId::kIso8859_2, kPolish},
    {"hu", EncodingId::kWindows1250, u"Az öreg kőműves még mindig örömmel építi a házat."},
    {"lt", EncodingId::kWindows1257, u"Ąžuolų lapai nukrito, ir vėjas juos nešė tolyn."},
    {"tr", EncodingId::kWindows1254, kTurkish},
    {"cy", EncodingId::kIso8859_14, u"Mae'r dŵr yn oer heddiw, ac mae'r tŷ ar y bryn yn wag."},
    {"br", EncodingId::kWindows1252,
     u"Warc'hoazh e vo un ilinenn gaer, hag ec'h aimp d'an aod a-bezh goñvet."},
    {"gd", EncodingId::kWindows1252,
     u"Bha an là fuar agus chaidh sinn dhan bhùth às dèidh na sgoile."},
    {"oc", EncodingId::kWindows1252,
     u"Ièr aviam manjat dins l'ostal e òm parlava de la sason passada."},
    {"mt", EncodingId::kIso8859_3,
     u"Il-ħobż jinħema kmieni filgħodu, u mbagħad ibigħuh fil-ħanut."},
    {"eo", EncodingId::kIso8859_3,
     u"Ĉiuj homoj rajtas libere paroli, kaj ĝuste tio ŝanĝas la mondon."},
    {"ro", EncodingId::kIso8859_16,
     u"„Această țară își păstrează tradițiile”, a spus el, „și povestește."},
    {"lb", EncodingId::kWindows1252,
     u"Mir hu gëschter zu Lëtzebuerg iwwer d'Stroossen an d'Häiser geschwat."},
    {"hsb", EncodingId::kWindows1250,
     u"Wčera smy po wječeri w zahrodźe sedźeli a wo nowej šuli rěčeli."},
    {"ru", EncodingId::kWindows1251, kRussianText},
    {"ru", EncodingId::kKoi8R, kRussianText},
    {"ru", EncodingId::kIbm866, kRussianText},
    {"ru", EncodingId::kIso8859_5, kRussianText},
    {"ru", EncodingId::kXMacCyrillic, kRussianText},
    {"uk", EncodingId::kKoi8U, u"Її подруга щойно приїхала з іншого міста."},
    {"el", EncodingId::kWindows1253, kGreek},
    {"he", EncodingId::kWindows1255, kHebrew},
    {"he", EncodingId::kWindows1255, u"אֶתְמוֹל בָּעֶרֶב הָלַכְנוּ יַחַד לְאֹרֶךְ הַחוֹף"},
    {"ar", EncodingId::kWindows1256, u"ذهبنا أمس إلى السوق واشترينا الخبز والفاكهة"},
    {"th", EncodingId::kWindows874, u"เมื่อวานนี้เราไปตลาดด้วยกัน"},
};

constexpr Sentence kRussian = {"ru", EncodingId::kWindows1251, kRussianText};

constexpr Sentence kEbcdicSentences[] = {
    {"en", EncodingId::kIbm037, u"THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG."},
    {"de", EncodingId::kIbm273, kGerman},
    {"fr", EncodingId::kIbm297, u"Cet été nous avons mangé près de la forêt où tu étais."},
    {"pl", EncodingId::kIbm870, kPolish},
    {"tr", EncodingId::kIbm1026, kTurkish},
    {"el", EncodingId::kIbm875, kGreek},
    {"he", EncodingId::kIbm424, kHebrew},
};

// The bytes of a text, which the encoding contains.
std::vector<uint8_t> Encode(EncodingId encoding, std::u16string_view text) {
  const testing::Streamed encoded =
      testing::EncodePieces(encoding, {Units(text)}, Unencodables::kFatal, testing::kAmpleRoom);
  EXPECT_TRUE(encoded.errors.empty());
  return encoded.bytes;
}

Detection Detect(Bytes bytes, const DetectOptions& options = {}) {
  Detector detector(options);
  detector.Feed(bytes);
  return detector.Result(false);
}

std::vector<uint8_t> BytesOf(std::string_view text) { return {text.begin(), text.end()}; }

void ExpectEqual(const Detection& a, const Detection& b) {
  EXPECT_EQ(a.has_encoding, b.has_encoding);
  EXPECT_EQ(a.encoding, b.encoding);
  EXPECT_EQ(a.is_reliable, b.is_reliable);
  EXPECT_EQ(a.is_ascii, b.is_ascii);
  EXPECT_EQ(a.malformed, b.malformed);
  ASSERT_EQ(a.count, b.count);
  for (size_t i = 0; i < a.count; ++i) {
    EXPECT_EQ(a.candidates[i].encoding, b.candidates[i].encoding);
    EXPECT_EQ(a.candidates[i].language, b.candidates[i].language);
    EXPECT_EQ(a.candidates[i].probability, b.candidates[i].probability);
  }
}

TEST(Detect, FindsTheEncodingAndTheLanguageOfASentence) {
  size_t reliable = 0;
  for (const Sentence& each : kSentences) {
    const Detection result = Detect(Encode(each.encoding, each.text));
    EXPECT_EQ(NameOf(result.encoding), NameOf(each.encoding)) << each.language;
    EXPECT_GT(result.candidates[0].probability, 0.5f) << each.language;
    ASSERT_NE(result.candidates[0].language, kNoLanguage);
    EXPECT_EQ(TagOf(result), each.language);
    reliable += result.is_reliable ? 1 : 0;
  }
  EXPECT_GE(reliable * 10, std::size(kSentences) * 8);
}

TEST(Detect, ReadsWordsThatEnglishHasBorrowed) {
  for (const std::u16string_view text :
       {u"the naïve user", u"a piñata filled with", u"the fiancé of my sister came",
        u"This is a rather naïve view of how the kernel works.",
        u"Place the soufflé into the oven, and do not open it before it has risen."}) {
    const Detection result = Detect(Encode(EncodingId::kWindows1252, text));
    EXPECT_EQ(NameOf(result.encoding), "windows-1252");
  }
}

// Characters that are rare where the model was counted.
TEST(Detect, ReadsRareCharactersOfChinese) {
  const auto bytes = Encode(EncodingId::kGbk, u"判为犯有刑事罪。刑罚不得重于犯罪");
  EXPECT_EQ(Detect(bytes).encoding, EncodingId::kGbk);
}

DetectOptions WithCodePages() {
  DetectOptions options;
  for (size_t id = 0; id < kAllEncodingCount; ++id) {
    const auto encoding = static_cast<EncodingId>(id);
    if (IsDetectableCodePage(encoding)) options.allowed.Add(encoding);
  }
  return options;
}

TEST(Detect, FindsEbcdicWhereItIsAllowed) {
  for (const Sentence& each : kEbcdicSentences) {
    const std::vector<uint8_t> bytes = Encode(each.encoding, each.text);
    const Detection result = Detect(bytes, WithCodePages());
    EXPECT_EQ(result.encoding, each.encoding) << each.language;
    EXPECT_TRUE(result.is_reliable) << each.language;
    EXPECT_EQ(TagOf(result), each.language);
    EXPECT_FALSE(detect::IsEbcdic(Detect(bytes).encoding)) << each.language;
    Detector one_by_one(WithCodePages());
    for (const uint8_t& byte : bytes) one_by_one.Feed({&byte, 1});
    ExpectEqual(one_by_one.Result(false), result);
  }
  for (const Sentence& each : kSentences) {
    const std::vector<uint8_t> bytes = Encode(each.encoding, each.text);
    EXPECT_FALSE(detect::IsEbcdic(Detect(bytes, WithCodePages()).encoding)) << each.language;
  }
}

TEST(Detect, FindsCodePagesOfAsciiWhereTheyAreAllowed) {
  constexpr Sentence kPages[] = {
      {"vi", EncodingId::kViscii, kVietnamese},
      {"vi", EncodingId::kTcvn, kVietnamese},
      {"ro", EncodingId::kXMacRomanian,
       u"Ieri am cumpărat niște brânză și câteva roșii proaspete."},
      {"pl", EncodingId::kIbm852, kPolish},
      {"ru", EncodingId::kIbm855, kRussianText},
      {"de", EncodingId::kIbm850, kGerman},
  };
  for (const Sentence& each : kPages) {
    const Detection result = Detect(Encode(each.encoding, each.text), WithCodePages());
    EXPECT_EQ(NameOf(result.encoding), NameOf(each.encoding));
    EXPECT_EQ(TagOf(result), each.language);
  }
}

TEST(Detect, ListsOneCandidateForEachTextInTheOrderOfProbability) {
  // Behind a whole sentence in EBCDIC, all other candidates are too far to be listed.
  const auto words = kEbcdicSentences[0].text.substr(0, 9);
  for (const auto& [encoding, text] : {std::pair{EncodingId::kIbm037, words},
                                       std::pair{EncodingId::kWindows1252, kSentences[0].text}}) {
    const Detection result = Detect(Encode(encoding, text), WithCodePages());
    ASSERT_GT(result.count, 1);
    for (size_t i = 1; i < result.count; ++i) {
      EXPECT_LE(result.candidates[i].probability, result.candidates[i - 1].probability);
      if (!IsCodePage(encoding)) {
        EXPECT_NE(result.candidates[i].encoding, EncodingId::kIso8859_15);
      }
    }
  }
}

TEST(Detect, DoesNotAnswerPagesWithoutALanguage) {
  EXPECT_TRUE(IsDetectableCodePage(EncodingId::kIbm037));
  EXPECT_TRUE(IsDetectableCodePage(EncodingId::kIbm850));
  EXPECT_FALSE(IsDetectableCodePage(EncodingId::kArmscii8));
  EXPECT_FALSE(IsDetectableCodePage(EncodingId::kIbm1133));
}

TEST(Detect, FindsUtf8InLongWords) {
  for (const char letter : {'x', 'e', 'a', 'l'}) {
    for (const size_t size : {1U, 10U, 60U, 64U, 100U, 10000U}) {
      const std::string word(size, letter);
      const Detection result = Detect(BytesOf(word + "\xC3\xA9" + std::string(size, 'y')));
      EXPECT_EQ(result.encoding, EncodingId::kUtf8) << letter << size;
      EXPECT_TRUE(result.is_reliable || size == 1 || size == 60) << letter << size;
    }
  }
}

TEST(Detect, FindsEncodingsOfSeveralBytes) {
  for (const auto& [encoding, text] : {
           std::pair{EncodingId::kShiftJis, u"日本語の文章です。"},
           std::pair{EncodingId::kEucJp, u"日本語の文章です。"},
           std::pair{EncodingId::kGbk, u"我们在学校学习中文。"},
           std::pair{EncodingId::kBig5, u"我們在學校學習中文。"},
           std::pair{EncodingId::kEucKr, u"우리는 학교에서 공부한다."},
           std::pair{EncodingId::kUtf8, u"café"},
           std::pair{EncodingId::kIso2022Jp, u"こ"},
       }) {
    const Detection result = Detect(Encode(encoding, text));
    EXPECT_TRUE(result.has_encoding);
    EXPECT_EQ(NameOf(result.encoding), NameOf(encoding));
  }
}

TEST(Detect, GivesTheSameResultHoweverTheStreamIsCut) {
  for (const Sentence& each : kSentences) {
    const std::vector<uint8_t> bytes = Encode(each.encoding, each.text);
    Detector one_by_one{DetectOptions{}};
    for (size_t size = 0; size < bytes.size(); ++size) {
      const Bytes all(bytes.data(), size + 1);
      one_by_one.Feed(all.subspan(size));
      const Detector copy = one_by_one;
      ExpectEqual(copy.Result(false), Detect(all));
      Detector halves{DetectOptions{}};
      halves.Feed(all.first(size / 2));
      halves.Feed({});
      halves.Feed(all.subspan(size / 2));
      ExpectEqual(halves.Result(false), Detect(all));
    }
  }
}

// The bytes are of every kind; a few encodings may be found, or all of them.
TEST(Detect, GivesAnAllowedAnswerForAnyBytesHoweverTheyAreCut) {
  std::mt19937 random(20261127);
  for (int round = 0; round < 8000; ++round) {
    DetectOptions options;
    const bool has_list = random() % 2 == 0;
    if (has_list) options.allowed = CandidateSet();
    for (size_t i = random() % 4; i > 0; --i) {
      const auto id = static_cast<EncodingId>(random() % kAllEncodingCount);
      if (IsDetectable(id) || IsDetectableCodePage(id)) options.allowed.Add(id);
    }
    if (random() % 4 == 0) options.hinted.Add(random() % kLanguageCount);
    const auto id = static_cast<EncodingId>(random() % kAllEncodingCount);
    std::vector<uint8_t> bytes = testing::InterestingBytes(random, random() % 120, id);
    if (random() % 2 == 0) {
      // Text that the encoding contains.
      std::vector<char16_t> units(random() % 60);
      constexpr std::u16string_view kUnits =
          u"ae <'-.\u00E9\u0439\u03B1\u3042\u4E00\uFF71\uAC00\u00A7";
      for (char16_t& unit : units) unit = kUnits[random() % kUnits.size()];
      bytes =
          testing::EncodePieces(id, {Units(units)}, Unencodables::kSkip, testing::kAmpleRoom).bytes;
    }
    const bool is_whole = random() % 2 == 0;
    Detector once(options);
    once.Feed(bytes);
    const Detection detection = once.Result(is_whole);
    Detector in_pieces(options);
    for (const Bytes piece : testing::Cut(random, Bytes(bytes), 9)) in_pieces.Feed(piece);
    ExpectEqual(in_pieces.Result(is_whole), detection);
    if (!detection.has_encoding || detection.is_ascii) continue;
    EXPECT_TRUE(options.allowed.Has(detection.encoding));
    EXPECT_EQ(detection.candidates[0].encoding, detection.encoding);
  }
}

TEST(Detect, ReadsEveryPairOfBytes) {
  const DetectOptions options = WithCodePages();
  for (size_t first = 0; first < 256; ++first) {
    for (size_t second = 0; second < 256; ++second) {
      const uint8_t bytes[] = {static_cast<uint8_t>(first), static_cast<uint8_t>(second), 0x40,
                               static_cast<uint8_t>(first), static_cast<uint8_t>(second)};
      const Detection result = Detect(bytes, options);
      EXPECT_LE(result.count, result.candidates.size());
    }
  }
}

TEST(Detect, ExcludesWhatADecoderCannotRead) {
  // 0xFF is in no encoding of East Asia; a lone leading byte before a space is malformed.
  const Detection result = Detect(BytesOf("\xFF \xE9 \xC4 text"));
  for (size_t i = 0; i < result.count; ++i) {
    EXPECT_NE(result.candidates[i].encoding, EncodingId::kUtf8);
    EXPECT_NE(result.candidates[i].encoding, EncodingId::kEucJp);
    EXPECT_NE(result.candidates[i].encoding, EncodingId::kGbk);
  }
  EXPECT_FALSE(Detect(BytesOf(std::string_view("\x00\x01\x02\xE9\x00\x03", 6))).has_encoding);
}

// Whether a decoder can read bytes as the whole of a stream.
template <typename Decoder>
bool CanRead(Decoder decoder, Bytes bytes) {
  CountingSink sink;
  return decoder.Decode(bytes, sink, true).outcome == Outcome::kFinished;
}

// Whether a score finds no malformed sequence in bytes, as the whole of a stream.
bool CanRead(detect::MultiByte encoding, Bytes bytes) {
  detect::CjkScore score(encoding);
  for (const uint8_t byte : bytes) score.Read(byte);
  return score.malformed() == 0 && !score.is_within_character();
}

template <typename Decoder>
void ExpectSameMalformedSequences(detect::MultiByte encoding, const Decoder& decoder) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const uint8_t pair[] = {static_cast<uint8_t>(first), static_cast<uint8_t>(second)};
      ASSERT_EQ(CanRead(encoding, pair), CanRead(decoder, pair)) << first << " " << second;
      if (encoding != detect::MultiByte::kEucJp || first != 0x8F) continue;
      for (unsigned third = 0; third < 256; ++third) {
        const uint8_t bytes[] = {pair[0], pair[1], static_cast<uint8_t>(third)};
        ASSERT_EQ(CanRead(encoding, bytes), CanRead(decoder, bytes)) << second << " " << third;
      }
    }
  }
}

TEST(Detect, FindsMalformedSequencesByScoresAsByDecoders) {
  using detect::MultiByte;
  ExpectSameMalformedSequences(MultiByte::kGbk, Gb18030Decoder());
  ExpectSameMalformedSequences(MultiByte::kBig5, Big5Decoder());
  ExpectSameMalformedSequences(MultiByte::kEucJp, EucJpDecoder(EucJpKind::kStandard));
  ExpectSameMalformedSequences(MultiByte::kShiftJis, ShiftJisDecoder());
  ExpectSameMalformedSequences(MultiByte::kEucKr, EucKrDecoder());
}

TEST(Detect, FindsMalformedFourBytesByScoresAsByDecoders) {
  constexpr uint8_t kOthers[] = {0x00, 0x2F, 0x30, 0x39, 0x3A, 0x80, 0xFF};
  const auto expect = [](const std::vector<uint8_t>& bytes) {
    ASSERT_EQ(CanRead(detect::MultiByte::kGbk, bytes), CanRead(Gb18030Decoder(), bytes))
        << int{bytes[0]} << " " << int{bytes[1]} << " " << int{bytes[2]} << " " << int{bytes[3]};
  };
  for (unsigned first = 0x81; first <= 0xFE; ++first) {
    for (unsigned second = '0'; second <= '9'; ++second) {
      const auto a = static_cast<uint8_t>(first);
      const auto b = static_cast<uint8_t>(second);
      for (unsigned third = 0x81; third <= 0xFE; ++third) {
        for (unsigned fourth = '0'; fourth <= '9'; ++fourth) {
          expect({a, b, static_cast<uint8_t>(third), static_cast<uint8_t>(fourth)});
        }
      }
      for (const uint8_t other : kOthers) {
        expect({a, b, other, '0'});
        expect({a, b, 0x81, other});
      }
    }
  }
}

TEST(Detect, CountsAMalformedSequenceHoweverLateItIs) {
  const std::vector<uint8_t> sentence = Encode(EncodingId::kShiftJis, u"日本語の文章です。");
  // The words of a text that is repeated are not scored for long, and decoders read on then.
  constexpr ptrdiff_t kScored = 9344;
  std::vector<uint8_t> text;
  while (text.size() < 12000) text.insert(text.end(), sentence.begin(), sentence.end());
  const auto result_of = [](Bytes bytes, size_t cut, bool is_whole) {
    Detector detector{DetectOptions{}};
    detector.Feed(bytes.first(cut));
    detector.Feed(bytes.subspan(cut));
    return detector.Result(is_whole);
  };
  for (size_t at = kScored - 80; at < kScored + 80; ++at) {
    std::vector<uint8_t> broken = text;
    broken.insert(broken.begin() + static_cast<ptrdiff_t>(at), 0xFF);
    for (const size_t cut : {size_t{1}, at - 1, at, at + 1, size_t{kScored}}) {
      const Detection whole = result_of(text, cut, true);
      const Detection late = result_of(broken, cut, false);
      ASSERT_EQ(whole.encoding, EncodingId::kShiftJis) << at << " " << cut;
      ASSERT_EQ(whole.malformed, 0u) << at << " " << cut;
      ASSERT_EQ(late.encoding, EncodingId::kShiftJis) << at << " " << cut;
      ASSERT_EQ(late.malformed, 1u) << at << " " << cut;
    }
  }
  // A character that the end cuts, long after the scores have ended, and one that ASCII ends.
  text.push_back(0x93);
  EXPECT_EQ(result_of(text, 0, false).encoding, EncodingId::kShiftJis);
  EXPECT_NE(result_of(text, 0, true).encoding, EncodingId::kShiftJis);
  const size_t size = text.size();
  for (const char character : {'\\', ' ', 'A'}) text.push_back(static_cast<uint8_t>(character));
  EXPECT_EQ(result_of(text, size, true).encoding, EncodingId::kShiftJis);
  EXPECT_EQ(result_of(text, size, true).malformed, 0u);
}

TEST(Detect, ReadsAsciiWhereOnlyIso2022JpIsAllowed) {
  DetectOptions options{.allowed = CandidateSet(), .hinted = {}};
  options.allowed.Add(EncodingId::kIso2022Jp);
  EXPECT_EQ(Detect(BytesOf("abc"), options).encoding, EncodingId::kIso2022Jp);
  EXPECT_TRUE(Detect(BytesOf("abc"), options).is_ascii);
  // The decoder of ISO-2022-JP refuses this byte.
  EXPECT_FALSE(Detect(BytesOf("a\x0E b"), options).has_encoding);
}

TEST(Detect, ReadsACharacterOfUtf8ThatTheEndCuts) {
  for (const std::string_view text : {"caf\xC3", "\xCF\x80 \xCE", "it\xE2"}) {
    Detector detector{DetectOptions{}};
    detector.Feed(BytesOf(text));
    EXPECT_TRUE(detector.Result(false).has_encoding);
  }
}

TEST(Detect, SaysWhenMoreBytesChangeNothing) {
  for (const auto& [encoding, text] : {
           std::pair{kRussian.encoding,
                     u"Вчера вечером мы долго гуляли по набережной. Сегодня утром была сильная "
                     u"гроза, и дети остались дома. Летом они снова поедут на море, если хватит "
                     u"денег и будет время."},
           std::pair{
               EncodingId::kEucJp,
               u"すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である"
               u"人間は、理性と良心とを授けられており"},
       }) {
    Detector detector{DetectOptions{}};
    // A word counts once, so a text that is repeated settles nothing.
    size_t settled = 0;
    const std::vector<uint8_t> bytes = Encode(encoding, text);
    for (const uint8_t& byte : bytes) {
      if (detector.IsSettled() && settled == 0) settled = static_cast<size_t>(&byte - bytes.data());
      detector.Feed({&byte, 1});
    }
    EXPECT_GE(settled, 64u);
    EXPECT_TRUE(detector.IsSettled());
  }
  // Of these letters windows-1250 has one at another byte.
  Detector polish{DetectOptions{}};
  polish.Feed(Encode(EncodingId::kIso8859_2,
                     u"Żółte łódki płynęły wieczorem, więc człowiek mógł także przyjeć również. "
                     u"Wójt głębokiej doliny mówił zupełnie łagodnie, że młodzież ćwiczy główne "
                     u"ćwiczenia, pięć łatwiejszych ćwiczeń kończyła pewnego dnia córka mą "));
  EXPECT_TRUE(polish.Result(false).is_reliable);
  EXPECT_FALSE(polish.IsSettled());
  // Words that are longer than the detector remembers, in a tag and beside quotation marks.
  Detector long_words{DetectOptions{}};
  long_words.Feed(
      BytesOf("<" + std::string(300, 'a') + "\x93<" + std::string(70, '\xE9') + "\x94"));
  EXPECT_TRUE(long_words.Result(true).has_encoding);
}

// Bytes that few texts have give the same answer however they are cut.
TEST(Detect, ReadsWhatFewTextsHave) {
  const auto times = [](size_t count, std::string_view text) {
    std::string all;
    while (count-- > 0) all += text;
    return all;
  };
  std::string short_words;
  for (char first = 'a'; first < 'i'; ++first) {
    for (char second = 'a'; second < 'i'; ++second) short_words += {first, second, ' '};
  }
  std::string letters;
  for (int byte = 0x80; byte <= 0xFF; ++byte) letters += {static_cast<char>(byte), ' '};
  std::mt19937 random(1);
  std::string noise;
  while (noise.size() < 300) noise += static_cast<char>(0x20 + random() % 0xE0);
  const std::vector<uint8_t> sentence = Encode(EncodingId::kShiftJis, u"日本語の文章です。");
  const std::string japanese(sentence.begin(), sentence.end());
  const CandidateSet standard = DetectOptions{}.allowed;
  const CandidateSet code_pages = WithCodePages().allowed;
  CandidateSet utf16le = CandidateSet();
  utf16le.Add(EncodingId::kUtf16le);
  for (const auto& [bytes, allowed, answer] : {
           // More words of ASCII than are scored.
           std::tuple{short_words + " \xE9t\xE9 ", standard, "windows-1252"},
           // Rows of letters, behind a word that is none, and more letters than a table has.
           {"p\xE8re \xE0\xE1\xE2\xE3\xE4\xE5\xE6 d\xE9j\xE0 \xE0\xE1\xE2\xE3\xE4\xE0\xE4\xE0\xE4 ",
            standard, "windows-1252"},
           {letters, standard, "KOI8-R"},
           // The same word comes so often that the detector scores no further word.
           {times(3000, "d\xE9j\xE0 "), standard, "windows-1252"},
           // A mark of an encoding that is not allowed.
           {"\xEF\xBB\xBF"
            "a",
            utf16le, "none"},
           // A line that would be a word too long for EBCDIC.
           {"@" + times(100, "a") + "@", code_pages, "UTF-8"},
           // A pair that the end cuts.
           {"\x1B$B$\"$", standard, "UTF-8"},
           // Korean in seven bits.
           {"\x1B$)C\x0E\x30\x21\x30\x21\x0F", code_pages, "iso-2022-kr"},
           // Words that are UTF-8, and more words that are not.
           {"Привет, мир, это текст. d\xE9j\xE0 vu p\xE8re m\xE8re fr\xE8re \xE9t\xE9 \xE0 la "
            "for\xEAt, o\xF9 \xEAtes-vous all\xE9, "
            "tr\xE8s pr\xE8s de chez moi, fran\xE7\x61is gar\xE7on le\xE7on",
            standard, "windows-1252"},
           // A part of a long word, which is a quote.
           {times(64, "\xE9") + "\x94 ", standard, "windows-1255"},
           // Code units of many scripts, which are noise.
           {noise, utf16le, "none"},
           // Damage that is dense only at the start, or behind the words that are scored.
           {times(20, "\xE9t\xE9 ") +
                times(60, "Съешь ещё этих мягких французских булок, да выпей чаю. "),
            standard, "UTF-8"},
           {times(600, japanese) + times(70, "\xFF") + times(3000, japanese), standard,
            "Shift_JIS"},
           // Damage that is everywhere behind them.
           {times(600, japanese) + times(100, "\xFF" + japanese), standard, "UTF-16BE"},
           // Apostrophes within words that are ASCII.
           {"Le chat n\x92\x65st pas ici aujourd\x92hui, jusqu\x92\x61lors il dormait dans la "
            "maison, dell\x92\x61rte "
            "l\x92homme, qu\x92\x65lle isn\x92t o\x92\x63lock avec les enfants",
            standard, "windows-1252"},
       }) {
    for (const bool is_whole : {false, true}) {
      Detector whole({allowed, {}});
      whole.Feed(testing::AsBytes(bytes));
      const Detection result = whole.Result(is_whole);
      for (const size_t size : {size_t{1}, size_t{7}}) {
        Detector in_pieces({allowed, {}});
        for (Bytes rest = testing::AsBytes(bytes); !rest.empty();) {
          const Bytes piece = rest.first(std::min(size, rest.size()));
          in_pieces.Feed(piece);
          rest = rest.subspan(piece.size());
        }
        ExpectEqual(in_pieces.Result(is_whole), result);
      }
      if (!is_whole) continue;
      EXPECT_EQ(result.has_encoding ? NameOf(result.encoding) : "none", answer);
    }
  }
}

TEST(Detect, ReadsLongWordsOfEbcdic) {
  DetectOptions options;
  options.allowed.Add(EncodingId::kIbm037);
  const std::u16string text =
      std::u16string(70, u'A') + u" THE QUICK BROWN FOX " + std::u16string(130, u'B') + u" JUMPS";
  Detector detector(options);
  detector.Feed(Encode(EncodingId::kIbm037, text));
  EXPECT_TRUE(detector.Result(true).has_encoding);
}

TEST(Detect, TakesHintsAsWeights) {
  DetectOptions options;
  options.hinted = LanguagesOfDomain("jp");
  const Sentence& russian = kRussian;
  EXPECT_EQ(Detect(Encode(russian.encoding, russian.text), options).encoding, russian.encoding);
}

TEST(Detect, KnowsDomainsAndTags) {
  const auto has = [](const LanguageSet& set, std::string_view tag) {
    for (size_t i = 0; i < kLanguageCount; ++i) {
      if (std::string_view(kLanguageTags[i]) == tag) return set.Has(i);
    }
    return false;
  };
  EXPECT_TRUE(has(LanguagesOfDomain("ua"), "uk"));
  EXPECT_TRUE(has(LanguagesOfDomain("xn--p1ai"), "ru"));
  EXPECT_FALSE(has(LanguagesOfDomain("com"), "en"));
  // Tags, each with a language that it names, or, behind a minus, does not name.
  for (const auto& [tag, named] :
       std::initializer_list<std::pair<const char*, std::string_view>>{{"pt-BR", "pt"},
                                                                       {"zh-Hant", "zh-Hant"},
                                                                       {"ZH-TW", "zh-Hant"},
                                                                       {"zh", "zh-Hans"},
                                                                       {"no", "nb"},
                                                                       {"in", "id"},
                                                                       {"iw", "he"},
                                                                       {"sh", "sr-Latn"},
                                                                       {"zh-HK", "zh-Hant"},
                                                                       {"zh-mo", "zh-Hant"},
                                                                       {"zh-Hans-TW", "-zh-Hant"},
                                                                       {"zh-Hans-TW", "zh-Hans"},
                                                                       {"sr-Latn", "sr-Latn"},
                                                                       {"sr-Latn-RS", "-sr"},
                                                                       {"sr-Cyrl", "sr"},
                                                                       {"sr-Cyrl-RS", "-sr-Latn"},
                                                                       {"sr", "sr-Latn"},
                                                                       {"", "-en"}}) {
    const bool is_not = named[0] == '-';
    EXPECT_NE(has(LanguagesOfTag(tag), named.substr(is_not ? 1 : 0)), is_not) << tag;
  }
}

}  // namespace
}  // namespace whatwg_encoding
