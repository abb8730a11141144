#include "base/json.h"

#include <limits>

#include "gtest/gtest.h"

namespace weft {
namespace {

std::string written(double number) {
  std::string out;
  append_json_number(out, number);
  return out;
}

std::string written(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonTextTest, EscapesWhatJsonForbids) {
  EXPECT_EQ(written("plain"), "\"plain\"");
  EXPECT_EQ(written("a\"b\\c\n\t\r"), "\"a\\\"b\\\\c\\n\\t\\r\"");
  EXPECT_EQ(written(std::string_view("\0\x1F\x7F", 3)), "\"\\u0000\\u001f\\u007f\"");
  EXPECT_EQ(written("caf\xC3\xA9 \xF0\x9F\x98\x80"), "\"caf\xC3\xA9 \xF0\x9F\x98\x80\"");
  EXPECT_EQ(written(""), "\"\"");
}

TEST(JsonTextTest, MalformedBytesBecomeReplacementCharacters) {
  EXPECT_EQ(written("a\xFFz"), "\"a\xEF\xBF\xBDz\"");
  EXPECT_EQ(written("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonTextTest, NumbersAreShortAndNeverLookLikeIntegers) {
  EXPECT_EQ(written(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(written(0.0001), "0.0001");
  EXPECT_EQ(written(1e-7), "1e-07");
  EXPECT_EQ(written(-17.0), "-17.0");
  EXPECT_EQ(written(0.0), "0.0");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonTest, BracesMakeObjectsOfPairsAndArraysOfOthers) {
  const Json json = {{"a", 1}, {"b", {1, -2, 2.5}}, {"c", {{"d", nullptr}}}, {"e", {"x", "y"}}};
  EXPECT_EQ(json.dump(), R"({"a":1,"b":[1,-2,2.5],"c":{"d":null},"e":["x","y"]})");
  EXPECT_EQ(Json(std::vector<std::string>{"x"}).dump(), R"(["x"])");
  EXPECT_EQ(Json(std::map<std::string, uint64_t>{{"x", 1}}).dump(), R"({"x":1})");
  EXPECT_EQ(Json::array({Json{"a", 1}}).dump(), R"([["a",1]])");
}

TEST(JsonTest, IsIndentedForPeople) {
  EXPECT_EQ(dump_json_pretty({{"a", {1, 2}}, {"b", Json::array()}, {"c", Json::object()}}),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": [],\n  \"c\": {}\n}\n");
}

TEST(JsonTest, ReadsWhatItWrote) {
  const std::string text =
      R"({"a":[1,-1,18446744073709551615,0.5,1e+30,true,false,null,"\u00e9"],"b":{"c":{}}})";
  const auto json = parse_json(text);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["a"][2].get<uint64_t>(), UINT64_MAX);
  EXPECT_EQ((*json)["a"][1].get<int>(), -1);
  EXPECT_EQ((*json)["a"][8].text(), "\xC3\xA9");
  EXPECT_EQ(*parse_json(json->dump()), *json);
  EXPECT_EQ(*parse_json(json->dump(2)), *json);
  EXPECT_EQ(parse_json(R"({"a":1,"b":2,"a":3})")->dump(), R"({"a":3,"b":2})");
}

TEST(JsonTest, ReadsWhatTheStandardHasAndNothingElse) {
  const auto read = [](std::string_view text) {
    const auto json = parse_json(text);
    return json.ok() ? json->dump() : std::string("none");
  };
  EXPECT_EQ(read("\xEF\xBB\xBF [ ] "), "[]");
  EXPECT_EQ(read(R"("\ud83d\ude00 \/\t")"), "\"\xF0\x9F\x98\x80 /\\t\"");
  EXPECT_EQ(read("[-0, 1E2, 9223372036854775807, -9223372036854775809, 1e-400]"),
            "[0,100.0,9223372036854775807,-9.223372036854776e+18,0.0]");
  EXPECT_EQ(read(R"({"a":{"b":[]},"a":null})"), R"({"a":null})");
  for (const char* no :
       {"01",          "-",        "1.",           ".5",      "1e",          "+1",
        "1e999",       "[1,]",     "{\"a\":1,}",   "{a:1}",   "{\"a\" 1}",   "[1 2]",
        "]",           "[}",       "tru",          "\"\\x\"", R"("\ud83d")", R"("\ude00")",
        R"("\u12g4")", "\"a\nb\"", "\"\xC0\x80\"", "\"a",     "// a\n1",     "\xEF\xBB"})
    EXPECT_EQ(read(no), "none") << no;
  EXPECT_EQ(read(std::string_view("1\0", 2)), "none");
}

TEST(JsonTest, SaysWhereTextIsNotJson) {
  EXPECT_EQ(parse_json("{\"a\": 1,\n  b}").error().message, "not JSON at line 2, column 3");
  EXPECT_FALSE(parse_json("").ok());
  EXPECT_FALSE(parse_json("[1] 2").ok());
  EXPECT_FALSE(parse_json("\"\xFF\"").ok());
  EXPECT_TRUE(parse_json(std::string(200, '[') + std::string(200, ']')).ok());
  EXPECT_EQ(parse_json(std::string(1'000'000, '[')).error().code, ErrorCode::kLimitExceeded);
}

TEST(JsonTest, MembersAreFoundAddedAndReplaced) {
  Json json;
  json["a"]["b"] = 1;
  json["c"].push_back("x");
  json.update({{"c", 2}, {"d", true}});
  EXPECT_EQ(json.dump(), R"({"a":{"b":1},"c":2,"d":true})");
  EXPECT_EQ(std::as_const(json)["none"], Json());
  EXPECT_EQ(json.find("none"), nullptr);
  EXPECT_EQ(json["c"], Json(2.0));
  EXPECT_EQ(json.text_of("c", "-"), "-");
}

}  // namespace
}  // namespace weft
