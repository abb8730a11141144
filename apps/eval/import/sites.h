// The sets about finding one's way: `pagination`, `forms`, `graphs`, `gazetteers`.
//
//   pagination/data.csv      File Name, Page URL, Encoding, PREV, PAGE, NEXT, LAST, FIRST: CSS
//                            selectors
//   forms/index.json         page → type codes of its forms and of their fields; config.json
//                            names the codes
//   graphs/*/edges.tsv       source ⇥ target; links.tsv with names instead of numbers
//   gazetteers/**/NAME.txt   a term a line; the folder is the domain
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace weft::eval {

inline constexpr std::array<std::string_view, 5> kPagerRoles = {"PREV", "PAGE", "NEXT", "LAST",
                                                                "FIRST"};

struct PaginationPage {
  std::filesystem::path html;
  std::string url;
  std::string encoding;
  std::map<std::string, std::string> selectors;  // Role → CSS; roles the page lacks are absent.
};
// Fails with kNotFound or kCorruption.
Result<std::vector<PaginationPage>> import_pagination(const std::filesystem::path& directory);

struct LabelledForm {
  std::string type;                           // "search", "login", …
  std::map<std::string, std::string> fields;  // Field name → type, in full.
};
struct FormsPage {
  std::filesystem::path html;
  std::string url;
  std::vector<LabelledForm> forms;  // In document order.
};
// Codes that config.json does not name are kept as they are. Fails with kNotFound or kCorruption.
Result<std::vector<FormsPage>> import_forms(const std::filesystem::path& directory);

// Links between numbered pages. Lines that are not two numbers are passed over. Fails with
// kNotFound.
Result<std::vector<std::pair<uint32_t, uint32_t>>> import_edges(const std::filesystem::path& file);

// Links between named pages, e.g. wikispeedia's; names are numbered in order of appearance.
struct NamedGraph {
  std::vector<std::string> names;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  std::map<std::string, std::vector<std::string>> topics;  // By name, when `categories` was given.
};
// `categories` may be empty. Lines beginning with '#' are comments. Fails with kNotFound.
Result<NamedGraph> import_named_graph(const std::filesystem::path& links,
                                      const std::filesystem::path& categories);

struct Gazetteer {
  std::string domain;  // "book"
  std::string name;    // "author"
  std::filesystem::path file;
};
// Every list of terms, by path. Fails with kNotFound when there is none.
Result<std::vector<Gazetteer>> import_gazetteers(const std::filesystem::path& directory);
// The terms of a list, white space normalised, empty lines left out, in file order.
Result<std::vector<std::string>> read_terms(const Gazetteer& gazetteer);

}  // namespace weft::eval
