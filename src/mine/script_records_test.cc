#include "mine/script_records.h"

#include "gtest/gtest.h"
#include "html/parser.h"
#include "mine/mine.h"

namespace weft::mine {
namespace {

// "name=text name=text | …" for each array.
std::string read(std::string_view script) {
  std::string text;
  for (const auto& objects : arrays_of_objects(script)) {
    text += "[";
    for (const ScriptObject& object : objects) {
      for (const ScriptField& field : object) text += field.name + "=" + field.text + " ";
      text += "| ";
    }
    text += "]";
  }
  return text;
}

TEST(ScriptRecordsTest, ReadsLiteralsAsProgramsWriteThem) {
  EXPECT_EQ(read(R"([{"a": "x", "b": 1.50}, {"a": "y"}])"), "[a=x b=1.50 | a=y | ]");
  EXPECT_EQ(read("const c = [{a: 'x', b: \"it's\"}, {a: `z`,},]; draw(c);"),
            "[a=x b=it's | a=z | ]");
  EXPECT_EQ(read("[{a: 'x', /* no */ b: true}, // [\n {a: null, b: undefined}]"),
            "[a=x b=true | | ]");
  EXPECT_EQ(read(R"([{a: "caf\u00e9 \ud83d\ude00"}, {a: "1\n2"}])"), "[a=café 😀 | a=1 2 | ]");
}

TEST(ScriptRecordsTest, NamesFieldsOfInnerObjectsByBoth) {
  EXPECT_EQ(
      read(R"({"itemListElement": [{"position": 1, "item": {"name": "A", "offers": {"price": 2}}},
                                         {"position": 2, "item": {"name": "B"}}]})"),
      "[position=1 item.name=A item.offers.price=2 | position=2 item.name=B | ]");
}

TEST(ScriptRecordsTest, LeavesExpressionsOut) {
  EXPECT_EQ(read("[{a: f(1, [2]), b: 'x' + y, c: 'z'}, {a: -1, b: x ? 1 : 2}]"), "[c=z | a=-1 | ]");
  EXPECT_EQ(read("[{a: function() { return {b: 1}; }, c: 1}, {c: 2}]"), "[c=1 | c=2 | ]");
  EXPECT_EQ(read("x = [1, 2, {a: 1}, {a: 2}]"), "");
  EXPECT_EQ(read("if (x) { y = [{a: 1}, {a: 2}]; } for (;;) { z[i] = {b: 1}; }"), "[a=1 | a=2 | ]");
  EXPECT_EQ(read("[{a: `b ${c} d`, e: 1}, {e: 2}]"), "[e=1 | e=2 | ]");
}

TEST(ScriptRecordsTest, SurvivesWhatIsNotClosed) {
  EXPECT_EQ(read("[{a: 'x', b: 'y"), "");
  EXPECT_EQ(read(")]} [{a: 1}, {a: 2}]"), "[a=1 | a=2 | ]");
  EXPECT_EQ(read(std::string(100'000, '[') + std::string(100'000, '{')), "");
}

constexpr char kDrawn[] = R"(<html><body><h1>Contacts</h1><div id=list></div><script>
  const settings = [{key: "a_b", value: 1}, {key: "c_d", value: 2}, {key: "e", value: 3}, {key: "f", value: 4}];
  const contacts = [
    {firstName: "John", lastName: "Doe", phone: "123-456-7890"},
    {firstName: "Jane", lastName: "Smith", phone: "234-567-8901"},
    {firstName: "Alice", lastName: "Johnson", phone: "345-678-9012"},
    {firstName: "Bob", lastName: "Brown", phone: "456-789-0123"}];
  </script></body></html>)";

TEST(ScriptRecordsTest, IsTheListOfAPageThatHasNoOther) {
  model::Page page = model::html_page(kDrawn);
  const auto regions = mine(page.document);
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_EQ(regions[0].found_by, "script");
  const auto records = to_extraction(page, regions[0]).records;
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[1].find("first_name")->text, "Jane");
  EXPECT_EQ(records[1].find("phone")->text, "234-567-8901");
  EXPECT_EQ(record_texts(page.document, regions[0])[0], "John Doe 123-456-7890");
  EXPECT_TRUE(to_labels(page, regions[0]).empty());
}

}  // namespace
}  // namespace weft::mine
