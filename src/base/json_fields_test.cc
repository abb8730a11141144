#include "base/json_fields.h"

#include "gtest/gtest.h"

namespace weft {
namespace {

enum class Colour : uint8_t { kRed, kGreen };
std::span<const std::string_view> names_of(Colour) {
  static constexpr std::string_view kNames[] = {"red", "green"};
  return kNames;
}

struct Leaf {
  double length = 0;
  Colour colour = Colour::kRed;
  bool operator==(const Leaf&) const = default;
};
void describe(JsonFields& json, Leaf& leaf) {
  json.required("length", leaf.length);
  json.optional("colour", leaf.colour);
}

struct Tree {
  std::string name;
  uint32_t age = 7;
  int depth = 0;
  bool evergreen = false;
  std::optional<Leaf> first;
  std::vector<Leaf> leaves;
  std::map<std::string, std::vector<std::string>> notes;
  std::optional<std::array<uint32_t, 2>> range;
  std::vector<Tree> branches;
};
void describe(JsonFields& json, Tree& tree) {
  json.header("tree", 2);
  json.required("name", tree.name);
  json.optional("age", tree.age, 7);
  json.field("depth", tree.depth);
  json.optional("evergreen", tree.evergreen);
  json.optional("first", tree.first);
  json.unless_empty("leaves", tree.leaves);
  json.unless_empty("notes", tree.notes);
  json.unless_empty("range", tree.range);
  json.unless_empty("branches", tree.branches);
  json.check(tree.age < 1000, "age", "below 1000");
}

std::string round_trip(const char* text) {
  const auto tree = read_json_text<Tree>(text, "tree");
  return tree.ok() ? write_json(*tree).dump() : tree.error().message;
}

TEST(JsonFieldsTest, WhatIsReadIsWrittenWithoutDefaults) {
  for (const char* same : {
           R"({"weft":"tree","version":2,"name":"a","depth":-1})",
           R"({"weft":"tree","version":2,"name":"a","age":8,"depth":0,"evergreen":true})",
           R"({"weft":"tree","version":2,"name":"a","depth":0,"first":{"length":1.5},)"
           R"("leaves":[{"length":1.0},{"length":2.0,"colour":"green"}],)"
           R"("notes":{"x":["y","z"],"z":[]},"range":[1,4294967295]})",
           R"({"weft":"tree","version":2,"name":"a","depth":0,)"
           R"("branches":[{"weft":"tree","version":2,"name":"b","depth":1}]})",
       }) {
    EXPECT_EQ(round_trip(same), same);
  }
  EXPECT_EQ(round_trip(R"({"x":1,"name":"a","age":null,"weft":"tree"})"),
            R"({"weft":"tree","version":2,"name":"a","depth":0})");
}

TEST(JsonFieldsTest, FailuresNameThePath) {
  const std::pair<const char*, const char*> cases[] = {
      {R"([])", "tree must be an object"},
      {R"({"name":"a"})", "tree: \"weft\" must be \"tree\""},
      {R"({"weft":"tree","version":3})",
       "tree: version 3 is not one this program reads (2); upgrade weft"},
      {R"({"weft":"tree"})", "tree: \"name\" must be a string"},
      {R"({"weft":"tree","name":"a","age":-1})", "tree: \"age\" must be a whole number, 0 or more"},
      {R"({"weft":"tree","name":"a","age":4294967296})",
       "tree: \"age\" must be a whole number, 0 or more"},
      {R"({"weft":"tree","name":"a","age":1000})", "tree: \"age\" must be below 1000"},
      {R"({"weft":"tree","name":"a","depth":1.5})", "tree: \"depth\" must be a whole number"},
      {R"({"weft":"tree","name":"a","leaves":[{"length":1},{"length":"x"}]})",
       "tree: \"leaves[1].length\" must be a number"},
      {R"({"weft":"tree","name":"a","leaves":[1]})", "tree: \"leaves[0]\" must be an object"},
      {R"({"weft":"tree","name":"a","first":{"length":1,"colour":"blue"}})",
       "tree: \"first.colour\" must be one of red, green"},
      {R"({"weft":"tree","name":"a","notes":{"x":["y",1]}})",
       "tree: \"notes.x[1]\" must be a string"},
      {R"({"weft":"tree","name":"a","range":[1]})", "tree: \"range\" must be an array of 2 items"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(round_trip(text), message) << text;
}

}  // namespace
}  // namespace weft
