#include "model/record_writer.h"

#include <filesystem>

#include "base/file.h"
#include "base/testing/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "store/sqlite.h"
#include "warc/codec.h"

namespace weft::model {
namespace {

namespace fs = std::filesystem;
using Mode = RecordWriterOptions::Mode;

Extraction page(std::initializer_list<std::pair<const char*, const char*>> fields) {
  Record record;
  for (const auto& [name, text] : fields) record.set(name, Value::leaf(text, {}, 0.5));
  return {"p", "w", {record}, {}};
}

class RecordWriterTest : public ::testing::Test {
 protected:
  Status write(const std::string& name, const RecordWriterOptions& options,
               const std::vector<Extraction>& pages) {
    WEFT_ASSIGN(auto writer, open_record_writer(directory_ + "/" + name, options));
    for (const Extraction& one : pages) WEFT_TRY(writer->write(one));
    return writer->finish();
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::string text;
    const Status status =
        warc::decompress(warc::codec_of_path(name), *read_file(directory_ + "/" + name), text);
    return status.ok() ? text : status.error().message;
  }

  const TempFolder folder_;
  const std::string directory_ = folder_.path();
};

TEST_F(RecordWriterTest, AppendsAndReplacesCompressedLines) {
  for (const char* name : {"a.jsonl", "a.jsonl.gz", "a.jsonl.zst"}) {
    ASSERT_TRUE(write(name, {.meta = false}, {page({{"t", "1"}})}).ok());
    ASSERT_TRUE(write(name, {.meta = false}, {page({{"t", "2"}})}).ok());
    EXPECT_EQ(read(name), "{\"t\":\"1\"}\n{\"t\":\"2\"}\n") << name;
    ASSERT_TRUE(write(name, {.mode = Mode::kReplace, .meta = false}, {page({{"t", "3"}})}).ok());
    EXPECT_EQ(read(name), "{\"t\":\"3\"}\n") << name;
  }
}

TEST_F(RecordWriterTest, WritesCsvAsTheRfcSays) {
  const Extraction nested = {"p", "w", {}, {}};
  Extraction odd = page({{"t", "a \"b\", c\nd"}});
  odd.records[0].set("list", Value::list({Value::leaf("x"), Value::leaf("y")}));
  ASSERT_TRUE(write("a.csv", {.meta = false}, {page({{"t", "1"}}), nested, odd}).ok());
  EXPECT_EQ(read("a.csv"), "t,list\r\n1,\r\n\"a \"\"b\"\", c\nd\",\"[\"\"x\"\",\"\"y\"\"]\"\r\n");
}

TEST_F(RecordWriterTest, OrdersCsvColumnsByTheSchema) {
  Schema schema;
  schema.attributes = {{.name = "b"}, {.name = "a"}};
  ASSERT_TRUE(write("a.csv", {.schema = &schema}, {page({{"a", "1"}, {"c", "2"}})}).ok());
  EXPECT_EQ(read("a.csv"), "_page,_record,_wrapper,_confidence,b,a,c\r\np,0,w,0.500000,,1,2\r\n");
}

TEST_F(RecordWriterTest, AppendsToCsvByItsHeader) {
  for (const char* name : {"a.csv", "a.csv.gz"}) {
    ASSERT_TRUE(write(name, {.meta = false}, {page({{"a", "1"}, {"b", "2"}})}).ok());
    ASSERT_TRUE(write(name, {.meta = false}, {page({{"b", "3"}})}).ok());
    EXPECT_EQ(read(name), "a,b\r\n1,2\r\n,3\r\n");
    const Status refused = write(name, {.meta = false}, {page({{"c", "4"}})});
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("no column 'c'"));
    EXPECT_EQ(read(name), "a,b\r\n1,2\r\n,3\r\n");
  }
}

TEST_F(RecordWriterTest, FillsASqliteTableAndAddsColumns) {
  Schema schema;
  schema.attributes = {{.name = "pages", .type = ValueType::kNumber}};
  ASSERT_TRUE(
      write("a.sqlite", {.schema = &schema}, {page({{"pages", "12"}, {"Title", "T"}})}).ok());
  ASSERT_TRUE(write("a.sqlite", {}, {page({{"title", "U"}, {"new", "x"}})}).ok());
  auto database =
      *store::Database::open(directory_ + "/a.sqlite", store::Database::Mode::kReadOnly);
  EXPECT_EQ(*database.integer("SELECT count(*) FROM records"), 2);
  EXPECT_EQ(
      *database.integer("SELECT pages + 1 FROM records WHERE Title = 'T' AND _confidence = 0.5"),
      13);
  EXPECT_EQ(*database.integer("SELECT typeof(pages) = 'integer' FROM records"), 1);
  EXPECT_EQ(*database.integer("SELECT count(*) FROM records WHERE title = 'U' AND new = 'x'"), 1);
}

TEST_F(RecordWriterTest, WritesParquetOnceAndWhole) {
  Schema schema;
  schema.attributes = {{.name = "pages", .type = ValueType::kNumber},
                       {.name = "isbn", .type = ValueType::kNumber}};
  Extraction listed = page({{"pages", "12"}, {"isbn", "9780141439518000"}});
  listed.records[0].set("tags", Value::list({Value::leaf("x"), Value::leaf("y")}));
  ASSERT_TRUE(write("a.parquet", {.schema = &schema}, {page({{"pages", "7.5"}}), listed}).ok());
  const std::string bytes = *read_file(directory_ + "/a.parquet");
  EXPECT_TRUE(bytes.starts_with("PAR1") && bytes.ends_with("PAR1"));
  EXPECT_THAT(bytes, ::testing::HasSubstr("tags"));
  // A physical type is the first field of a column's schema, zigzag: 5 is DOUBLE, 6 BYTE_ARRAY. A
  // number with more digits than a double keeps is a text.
  EXPECT_THAT(bytes, ::testing::HasSubstr(std::string("\x15\x0a\x25\x02\x18\x05") + "pages"));
  EXPECT_THAT(bytes, ::testing::HasSubstr(std::string("\x15\x0c\x25\x02\x18\x04") + "isbn"));
  EXPECT_THAT(write("a.parquet", {}, {page({{"t", "1"}})}).error().message,
              ::testing::HasSubstr("replace it with -O"));
  EXPECT_THAT(write("a.parquet.gz", {}, {page({{"t", "1"}})}).error().message,
              ::testing::HasSubstr("compressed by itself"));
}

TEST_F(RecordWriterTest, ReplacesOnlyItsOwnTable) {
  ASSERT_TRUE(write("a.db", {.table = "one"}, {page({{"t", "1"}})}).ok());
  ASSERT_TRUE(write("a.db", {.table = "two"}, {page({{"t", "1"}})}).ok());
  ASSERT_TRUE(write("a.db", {.mode = Mode::kReplace, .table = "two"}, {page({{"u", "2"}})}).ok());
  auto database = *store::Database::open(directory_ + "/a.db", store::Database::Mode::kReadOnly);
  EXPECT_EQ(*database.integer("SELECT count(*) FROM one"), 1);
  EXPECT_EQ(*database.integer("SELECT count(*) FROM two WHERE u = '2'"), 1);
}

TEST_F(RecordWriterTest, ChangesNothingBeforeFinish) {
  for (const char* name : {"a.jsonl", "a.csv", "a.sqlite"}) {
    ASSERT_TRUE(write(name, {}, {page({{"t", "1"}})}).ok());
    const std::string before = *read_file(directory_ + "/" + name);
    {
      auto writer = *open_record_writer(directory_ + "/" + name, {.mode = Mode::kReplace});
      ASSERT_TRUE(writer->write(page({{"t", "2"}})).ok());
    }
    EXPECT_EQ(*read_file(directory_ + "/" + name), before) << name;
  }
}

TEST_F(RecordWriterTest, RefusesWhatCannotBe) {
  EXPECT_FALSE(open_record_writer(directory_ + "/a.sqlite.gz", {}).ok());
  EXPECT_FALSE(open_record_writer(directory_ + "/absent/a.csv", {}).ok());
  EXPECT_FALSE(enum_named<RecordFormat>("yaml"));
}

TEST_F(RecordWriterTest, AKeyReplacesRecordsOfADatabase) {
  const RecordWriterOptions options{.meta = false, .key = "url"};
  ASSERT_TRUE(write("k.sqlite", options,
                    {page({{"url", "a"}, {"t", "1"}}), page({{"url", "b"}, {"t", "2"}})})
                  .ok());
  ASSERT_TRUE(write("k.sqlite", options, {page({{"url", "a"}, {"t", "3"}, {"new", "x"}})}).ok());
  auto database = store::Database::open(directory_ + "/k.sqlite", store::Database::Mode::kReadOnly);
  ASSERT_TRUE(database.ok());
  EXPECT_EQ(*database->integer("SELECT count(*) FROM records"), 2);
  EXPECT_EQ(*database->integer("SELECT t FROM records WHERE url = 'a' AND new = 'x'"), 3);
  EXPECT_FALSE(write("k.csv", options, {page({{"url", "a"}})}).ok());
}

TEST_F(RecordWriterTest, WritesXml) {
  ASSERT_TRUE(write("a.xml", {.meta = false}, {page({{"my title", "a < b"}, {"2nd", "x"}})}).ok());
  EXPECT_EQ(read("a.xml"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records>\n<record><my_title>a &lt; b"
            "</my_title><_2nd>x</_2nd></record>\n</records>\n");
  EXPECT_FALSE(write("a.xml", {.meta = false}, {page({{"t", "more"}})}).ok());
}

}  // namespace
}  // namespace weft::model
