// Tests of the numbers that both sides know, and of the description that tells them to JavaScript.
#include "../../src/protocol/protocol.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../../src/calls/detect.h"
#include "../../src/protocol/description.h"
#include "../../src/simd/kernels.h"
#include "exact_block.h"

namespace whatwg_encoding {
namespace {

std::vector<std::string_view> Split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  for (size_t end = text.find(by); end != text.npos; end = text.find(by)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + by.size());
  }
  parts.push_back(text);
  return parts;
}

class Description : public ::testing::Test {
 protected:
  // What stands behind a name, between `begin` and `end`.
  std::string_view PartOf(std::string_view name, std::string_view begin,
                          std::string_view end) const {
    const auto parts = Split(text_, '"' + std::string(name) + "\":" + std::string(begin));
    EXPECT_EQ(parts.size(), 2u) << name;
    return parts.back().substr(0, parts.back().find(end));
  }
  uint32_t Number(std::string_view name) const {
    return static_cast<uint32_t>(std::strtoul(PartOf(name, "", ",").data(), nullptr, 10));
  }
  // The numbers of an object by their names. Each name stands there once.
  std::map<std::string_view, uint32_t> NumbersIn(std::string_view object) const {
    std::map<std::string_view, uint32_t> numbers;
    for (const std::string_view member : Split(PartOf(object, "{", "}"), ",")) {
      const auto pair = Split(member, ":");
      const auto number = static_cast<uint32_t>(std::strtoul(pair.back().data(), nullptr, 10));
      EXPECT_EQ(pair.back(), std::to_string(number)) << member;
      EXPECT_TRUE(numbers.emplace(pair[0].substr(1, pair[0].size() - 2), number).second) << member;
    }
    return numbers;
  }
  std::vector<std::string_view> ListIn(std::string_view name) const {
    return Split(PartOf(name, "[", "]"), ",");
  }

  whatwg_testing::ExactBlock<char> memory_{kMaxDescriptionBytes};
  std::string_view text_{memory_.data(), Describe(memory_.span())};
};

TEST_F(Description, IsAnObjectInAsciiThatEscapesNothing) {
  EXPECT_LT(text_.size(), kMaxDescriptionBytes);
  EXPECT_TRUE(text_.starts_with('{') && text_.ends_with('}'));
  for (const char character : text_) {
    EXPECT_TRUE(character >= ' ' && character <= '~' && character != '\\');
  }
  for (const char* wrong : {",}", ",]", ",,"}) EXPECT_EQ(text_.find(wrong), text_.npos);
  EXPECT_EQ(PartOf("kernels", "\"", "\""), simd::Active()->name);
}

TEST_F(Description, HasSizesThatFitIntoEachOther) {
  EXPECT_EQ(Number("decodeStateSize"), sizeof(DecodeState));
  EXPECT_EQ(Number("transcodeStateSize"), sizeof(TranscodeState));
  EXPECT_GE(Number("detectionNumbers"), kDetectedCandidates + kNumbersOfCandidate);
  EXPECT_EQ(Number("noMore"), kNoMore);
  EXPECT_LT(Number("maxSharedBytes"), Number("slabRoomBytes"));
  EXPECT_LT(sizeof(SlabStart) + 2 * Number("slabRoomBytes"), Number("slabBytes"));
  EXPECT_LE(3 * Number("maxShortUnits"), Number("maxSharedBytes"));
}

TEST_F(Description, HasFlagsThatShareNoBitWithEachOtherOrWithAnEncoding) {
  auto flags = NumbersIn("flags");
  const uint32_t shift = flags.extract("flagsShift").mapped();
  const uint32_t to_shift = flags.extract("toShift").mapped();
  EXPECT_LT(Number("maxSharedBytes"), 1u << flags.extract("placeShift").mapped());
  EXPECT_LT(0x10FFFFu, 1u << flags.extract("reasonShift").mapped());
  EXPECT_LE(kAllEncodingCount, size_t{1} << shift);
  uint32_t all = 0;
  for (const auto& [name, flag] : flags) {
    EXPECT_TRUE(std::has_single_bit(flag) && (all & flag) == 0) << name;
    all |= flag;
  }
  EXPECT_EQ(flags.size(), 6u);
  EXPECT_LT(all, 1u << (to_shift - shift));
  // A mode stands above both encodings, where it is added to the flags.
  for (const auto& [name, mode] : NumbersIn("unencodables")) {
    const CallDescriptor call(mode << shift);
    EXPECT_EQ(kUnencodablesNames[static_cast<size_t>(call.unencodables)], name);
    EXPECT_TRUE(call.is_valid() && call.flags == 0 && call.to == EncodingId{0}) << name;
  }
}

TEST_F(Description, HasADifferentPlaceForEachPartOfAnAnswer) {
  auto answer = NumbersIn("answer");
  const uint32_t fields = answer.extract("fields").mapped();
  auto detection = NumbersIn("detection");
  uint32_t bits = 0;
  for (const char* name : {"hasEncoding", "isReliable", "isAscii"}) {
    bits += detection.extract(name).mapped();
  }
  EXPECT_EQ(bits, 7u);
  EXPECT_GE(detection.extract("noLanguage").mapped(), ListIn("languages").size());
  detection.erase("numbersOfCandidate");
  for (const auto& numbers : {answer, NumbersIn("outcomes"), detection}) {
    std::set<uint32_t> places;
    for (const auto& [name, place] : numbers) {
      EXPECT_TRUE(places.insert(place).second) << name;
      EXPECT_LT(place, numbers.size()) << name;
    }
  }
  EXPECT_EQ(fields, answer.size());
  EXPECT_EQ(ListIn("reasons").size(), kReasonCount);
}

TEST_F(Description, HasEachEncodingInTheOrderOfNumbersWithItsLabelsAndTraits) {
  size_t id = 0;
  const auto has_next = [&](std::string_view name) {
    EXPECT_EQ(name, '"' + std::string(std::string_view(kEncodingNames[id++])) + '"');
  };
  size_t labels = 0;
  for (const char* list : {"encodings", "historicalEncodings"}) {
    for (const std::string_view row : Split(PartOf(list, "[[", "]]"), "],[")) {
      const auto names = Split(row, ",");
      has_next(names[0]);
      labels += names.size() - 1;
      for (size_t i = 1; i < names.size() && id <= kEncodingCount; ++i) {
        const std::string_view label = names[i].substr(1, names[i].size() - 2);
        EXPECT_EQ(GetEncoding(label), static_cast<EncodingId>(id - 1)) << label;
      }
    }
  }
  EXPECT_EQ(labels, std::size(kLabels) + std::size(kHistoricalLabels));
  for (const char* list : {"codePages", "fullEncodings"}) {
    for (const std::string_view name : ListIn(list)) has_next(name);
  }
  EXPECT_EQ(id, kAllEncodingCount);
  for (const char* list : {"asciiCompatible", "unicode", "pairs", "encoders"}) {
    EXPECT_EQ(ListIn(list).size(), kAllEncodingCount);
  }
}

TEST(CallDescriptor, HasTheEncodingsTheFlagsAndTheModeThatItIsMadeOf) {
  for (uint32_t mode = 0; mode < 16; ++mode) {
    for (uint32_t flags = 0; flags < 0x100; flags += 51) {
      for (uint32_t from = 0; from < 0x100; from += 3) {
        const uint32_t to = 7 * from & 0xFF;
        const CallDescriptor call(from | flags << kFlagsShift | to << kToShift |
                                  mode << kUnencodablesShift);
        EXPECT_EQ(static_cast<uint32_t>(call.encoding), from);
        EXPECT_EQ(static_cast<uint32_t>(call.to), to);
        EXPECT_EQ(call.flags, flags);
        EXPECT_EQ(static_cast<uint32_t>(call.unencodables), mode);
        EXPECT_EQ(call.is_valid(), from < kAllEncodingCount && to < kAllEncodingCount &&
                                       mode < std::size(kUnencodablesNames));
      }
    }
  }
}

TEST(CallDescriptor, HasTheOptionsOfItsFlags) {
  for (const bool is_set : {false, true}) {
    for (const uint32_t flag : {kFatal, kIgnoreBom, kStream, kKeepText}) {
      // Either this flag alone, or all but this one.
      const CallDescriptor call((is_set ? flag : 0xFF ^ flag) << kFlagsShift);
      const DecodeOptions options = call.decode_options();
      EXPECT_EQ(options.malformed == ErrorMode::kFatal, (flag == kFatal) == is_set);
      EXPECT_EQ(options.ignore_bom, (flag == kIgnoreBom) == is_set);
      EXPECT_EQ(options.keep_text, (flag == kKeepText) == is_set);
      EXPECT_EQ(options.flush, (flag == kStream) != is_set);
      EXPECT_EQ(call.transcode_modes().malformed, options.malformed);
      EXPECT_EQ(call.transcode_modes().ignore_bom, options.ignore_bom);
    }
  }
}

TEST(Answer, HasEachNumberInItsOwnPlace) {
  Answer answer;
  const auto has = [&](std::initializer_list<std::pair<AnswerField, double>> places) {
    for (const auto& [field, number] : places) EXPECT_EQ(answer.numbers[field], number) << field;
  };
  answer.Set(DecodeError{uint64_t{1} << 40, 3, Reason::kUnmapped});
  has({{kAnswerOffset, double{1ull << 40}},
       {kAnswerLength, 3},
       {kAnswerReason, static_cast<double>(Reason::kUnmapped)}});
  for (const auto& [full, failed, outcome] :
       {std::tuple{false, false, kDone}, {true, false, kFull}, {true, true, kUnencodable}}) {
    answer.Set(EncodeQueueResult{5, 6, full, failed, U'\u20AC', 7});
    has({{kAnswerRead, 5}, {kAnswerWritten, 6}, {kAnswerOffset, 7}, {kAnswerCodePoint, 0x20AC}});
    has({{kAnswerOutcome, static_cast<double>(outcome)}});
  }
  for (const bool is_settled : {false, true}) {
    answer.Set(FoundOffsets{8, 0, 9, 10, 11, is_settled});
    has({{kAnswerOffset, 8}, {kAnswerRead, 9}, {kAnswerWritten, 10}, {kAnswerMode, 11}});
    has({{kAnswerSettled, is_settled ? 1 : 0}});
  }
  answer.Set(StreamProgress{12, {13, 2, Reason::kTruncated}});
  has({{kAnswerReplacements, 12}, {kAnswerOffset, 13}, {kAnswerLength, 2}});
  EXPECT_EQ(PlaceOf(3, kMaxSharedBytes), (3u << kPlaceShift) + kMaxSharedBytes);
}

}  // namespace
}  // namespace whatwg_encoding
