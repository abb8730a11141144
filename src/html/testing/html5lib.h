// The html5lib-tests in the data set "conformance", where it is present.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weft::html::testing {

// The folder of the html5lib tests; empty if it is not there. Looks in $WEFT_DATA, then
// ~/.cache/weft-data.
std::filesystem::path html5lib_folder();

struct TreeCase {
  std::string name;  // "tests1.dat:12": file and number, from 0.
  std::string data;
  std::string context;  // For fragments: "td", "svg path".
  bool script_on = false;
  bool script_off = false;
  std::string expected;
};

// The cases of one tree-construction file.
std::vector<TreeCase> read_tree_cases(const std::filesystem::path& file);

}  // namespace weft::html::testing
