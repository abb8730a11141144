#include "model/record_json.h"

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::model {
namespace {

using ::testing::HasSubstr;

Extraction book() {
  Value title = Value::leaf("Emma", {"/html[1]/body[1]/h1[1]", {10, 20}}, 0.5);
  Value price = Value::leaf("12,50 \xE2\x82\xAC");
  price.normalized = "EUR 12.50";
  Record offer;
  offer.set("price", price);
  Record record;
  record.id = "7";
  record.set("title", title);
  record.set("offers", Value::list({Value::nested(offer)}));
  return {"https://shop.example/1", "rules-1", {record}, {{DiagnosticKind::kLimit, 3, "cut"}}};
}

std::string json_of(const Record& record, const Extraction& from,
                    const RecordJsonOptions& options = {}) {
  std::string json;
  append_record_json(json, record, from, options);
  return json;
}

TEST(RecordJsonTest, WritesValuesFirstAndMetaLast) {
  const Extraction extraction = book();
  EXPECT_EQ(
      json_of(extraction.records[0], extraction),
      R"({"title":"Emma","offers":[{"price":"EUR 12.50"}],"_meta":{"page":"https://shop.example/1",)"
      R"("record":"7","wrapper":"rules-1","fields":{)"
      R"("title":{"path":"/html[1]/body[1]/h1[1]","source":[10,20],"confidence":0.5},)"
      "\"offers[0].price\":{\"text\":\"12,50 \xE2\x82\xAC\"}}}}");
  EXPECT_EQ(json_of(extraction.records[0], extraction, {.meta = false}),
            R"({"title":"Emma","offers":[{"price":"EUR 12.50"}]})");
}

TEST(RecordJsonTest, GivesExtractionsBackAsTheyWere) {
  const std::string json = extraction_json(book());
  const auto read = extraction_from_json(parse_json(json).value());
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(extraction_json(*read), json);
  const Value& price = read->records[0].find("offers")->items[0].record[0].fields[0].value;
  EXPECT_EQ(price.normalized, "EUR 12.50");
  EXPECT_EQ(price.text, "12,50 \xE2\x82\xAC");
  EXPECT_EQ(read->records[0].find("title")->provenance.source.end, 20u);
  EXPECT_EQ(read->diagnostics[0].kind, DiagnosticKind::kLimit);
}

TEST(RecordJsonTest, UsesJsonTypesWhereTheSchemaSaysSo) {
  Schema schema;
  schema.attributes = {{.name = "pages", .type = ValueType::kNumber},
                       {.name = "used", .type = ValueType::kBoolean},
                       {.name = "rating", .type = ValueType::kNumber}};
  Record record;
  const auto leaf = [](const char* text, const char* normalized) {
    Value value = Value::leaf(text);
    value.normalized = normalized;
    return value;
  };
  record.set("pages", leaf("1,024 pp", "1024"));
  record.set("used", leaf("yes", "true"));
  record.set("rating", leaf("4.5", "4.5"));
  EXPECT_EQ(json_of(record, {}, {.meta = false, .schema = &schema}),
            R"({"pages":1024,"used":true,"rating":4.5})");
}

TEST(RecordJsonTest, LetsNoFieldStandInForMeta) {
  Record record;
  record.set("_meta", Value::leaf("x"));
  EXPECT_EQ(json_of(record, {"p", "", {}, {}}), R"({"_meta":{"page":"p","record":"0"}})");
}

TEST(RecordJsonTest, WritesEmptyListsAndRecords) {
  Record record;
  record.set("tags", Value::list({}));
  record.set("maker", Value::nested({}));
  record.set("both", Value::list({Value::leaf("\"a\"", {"/a[1]", {}}), Value::leaf("b")}));
  EXPECT_EQ(json_of(record, {"p", "", {}, {}}),
            R"({"tags":[],"maker":{},"both":["\"a\"","b"],"_meta":{"page":"p","record":"0",)"
            R"("fields":{"both[0]":{"path":"/a[1]"}}}})");
}

TEST(RecordJsonTest, ReadsLinesAndGroupsThemByPage) {
  const auto read = read_records(
      "{\"a\":\"1\",\"_meta\":{\"page\":\"p\"}}\n\n{\"a\":2,\"_meta\":{\"page\":\"p\"}}\n{\"a\":["
      "\"x\",null]}\n");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].records.size(), 2u);
  EXPECT_EQ((*read)[0].records[1].find("a")->text, "2");
  EXPECT_EQ((*read)[1].page, "");
}

TEST(RecordJsonTest, SaysWhatIsWrong) {
  EXPECT_THAT(read_records("{}\n[1]").error().message,
              HasSubstr("line 2: record: not a JSON object"));
  EXPECT_THAT(read_records(R"({"a":"1","_meta":{"fields":{"a":{"source":[1]}}}})").error().message,
              HasSubstr("_meta: \"fields.a.source\" must be an array of 2 items"));
  EXPECT_THAT(read_records(R"({"a":"1","_meta":{"fields":{"a":7}}})").error().message,
              HasSubstr("_meta: \"fields.a\" must be an object"));
}

}  // namespace
}  // namespace weft::model
