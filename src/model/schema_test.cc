#include "model/schema.h"

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/record.h"
#include "model/schema_file.h"
#include "value/normalize.h"

namespace weft::model {
namespace {

using ::testing::HasSubstr;

// [Liu]: product(name: string; image: image-file; differentSizes: set(size: string; price:
// string)).
constexpr char kLiuProduct[] = R"({"name": "product", "attributes": [
  "name: mandatory pivot", "image: image",
  {"name": "differentSizes", "set": true, "attributes": ["size", "price"]}]})";

TEST(SchemaTest, FindsNestedAttributesByDottedName) {
  const Schema schema = *read_schema(kLiuProduct);
  EXPECT_EQ(schema.find_path("differentSizes.price"), &schema.attributes[2].attributes[1]);
  EXPECT_EQ(schema.find_path("differentSizes.colour"), nullptr);
  EXPECT_EQ(schema.find_path("name.first"), nullptr);
}

TEST(SchemaTest, KnowsSchemaOrgNames) {
  EXPECT_EQ(schema_org_name("products"), "Product");
  EXPECT_EQ(schema_org_name("https://schema.org/JobPosting"), "JobPosting");
  EXPECT_EQ(schema_org_name("gadget"), "");
}

TEST(SchemaFileTest, ReadsWhatItWroteAndWritesItTheSame) {
  constexpr char kFull[] =
      R"({"weft":"schema","version":1,"name":"Product","attributes":[)"
      R"({"name":"title","type":"text","mandatory":true,"constant":true,"pivot":true},)"
      R"({"name":"state","type":"enum","values":["new","used"],"optional":true},)"
      R"({"name":"price","type":"money","alternative":"cost"},)"
      R"({"name":"rent","type":"money","characteristic":true,"alternative":"cost"},)"
      R"({"name":"offers","set":true,"attributes":[{"name":"seller","type":"text"}]}]})";
  const auto schema = read_schema(kFull);
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  EXPECT_EQ(write_json(*schema).dump(), kFull);
  EXPECT_TRUE(read_json<Schema>(write_json(*schema), "schema").ok());
}

TEST(SchemaFileTest, SaysWhatIsWrong) {
  const auto message = [](const std::string& attributes) {
    const auto schema = read_schema("{\"attributes\":[" + attributes + "]}");
    return schema.ok() ? "ok" : schema.error().message;
  };
  EXPECT_THAT(message(R"("price: mony")"), HasSubstr("'price': 'mony' is not a type or a flag"));
  EXPECT_THAT(message(R"("a", "a")"), HasSubstr("two of that name"));
  EXPECT_THAT(message(R"("a: mandatory optional")"), HasSubstr("not both"));
  EXPECT_THAT(message(R"("a.b")"), HasSubstr("no dots"));
  EXPECT_THAT(message(R"("_meta")"), HasSubstr("Weft's own"));
  EXPECT_THAT(message(R"("a: enum")"), HasSubstr("needs \"values\""));
  EXPECT_THAT(message(R"({"name":"a","attributes":[]})"),
              HasSubstr("\"attributes[0].attributes\" must be one attribute or more"));
  EXPECT_THAT(message("7"), HasSubstr("\"attributes[0]\" must be an object"));
  EXPECT_THAT(read_schema("{}").error().message, HasSubstr("\"attributes\" must be an array"));
  EXPECT_EQ(read_schema(R"({"version":9,"attributes":[]})").error().code, ErrorCode::kUnsupported);
}

TEST(SchemaFileTest, ExportsJsonSchema) {
  const Schema schema = *read_schema(
      R"({"name":"Product","attributes":["title: mandatory","price: money","rent: money","stock: number set"]})");
  Schema alternatives = schema;
  alternatives.attributes[1].alternative_group = alternatives.attributes[2].alternative_group =
      "cost";
  const auto json = to_json_schema(alternatives);
  EXPECT_EQ(json["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(json["$comment"], "https://schema.org/Product");
  EXPECT_EQ(json["required"].dump(), R"(["title"])");
  EXPECT_EQ(json["properties"]["stock"].dump(), R"({"type":"array","items":{"type":"number"}})");
  EXPECT_EQ(json["allOf"].dump(), R"([{"not":{"required":["price","rent"]}}])");
}

TEST(SchemaTest, TypesNormaliseRecords) {
  Schema schema;
  schema.attributes = {
      {.name = "price", .type = ValueType::kMoney},
      {.name = "title"},
      {.name = "offers", .attributes = {{.name = "when", .type = ValueType::kDate}}, .set = true}};
  Record offer;
  offer.set("when", Value::leaf("1 May 2024"));
  Record bad;
  bad.set("when", Value::leaf("soon"));
  Record record;
  record.set("price", Value::leaf("$5"));
  record.set("title", Value::leaf("5"));
  record.set("offers", Value::list({Value::nested(offer), Value::nested(bad)}));
  EXPECT_EQ(normalize_record(record, schema, {}), 1u);
  EXPECT_EQ(record.find("price")->normalized, "$ 5.00");
  EXPECT_EQ(record.find("title")->normalized, "");
  EXPECT_EQ(record.find("offers")->items[0].record[0].find("when")->normalized, "2024-05-01");
}

}  // namespace
}  // namespace weft::model
