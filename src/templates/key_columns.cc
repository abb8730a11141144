// Columns by keys: what varies from page to page at a place that all pages have.
//
//   page 1: <h1>Pen</h1> <b>Price:</b> <i>$2</i>         title  Pen  Ink
//   page 2: <h1>Ink</h1> <b>Price:</b> <i>$3</i>         price  $2   $3
//
//   1  Every text has keys: the label beside it, the tags around it, its place (wrap/columns). Texts of
//      one key are a candidate; the first of each page stands for it.
//   2  Candidates of too few pages, those that say the same everywhere, items of lists, labels, and places
//      that have now one labelled thing and now another, go.
//   3  The others are ordered by how sure they mean the same thing on all pages: pages covered, one
//      text a page, surroundings that agree.
//   4  Best first, those are kept that give the pages something which no kept column gives, until
//      there are enough.
//   5  Columns are typed by their texts, and named by the label beside them, by itemprop, class or
//      heading, or by their type.
//
// Alignment of trees is not needed: on the templates of SWDE the best key alone gives 0.99 of the
// truth; the art is to keep few columns.
//
// Tested by lists_and_keys_test.cc; measured by `weft eval templates`.

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/strings.h"
#include "templates/key_columns.h"
#include "templates/templates.h"
#include "value/whole_value.h"

namespace weft::templates {
namespace {

using wrap::KeyedText;
using wrap::KeyKind;
using wrap::PageKeys;

struct KeyColumnOptions {
  size_t max_columns = kMaxColumns;
  double min_share = 0.12;     // Of the pages that have a column; at least two.
  double min_own_share = 0.3;  // The same for one whose label or class counts as its own.
  double max_constant = 0.9;   // Share of pages that say the same: more is template.
  double min_new = 0.25;       // Share of a column's values that no better column gives.
  // What a column loses whose texts have other surroundings from page to page: it takes a
  // neighbour's value where its own is missing, so that fewer pages are better.
  double agreement_weight = 0.8;
  // And one of whose key a page has several texts: the first of a list is seldom what is wanted.
  double repeat_weight = 0.3;
};

struct Candidate {
  KeyKind kind = KeyKind::kPath;
  uint64_t key = 0;
  std::vector<std::pair<uint32_t, uint32_t>> firsts;  // Page and text, the first of each page.
  uint32_t texts = 0;                                 // All with the key.
  double score = 0;
};

class ColumnFinder {
 public:
  ColumnFinder(const std::vector<PageKeys>& keys, const NodeFlags& in_lists,
               const KeyColumnOptions& options)
      : keys_(keys), in_lists_(in_lists), options_(options) {}

  std::vector<Candidate> find() {
    std::vector<Candidate> candidates = collect();
    const size_t least = std::max<size_t>(
        2, static_cast<size_t>(std::ceil(options_.min_share * static_cast<double>(keys_.size()))));
    std::erase_if(candidates, [&](const Candidate& candidate) {  // Step 2.
      return candidate.firsts.size() < least || is_constant(candidate) || is_of_list(candidate);
    });
    find_labels(candidates);
    std::erase_if(candidates, [&](const Candidate& candidate) { return mixes_labels(candidate); });
    for (Candidate& candidate : candidates) candidate.score = score(candidate);
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(-a.score, a.kind, a.firsts[0]) < std::tuple(-b.score, b.kind, b.firsts[0]);
    });
    return keep(std::move(candidates));
  }

  [[nodiscard]] const KeyedText& text(const std::pair<uint32_t, uint32_t>& at) const {
    return keys_[at.first].texts()[at.second];
  }
  [[nodiscard]] const PageKeys& keys(uint32_t page) const { return keys_[page]; }

  // The type that nearly all of its texts have as a whole.
  [[nodiscard]] value::ValueType type(const Candidate& candidate) const {
    std::vector<std::string_view> texts;
    for (size_t i = 0; i < candidate.firsts.size(); ++i) texts.push_back(value(candidate, i));
    return value::column_type(texts);
  }

 private:
  // Step 1.
  std::vector<Candidate> collect() {
    std::vector<Candidate> out;
    std::unordered_map<uint64_t, size_t> known;
    for (uint32_t p = 0; p < keys_.size(); ++p) {
      const auto& texts = keys_[p].texts();
      for (uint32_t t = 0; t < texts.size(); ++t) {
        for (size_t k = 0; k < wrap::kKeyKinds; ++k) {
          if (texts[t].keys[k] == 0) continue;
          const auto [it, fresh] = known.try_emplace(texts[t].keys[k], out.size());
          if (fresh) out.push_back({static_cast<KeyKind>(k), texts[t].keys[k], {}, 0, 0});
          Candidate& candidate = out[it->second];
          ++candidate.texts;
          if (candidate.firsts.empty() || candidate.firsts.back().first != p)
            candidate.firsts.emplace_back(p, t);
        }
      }
    }
    return out;
  }

  [[nodiscard]] std::string_view value(const Candidate& candidate, size_t i) const {
    const KeyedText& at = text(candidate.firsts[i]);
    return std::string_view(at.text).substr(candidate.kind == KeyKind::kOwnLabel ? at.value_begin
                                                                                 : 0);
  }

  // The share of the commonest of these numbers.
  template <typename Of>
  [[nodiscard]] double agreement(const Candidate& candidate, Of&& of) const {
    std::unordered_map<uint64_t, uint32_t> counts;
    uint32_t most = 0;
    for (size_t i = 0; i < candidate.firsts.size(); ++i) most = std::max(most, ++counts[of(i)]);
    return static_cast<double>(most) / static_cast<double>(candidate.firsts.size());
  }

  [[nodiscard]] bool is_constant(const Candidate& candidate) const {
    const double same =
        agreement(candidate, [&](size_t i) { return hash_bytes(value(candidate, i)); });
    return same > options_.max_constant || (candidate.firsts.size() < 4 && same > 0.5);
  }

  // Columns that a label of their own stands before, by their keys; and what these labels say.
  void find_labels(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (candidate.kind != KeyKind::kRow || !has_own_place(candidate)) continue;
      labelled_.insert(candidate.key);
      const auto& [page, at] = candidate.firsts[0];
      labels_.insert(hash_bytes(keys_[page].label_of(keys_[page].texts()[at], candidate.kind)));
    }
  }

  // It gives labels, or, counting, now what one label stands before and now what another does.
  [[nodiscard]] bool mixes_labels(const Candidate& candidate) const {
    if (candidate.kind < KeyKind::kPath) return false;
    std::unordered_map<uint64_t, size_t> counts;
    size_t labelled = 0;
    size_t labels = 0;
    size_t most = 0;
    for (const auto& at : candidate.firsts) {
      const uint64_t key = text(at).keys[static_cast<size_t>(KeyKind::kRow)];
      labels += labels_.contains(hash_bytes(text(at).text)) ? 1 : 0;
      if (!labelled_.contains(key)) continue;
      ++labelled;
      most = std::max(most, ++counts[key]);
    }
    return 2 * labels > candidate.firsts.size() ||
           (2 * labelled > candidate.firsts.size() &&
            static_cast<double>(most) < options_.max_constant * static_cast<double>(labelled));
  }

  // By its key no page has two texts.
  [[nodiscard]] bool has_own_place(const Candidate& candidate) const {
    return candidate.kind != KeyKind::kIndexed && candidate.texts == candidate.firsts.size() &&
           static_cast<double>(candidate.firsts.size()) >=
               options_.min_own_share * static_cast<double>(keys_.size());
  }

  // Most of its texts are items of lists; not if it has a place of its own there, by its classes or
  // by a label that is in the list with it.
  [[nodiscard]] bool is_of_list(const Candidate& candidate) const {
    size_t inside = 0;
    size_t labelled = 0;
    for (const auto& [page, at] : candidate.firsts) {
      const std::vector<KeyedText>& texts = keys_[page].texts();
      const std::vector<bool>& listed = in_lists_[page];
      inside += listed[dom::index(texts[at].node)] ? 1 : 0;
      labelled += at > 0 && listed[dom::index(texts[at - 1].node)] ? 1 : 0;
    }
    if (2 * inside <= candidate.firsts.size()) return false;
    return !has_own_place(candidate) || 2 * labelled <= candidate.firsts.size();
  }

  // Step 3.
  [[nodiscard]] double score(const Candidate& candidate) const {
    const auto surroundings = [&](KeyKind kind) {
      return agreement(candidate, [&](size_t i) {
        return text(candidate.firsts[i]).keys[static_cast<size_t>(kind)];
      });
    };
    const double path = surroundings(KeyKind::kPath);
    const double label = std::max(surroundings(KeyKind::kAfter), surroundings(KeyKind::kRow));
    const double agree = std::max(path, label);
    const double cover =
        static_cast<double>(candidate.firsts.size()) / static_cast<double>(keys_.size());
    const double each =
        static_cast<double>(candidate.texts) / static_cast<double>(candidate.firsts.size());
    return cover * (1 - options_.agreement_weight * (1 - agree * agree)) *
           (0.8 + 0.1 * path + 0.1 * label) / (1 + options_.repeat_weight * std::log(each));
  }

  // Texts that nearly all pages have, wherever: they say nothing.
  [[nodiscard]] std::unordered_set<uint64_t> template_texts() const {
    std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> pages_with;  // Count, last page.
    for (uint32_t p = 0; p < keys_.size(); ++p) {
      for (const KeyedText& keyed : keys_[p].texts()) {
        auto& [count, last] = pages_with[hash_bytes(keyed.text)];
        if (count == 0 || last != p) ++count;
        last = p;
      }
    }
    std::unordered_set<uint64_t> out;
    for (const auto& [text, seen] : pages_with) {
      if (seen.first > options_.max_constant * static_cast<double>(keys_.size())) out.insert(text);
    }
    return out;
  }

  // Step 4.
  std::vector<Candidate> keep(std::vector<Candidate> candidates) const {
    std::vector<std::unordered_set<uint64_t>> given(keys_.size(), template_texts());
    std::vector<Candidate> kept;
    // Texts that a kept column gives without their label, and of how many pages. With it they are a
    // column of their own, but not several: one that has them on all these pages.
    std::unordered_map<uint64_t, size_t> without_label;
    for (Candidate& candidate : candidates) {
      if (kept.size() == options_.max_columns) break;
      const auto twin = without_label.find(hash_bytes(text(candidate.firsts[0]).text));
      if (twin != without_label.end() && candidate.firsts.size() < twin->second) continue;
      size_t fresh = 0;
      for (size_t i = 0; i < candidate.firsts.size(); ++i)
        fresh += given[candidate.firsts[i].first].contains(hash_bytes(value(candidate, i))) ? 0 : 1;
      if (static_cast<double>(fresh) <
          options_.min_new * static_cast<double>(candidate.firsts.size()))
        continue;
      for (size_t i = 0; i < candidate.firsts.size(); ++i)
        given[candidate.firsts[i].first].insert(hash_bytes(value(candidate, i)));
      if (candidate.kind == KeyKind::kOwnLabel) {
        for (const auto& at : candidate.firsts)
          without_label.emplace(hash_bytes(text(at).text), candidate.firsts.size());
      }
      kept.push_back(std::move(candidate));
    }
    // As they stand on the page.
    const auto place = [](const Candidate& candidate) {
      uint64_t sum = 0;
      for (const auto& [page, at] : candidate.firsts) sum += at;
      return static_cast<double>(sum) / static_cast<double>(candidate.firsts.size());
    };
    std::stable_sort(kept.begin(), kept.end(),
                     [&](const Candidate& a, const Candidate& b) { return place(a) < place(b); });
    return kept;
  }

  const std::vector<PageKeys>& keys_;
  const NodeFlags& in_lists_;
  const KeyColumnOptions options_;
  std::unordered_set<uint64_t> labelled_;  // Keys of columns with a label of their own.
  std::unordered_set<uint64_t> labels_;    // These labels, by hash.
};

}  // namespace

KeyedPages::KeyedPages(const std::vector<const model::Page*>& all) : pages(all) {
  keys.reserve(pages.size());
  for (const model::Page* page : pages) keys.emplace_back(page->document);
}

KeyColumns find_key_columns(const KeyedPages& keyed, const NodeFlags& in_lists, size_t most,
                            UniqueNames& names) {
  const std::vector<const model::Page*>& pages = keyed.pages;
  ColumnFinder finder(keyed.keys, in_lists, {.max_columns = most});
  KeyColumns out;
  for (const Candidate& candidate : finder.find()) {  // Step 5.
    const uint32_t page = candidate.firsts[0].first;
    const KeyedText& first = finder.text(candidate.firsts[0]);
    const value::ValueType type = finder.type(candidate);
    const std::string name =
        names.take(column_name(pages[page]->document, first.node,
                               finder.keys(page).label_of(first, candidate.kind), type));
    const double share =
        static_cast<double>(candidate.firsts.size()) / static_cast<double>(pages.size());
    out.attributes.push_back({.name = name,
                              .type = type,
                              .optional = share < 1,
                              .whole = type != value::ValueType::kText});
    out.columns.push_back({name, candidate.kind, candidate.key,
                           finder.keys(page).describe(first, candidate.kind), share});
  }
  return out;
}

Result<PageTemplate> find_key_columns(const std::vector<const model::Page*>& pages) {
  if (pages.size() < 2) {
    return Error{ErrorCode::kInvalidArgument,
                 "columns are found by comparing pages: give at least two of one template"};
  }
  NodeFlags none;
  for (const model::Page* page : pages) none.emplace_back(page->document.size(), false);
  UniqueNames names;
  KeyColumns keys = find_key_columns(KeyedPages(pages), none, kMaxColumns, names);
  if (keys.columns.empty()) {
    return Error{ErrorCode::kNotFound,
                 "the pages share no place at which they say different things"};
  }
  PageTemplate out;
  out.schema.attributes = std::move(keys.attributes);
  out.wrapper = std::make_unique<wrap::ColumnsWrapper>(std::move(keys.columns));
  return out;
}

}  // namespace weft::templates
