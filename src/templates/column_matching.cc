// Columns of two sites are compared by what is beside, around and in them.
//
//   known    price   "List Price:" | span.price   $12.50 $7.99       -> 1.9
//   new      c7      "Our price"   | td.amount    $8.10 $103.00
//   new      c9      "Pages:"      | td           212 96             -> 0.2
//
//   1  A column is profiled: the label that most pages have beside it, words of classes, ids and
//      properties, the shape of its texts, the texts themselves.
//   2  Likeness is a weighted sum of closeness; another type, or another role on the page, speaks
//      against it.
//   3  Of a name known from several sites the mean of the likeness to its two nearest counts.
//   4  Names take columns in order of likeness. Below a floor nothing is proposed: a person who
//      must reject a proposal reads as much as one who names a column.
//
// Tested by column_matching_test.cc; measured by `weft eval naming`.

#include "templates/column_matching.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/path.h"
#include "value/identifier.h"
#include "wrap/columns/column_keys.h"

namespace weft::templates {
namespace {

// Chosen by hand, in halves, on SWDE (answers a site: 4.05 without proposals, 2.7 with all of 1 and a
// floor of 0.9, 2.05 with these). What people write beside a value says as much as how values look;
// equal values are rare but sure; that a title repeats a value tells the subject of a page.
struct LikenessParameters {
  double label = 1;
  double markup = 0.5;
  double shape = 1;
  double values = 1;
  double titled = 0.5;         // For all of a difference.
  double heading = 0.5;        // For one in a heading, the other not.
  double other_type = 1;       // For two types, neither of them text.
  double least = 0.2;          // Of a proposal.
  size_t profiled_pages = 20;  // More say nothing new.
  double label_share = 0.6;    // Of the pages that have a column, with a label beside it.
  int markup_levels = 3;       // Elements around a text whose names count.
};
constexpr LikenessParameters kLikeness;

// Texts of a page by their node, with their keys.
struct KeyedPage {
  explicit KeyedPage(const dom::Document& doc) : keys(doc) {
    for (uint32_t t = 0; t < keys.texts().size(); ++t) {
      const wrap::KeyedText& text = keys.texts()[t];
      by_node.emplace(text.node, t);
      if (title.empty() && doc.name(doc.parent(text.node)) == dom::atoms::kTitle) title = text.text;
    }
  }
  wrap::PageKeys keys;
  std::unordered_map<dom::NodeId, uint32_t> by_node;
  std::string title;
};

bool is_heading(const dom::Document& doc, dom::NodeId at) {
  const std::string_view name = doc.name_text(at);
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '3';
}

void add_identifier_words(std::string identifier, std::vector<value::Word>& words) {
  std::replace(identifier.begin(), identifier.end(), '_', ' ');
  for (const value::Word word : value::words_of(identifier)) words.push_back(word);
}

void sort_unique(std::vector<value::Word>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

// Step 1, of one column.
class Profiler {
 public:
  Profiler(const std::vector<const model::Page*>& pages, std::vector<KeyedPage>& keyed)
      : pages_(pages), keyed_(keyed) {}

  ColumnProfile profile(const ColumnTexts& column) {
    ColumnProfile out{.name = column.name};
    labels_.clear();
    size_t seen = 0;
    size_t headings = 0;
    size_t titled = 0;
    for (size_t i = 0; i < column.texts.size(); ++i) {
      const ColumnText& text = column.texts[i];
      if (i > 0 && text.page == column.texts[i - 1].page) continue;
      out.texts.push_back(text.text);
      out.keys.push_back(value::words_key(text.text));
      if (text.page >= keyed_.size()) continue;
      const dom::Document& doc = pages_[text.page]->document;
      const auto node = dom::resolve_indexed_path(doc, text.path);
      if (!node.ok()) continue;
      ++seen;
      titled += keyed_[text.page].title.find(text.text) != std::string::npos ? 1 : 0;
      headings += add_surroundings(doc, text.page, *node, out) ? 1 : 0;
    }
    for (const auto& [label, count] : labels_) {
      if (static_cast<double>(count) >= kLikeness.label_share * static_cast<double>(seen))
        for (const value::Word word : value::words_of(label)) out.label.push_back(word);
    }
    sort_unique(out.label);
    sort_unique(out.markup);
    out.heading = 2 * headings > seen;
    out.titled = seen == 0 ? 0 : static_cast<double>(titled) / static_cast<double>(seen);
    out.values = value::Profile::learn(out.texts, column.type);
    std::sort(out.keys.begin(), out.keys.end());
    out.keys.erase(std::unique(out.keys.begin(), out.keys.end()), out.keys.end());
    out.share =
        pages_.empty() ? 0 : static_cast<double>(column.pages) / static_cast<double>(pages_.size());
    return out;
  }

 private:
  // True if the text is in a heading.
  bool add_surroundings(const dom::Document& doc, uint32_t page, dom::NodeId node,
                        ColumnProfile& out) {
    const KeyedPage& keyed = keyed_[page];
    for (dom::NodeId n = node; n < doc.end(node); n = dom::next(n)) {
      const auto it = keyed.by_node.find(n);
      if (it == keyed.by_node.end()) continue;
      std::set<std::string> labels;
      for (const wrap::KeyKind kind :
           {wrap::KeyKind::kOwnLabel, wrap::KeyKind::kRow, wrap::KeyKind::kAfter}) {
        const wrap::KeyedText& text = keyed.keys.texts()[it->second];
        if (text.keys[static_cast<size_t>(kind)] != 0)
          labels.insert(keyed.keys.label_of(text, kind));
      }
      for (const std::string& label : labels) ++labels_[label];
      break;
    }
    bool heading = false;
    dom::NodeId at = doc.is_element(node) ? node : doc.parent(node);
    for (int up = 0; up < kLikeness.markup_levels && at != dom::kRoot; ++up, at = doc.parent(at)) {
      heading = heading || is_heading(doc, at);
      if (const auto property = doc.attribute(at, dom::atoms::kItemprop))
        add_identifier_words(value::identifier_of(*property), out.markup);
      if (const auto id = doc.attribute(at, dom::atoms::kId))
        add_identifier_words(value::identifier_of(*id), out.markup);
      for (const std::string_view token : dom::class_tokens(doc, at))
        add_identifier_words(value::identifier_of_class(token), out.markup);
    }
    return heading;
  }

  const std::vector<const model::Page*>& pages_;
  std::vector<KeyedPage>& keyed_;
  std::map<std::string, size_t> labels_;  // Of the column, with the pages that have them.
};

double shared_words(const std::vector<value::Word>& a, const std::vector<value::Word>& b) {
  return a.empty() || b.empty() ? 0 : value::word_overlap(a, b);
}

// The share of the smaller set.
double shared_values(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  std::vector<uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) /
         static_cast<double>(std::max<size_t>(1, std::min(a.size(), b.size())));
}

}  // namespace

std::vector<ColumnProfile> profile_columns(const std::vector<ColumnTexts>& table,
                                           const std::vector<const model::Page*>& pages) {
  std::vector<KeyedPage> keyed;
  for (size_t p = 0; p < std::min(pages.size(), kLikeness.profiled_pages); ++p)
    keyed.emplace_back(pages[p]->document);
  Profiler profiler(pages, keyed);
  std::vector<ColumnProfile> out;
  for (const ColumnTexts& column : table) out.push_back(profiler.profile(column));
  return out;
}

double column_likeness(const ColumnProfile& column, const ColumnProfile& known) {  // Step 2.
  if (column.texts.empty() || known.texts.empty()) return 0;
  std::vector<value::Word> name;
  add_identifier_words(known.name, name);
  const double label =
      std::max(shared_words(column.label, known.label), shared_words(column.label, name));
  const double markup =
      std::max(shared_words(column.markup, known.markup), shared_words(column.markup, name));
  const double shape = (known.values.fit(column.texts) + column.values.fit(known.texts)) / 2;
  double likeness = kLikeness.label * label + kLikeness.markup * markup +
                    kLikeness.shape * (2 * shape - 1) +
                    kLikeness.values * shared_values(column.keys, known.keys);
  likeness -= kLikeness.titled * std::abs(column.titled - known.titled);
  if (column.heading != known.heading) likeness -= kLikeness.heading;
  if (column.values.type != known.values.type && column.values.type != value::ValueType::kText &&
      known.values.type != value::ValueType::kText)
    likeness -= kLikeness.other_type;
  return likeness;
}

std::vector<Proposal> propose_names(const std::vector<ColumnProfile>& columns,
                                    const std::vector<ColumnProfile>& known) {
  std::map<std::string, std::vector<const ColumnProfile*>> by_name;
  for (const ColumnProfile& one : known) by_name[one.name].push_back(&one);
  std::vector<Proposal> all;
  for (const auto& [name, profiles] : by_name) {  // Step 3.
    for (size_t c = 0; c < columns.size(); ++c) {
      std::vector<double> likeness;
      for (const ColumnProfile* one : profiles)
        likeness.push_back(column_likeness(columns[c], *one));
      std::sort(likeness.rbegin(), likeness.rend());
      const double nearest = likeness.size() == 1 ? likeness[0] : (likeness[0] + likeness[1]) / 2;
      if (nearest >= kLikeness.least) all.push_back({name, c, nearest});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Proposal& a, const Proposal& b) { return a.likeness > b.likeness; });
  std::vector<Proposal> taken;  // Step 4.
  for (const Proposal& proposal : all) {
    if (std::none_of(taken.begin(), taken.end(), [&](const Proposal& other) {
          return other.name == proposal.name || other.column == proposal.column;
        }))
      taken.push_back(proposal);
  }
  return taken;
}

}  // namespace weft::templates
