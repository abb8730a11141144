// Every tree-construction case of the html5lib tests.

#include <filesystem>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "html/testing/dump.h"
#include "html/testing/html5lib.h"
#include "html/testing/promises.h"

namespace weft::html {
namespace {

using testing::TreeCase;

std::string parse_case(const TreeCase& test, ParseOptions::Scripting scripting) {
  ParseOptions options;
  options.transport_charset = "utf-8";
  options.fragment_context = test.context;
  options.scripting = scripting;
  const ParseResult parsed = parse(test.data, options);
  EXPECT_TRUE(testing::keeps_promises(parsed.document)) << test.data;
  return testing::dump(parsed.document);
}

TEST(TreeConformanceTest, EveryHtml5libCaseGivesTheExpectedTree) {
  const auto folder = testing::html5lib_folder();
  if (folder.empty()) GTEST_SKIP() << "the data set conformance is not unpacked";
  size_t run = 0;
  size_t failed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tree-construction")) {
    if (entry.path().extension() != ".dat") continue;
    for (const TreeCase& test : testing::read_tree_cases(entry.path())) {
      for (const auto scripting : {ParseOptions::Scripting::kOff, ParseOptions::Scripting::kOn}) {
        if (scripting == ParseOptions::Scripting::kOff ? test.script_on : test.script_off) continue;
        ++run;
        const std::string actual = parse_case(test, scripting);
        if (actual == test.expected) continue;
        if (++failed <= 10) {
          ADD_FAILURE() << test.name << " " << test.context << "\n"
                        << test.data << "\nexpected\n"
                        << test.expected << "got\n"
                        << actual;
        }
      }
    }
  }
  EXPECT_EQ(failed, 0U) << "of " << run;
  RecordProperty("cases", static_cast<int>(run));
  EXPECT_GT(run, 3000U);
}

}  // namespace
}  // namespace weft::html
