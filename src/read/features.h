// Features: a page's blocks as rows of numbers, which the models read.
//
// Columns are of four kinds: of the block, its ancestors and its neighbours; of the page, the same in all rows; what
// token tables say of its classes, words and tag path; and the probabilities of page types, with the convention that
// is asked for. columns.inc and page_columns.inc list the first two.
//
//   PageFeatures features(doc, blocks, facts);
//   features.add_tables(tables);
//   features.tiles()          ready for ml::Forest::predict_tiles
//
// O(blocks × columns + nodes).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/key_numbers.h"
#include "dom/document.h"
#include "ml/forest.h"
#include "ml/token_table.h"
#include "read/blocks.h"

namespace weft::read {

// What the page says of itself, where nobody sees it.
struct PageFacts {
  std::string url;                 // Of the page; empty: not known.
  std::string title;               // <title>
  std::string og_title;            // og:title
  std::string og_type;             // og:type
  std::string description;         // <meta name=description>, or og:description
  std::string data_description;    // description of JSON-LD
  std::string article_body;        // articleBody or text of JSON-LD
  std::vector<std::string> types;  // schema.org types of JSON-LD and microdata: "NewsArticle".
};

enum PageColumn : size_t {
#define WEFT_COLUMN(identifier, name) identifier,
#include "read/page_columns.inc"
#undef WEFT_COLUMN
  kPageColumns,
};

// Groups of columns that repeat.
// Distinct ones: wrappers that hold the same blocks are passed over.
inline constexpr size_t kAncestors = 4;
inline constexpr size_t kAncestorColumns = 12;
inline constexpr size_t kNeighbours = 4;  // -2, -1, 1, 2
inline constexpr size_t kNeighbourColumns = 5;
inline constexpr size_t kWindows = 3;  // ±3, ±8, ±20
inline constexpr size_t kWindowColumns = 3;
inline constexpr size_t kPageTypes = 7;
inline constexpr size_t kTableColumns = 20;
// Learned from pages whose truth is all content, and bodies alone.
inline constexpr size_t kTableSides = 2;

enum BlockColumn : size_t {
#define WEFT_COLUMN(identifier, name) identifier,
#include "read/columns.inc"
#undef WEFT_COLUMN
  kLandmarkColumns,
  kAncestorGroup = kLandmarkColumns + kLandmarks,
  kNeighbourGroup = kAncestorGroup + kAncestors * kAncestorColumns,
  kWindowGroup = kNeighbourGroup + kNeighbours * kNeighbourColumns,
  kPageGroup = kWindowGroup + kWindows * kWindowColumns,
  kTypeGroup = kPageGroup + kPageColumns,
  kTableGroup = kTypeGroup + kPageTypes,
  kBlockColumns = kTableGroup + kTableSides * kTableColumns,
};

// The names that model files have.
std::vector<std::string> block_column_names();
std::vector<std::string> page_column_names();

// What is learned of tokens: by how much the share of content below a key differs from its page's.
enum class TableKind : uint8_t { kClasses, kWords, kTexts, kHeadings, kPaths, kCount };
inline constexpr size_t kTables = static_cast<size_t>(TableKind::kCount);
std::span<const std::string_view> names_of(TableKind);
using Tables = std::array<ml::TokenTable, kTables>;  // Each of width kTableSides.

// Texts of keys, for who learns tables. Words of class, id, role, itemprop and data-testid: parted at what is no
// letter and at camelCase, lower case.
template <typename Key>
void for_each_class_word(const dom::Document& doc, dom::NodeId n, Key key);
// The attributes that have such words, and the words of a value.
bool has_class_words(dom::Atom attribute);
template <typename Key>
void for_each_class_word_in(std::string_view value, Key key);
// "p section div": the tags of n and its ancestors, `length` of them.
std::string tag_path(const dom::Document& doc, dom::NodeId n, size_t length);
inline constexpr size_t kShortPath = 3;
inline constexpr size_t kLongPath = 5;
inline constexpr uint32_t kTableWords = 60;  // Longer blocks are not looked up word by word.

class PageFeatures {
 public:
  // REQUIRES: doc and blocks outlive this.
  PageFeatures(const dom::Document& doc, const PageBlocks& blocks, const PageFacts& facts);

  // Fills the columns of the tables.
  void add_tables(const Tables& tables);
  // Fills the columns of page types, and the convention.
  void add_types(std::span<const float> probabilities);
  void set_convention(float convention);

  // The rows of all blocks, kTileRows side by side (ml/forest.h). REQUIRES, as row_of: what follows the constructor is filled in.
  [[nodiscard]] std::span<const float> tiles() const { return {tiles_.get(), tile_values_}; }
  // One row of them.
  [[nodiscard]] std::vector<float> row_of(size_t block) const;
  [[nodiscard]] std::span<const float> page() const { return page_; }
  // Blocks of the same tags and classes, six up, have the same number.
  [[nodiscard]] std::span<const uint32_t> path_groups() const { return path_group_; }
  // The last heading at or before each block, by block number; -1: none.
  [[nodiscard]] std::span<const int32_t> headings() const { return heading_of_; }
  // The block that is the title best; -1: none.
  [[nodiscard]] int32_t title_block() const { return title_block_; }
  // The element that holds the paragraphs; kNoNode: none.
  [[nodiscard]] dom::NodeId container() const { return container_; }

 private:
  static constexpr uint32_t kNoElement = UINT32_MAX;
  struct Sums {
    uint32_t words = 0, characters = 0, link_characters = 0, ends = 0, paragraph_words = 0,
             headings = 0, long_words = 0, prices = 0, years = 0;
  };
  // An element that holds blocks.
  struct Element {
    dom::NodeId node;
    uint32_t parent;        // Of elements_; kNoElement: none.
    uint32_t distinct;      // The nearest ancestor that holds more blocks.
    uint32_t first, end;    // Blocks.
    uint32_t children = 0;  // Elements that hold blocks.
    uint32_t alike = 0;     // Siblings of the same tag and classes, itself included.
    uint32_t record =
        0;  // The nearest element with at least three alike, itself included; kNoElement: none.
    uint32_t to_record = 0;  // Steps up to it.
    uint64_t kind = 0;       // Tag and classes.
    uint64_t names = 0;      // All that for_each_class_word reads; 0: nothing.
    std::array<float, kAncestorColumns> columns = {};
  };

  // One row of a tile.
  class Row {
   public:
    explicit Row(float* first) : first_(first) {}
    float& operator[](size_t column) const { return first_[column * ml::kTileRows]; }
    [[nodiscard]] Row from(size_t column) const { return Row(first_ + column * ml::kTileRows); }

   private:
    float* first_;
  };
  Row row(size_t block) {
    const size_t tile = block / ml::kTileRows;
    return Row(tiles_.get() + tile * kBlockColumns * ml::kTileRows + block % ml::kTileRows);
  }
  // Gives all rows the same values in columns from `first` on.
  void fill_all(size_t first, std::span<const float> values);
  void fill_columns(std::initializer_list<BlockColumn> columns, float value);
  void add_elements();
  uint32_t element_of(dom::NodeId n);
  void make_sums();
  void fill_text(size_t b);
  void fill_tree(size_t b);
  void fill_places();
  void fill_region();
  void fill_container();
  void fill_headings();
  void fill_neighbours();
  void fill_groups();
  void fill_coverage(const PageFacts& facts);
  void fill_page(const PageFacts& facts);
  void fill_url(const PageFacts& facts);
  void find_title(const PageFacts& facts);
  [[nodiscard]] std::vector<float> steps_to(dom::NodeId other) const;
  [[nodiscard]] std::pair<uint64_t, uint64_t> path_keys(uint32_t element) const;

  const dom::Document& doc_;
  const PageBlocks& page_blocks_;
  const std::vector<Block>& blocks_;
  size_t tile_values_;
  std::unique_ptr<float[]> tiles_;  // OPTIMIZATION: not zeroed, as each value is written once.
  std::array<float, kPageColumns> page_ = {};
  std::vector<uint32_t> path_group_;
  std::vector<int32_t> heading_of_;
  int32_t title_block_ = -1;
  float title_match_ = 0;
  dom::NodeId region_ = dom::kNoNode;
  dom::NodeId container_ = dom::kNoNode;

  std::vector<Sums> sums_;                // Over blocks before each, and all.
  std::vector<Element> elements_;         // Those that hold blocks; parents first.
  std::vector<uint32_t> element_number_;  // By node, +1; 0: none yet.
  std::vector<uint32_t> element_of_block_;
  std::vector<dom::NodeId> missing_;  // Of element_of().
  KeyNumbers keys_;
};

}  // namespace weft::read

#include "dom/class_tokens.h"

namespace weft::read {

inline bool has_class_words(dom::Atom attribute) {
  static const dom::Atom kTestId = dom::atom_of("data-testid");
  return attribute == dom::atoms::kClass || attribute == dom::atoms::kId ||
         attribute == dom::atoms::kRole || attribute == dom::atoms::kItemprop ||
         attribute == kTestId;
}

template <typename Key>
void for_each_class_word_in(std::string_view value, Key key) {
  char buffer[40];
  size_t length = 0;
  bool lower_before = false;
  const auto flush = [&] {
    if (length >= 2) key(std::string_view(buffer, length));
    length = 0;
  };
  for (const char c : value) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (!is_ascii_alpha(c) || (upper && lower_before)) flush();
    lower_before = c >= 'a' && c <= 'z';
    if (is_ascii_alpha(c) && length < sizeof buffer) buffer[length++] = ascii_lower(c);
  }
  flush();
}

template <typename Key>
void for_each_class_word(const dom::Document& doc, dom::NodeId n, Key key) {
  for (const dom::AttributeEntry& entry : attribute_entries(doc, n)) {
    if (has_class_words(entry.name))
      for_each_class_word_in(doc.attribute(n, entry.name).value_or(""), key);
  }
}

}  // namespace weft::read
