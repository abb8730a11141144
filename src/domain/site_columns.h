// Site columns: the texts of like pages, laid into columns by many keys at once.
//
// On pages of one template a value stands in the same place on every page; "the same place" has many
// readings: the same path of tags and classes, the same path with positions, beside the same label.
// Each reading is a key, each key that many pages have is a candidate column: its first text on each
// page. On the development sites one of a few hundred candidates is nearly always the right one for
// an attribute (F1 0.99 on average); choosing it is the problem, and evidence.h's.
//
// Memory: about 200 bytes a text node. Threads: const once made.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dom/document.h"
#include "model/page.h"

namespace weft::domain {

// Numbers texts. 0 is the empty text.
class Strings {
 public:
  Strings() { number(""); }
  uint32_t number(std::string_view text);
  [[nodiscard]] const std::string& text(uint32_t number) const { return *texts_[number]; }
  [[nodiscard]] size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<const std::string*> texts_;
};

inline constexpr size_t kColumnKeys = 11;
inline constexpr size_t kTokenLevels = 3;

// A visible text of a page and what stands around it. Texts are numbers of Strings.
struct TextNode {
  uint32_t page = 0;
  dom::NodeId node = dom::kNoNode;
  uint32_t position = 0;  // Among the texts of its page.
  uint32_t text = 0;      // All of it, white space folded.
  uint32_t value = 0;     // Without its own label: "Knopf" of "Publisher: Knopf".
  uint32_t value_begin = 0;
  uint32_t own_label = 0;
  uint32_t before = 0;  // The texts before and after it…
  uint32_t after = 0;
  uint32_t row_label = 0;    // …that of the nearest element before it in its row…
  uint32_t outer_label = 0;  // …and one level further out.
  uint32_t header = 0;       // The cell above it in the first row of its table.
  std::array<uint32_t, kTokenLevels> tokens{};  // Words of class, id and itemprop, inner first.
  uint8_t heading = 0;                          // 1 to 6 in h1 to h6.
  bool link = false;
  bool bold = false;
  std::array<uint64_t, kColumnKeys> keys{};  // 0: it has no such key.
};

struct Column {
  uint64_t key = 0;
  uint8_t kind = 0;            // Which of the keys.
  std::vector<int32_t> nodes;  // By page: the first text under the key; -1 for none.
  uint32_t pages = 0;          // With one.
  double texts_a_page = 0;     // Under the key, on those pages…
  double alike_a_page = 0;     // …and under the full class path of its texts.
};

struct ColumnParameters {
  double min_pages = 0.10;       // Share of the pages that a column must have, and at least…
  uint32_t least_pages = 5;      // …so many, or all of fewer pages.
  double template_pages = 0.08;  // A short text on this share of the pages belongs to the template.
  size_t template_length = 50;
  // Says what a label is where pages are too few to show it; nothing: they are not.
  std::function<bool(const std::string&)> is_label = nullptr;
  double constant_share = 0.95;  // One value on this share of the pages: no data.
  size_t max_columns = 4000;     // The widest; a bound on time, not reached on the data sets.
  size_t max_nodes = 20'000;     // Texts a page.
};

struct SiteColumns {
  std::vector<const model::Page*> pages;
  Strings strings;
  std::vector<TextNode> nodes;
  std::vector<uint32_t> page_begin;          // Of each page in `nodes`, and the end.
  std::vector<uint32_t> titles;              // Of each page.
  std::vector<uint32_t> document_frequency;  // By string: on how many pages it is a text.
  std::vector<Column> columns;
};

// REQUIRES: the pages outlive it.
SiteColumns find_columns(const std::vector<const model::Page*>& pages,
                         const ColumnParameters& parameters = {});

}  // namespace weft::domain
