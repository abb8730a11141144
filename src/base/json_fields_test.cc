#include "base/json_fields.h"

#include <array>
#include <map>

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

// A point is written "1,2" or as an object, and counted from an origin.
struct Point {
  int x = 0, y = 0;
};
Status read_text(std::string_view text, Point& point) {
  const size_t comma = text.find(',');
  if (comma != 1 || text.size() != 3) return Error{ErrorCode::kInvalidArgument, "not a point"};
  point = {text[0] - '0', text[2] - '0'};
  return {};
}
void describe(JsonFields& json, Point& point, const Point& origin) {
  int x = point.x - origin.x, y = point.y - origin.y;
  json.required("x", x);
  json.required("y", y);
  if (json.reading()) point = {x + origin.x, y + origin.y};
}

struct Drawing {
  std::vector<Point> points;
  std::map<Colour, int> used;
  std::vector<std::tuple<std::string, int>> rows;
  std::string name;
};
void describe(JsonFields& json, Drawing& drawing) {
  std::string name = drawing.name;
  json.required("points", drawing.points, Point{10, 20});
  json.field("rows", drawing.rows);
  json.optional("name", name);
  if (!json.reading()) return json.note("used", write_json(drawing.used));
  const auto named = name == "x" ? Result<std::string>(Error{ErrorCode::kUnsupported, "no name"})
                                 : Result<std::string>(name);
  json.take("name", drawing.name, named);
}

TEST(JsonFieldsTest, ContextTextsTuplesAndTables) {
  const Drawing drawing{{{11, 22}}, {{Colour::kGreen, 3}}, {{"a", 1}, {"b", 2}}, "n"};
  const Json json = write_json(drawing);
  EXPECT_EQ(json.dump(),
            R"({"points":[{"x":1,"y":2}],"rows":[["a",1],["b",2]],"name":"n","used":{"green":3}})");
  const auto again = read_json<Drawing>(json, "drawing");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->points[0].x, 11);
  EXPECT_EQ(again->rows, drawing.rows);
  EXPECT_EQ(read_json_text<Drawing>(R"({"points":["3,4"]})", "drawing")->points[0].y, 4);
  EXPECT_EQ(read_json<std::vector<int>>({1, 2}, "numbers")->back(), 2);
}

TEST(JsonFieldsTest, WhatWasMadeOfAMemberFailsAtItsPlace) {
  const auto message = [](const char* text) {
    return read_json_text<Drawing>(text, "drawing").error().message;
  };
  EXPECT_EQ(message(R"({"points":["3"]})"), "drawing: \"points[0]\": not a point");
  EXPECT_EQ(message(R"({"points":[],"name":"x"})"), "drawing: \"name\": no name");
  EXPECT_EQ(message(R"({"points":[],"rows":[["a"]]})"),
            "drawing: \"rows[0]\" must be an array of 2 items");
  EXPECT_EQ(message(R"({"points":[],"rows":[["a","b"]]})"),
            "drawing: \"rows[0][1]\" must be a whole number");
}

TEST(EnumNamesTest, AnUnknownNameIsToldTheKnownOnes) {
  EXPECT_EQ(*find_named<Colour>("green", "colour"), Colour::kGreen);
  EXPECT_EQ(find_named<Colour>("blue", "colour").error().message,
            "no colour 'blue'; one of red, green");
}

}  // namespace
}  // namespace weft
