// The rows of a page.
//
//   1. Elements that hold blocks are numbered, parents first; each knows its interval of blocks, what its sums are
//      (differences of prefix sums) and its next distinct ancestor.
//   2. The region is the element with most running text, as Readability weighs it: a block of at least 8 words and
//      little link text gives 1 + commas + min(3, characters/100) to its distinct ancestors (1, 1, 1/2, 1/3).
//   3. The container of the paragraphs: blocks of at least 15 words, with a sentence end and little link text, grouped
//      by their tags and classes six up; the group with most words (half, outside the region) is dominant, and the
//      container is the parent of its first block.
//   4. Each block's columns are filled group by group.
//
// Tested by features_test.cc.

#include "read/features.h"

#include <algorithm>
#include <cmath>

namespace weft::read {

using dom::NodeId;
namespace atoms = dom::atoms;

namespace {

constexpr float kFar = 9999;    // No such place.
constexpr float kNoSteps = 60;  // No such ancestor.
constexpr uint32_t kLongWords = 15;
constexpr size_t kPathLength = 6;
constexpr std::array<int, kNeighbours> kOffsets = {-2, -1, 1, 2};
constexpr std::array<int, kWindows> kWindowSizes = {3, 8, 20};

float share(double part, double whole) {
  return whole > 0 ? static_cast<float>(part / whole) : 0.0F;
}

// Tags by how they are used for text, so that a threshold parts like from unlike.
float tag_number(dom::Atom name) {
  static constexpr auto kNumbers = [] {
    std::array<uint8_t, atoms::kCount> numbers{};
    for (uint8_t& one : numbers) one = 20;
    constexpr uint32_t kOrder[] = {
        atoms::kPIndex,       atoms::kBlockquoteIndex, atoms::kPreIndex,
        atoms::kH1Index,      atoms::kH2Index,         atoms::kH3Index,
        atoms::kH4Index,      atoms::kH5Index,         atoms::kH6Index,
        atoms::kDdIndex,      atoms::kDtIndex,         atoms::kFigcaptionIndex,
        atoms::kArticleIndex, atoms::kMainIndex,       atoms::kSectionIndex,
        atoms::kDivIndex,     atoms::kTdIndex,         atoms::kThIndex,
        atoms::kLiIndex,      atoms::kBodyIndex,       0,
        atoms::kUlIndex,      atoms::kOlIndex,         atoms::kDlIndex,
        atoms::kTrIndex,      atoms::kTbodyIndex,      atoms::kTableIndex,
        atoms::kFigureIndex,  atoms::kHeaderIndex,     atoms::kAsideIndex,
        atoms::kFormIndex,    atoms::kNavIndex,        atoms::kFooterIndex,
        atoms::kButtonIndex,  atoms::kOptionIndex,     atoms::kSelectIndex,
        atoms::kAIndex,       atoms::kSpanIndex,       atoms::kStrongIndex,
        atoms::kBIndex,       atoms::kEmIndex,         atoms::kIIndex,
        atoms::kTimeIndex,    atoms::kLabelIndex,      atoms::kImgIndex,
        atoms::kSmallIndex,   atoms::kCodeIndex};
    for (size_t i = 0; i < std::size(kOrder); ++i) {
      if (kOrder[i] != 0) numbers[kOrder[i]] = static_cast<uint8_t>(i);
    }
    return numbers;
  }();
  return dom::is_known(name) ? kNumbers[static_cast<uint32_t>(name)] : 20;
}

std::vector<uint64_t> words_of(std::string_view text) {
  std::vector<uint64_t> words;
  for_each_word(text, [&](std::string_view word) { words.push_back(ml::TokenTable::key(word)); });
  return words;
}

// The words of a text, three by three: a set of hashes, at most half full.
class Trigrams {
 public:
  explicit Trigrams(std::string_view text) {
    const std::vector<uint64_t> words = words_of(text);
    size_t capacity = 16;
    while (capacity < 2 * words.size()) capacity *= 2;
    slots_.resize(capacity);
    for (size_t w = 2; w < words.size(); ++w) slot_of(key(words, w)) = key(words, w);
  }
  // How many of the words' trigrams are among them, as a share.
  [[nodiscard]] float covered(std::span<const uint64_t> words) {
    if (words.size() < 3) return 0;
    size_t known = 0;
    for (size_t w = 2; w < words.size(); ++w) known += slot_of(key(words, w)) != 0 ? 1 : 0;
    return share(static_cast<double>(known), static_cast<double>(words.size() - 2));
  }

 private:
  // Of the three words that end at w; never 0.
  static uint64_t key(std::span<const uint64_t> words, size_t w) {
    return ml::TokenTable::joined(ml::TokenTable::joined(words[w - 2], words[w - 1]), words[w]) | 1;
  }
  // Where the key is, or would be.
  uint64_t& slot_of(uint64_t key) {
    for (size_t at = key >> 1;; ++at) {
      uint64_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == 0 || slot == key) return slot;
    }
  }
  std::vector<uint64_t> slots_;
};

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

float last_number(char last) {
  switch (last) {
    case '.':
      return 0;
    case ',':
      return 1;
    case ':':
      return 2;
    case 'a':
      return 3;
    case '0':
      return 4;
    default:
      return 5;
  }
}

}  // namespace

std::span<const std::string_view> names_of(TableKind) {
  static constexpr std::array<std::string_view, kTables> kNames = {"classes", "words", "texts",
                                                                   "headings", "paths"};
  return kNames;
}

std::string tag_path(const dom::Document& doc, NodeId n, size_t length) {
  std::string path;
  for (size_t i = 0; i < length && n != dom::kNoNode && doc.is_element(n); ++i) {
    if (i > 0) path += ' ';
    path += doc.name_text(n);
    n = doc.parent(n);
  }
  return path;
}

std::vector<std::string> page_column_names() {
  return {
#define WEFT_COLUMN(identifier, name) name,
#include "read/page_columns.inc"
#undef WEFT_COLUMN
  };
}

std::vector<std::string> block_column_names() {
  std::vector<std::string> names = {
#define WEFT_COLUMN(identifier, name) name,
#include "read/columns.inc"
#undef WEFT_COLUMN
  };
  for (const char* name :
       {"article", "main",   "nav",     "header",   "footer",     "aside", "form",   "table",
        "list",    "figure", "section", "dialog",   "blockquote", "pre",   "button", "select",
        "dl",      "h",      "a",       "noscript", "td",         "p"})
    names.push_back(std::string("up to ") + name);
  for (size_t k = 0; k < kAncestors; ++k) {
    for (const char* name :
         {"words", "page share", "link share", "blocks", "words per block", "ends per word",
          "paragraph share", "headings", "long share", "place", "tag", "children"})
      names.push_back("ancestor " + std::to_string(k + 1) + " " + name);
  }
  for (const int offset : kOffsets) {
    for (const char* name : {"words", "link share", "heading", "tag", "same parent"})
      names.push_back("neighbour " + std::to_string(offset) + " " + name);
  }
  for (const int size : kWindowSizes) {
    for (const char* name : {"words", "link share", "long share"})
      names.push_back("window " + std::to_string(size) + " " + name);
  }
  for (const std::string& name : page_column_names()) names.push_back(name);
  for (size_t t = 0; t < kPageTypes; ++t) names.push_back("type " + std::to_string(t));
  for (const char* side : {"content", "body"}) {
    for (const char* name : {"class mean",
                             "class min",
                             "class max",
                             "parent class mean",
                             "grandparent class mean",
                             "nearest class mean",
                             "class chain min",
                             "class chain max",
                             "class chain sum",
                             "class decayed sum",
                             "class chain min of means",
                             "word mean",
                             "word min",
                             "word max",
                             "word sum",
                             "text",
                             "heading mean",
                             "heading min",
                             "short path",
                             "long path"})
      names.push_back(std::string(side) + " " + name);
  }
  return names;
}

PageFeatures::PageFeatures(const dom::Document& doc, const PageBlocks& blocks,
                           const PageFacts& facts)
    : doc_(doc),
      page_blocks_(blocks),
      blocks_(blocks.blocks),
      tile_values_(ml::tile_count(blocks_.size()) * ml::kTileRows * kBlockColumns),
      tiles_(new float[tile_values_]) {
  // The last tile has rows without blocks.
  const size_t whole = blocks_.size() / ml::kTileRows * ml::kTileRows * kBlockColumns;
  std::fill(tiles_.get() + whole, tiles_.get() + tile_values_, 0.0F);
  make_sums();
  add_elements();
  find_title(facts);
  fill_region();
  fill_groups();  // Before the container, which needs the groups.
  fill_container();
  for (size_t b = 0; b < blocks_.size(); ++b) {
    fill_text(b);
    fill_tree(b);
  }
  fill_places();
  fill_headings();
  fill_neighbours();
  fill_coverage(facts);
  fill_page(facts);
}

std::vector<float> PageFeatures::row_of(size_t block) const {
  std::vector<float> values(kBlockColumns);
  const float* first =
      tiles_.get() + block / ml::kTileRows * kBlockColumns * ml::kTileRows + block % ml::kTileRows;
  for (size_t c = 0; c < kBlockColumns; ++c) values[c] = first[c * ml::kTileRows];
  return values;
}

void PageFeatures::fill_all(size_t first, std::span<const float> values) {
  for (size_t b = 0; b < blocks_.size(); b += ml::kTileRows) {
    for (size_t c = 0; c < values.size(); ++c)
      std::fill_n(&row(b)[first + c], ml::kTileRows, values[c]);
  }
}

void PageFeatures::fill_columns(std::initializer_list<BlockColumn> columns, float value) {
  for (const BlockColumn column : columns) fill_all(column, std::span(&value, 1));
}

void PageFeatures::make_sums() {
  sums_.resize(blocks_.size() + 1);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    Sums next = sums_[b];
    next.words += block.words();
    next.characters += block.characters;
    next.link_characters += block.link_characters;
    next.ends += block.sentence_ends;
    next.paragraph_words +=
        block.landmark_depth[static_cast<size_t>(Landmark::kParagraph)] != 0 ? block.words() : 0;
    next.headings += block.heading != 0 ? 1 : 0;
    next.long_words += block.words() >= kLongWords ? block.words() : 0;
    next.prices += block.prices;
    next.years += block.years;
    sums_[b + 1] = next;
  }
}

// Step 1.
uint32_t PageFeatures::element_of(NodeId n) {
  std::vector<NodeId>& missing = missing_;
  missing.clear();
  while (n != dom::kNoNode && element_number_[dom::index(n)] == 0) {
    missing.push_back(n);
    n = doc_.parent(n);
  }
  uint32_t parent = n == dom::kNoNode ? kNoElement : element_number_[dom::index(n)] - 1;
  for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
    Element element{.node = *it,
                    .parent = parent,
                    .distinct = parent,
                    .first = page_blocks_.first_block(*it),
                    .end = page_blocks_.end_block(doc_, *it)};
    // Tag and classes.
    const auto tag = static_cast<uint64_t>(doc_.name(*it));
    for (const dom::AttributeEntry& entry : attribute_entries(doc_, *it)) {
      if (!has_class_words(entry.name)) continue;
      const uint64_t value = hash_bytes(doc_.attribute(*it, entry.name).value_or(""), tag);
      if (entry.name == atoms::kClass) element.kind = value;
      element.names = ml::TokenTable::joined(element.names, value);
    }
    if (element.kind == 0) element.kind = hash_bytes("", tag);
    while (element.distinct != kNoElement && elements_[element.distinct].first == element.first &&
           elements_[element.distinct].end == element.end)
      element.distinct = elements_[element.distinct].distinct;
    if (parent != kNoElement) ++elements_[parent].children;
    parent = static_cast<uint32_t>(elements_.size());
    elements_.push_back(element);
    element_number_[dom::index(*it)] = parent + 1;
  }
  return parent;
}

void PageFeatures::add_elements() {
  element_number_.resize(doc_.size());
  elements_.reserve(2 * blocks_.size() + 16);
  element_of_block_.reserve(blocks_.size());
  for (const Block& block : blocks_) element_of_block_.push_back(element_of(block.node));

  keys_.clear();
  std::vector<uint32_t> counts(elements_.size()), number(elements_.size());
  for (size_t e = 0; e < elements_.size(); ++e) {
    number[e] = keys_.number(ml::TokenTable::joined(elements_[e].kind, elements_[e].parent));
    ++counts[number[e]];
  }
  const Sums& all = sums_.back();
  for (size_t e = 0; e < elements_.size(); ++e) {
    Element& element = elements_[e];
    element.alike = counts[number[e]];
    const bool root = element.parent == kNoElement;
    if (element.alike >= 3) {
      element.record = static_cast<uint32_t>(e);
    } else {
      element.record = root ? kNoElement : elements_[element.parent].record;
      element.to_record = root ? 0 : elements_[element.parent].to_record + 1;
    }
    const Sums &from = sums_[element.first], &to = sums_[element.end];
    const double words = to.words - from.words;
    const double blocks = element.end - element.first;
    element.columns = {
        static_cast<float>(words),
        share(words, all.words),
        share(to.link_characters - from.link_characters, to.characters - from.characters),
        static_cast<float>(blocks),
        share(words, blocks),
        share(to.ends - from.ends, words),
        share(to.paragraph_words - from.paragraph_words, words),
        static_cast<float>(to.headings - from.headings),
        share(to.long_words - from.long_words, words),
        0,
        tag_number(doc_.name(element.node)),
        static_cast<float>(element.children)};
  }
}

void PageFeatures::fill_text(size_t b) {
  const Block& block = blocks_[b];
  const Row out = row(b);
  const double words = block.words(), characters = block.characters;
  out[kWords] = static_cast<float>(words);
  out[kCharacters] = static_cast<float>(characters);
  out[kWordLength] = share(characters, words);
  out[kEnds] = static_cast<float>(block.sentence_ends);
  out[kCommas] = static_cast<float>(block.commas);
  out[kEndShare] = share(block.sentence_ends, words);
  out[kCommaShare] = share(block.commas, words);
  out[kDigitShare] = share(block.digits, characters);
  out[kUpperShare] = share(block.upper, characters);
  out[kCapitalisedShare] = share(block.capitalised, words);
  out[kShortShare] = share(block.short_words, words);
  out[kLast] = last_number(block.last);
  out[kLowerStart] = block.lower_start ? 1 : 0;
  out[kPrices] = block.prices;
  out[kYears] = block.years;
  out[kSeparators] = static_cast<float>(block.separators);
  out[kCopyright] = block.copyright ? 1 : 0;
  out[kCodeShare] = share(block.code, characters);
  out[kBoldShare] = share(block.bold_characters, characters);
  out[kBreaks] = block.breaks;
  out[kLinkShare] = share(block.link_characters, characters);
  out[kLinks] = block.links;
  out[kLinksPerWord] = share(block.links, words);
}

void PageFeatures::fill_tree(size_t b) {
  const Block& block = blocks_[b];
  const Row out = row(b);
  const NodeId parent = doc_.parent(block.node);
  const NodeId grandparent = parent == dom::kNoNode ? parent : doc_.parent(parent);
  const auto tag = [&](NodeId n) { return n == dom::kNoNode ? 20.0F : tag_number(doc_.name(n)); };
  out[kTag] = tag(block.node);
  out[kParentTag] = tag(parent);
  out[kGrandparentTag] = tag(grandparent);
  out[kInlineTag] = block.first_inline == dom::kNoAtom ? -1.0F : tag_number(block.first_inline);
  out[kHeading] = block.heading;
  const uint32_t depth = doc_.depth(block.node);
  out[kDepth] = static_cast<float>(depth);
  out[kHidden] = block.hidden;
  const auto limited = static_cast<float>(std::min(depth, 255U));
  for (size_t l = 0; l < kLandmarks; ++l) {
    const uint8_t at = block.landmark_depth[l];
    out[kLandmarkColumns + l] = at == 0 ? kNoSteps : std::max(0.0F, limited - at);
  }
  // Distinct ancestors: the first is the element itself.
  uint32_t e = element_of_block_[b];
  for (size_t k = 0; k < kAncestors; ++k) {
    const Row columns = out.from(kAncestorGroup + k * kAncestorColumns);
    if (e == kNoElement) {  // As the last there is.
      const Row before = out.from(kAncestorGroup + (k - 1) * kAncestorColumns);
      for (size_t c = 0; c < kAncestorColumns; ++c) columns[c] = before[c];
      continue;
    }
    const Element& element = elements_[e];
    for (size_t c = 0; c < kAncestorColumns; ++c) columns[c] = element.columns[c];
    columns[9] = share(static_cast<double>(b) - element.first, element.end - element.first);
    e = element.distinct;
  }
  const Element& own = elements_[element_of_block_[b]];
  const bool in_record = own.record != kNoElement;
  const Element& record = elements_[in_record ? own.record : 0];
  out[kRecordSteps] = in_record ? static_cast<float>(own.to_record) : kNoSteps;
  out[kRecordCount] = in_record ? static_cast<float>(record.alike) : 0;
  out[kRecordWords] = in_record ? record.columns[0] : 0;
  out[kRecordLinkShare] = in_record ? record.columns[2] : 0;
}

void PageFeatures::find_title(const PageFacts& facts) {
  float best = 0.3F;
  for (const std::string* text : {&facts.og_title, &facts.title}) {
    std::vector<uint64_t> wanted = words_of(*text);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    if (wanted.empty()) continue;
    // OPTIMIZATION: a bit for six bits of each word: most words of a page are none of these.
    uint64_t some = 0;
    for (const uint64_t word : wanted) some |= uint64_t{1} << (word & 63);
    for (size_t b = 0; b < blocks_.size(); ++b) {
      const Block& block = blocks_[b];
      if (block.words() == 0 || block.words() > 60) continue;
      size_t common = 0;
      for (uint32_t w = block.words_begin; w < block.words_end; ++w) {
        const uint64_t word = page_blocks_.words[w];
        if ((some >> (word & 63) & 1) == 0) continue;
        common += std::binary_search(wanted.begin(), wanted.end(), word) ? 1 : 0;
      }
      if (common == 0) continue;
      common = std::min(common, wanted.size());
      const double united =
          static_cast<double>(wanted.size()) + block.words() - static_cast<double>(common);
      const float match =
          share(static_cast<double>(common), united) + (block.heading == 1   ? 0.3F
                                                        : block.heading == 2 ? 0.1F
                                                                             : 0.0F);
      if (match > best) {
        best = match;
        title_block_ = static_cast<int32_t>(b);
      }
    }
  }
  title_match_ = title_block_ < 0 ? 0 : best;
}

// By element: how many steps up to one that holds the other node.
std::vector<float> PageFeatures::steps_to(NodeId other) const {
  std::vector<float> steps(elements_.size());
  for (size_t e = 0; e < elements_.size(); ++e) {  // Parents first.
    const bool holds = doc_.contains(elements_[e].node, other);
    const uint32_t parent = elements_[e].parent;
    steps[e] = holds ? 0 : 1 + (parent == kNoElement ? 0 : steps[parent]);
  }
  return steps;
}

// Step 2.
void PageFeatures::fill_region() {
  static constexpr std::array<float, 4> kShares = {1, 1, 1.0F / 2, 1.0F / 3};
  std::vector<float> scores(elements_.size());
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    if (block.words() < 8 || 2 * block.link_characters >= block.characters) continue;
    const float score = 1 + static_cast<float>(block.commas) +
                        std::min(3.0F, static_cast<float>(block.characters) / 100);
    uint32_t e = element_of_block_[b];
    // The block's own element is no region, unless it holds more.
    if (elements_[e].end - elements_[e].first <= 1) e = elements_[e].distinct;
    for (size_t k = 0; k < kShares.size() && e != kNoElement; ++k) {
      scores[e] += kShares[k] * score;
      e = elements_[e].distinct;
    }
  }
  float best = 0;
  for (size_t e = 0; e < elements_.size(); ++e) {
    const float score = scores[e] * (1 - elements_[e].columns[2]);
    if (score > best) {
      best = score;
      region_ = elements_[e].node;
    }
  }
  if (region_ == dom::kNoNode) {
    fill_columns({kInRegion, kFromRegion, kRegionPlace, kUpToRegion}, 0);
    return;
  }
  const uint32_t first = page_blocks_.first_block(region_);
  const uint32_t end = page_blocks_.end_block(doc_, region_);
  const std::vector<float> steps = steps_to(region_);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Row out = row(b);
    const bool inside = b >= first && b < end;
    out[kInRegion] = inside ? 1 : 0;
    out[kFromRegion] = inside      ? 0
                       : b < first ? static_cast<float>(b) - static_cast<float>(first)
                                   : static_cast<float>(b) - static_cast<float>(end) + 1;
    out[kRegionPlace] = share(static_cast<double>(b) - first, std::max(1U, end - first));
    out[kUpToRegion] = steps[element_of_block_[b]];
  }
  const Element& region = elements_[element_number_[dom::index(region_)] - 1];
  page_[kPageRegionWords] = region.columns[0];
  page_[kPageRegionShare] = region.columns[1];
  page_[kPageRegionLinkShare] = region.columns[2];
}

void PageFeatures::fill_groups() {
  struct Group {
    uint32_t count = 0, words = 0, characters = 0, links = 0, first = 0, last = 0, seen = 0;
  };
  const auto group_blocks = [&](auto key_of, std::vector<uint32_t>& number) {
    keys_.clear();
    std::vector<Group> groups;
    number.resize(blocks_.size());
    for (size_t b = 0; b < blocks_.size(); ++b) {
      number[b] = keys_.number(key_of(b));
      if (number[b] == groups.size()) groups.push_back({.first = static_cast<uint32_t>(b)});
      Group& group = groups[number[b]];
      ++group.count;
      group.words += blocks_[b].words();
      group.characters += blocks_[b].characters;
      group.links += blocks_[b].link_characters;
      group.last = static_cast<uint32_t>(b);
    }
    return groups;
  };
  const auto path_key = [&](size_t b, auto own) {
    uint64_t key = 0;
    uint32_t e = element_of_block_[b];
    for (size_t k = 0; k < kPathLength && e != kNoElement; ++k, e = elements_[e].parent)
      key = ml::TokenTable::joined(key, own(elements_[e]));
    return key;
  };
  std::vector<Group> groups = group_blocks(
      [&](size_t b) { return path_key(b, [](const Element& e) { return e.kind; }); }, path_group_);
  const auto blocks = static_cast<double>(blocks_.size());
  for (size_t b = 0; b < blocks_.size(); ++b) {
    Group& group = groups[path_group_[b]];
    const Row out = row(b);
    out[kAlikeCount] = static_cast<float>(group.count);
    out[kAlikeWords] = share(group.words, group.count);
    out[kAlikeLinkShare] = share(group.links, group.characters);
    out[kAlikePageShare] = share(group.words, sums_.back().words);
    out[kAlikeSpan] = share(group.last - group.first + 1, blocks);
    out[kAlikeRank] = static_cast<float>(group.seen++);
  }
  std::vector<uint32_t> number;
  groups = group_blocks(
      [&](size_t b) {
        return path_key(b,
                        [&](const Element& e) { return static_cast<uint64_t>(doc_.name(e.node)); });
      },
      number);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Group& group = groups[number[b]];
    const Row out = row(b);
    out[kTagAlikeCount] = static_cast<float>(group.count);
    out[kTagAlikeWords] = share(group.words, group.count);
    out[kTagAlikeLinkShare] = share(group.links, group.characters);
  }
  groups = group_blocks([&](size_t b) { return blocks_[b].text_key; }, number);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    Group& group = groups[number[b]];
    const Row out = row(b);
    out[kEqualTexts] = static_cast<float>(group.count);
    out[kEqualBefore] = static_cast<float>(group.seen++);
  }
}

// Step 3.
void PageFeatures::fill_container() {
  std::vector<float> words(blocks_.size());
  const auto is_paragraph = [](const Block& block) {
    return block.words() >= kLongWords && block.sentence_ends > 0 &&
           5 * block.link_characters < 2 * block.characters;
  };
  size_t best = SIZE_MAX;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (!is_paragraph(blocks_[b])) continue;
    const float weight = row(b)[kInRegion] > 0 ? 1.0F : 0.5F;
    float& sum = words[path_group_[b]];
    sum += weight * static_cast<float>(blocks_[b].words());
    if (best == SIZE_MAX || sum > words[best]) best = path_group_[b];
  }
  if (best == SIZE_MAX) {
    fill_columns({kUpToContainer}, kNoSteps);
    fill_columns({kFromFirstDominant, kFromLastDominant}, kFar);
    fill_columns({kIsContainer, kInContainer, kDominant, kContainerChildAfter}, 0);
    return;
  }
  size_t first = SIZE_MAX, last = 0, count = 0;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (path_group_[b] != best || !is_paragraph(blocks_[b])) continue;
    first = std::min(first, b);
    last = b;
    ++count;
  }
  container_ = doc_.parent(blocks_[first].node);
  if (container_ == dom::kNoNode) container_ = blocks_[first].node;
  const auto container_depth = static_cast<float>(doc_.depth(container_));
  // The child of the container in which the last paragraph stands.
  const uint32_t last_end = dom::index(doc_.end(blocks_[last].node));
  uint32_t children_after = 0;
  NodeId last_child = dom::kNoNode;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Row out = row(b);
    const NodeId node = blocks_[b].node;
    const bool inside = doc_.contains(container_, node);
    out[kInContainer] = inside ? 1 : 0;
    out[kUpToContainer] =
        inside ? static_cast<float>(doc_.depth(node)) - container_depth : kNoSteps;
    out[kIsContainer] = node == container_ || doc_.parent(node) == container_ ? 1 : 0;
    out[kDominant] = path_group_[b] == best ? 1 : 0;
    out[kFromFirstDominant] = static_cast<float>(b) - static_cast<float>(first);
    out[kFromLastDominant] = static_cast<float>(b) - static_cast<float>(last);
    out[kContainerChildAfter] = 0;
    if (inside && dom::index(node) >= last_end) {
      uint32_t e = element_of_block_[b];
      while (elements_[e].parent != kNoElement && elements_[elements_[e].parent].node != container_)
        e = elements_[e].parent;
      if (elements_[e].node != last_child) ++children_after;
      last_child = elements_[e].node;
      out[kContainerChildAfter] = static_cast<float>(children_after);
    }
  }
  page_[kPageContainerWords] = elements_[element_number_[dom::index(container_)] - 1].columns[0];
  page_[kPageDominantBlocks] = static_cast<float>(count);
}

void PageFeatures::fill_places() {
  size_t first_h1 = SIZE_MAX, last_h1 = SIZE_MAX;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].heading != 1) continue;
    first_h1 = std::min(first_h1, b);
    last_h1 = b;
  }
  const auto from = [](size_t b, size_t other) {
    return other == SIZE_MAX ? kFar : static_cast<float>(b) - static_cast<float>(other);
  };
  const auto blocks = static_cast<double>(blocks_.size());
  const Sums& all = sums_.back();
  const size_t title = title_block_ < 0 ? SIZE_MAX : static_cast<size_t>(title_block_);
  std::vector<float> steps(elements_.size(), kNoSteps);
  if (title != SIZE_MAX) steps = steps_to(blocks_[title].node);
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Row out = row(b);
    out[kIndex] = static_cast<float>(b);
    out[kIndexShare] = share(static_cast<double>(b), blocks);
    out[kWordsBeforeShare] = share(sums_[b].words, all.words);
    out[kBlocksAfter] = static_cast<float>(blocks_.size() - b - 1);
    out[kWordsAfter] = static_cast<float>(all.words - sums_[b + 1].words);
    out[kFromTitle] = from(b, title);
    out[kFromFirstH1] = from(b, first_h1);
    out[kFromLastH1] = from(b, last_h1);
    out[kUpToTitle] = steps[element_of_block_[b]];
    out[kTitleMatch] = b == title ? title_match_ : 0;
  }
}

void PageFeatures::fill_headings() {
  heading_of_.resize(blocks_.size());
  int32_t heading = -1;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].heading != 0) heading = static_cast<int32_t>(b);
    heading_of_[b] = heading;
  }
  size_t next = blocks_.size();
  for (size_t b = blocks_.size(); b-- > 0;) {
    const Row out = row(b);
    const int32_t above = heading_of_[b];
    out[kFromHeading] = above < 0 ? kFar : static_cast<float>(b) - static_cast<float>(above);
    out[kHeadingLevel] = above < 0 ? 0 : blocks_[static_cast<size_t>(above)].heading;
    out[kToHeading] = next == blocks_.size() ? kFar : static_cast<float>(next - b);
    const Sums& from = sums_[above < 0 ? 0 : static_cast<size_t>(above)];
    const Sums& to = sums_[next];
    const double words = to.words - from.words;
    out[kSectionWords] = static_cast<float>(words);
    out[kSectionLinkShare] =
        share(to.link_characters - from.link_characters, to.characters - from.characters);
    out[kSectionLongShare] = share(to.long_words - from.long_words, words);
    if (blocks_[b].heading != 0) next = b;
  }
}

void PageFeatures::fill_neighbours() {
  const auto size = static_cast<int64_t>(blocks_.size());
  for (int64_t b = 0; b < size; ++b) {
    Row out = row(static_cast<size_t>(b)).from(kNeighbourGroup);
    for (const int offset : kOffsets) {
      const int64_t other = b + offset;
      if (other >= 0 && other < size) {
        const Row theirs = row(static_cast<size_t>(other));
        out[0] = theirs[kWords];
        out[1] = theirs[kLinkShare];
        out[2] = theirs[kHeading];
        out[3] = theirs[kTag];
        out[4] = doc_.parent(blocks_[static_cast<size_t>(other)].node) ==
                         doc_.parent(blocks_[static_cast<size_t>(b)].node)
                     ? 1.0F
                     : 0.0F;
      } else {
        for (size_t c = 0; c < kNeighbourColumns; ++c) out[c] = -1;
      }
      out = out.from(kNeighbourColumns);
    }
    for (const int window : kWindowSizes) {
      const Sums& from = sums_[static_cast<size_t>(std::max<int64_t>(0, b - window))];
      const Sums& to = sums_[static_cast<size_t>(std::min(size, b + window + 1))];
      const double words = to.words - from.words;
      out[0] = share(words, 2.0 * window + 1);
      out[1] = share(to.link_characters - from.link_characters, to.characters - from.characters);
      out[2] = share(to.long_words - from.long_words, words);
      out = out.from(kWindowColumns);
    }
  }
}

void PageFeatures::fill_coverage(const PageFacts& facts) {
  const auto fill = [&](const std::string& text, BlockColumn column) {
    if (text.empty()) return fill_columns({column}, 0);
    Trigrams trigrams(text);
    for (size_t b = 0; b < blocks_.size(); ++b) {
      const Block& block = blocks_[b];
      row(b)[column] =
          trigrams.covered(std::span(page_blocks_.words).subspan(block.words_begin, block.words()));
    }
  };
  fill(facts.article_body, kInArticleBody);
  fill(facts.data_description, kInDataDescription);
  fill(facts.description, kInMetaDescription);
}

void PageFeatures::fill_page(const PageFacts& facts) {
  const Sums& all = sums_.back();
  page_[kPageWords] = static_cast<float>(all.words);
  page_[kPageBlocks] = static_cast<float>(blocks_.size());
  page_[kPageLinkShare] = share(all.link_characters, all.characters);
  page_[kPageLongShare] = share(all.long_words, all.words);
  page_[kPageParagraphShare] = share(all.paragraph_words, all.words);
  page_[kPageHeadings] = static_cast<float>(all.headings);
  page_[kPagePrices] = static_cast<float>(all.prices);
  page_[kPageYears] = static_cast<float>(all.years);
  page_[kPageEndShare] = share(all.ends, all.words);
  for (const Block& block : blocks_) {
    page_[kPageLongest] = std::max(page_[kPageLongest], static_cast<float>(block.words()));
    page_[kPageH1] += block.heading == 1 ? 1 : 0;
  }
  for (const Element& element : elements_)
    page_[kPageRecords] = std::max(page_[kPageRecords], static_cast<float>(element.alike));
  std::array<uint32_t, atoms::kCount> elements{};
  for (const NodeId n : doc_.nodes()) {
    if (dom::is_known(doc_.name(n))) ++elements[static_cast<uint32_t>(doc_.name(n))];
  }
  page_[kPageListItems] = static_cast<float>(elements[atoms::kLiIndex]);
  page_[kPageCells] = static_cast<float>(elements[atoms::kTdIndex]);
  page_[kPageImages] = static_cast<float>(elements[atoms::kImgIndex]);
  page_[kPageForms] = static_cast<float>(elements[atoms::kFormIndex]);
  page_[kPageInputs] = static_cast<float>(elements[atoms::kInputIndex]);
  page_[kPageButtons] = static_cast<float>(elements[atoms::kButtonIndex]);
  page_[kPageCode] = static_cast<float>(elements[atoms::kPreIndex]);
  page_[kPageArticles] = static_cast<float>(elements[atoms::kArticleIndex]);
  page_[kPageTimes] = static_cast<float>(elements[atoms::kTimeIndex]);
  page_[kPageOgArticle] = facts.og_type == "article" ? 1 : 0;
  page_[kPageOgProduct] = facts.og_type.find("product") != std::string::npos ? 1 : 0;
  page_[kPageOgOther] =
      !facts.og_type.empty() && page_[kPageOgArticle] + page_[kPageOgProduct] == 0;
  for (const std::string& type : facts.types) {
    const auto mark = [&](size_t column, bool is) { page_[column] = is ? 1 : page_[column]; };
    mark(kPageDataArticle, is_one_of(type, {"Article", "NewsArticle", "BlogPosting", "Report",
                                            "TechArticle", "ReportageNewsArticle"}));
    mark(kPageDataProduct, is_one_of(type, {"Product", "ProductGroup", "Offer", "AggregateOffer"}));
    mark(kPageDataList,
         is_one_of(type, {"ItemList", "CollectionPage", "OfferCatalog", "SearchResultsPage"}));
    mark(kPageDataForum, is_one_of(type, {"DiscussionForumPosting", "QAPage", "Comment"}));
    mark(kPageDataOrganisation,
         is_one_of(type, {"Organization", "LocalBusiness", "Service", "Corporation"}));
    mark(kPageDataQuestion, is_one_of(type, {"FAQPage", "Question", "HowTo"}));
  }
  page_[kPageTypeWords] = static_cast<float>(facts.types.size());
  fill_url(facts);
  fill_all(kPageGroup, page_);
}

void PageFeatures::fill_url(const PageFacts& facts) {
  page_[kPageTitleWords] = static_cast<float>(words_of(facts.title).size());
  page_[kPageTitleMatch] = title_match_;
  const size_t host = facts.url.find("://");
  if (host == std::string::npos) {
    page_[kPageUrlDepth] = -1;
    return;
  }
  std::string_view path = std::string_view(facts.url).substr(host + 3);
  std::string_view last;
  const auto mark = [&](size_t column, std::string_view word,
                        std::initializer_list<std::string_view> names) {
    if (is_one_of(word, names)) page_[column] = 1;
  };
  const auto words = [&](std::string_view part) {
    for_each_word(part, [&](std::string_view word) {
      mark(kPageUrlNews, word,
           {"blog", "blogs", "news", "article", "articles", "story", "post", "posts", "magazine",
            "stories"});
      mark(kPageUrlForum, word,
           {"forum", "forums", "thread", "threads", "topic", "t", "discussion", "community",
            "questions", "viewtopic", "r", "comments"});
      mark(kPageUrlProduct, word,
           {"product", "products", "p", "dp", "item", "itm", "shop", "buy", "pd"});
      mark(kPageUrlList, word,
           {"category", "categories", "collections", "collection", "c", "tag", "search", "browse",
            "catalog", "list", "best", "s"});
      mark(kPageUrlManual, word,
           {"docs", "doc", "documentation", "reference", "manual", "guide", "guides", "api", "help",
            "learn", "tutorial", "wiki", "stable", "latest"});
      mark(kPageUrlService, word,
           {"services", "service", "solutions", "pricing", "features", "platform", "about", "plans",
            "enterprise", "product"});
    });
  };
  words(path.substr(0, path.find_first_of(".:/")));  // docs.example.org
  path = path.substr(std::min(path.size(), path.find('/')));
  page_[kPageUrlQuery] = path.find('?') != std::string_view::npos ? 1 : 0;
  path = path.substr(0, path.find_first_of("?#"));
  words(path);
  for (size_t at = 0; at < path.size();) {
    size_t end = path.find('/', at);
    end = end == std::string_view::npos ? path.size() : end;
    if (end > at) {
      page_[kPageUrlDepth] += 1;
      last = path.substr(at, end - at);
    }
    at = end + 1;
  }
  page_[kPageUrlWords] = static_cast<float>(words_of(last).size());
  page_[kPageUrlDigits] =
      static_cast<float>(std::count_if(path.begin(), path.end(), is_ascii_digit));
}

void PageFeatures::add_types(std::span<const float> probabilities) {
  fill_all(kTypeGroup, probabilities);
}

void PageFeatures::set_convention(float convention) {
  fill_all(kConvention, std::span(&convention, 1));
}

}  // namespace weft::read
