#include "html/encoding.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/strings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/encoding_label.h"
#include "html/encoding_prescan.h"

namespace weft::html {
namespace {

using namespace std::string_view_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Read {
  std::string text;
  std::string encoding;
  bool replaced;
  std::vector<std::string> diagnostics;
};

Read read(std::string_view bytes, std::string_view charset = {}) {
  Diagnostics diagnostics;
  const Decoded decoded = decode(dom::Source::borrow(bytes), charset, diagnostics);
  Read result{std::string(decoded.source.view()), decoded.encoding, decoded.replaced, {}};
  for (const Diagnostic& d : diagnostics) result.diagnostics.emplace_back(diagnostic_name(d.kind));
  return result;
}

TEST(EncodingLabelTest, FindsLabelsWhateverTheirCaseAndSpace) {
  EXPECT_EQ(encoding_name(encoding_for_label("latin1")), "windows-1252");
  EXPECT_EQ(encoding_name(encoding_for_label("  UTF8\n")), "UTF-8");
  EXPECT_EQ(encoding_name(encoding_for_label("cseucpkdfmtjapanese")), "EUC-JP");
  EXPECT_EQ(encoding_name(encoding_for_label("iso-2022-kr")), "replacement");
  EXPECT_EQ(encoding_name(encoding_for_label("x-user-defined")), "x-user-defined");
  for (const std::string_view none :
       {"", "utf", "utf-7", "utf-32", "latin", "iso-8859-12", "866 cp866", "\0utf-8"}) {
    EXPECT_EQ(encoding_for_label(none), Encoding::kUnknown) << none;
  }
}

TEST(EncodingLabelTest, EveryEncodingIsFoundByItsOwnName) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    EXPECT_EQ(encoding_for_label(encoding_name(encoding)), encoding) << encoding_name(encoding);
  }
}

TEST(EncodingTest, ValidUtf8IsPassedThroughWithoutACopy) {
  const std::string_view bytes = "<p>caf\xC3\xA9</p>";
  Diagnostics diagnostics;
  const Decoded decoded = decode(dom::Source::borrow(bytes), "", diagnostics);
  EXPECT_EQ(decoded.source.view().data(), bytes.data());
  EXPECT_EQ(decoded.encoding, "UTF-8");
  EXPECT_FALSE(decoded.replaced);
  EXPECT_THAT(diagnostics, IsEmpty());
}

TEST(EncodingTest, AByteOrderMarkWinsOverEverythingAndIsRemoved) {
  EXPECT_EQ(read("\xEF\xBB\xBF<meta charset=koi8-r>\xC3\xA9", "windows-1251").text,
            "<meta charset=koi8-r>\xC3\xA9");
  EXPECT_EQ(read("\xFF\xFE"
                 "a\0\xE9\0"sv,
                 "utf-8")
                .text,
            "a\xC3\xA9");
  EXPECT_EQ(read("\xFE\xFF\0a\xD8\x3D\xDE\x00"sv).text, "a\xF0\x9F\x98\x80");
  EXPECT_EQ(read("\xFE\xFF\0a"sv).encoding, "UTF-16BE");
}

TEST(EncodingTest, TheTransportWinsOverThePageAndThePageOverTheFallback) {
  constexpr std::string_view kPage = "<meta charset=windows-1251>\xE9";
  EXPECT_EQ(read(kPage, "latin1").encoding, "windows-1252");
  EXPECT_EQ(read(kPage).encoding, "windows-1251");
  EXPECT_EQ(read(kPage).text, "<meta charset=windows-1251>\xD0\xB9");
  EXPECT_EQ(read("\xE9").encoding, "windows-1252");
}

TEST(EncodingTest, APageSavedAsUtf8MayKeepTheDeclarationItWasFetchedWith) {
  const std::string declared = "<meta charset=windows-1251>";
  EXPECT_EQ(read(declared + "Обратная связь").encoding, "UTF-8");
  EXPECT_EQ(read(declared + "\xC2\xA0").encoding, "windows-1251");  // May be an accident.
  EXPECT_EQ(read(declared + "\xCE\xE1\xF0\xE0\xF2\xED\xE0\xFF").text, declared + "Обратная");
  EXPECT_EQ(read(declared + "Обратная связь", "windows-1251").encoding, "windows-1251");
}

TEST(EncodingTest, AnUnknownLabelIsReportedAndPassedOver) {
  const Read got = read("<meta charset=klingon><meta charset=koi8-r>x", "utf-99");
  EXPECT_EQ(got.encoding, "KOI8-R");
  EXPECT_THAT(got.diagnostics, ElementsAre("unknown-encoding"));
  EXPECT_THAT(read("<meta charset=klingon>").diagnostics, ElementsAre("unknown-encoding"));
}

TEST(EncodingTest, BadBytesBecomeReplacementCharactersWithOneDiagnostic) {
  const Read got = read(
      "a\xFF"
      "b\xE2\x82"
      "c",
      "utf-8");
  EXPECT_EQ(got.text,
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD"
            "c");
  EXPECT_TRUE(got.replaced);
  EXPECT_THAT(got.diagnostics, ElementsAre("bad-encoding"));
}

TEST(EncodingTest, UndeclaredUtf8WithAFewBrokenPlacesStaysUtf8) {
  EXPECT_EQ(read("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9 \xE9").encoding, "UTF-8");
  EXPECT_EQ(read("\xC3\xA9 cut \xE2\x82").encoding, "UTF-8");
  EXPECT_EQ(read("\xE9t\xE9").encoding, "windows-1252");
  EXPECT_EQ(read("\xE9").encoding,
            "windows-1252");  // As good a cut-off sequence as a letter: a letter.
}

TEST(EncodingTest, ALateDeclarationCountsWhenTheBytesAreNotUtf8) {
  const std::string page = std::string(2000, ' ') + "<meta charset=windows-1251>\xE9\xE8";
  EXPECT_EQ(read(page).encoding, "windows-1251");
}

TEST(EncodingTest, OnlyTheFirst1024BytesDeclareForValidUtf8) {
  constexpr std::string_view kMeta = "<meta charset=koi8-r>";
  const auto page = [&](size_t before) { return std::string(before, ' ') + std::string(kMeta); };
  EXPECT_EQ(read(page(kPrescanBytes - kMeta.size())).encoding, "KOI8-R");
  EXPECT_EQ(read(page(kPrescanBytes - kMeta.size() + 1)).encoding, "UTF-8");
}

struct Sample {
  const char* label;
  std::string_view bytes;
  std::string_view utf8;
};

// One telling character or more of every encoding; where ICU's default would differ from the
// standard's index, that character.
constexpr Sample kSamples[] = {
    {"ibm866", "\x80\xF1\xFF", "\xD0\x90\xD1\x91\xC2\xA0"},
    {"iso-8859-1", "\x80\x81\x9F\xE9", "\xE2\x82\xAC\xC2\x81\xC5\xB8\xC3\xA9"},
    {"iso-8859-2", "\xA1\xB1\x80", "\xC4\x84\xC4\x85\xC2\x80"},
    {"iso-8859-3", "\xA1\xA5", "\xC4\xA6\xEF\xBF\xBD"},
    {"iso-8859-5", "\xB0", "\xD0\x90"},
    {"iso-8859-6", "\xC1\x80\xA1", "\xD8\xA1\xC2\x80\xEF\xBF\xBD"},
    {"iso-8859-7", "\xE1\xA4\xA5\xAA", "\xCE\xB1\xE2\x82\xAC\xE2\x82\xAF\xCD\xBA"},
    {"iso-8859-8", "\xE0\xFD\xFE\xAF\xA1", "\xD7\x90\xE2\x80\x8E\xE2\x80\x8F\xC2\xAF\xEF\xBF\xBD"},
    {"iso-8859-8-i", "\xE0", "\xD7\x90"},
    {"iso-8859-10", "\xBD", "\xE2\x80\x95"},
    {"iso-8859-14", "\xA1", "\xE1\xB8\x82"},
    {"iso-8859-15", "\xA4", "\xE2\x82\xAC"},
    {"iso-8859-16", "\xA4", "\xE2\x82\xAC"},
    {"koi8-r", "\xC1", "\xD0\xB0"},
    {"koi8-u", "\xA4\xAE\xBE", "\xD1\x94\xD1\x9E\xD0\x8E"},
    {"macintosh", "\x8E\xDB\xF0", "\xC3\xA9\xE2\x82\xAC\xEF\xA3\xBF"},
    {"tis-620", "\xA1\x80\xDB", "\xE0\xB8\x81\xE2\x82\xAC\xEF\xBF\xBD"},
    {"windows-1250", "\x8A", "\xC5\xA0"},
    {"windows-1251", "\xC0\x98", "\xD0\x90\xC2\x98"},
    {"windows-1253", "\xE1\xAA", "\xCE\xB1\xEF\xBF\xBD"},
    {"iso-8859-9", "\xFE\x80", "\xC5\x9F\xE2\x82\xAC"},
    {"windows-1255", "\xE0\xCA\xD9", "\xD7\x90\xD6\xBA\xEF\xBF\xBD"},
    {"windows-1256", "\xC7", "\xD8\xA7"},
    {"windows-1257", "\xE0\xA1", "\xC4\x85\xEF\xBF\xBD"},
    {"windows-1258", "\xD5\xD2", "\xC6\xA0\xCC\x89"},
    {"x-mac-ukrainian", "\x80\xA2\xB6\xFF", "\xD0\x90\xD2\x90\xD2\x91\xE2\x82\xAC"},
    {"gb2312", "\xC4\xE3\x80", "\xE4\xBD\xA0\xE2\x82\xAC"},
    {"gb18030", "\xC4\xE3\x94\x39\xFC\x36", "\xE4\xBD\xA0\xF0\x9F\x98\x80"},
    {"big5", "\xA7\x41\x87\x40\x81<", "\xE4\xBD\xA0\xE4\x8F\xB0\xEF\xBF\xBD<"},
    {"euc-jp", "\xA4\xA2\xA1\xC1\x8E\xB1\x8F\xB0\xA1",
     "\xE3\x81\x82\xEF\xBD\x9E\xEF\xBD\xB1\xE4\xB8\x82"},
    {"iso-2022-jp", "\x1B$B$\"\x1B(Ba",
     "\xE3\x81\x82"
     "a"},
    {"shift_jis", "\x82\xA0\x81\x60\xB1\x5C\x7E\x87\x40",
     "\xE3\x81\x82\xEF\xBD\x9E\xEF\xBD\xB1\\~\xE2\x91\xA0"},
    {"euc-kr", "\xB0\xA1\x81\x41", "\xEA\xB0\x80\xEA\xB0\x82"},
    {"hz-gb-2312", "~{VD~}", "\xEF\xBF\xBD"},
    {"utf-16le", "a\0\x3D\xD8x\0"sv, "a\xEF\xBF\xBDx"},
    {"utf-16be", "\0a\0"sv, "a\xEF\xBF\xBD"},
    {"x-user-defined", "a\x80\xFF", "a\xEF\x9E\x80\xEF\x9F\xBF"},
};

TEST(EncodingTest, ConvertsEveryEncodingOfTheStandard) {
  for (const Sample& sample : kSamples)
    EXPECT_EQ(read(sample.bytes, sample.label).text, sample.utf8) << sample.label;
}

TEST(EncodingTest, LongLegacyTextSurvivesTheBufferBounds) {
  std::string bytes;
  std::string utf8;
  for (int i = 0; i < 5000; ++i) {
    bytes +=
        "\x94\x39\xFC\x36";  // U+1F600: two UTF-16 units, so the halves meet every buffer bound.
    utf8 += "\xF0\x9F\x98\x80";
    if (i % 100 == 0) {
      bytes += 'x';
      utf8 += 'x';
    }
  }
  EXPECT_EQ(read(bytes, "gb18030").text, utf8);
}

TEST(EncodingTest, EveryByteInEveryEncodingGivesValidUtf8) {
  std::string bytes;
  for (int i = 0; i < 65536; ++i) bytes += {static_cast<char>(i >> 8), static_cast<char>(i), ' '};
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Read first = read(bytes, encoding_name(static_cast<Encoding>(i)));
    EXPECT_EQ(read(first.text, "utf-8").text, first.text);
    EXPECT_FALSE(read(first.text, "utf-8").replaced);
  }
}

// --- html5lib-tests/encoding ---

std::string data_file(const std::string& name) {
  const char* root = std::getenv("WEFT_DATA");
  const char* home = std::getenv("HOME");
  const std::string base =
      root != nullptr ? root : std::string(home != nullptr ? home : "") + "/.cache/weft-data";
  std::ifstream file(base + "/conformance/html5lib_tests/encoding/" + name, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

struct Html5libCase {
  std::string data;
  std::string encoding;
};

std::vector<Html5libCase> html5lib_cases(const std::string& text) {
  std::vector<Html5libCase> cases;
  for (size_t at = text.find("#data\n"); at != std::string::npos;) {
    const size_t begin = at + 6;
    const size_t mark = text.find("\n#encoding\n", begin);
    if (mark == std::string::npos) break;
    const size_t label = mark + 11;
    const size_t end = text.find('\n', label);
    cases.push_back({text.substr(begin, mark - begin), text.substr(label, end - label)});
    at = text.find("#data\n", end);
  }
  return cases;
}

// The cases assume a browser whose fallback is windows-1252; ours is that only for bytes that are
// not UTF-8, so such a byte is appended.
TEST(Html5libEncodingTest, PassesEveryCase) {
  size_t checked = 0;
  for (const char* name : {"tests1.dat", "tests2.dat", "test-yahoo-jp.dat"}) {
    for (const Html5libCase& c : html5lib_cases(data_file(name))) {
      ++checked;
      const Encoding expected = encoding_for_label(c.encoding);
      const Encoding got = encoding_for_label(read(c.data + "\n\xE9").encoding);
      EXPECT_EQ(encoding_name(got), encoding_name(expected))
          << name << ": " << c.data.substr(0, 200);
    }
  }
  if (checked == 0) GTEST_SKIP() << "the data set 'conformance' is not unpacked";
}

}  // namespace
}  // namespace weft::html
