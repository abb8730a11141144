// Columns by keys. See site_columns.h.
//
//   1. Every visible text of every page becomes a node with what stands around it.
//   2. A node's keys: its path of tags, ids and classes (digits masked), whole, the last three and
//      the last two levels; its path with positions, restarting at an id without digits; those and
//      the tag together with the text before it, its own label, its row's label or its column's
//      header, where that text belongs to the template.
//   3. Nodes of one key are a column: the first of each page. Kept are those on enough pages whose
//      values differ; of those with the same nodes the one whose key has the fewest texts a page.
//
// Tested by site_columns_test.cc.

#include "domain/site_columns.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::domain {
namespace {

constexpr size_t kMaxLabel = 60;     // Bytes; a longer text is no label.
constexpr size_t kOwnLabel = 30;     // Where a colon may still end a label.
constexpr size_t kAroundLevels = 3;  // How far out labels, headings, links and bold are looked for.

uint64_t masked_hash(std::string_view text, uint64_t seed) {
  std::string masked;
  for (const char c : text) {
    if (!is_ascii_digit(c))
      masked += c;
    else if (masked.empty() || masked.back() != '0')
      masked += '0';
  }
  return hash_bytes(masked, seed);
}

// Words of class, id and itemprop: "productPrice_2" is "product price".
void append_words(std::string& words, std::string_view token) {
  char last = ' ';
  if (!words.empty()) words += ' ';
  for (const char c : token) {
    const bool letter = is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
    if (letter && c >= 'A' && c <= 'Z' && last >= 'a' && last <= 'z') words += ' ';
    words += letter ? ascii_lower(c) : ' ';
    last = c;
  }
}

// The text of an element if it is short enough for a label.
std::string short_text(const dom::Document& doc, dom::NodeId n) {
  std::string text;
  for (const dom::NodeId m : doc.subtree(n)) {
    if (doc.is_text(m) && !dom::is_unread(doc.name(doc.parent(m)))) text += doc.text(m);
    if (text.size() > 4 * kMaxLabel) return "";
  }
  text = normalize_space(text);
  return text.size() > kMaxLabel ? "" : text;
}

// What is the same for all texts below an element.
struct ElementFacts {
  uint64_t class_level = 0;   // Tag, id and classes, digits masked.
  uint64_t class_path = 0;    // Of all levels.
  uint64_t indexed_path = 0;  // Restarting at an id without digits.
};

class PageReader {
 public:
  PageReader(SiteColumns& site, uint32_t page, const ColumnParameters& parameters)
      : site_(site),
        doc_(site.pages[page]->document),
        page_(page),
        parameters_(parameters),
        facts_(doc_.size()) {}

  void read() {
    uint32_t title = 0;
    for (dom::NodeId n = dom::kRoot; index(n) < doc_.size();) {
      if (doc_.is_element(n)) {
        if (doc_.name(n) == dom::atoms::kTitle && title == 0)
          title = site_.strings.number(dom::normalized_text(doc_, n));
        if (dom::is_unread(doc_.name(n)) || doc_.name(n) == dom::atoms::kHead) {
          if (doc_.name(n) == dom::atoms::kHead) title = head_title(n);
          n = doc_.end(n);
          continue;
        }
        add_facts(n);
      } else if (doc_.is_text(n) && nodes_ < parameters_.max_nodes) {
        add_text(n);
      }
      n = dom::next(n);
    }
    site_.titles.push_back(title);
    for (size_t i = site_.page_begin.back(); i + 1 < site_.nodes.size(); ++i) {
      site_.nodes[i].after = site_.nodes[i + 1].text;
      site_.nodes[i + 1].before = site_.nodes[i].text;
    }
  }

 private:
  uint32_t head_title(dom::NodeId head) {
    for (const dom::NodeId n : doc_.descendants(head)) {
      if (doc_.is_element(n) && doc_.name(n) == dom::atoms::kTitle)
        return site_.strings.number(dom::normalized_text(doc_, n));
    }
    return 0;
  }

  void add_facts(dom::NodeId n) {
    const dom::NodeId parent = doc_.parent(n);
    ElementFacts& facts = facts_[index(n)];
    const uint64_t tag = hash_bytes(doc_.name_text(n));
    const std::string_view id = doc_.attribute(n, dom::atoms::kId).value_or("");
    uint64_t level = hash_combine(tag, id.empty() ? 1 : masked_hash(id, 2));
    level = hash_combine(level, masked_hash(doc_.attribute(n, dom::atoms::kClass).value_or(""), 3));
    facts.class_level = level;
    const ElementFacts& above = facts_[index(parent)];
    facts.class_path = hash_combine(above.class_path, level);
    const bool plain_id =
        !id.empty() && std::none_of(id.begin(), id.end(), [](char c) { return is_ascii_digit(c); });
    uint64_t& position = positions_[{index(parent), tag}];
    ++position;
    facts.indexed_path = plain_id ? hash_bytes(id, 4)
                                  : hash_combine(above.indexed_path, hash_combine(tag, position));
  }

  void add_text(dom::NodeId n) {
    std::string text = normalize_space(doc_.text(n));
    if (text.empty()) return;
    TextNode node;
    node.page = page_;
    node.node = n;
    node.position = nodes_++;
    node.text = site_.strings.number(text);
    split_label(node, text);
    look_around(node);
    set_path_keys(node);
    site_.nodes.push_back(node);
  }

  // "Publisher: Knopf" is a label and a value; a mark before a value is none of it.
  void split_label(TextNode& node, const std::string& text) {
    size_t begin = 0;
    const size_t mark = text.find_first_of(":=");
    if (mark != std::string::npos && mark <= kOwnLabel && mark + 1 < text.size() && mark != 0 &&
        text[mark + 1] == ' ' && has_letter(std::string_view(text).substr(0, mark))) {
      node.own_label = site_.strings.number(trim(std::string_view(text).substr(0, mark)));
      begin = mark + 1;
    }
    while (begin < text.size() && std::string_view(" :-|>").find(text[begin]) != std::string::npos)
      ++begin;
    if (begin == text.size()) begin = 0;
    node.value_begin = static_cast<uint32_t>(begin);
    node.value = begin == 0 ? node.text : site_.strings.number(text.substr(begin));
  }

  static bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
      return is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
    });
  }

  void look_around(TextNode& node) {
    dom::NodeId around = node.node;
    for (size_t level = 0; level < kAroundLevels && around != dom::kRoot; ++level) {
      const dom::NodeId parent = doc_.parent(around);
      if (node.outer_label == 0) find_row_label(node, around);
      const std::string_view name = doc_.name_text(parent);
      if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6')
        node.heading = static_cast<uint8_t>(name[1] - '0');
      node.link = node.link || name == "a";
      node.bold = node.bold || name == "b" || name == "strong";
      if ((name == "td" || name == "th") && node.header == 0) node.header = header_of(parent);
      if (doc_.is_element(parent)) node.tokens[level] = tokens_of(parent);
      around = parent;
    }
  }

  void find_row_label(TextNode& node, dom::NodeId around) {
    for (dom::NodeId s = doc_.previous_sibling(around); s != dom::kNoNode;
         s = doc_.previous_sibling(s)) {
      if (!doc_.is_element(s) || !dom::has_text(doc_, s)) continue;
      const uint32_t label = label_number(s);
      if (label != 0) (node.row_label == 0 ? node.row_label : node.outer_label) = label;
      return;
    }
  }

  uint32_t label_number(dom::NodeId n) {
    auto [it, fresh] = labels_.emplace(index(n), 0);
    if (fresh) it->second = site_.strings.number(short_text(doc_, n));
    return it->second;
  }

  uint32_t tokens_of(dom::NodeId n) {
    auto [it, fresh] = tokens_.emplace(index(n), 0);
    if (fresh) {
      std::string words;
      for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
        const dom::Attribute attribute = doc_.attribute_at(n, i);
        if (attribute.name_text == "class" || attribute.name_text == "id" ||
            attribute.name_text == "itemprop")
          append_words(words, attribute.value);
      }
      it->second = site_.strings.number(normalize_space(words));
    }
    return it->second;
  }

  // The cell with the same number in the first row of the table.
  uint32_t header_of(dom::NodeId cell) {
    const dom::NodeId row = doc_.parent(cell);
    size_t column = 0;
    for (dom::NodeId s = doc_.previous_sibling(cell); s != dom::kNoNode;
         s = doc_.previous_sibling(s))
      column += doc_.is_element(s) ? 1 : 0;
    dom::NodeId first = dom::kNoNode;
    for (const dom::NodeId s : doc_.children(doc_.parent(row))) {
      if (!doc_.is_element(s)) continue;
      first = s;
      break;
    }
    if (first == row || first == dom::kNoNode) return 0;
    for (const dom::NodeId s : doc_.children(first)) {
      if (!doc_.is_element(s)) continue;
      if (column-- == 0) return label_number(s);
    }
    return 0;
  }

  void set_path_keys(TextNode& node) {
    const dom::NodeId parent = doc_.parent(node.node);
    const ElementFacts& facts = facts_[index(parent)];
    // Position of the text among the texts of its element.
    uint64_t& position = positions_[{index(parent), 0}];
    ++position;
    uint64_t last[3] = {};
    dom::NodeId n = parent;
    for (size_t level = 0; level < 3 && n != dom::kNoNode; ++level, n = doc_.parent(n))
      last[level] = facts_[index(n)].class_level;
    const uint64_t two = hash_combine(last[0], last[1]);
    const uint64_t three = hash_combine(two, last[2]);
    node.keys[0] = hash_combine(facts.class_path, 1);
    node.keys[1] = hash_combine(facts.indexed_path, position);
    node.keys[2] = hash_combine(three, 2);
    node.keys[3] = hash_combine(two, 3);
    node.keys[4] = hash_bytes(doc_.name_text(parent), 5);  // For the keys with texts.
  }

  SiteColumns& site_;
  const dom::Document& doc_;
  uint32_t page_;
  const ColumnParameters& parameters_;
  std::vector<ElementFacts> facts_;
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> positions_;
  std::unordered_map<uint32_t, uint32_t> labels_;
  std::unordered_map<uint32_t, uint32_t> tokens_;
  uint32_t nodes_ = 0;
};

void count_documents(SiteColumns& site) {
  site.document_frequency.assign(site.strings.size(), 0);
  std::vector<uint32_t> last(site.strings.size(), UINT32_MAX);
  const auto count = [&](uint32_t text, uint32_t page) {
    if (last[text] == page) return;
    last[text] = page;
    ++site.document_frequency[text];
  };
  for (const TextNode& node : site.nodes) {
    for (const uint32_t text :
         {node.text, node.value, node.own_label, node.row_label, node.outer_label, node.header})
      count(text, node.page);
  }
}

// 2. The keys with texts of the template; keys[4] holds the tag until now.
void set_text_keys(SiteColumns& site, const ColumnParameters& parameters) {
  const double least = parameters.template_pages * static_cast<double>(site.pages.size());
  const auto is_template = [&](uint32_t text) {
    if (text == 0 || site.strings.text(text).size() >= parameters.template_length) return false;
    return site.document_frequency[text] >= std::max(2.0, least) ||
           (parameters.is_label && parameters.is_label(site.strings.text(text)));
  };
  for (TextNode& node : site.nodes) {
    if (node.own_label != 0 && !is_template(node.own_label)) {  // "Kit: Many Happy Returns"
      node.own_label = 0;
      node.value = node.text;
      node.value_begin = 0;
    }
    const uint64_t tag = node.keys[4];
    const uint64_t path = node.keys[0];
    const uint64_t three = node.keys[2];
    const auto with = [&](uint32_t text, uint64_t other, uint64_t salt) {
      return is_template(text) ? hash_combine(hash_combine(text, other), salt) : 0;
    };
    node.keys[4] = with(node.before, path, 4);
    node.keys[5] = with(node.before, tag, 5);
    node.keys[6] = with(node.own_label, tag, 6);
    node.keys[7] = with(node.row_label, tag, 7);
    node.keys[8] = with(node.row_label, path, 8);
    node.keys[9] = with(node.header, three, 9);
    node.keys[10] = with(node.outer_label, path, 10);
  }
}

// 3. The column of the nodes [begin, end) of one key, which are in the order of pages.
Column column_of(const SiteColumns& site, const std::vector<std::pair<uint64_t, uint32_t>>& entries,
                 size_t begin, size_t end, uint8_t kind) {
  Column column;
  column.key = entries[begin].first;
  column.kind = kind;
  column.nodes.assign(site.pages.size(), -1);
  for (size_t i = begin; i < end; ++i) {
    int32_t& first = column.nodes[site.nodes[entries[i].second].page];
    if (first >= 0) continue;
    first = static_cast<int32_t>(entries[i].second);
    ++column.pages;
  }
  column.texts_a_page = static_cast<double>(end - begin) / column.pages;
  return column;
}

bool is_constant(const SiteColumns& site, const Column& column, double share) {
  std::map<uint32_t, uint32_t> counts;
  uint32_t most = 0;
  for (const int32_t n : column.nodes) {
    if (n >= 0) most = std::max(most, ++counts[site.nodes[static_cast<size_t>(n)].value]);
  }
  return site.pages.size() > 3 && most >= share * column.pages;
}

}  // namespace

uint32_t Strings::number(std::string_view text) {
  const auto [it, fresh] =
      numbers_.emplace(std::string(text), static_cast<uint32_t>(texts_.size()));
  if (fresh) texts_.push_back(&it->first);
  return it->second;
}

SiteColumns find_columns(const std::vector<const model::Page*>& pages,
                         const ColumnParameters& parameters) {
  SiteColumns site;
  site.pages = pages;
  site.page_begin.push_back(0);
  for (uint32_t p = 0; p < pages.size(); ++p) {
    PageReader(site, p, parameters).read();
    site.page_begin.push_back(static_cast<uint32_t>(site.nodes.size()));
  }
  count_documents(site);
  set_text_keys(site, parameters);
  const auto least =
      std::max<double>(std::min<double>(parameters.least_pages, static_cast<double>(pages.size())),
                       parameters.min_pages * static_cast<double>(pages.size()));
  std::unordered_map<uint64_t, uint32_t> under_path;
  for (const TextNode& node : site.nodes) ++under_path[node.keys[0]];
  std::unordered_map<uint64_t, size_t> known;  // Columns by a hash of their nodes.
  for (size_t kind = 0; kind < kColumnKeys; ++kind) {
    std::vector<std::pair<uint64_t, uint32_t>> entries;
    for (uint32_t i = 0; i < site.nodes.size(); ++i) {
      if (site.nodes[i].keys[kind] != 0) entries.emplace_back(site.nodes[i].keys[kind], i);
    }
    std::sort(entries.begin(), entries.end());
    for (size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
      while (end < entries.size() && entries[end].first == entries[begin].first) ++end;
      if (static_cast<double>(end - begin) < least) continue;
      Column column = column_of(site, entries, begin, end, static_cast<uint8_t>(kind));
      if (column.pages < least || is_constant(site, column, parameters.constant_share)) continue;
      uint64_t same = 0;
      double alike = 0;
      for (const int32_t n : column.nodes) {
        same = hash_combine(same, static_cast<uint64_t>(n));
        if (n >= 0) alike += under_path[site.nodes[static_cast<size_t>(n)].keys[0]];
      }
      column.alike_a_page = alike / column.pages / column.pages;
      const auto [it, fresh] = known.emplace(same, site.columns.size());
      if (fresh)
        site.columns.push_back(std::move(column));
      else if (column.texts_a_page < site.columns[it->second].texts_a_page)
        site.columns[it->second] = std::move(column);
    }
  }
  if (site.columns.size() > parameters.max_columns) {
    std::stable_sort(site.columns.begin(), site.columns.end(),
                     [](const Column& a, const Column& b) { return a.pages > b.pages; });
    site.columns.resize(parameters.max_columns);
  }
  return site;
}

}  // namespace weft::domain
