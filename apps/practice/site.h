// The practice site: a made-up web site of several templates, with the truth about every page.
//
//   Site before = practice::generate({.domain = Domain::kShop, .seed = 7});
//   Site after = practice::generate({.domain = Domain::kShop, .seed = 7,
//                                    .redesigns = {{RedesignKind::kMovedBlocks, 1}}});
//
// The same items (by TruthRecord::id) have the same facts in both; what differs is how pages show
// them. Pages are not easier than the web: see README.md. Deterministic: equal options, equal bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "practice/options.h"

namespace weft::practice {

// Where on the page a true value stands.
enum class ValueForm : uint8_t {
  kNode,       // it is the whole text of a text node
  kSpans,      // it is the text of an element, in several text nodes
  kPart,       // it is part of a text node
  kAttribute,  // it is the value of an attribute (an image's address)
};

struct TruthValue {
  std::string attribute;
  std::string text;  // As shown, white space normalised.
  ValueForm form = ValueForm::kNode;
  // The bytes of the page that show it: its text with tags in between, or the attribute's start tag.
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct TruthRecord {
  std::string id;  // Of the item: the same on list and detail pages, before and after redesigns.
  // In page order; an attribute with several values appears several times.
  std::vector<TruthValue> values;
  std::vector<TruthRecord> offers;  // Nested records, when Options::nested.

  // The first value of an attribute; null when the page does not show it.
  [[nodiscard]] const TruthValue* find(std::string_view attribute) const;
};

// All that readers see of a record, its values joined by spaces.
std::string shown_text(const TruthRecord& record);

struct Page {
  std::string url;                   // Absolute.
  std::string html;                  // UTF-8.
  std::string template_name;         // "home", "list", "detail", "detail-b", "static"
  std::vector<TruthRecord> records;  // One on detail pages, many on list pages, none elsewhere.
};

struct Site {
  Options options;
  std::string name;         // "Nordlicht"
  std::string origin;       // "http://shop-7.example.org"
  std::vector<Page> pages;  // Home first, then lists, details, the rest.

  // Null when there is no such page. `path` begins with '/' and includes the query.
  [[nodiscard]] const Page* find(std::string_view path) const;
};

Site generate(const Options& options);

// Puts a site on disk (docs/formats/practice.md): site.json, truth.jsonl, html/, and the same pages
// laid out like the data sets `swde` (details) and `records` (lists), so that `weft eval` can run on
// them. Fails with kIo, or kAlreadyExists when `directory` holds anything that is not a practice site.
Status write_site(const Site& site, const std::filesystem::path& directory);

}  // namespace weft::practice
