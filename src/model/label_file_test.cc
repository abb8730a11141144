#include "model/label_file.h"

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::model {
namespace {

using ::testing::HasSubstr;

Label full_label() {
  Label label;
  label.page = "https://shop.example/1";
  label.record = "3";
  label.attribute = "offers.price";
  label.path = "/html[1]/body[1]/p[2]";
  label.span = TextSpan{7, 12};
  label.value = "12,50 \xE2\x82\xAC";
  label.source = LabelSource::kOntology;
  label.confidence = 0.25;
  return label;
}

TEST(LabelFileTest, WritesKeysInAFixedOrder) {
  EXPECT_EQ(write_labels({full_label()}),
            "{\"page\":\"https://shop.example/1\",\"record\":\"3\",\"attribute\":\"offers.price\","
            "\"path\":\"/html[1]/body[1]/p[2]\",\"span\":[7,12],\"value\":\"12,50 \xE2\x82\xAC\","
            "\"source\":\"ontology\",\"confidence\":0.25}\n");
}

TEST(LabelFileTest, LeavesDefaultsOut) {
  EXPECT_EQ(write_labels({Label{.page = "p", .attribute = "title", .value = "T"}}),
            "{\"page\":\"p\",\"attribute\":\"title\",\"value\":\"T\"}\n");
}

TEST(LabelFileTest, ReadsWhatItWrote) {
  const std::vector<Label> labels = {full_label(), Label{.page = "p", .attribute = "a"}};
  const auto read = read_labels(write_labels(labels));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, labels);
}

TEST(LabelFileTest, SkipsEmptyLinesAndUnknownKeys) {
  const auto read = read_labels("\n{\"page\":\"p\",\"attribute\":\"a\",\"colour\":\"red\"}\r\n\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->size(), 1u);
}

TEST(LabelFileTest, NamesTheLineAndTheKeyThatAreWrong) {
  const auto message = [](const std::string& second) {
    return read_labels("{\"page\":\"p\",\"attribute\":\"a\"}\n" + second).error().message;
  };
  EXPECT_THAT(message("{\"page\":\"p\"}"),
              HasSubstr("line 2: label: \"attribute\" must be a string"));
  EXPECT_THAT(message("{\"page\":1,\"attribute\":\"a\"}"), HasSubstr("\"page\""));
  EXPECT_THAT(message("{\"page\":\"p\",\"attribute\":\"a\",\"span\":[5,2]}"), HasSubstr("\"span"));
  EXPECT_THAT(message("{\"page\":\"p\",\"attribute\":\"a\",\"span\":[5,4294967296]}"),
              HasSubstr("\"span"));
  EXPECT_THAT(message("{\"page\":\"p\",\"attribute\":\"a\",\"source\":\"cat\"}"),
              HasSubstr("\"source\""));
  EXPECT_THAT(message("{\"page\":\"p\",\"attribute\":\"a\",\"confidence\":2}"),
              HasSubstr("between 0 and 1"));
  EXPECT_THAT(message("{\"page\":"), HasSubstr("line 2: not JSON"));
  EXPECT_THAT(message("[]"), HasSubstr("label must be an object"));
  EXPECT_THAT(message(std::string(100'000, '[')), HasSubstr("nested"));
}

}  // namespace
}  // namespace weft::model
