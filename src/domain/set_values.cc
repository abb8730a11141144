// Lists that are the values of an attribute. See set_values.h.
//
//   1. Groups: children of one element with the same tag and class, if their tag is one that items have.
//   2. For each attribute that is a set, a group is scored: by the label before it, the nearer the better; by label words in
//      the class of item, list or what is around it; by the share of items with one instance, or two, of its
//      form or terms; against it speak links, menus and items without words.
//   3. A label counts until a heading of its level or above: "For the sauce" under "Ingredients" does not end it,
//      "Notes" does.
//   4. The best group is the attribute's, with those that are made alike, stand under the same label and score
//      nearly as well: the ingredients of the cake and of the icing.
//
// Ours; [Amber] has no sets on detail pages. Tested by set_values_test.cc; measured by `weft eval recipes`.

#include "domain/set_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"
#include "dom/visible_text.h"

namespace weft::domain {
namespace {

// What speaks for a group, set while looking at half of the hosts of `recipes`.
struct SetParameters {
  double label = 2;     // A label right before it…
  double half_way = 6;  // …worth half after so many texts in between.
  double class_word = 1.5;
  double form = 2;
  double links = 2;     // Against it: all items are links…
  double menu = 3;      // …it is in a menu, header or footer…
  double no_words = 2;  // …items are a word or a number.
  double even = 1.3;    // The score at which it is as likely as not.
  double slope = 3;
  double alike = 0.6;  // Of the best score, for a group to be of the same attribute.
};
constexpr SetParameters kSets;
constexpr size_t kMaxItems = 500;
constexpr double kWeakInstance =
    0.5;  // What is merely written like a person or a place says nothing.

bool can_be_item(dom::Atom name) {
  namespace atoms = dom::atoms;
  return name == atoms::kLi || name == atoms::kTr || name == atoms::kP || name == atoms::kDiv ||
         name == atoms::kDd || name == atoms::kLabel || name == atoms::kSection;
}

bool is_menu(dom::Atom name) {
  namespace atoms = dom::atoms;
  return name == atoms::kNav || name == atoms::kHeader || name == atoms::kFooter ||
         name == atoms::kAside || name == atoms::kForm;
}

struct Group {
  std::vector<dom::NodeId> items;
  uint64_t made = 0;    // Tags and classes of item, list, and what is around it.
  double links = 0;     // Shares of items that are links…
  double wordless = 0;  // …and that are a word or less.
  bool menu = false;
};

// The label that a place of the page stands under.
struct UnderLabel {
  uint32_t attribute = UINT32_MAX;
  double confidence = 0;
  uint32_t texts_since = 0;
};

class SetFinder {
 public:
  SetFinder(const dom::Document& doc, const annotate::Recognizer& recognizer,
            const std::vector<annotate::Annotation>& annotations)
      : doc_(doc), recognizer_(recognizer) {
    for (const annotate::Annotation& a : annotations) {
      if (a.label && a.html_attribute != dom::kNoAtom)
        class_labels_[a.attribute].insert(a.node);
      else if (a.label)
        text_labels_[a.node].push_back({a.attribute, a.confidence});
      else if (a.html_attribute == dom::kNoAtom && a.confidence >= kWeakInstance)
        instances_[a.attribute].push_back(a.node);
    }
    for (auto& [attribute, nodes] : instances_) std::sort(nodes.begin(), nodes.end());
  }

  std::vector<SetValues> run() {
    find_groups();
    find_labels();
    std::vector<SetValues> found;
    const auto& attributes = recognizer_.domain().attributes;
    for (uint32_t a = 0; a < attributes.size(); ++a) {
      if (!attributes[a].set) continue;
      if (auto values = choose(a)) found.push_back(std::move(*values));
    }
    return found;
  }

 private:
  // --- 1. groups ---

  void find_groups() {
    for (const dom::NodeId list : doc_.nodes()) {
      if (!doc_.is_element(list) || dom::is_unread(doc_.name(list))) continue;
      std::map<uint64_t, std::vector<dom::NodeId>> by_kind;
      for (const dom::NodeId child : doc_.children(list)) {
        if (!doc_.is_element(child) || !can_be_item(doc_.name(child))) continue;
        // Items of a list proper are alike whatever their classes.
        const bool listed = doc_.name(child) == dom::atoms::kLi;
        by_kind[listed ? 0 : kind_of_element(child)].push_back(child);
      }
      for (auto& [kind, items] : by_kind) {
        std::erase_if(items, [&](dom::NodeId item) { return text_of(item).empty(); });
        if (items.empty() || items.size() > kMaxItems) continue;
        groups_.push_back(describe(list, std::move(items)));
      }
    }
  }

  [[nodiscard]] uint64_t kind_of_element(dom::NodeId n) const {
    std::string kind(doc_.name_text(n));
    kind += ' ';
    for (const char c : doc_.attribute(n, dom::atoms::kClass).value_or("")) {
      if (!is_ascii_digit(c)) kind += c;
    }
    return hash_bytes(kind, 1);
  }

  Group describe(dom::NodeId list, std::vector<dom::NodeId> items) {
    Group group{.items = std::move(items)};
    group.made = hash_combine(kind_of_element(group.items.front()), kind_of_element(list));
    if (doc_.parent(list) != dom::kNoNode)
      group.made = hash_combine(group.made, kind_of_element(doc_.parent(list)));
    for (const dom::NodeId item : group.items) {
      const std::string text = text_of(item);
      group.wordless += text.find(' ') == std::string::npos ? 1 : 0;
      group.links += is_link(item, text) ? 1 : 0;
    }
    const auto count = static_cast<double>(group.items.size());
    group.wordless /= count;
    group.links /= count;
    for (const dom::NodeId n : doc_.ancestors(list))
      group.menu = group.menu || (doc_.is_element(n) && is_menu(doc_.name(n)));
    group.menu = group.menu || is_menu(doc_.name(list));
    return group;
  }

  [[nodiscard]] std::string text_of(dom::NodeId n) const { return dom::normalized_text(doc_, n); }

  [[nodiscard]] bool is_link(dom::NodeId item, const std::string& text) const {
    for (const dom::NodeId n : doc_.descendants(item)) {
      if (doc_.is_element(n) && doc_.name(n) == dom::atoms::kA) return text_of(n) == text;
    }
    return false;
  }

  // --- 3. labels ---

  // By group: the label it stands under.
  void find_labels() {
    std::map<dom::NodeId, std::vector<size_t>> first_items;
    for (size_t g = 0; g < groups_.size(); ++g) first_items[groups_[g].items.front()].push_back(g);
    under_.resize(groups_.size());
    UnderLabel under;
    int label_level = 0;
    int level = 0;
    dom::NodeId heading_end = dom::kRoot;
    for (const dom::NodeId n : doc_.nodes()) {
      if (const auto it = first_items.find(n); it != first_items.end()) {
        for (const size_t g : it->second) under_[g] = under;
      }
      if (doc_.is_element(n)) {
        if (const int here = heading_level(doc_.name(n)); here != 0) {
          level = here;
          heading_end = doc_.end(n);
          if (label_level == 0 || here <= label_level) under = {};
        }
        continue;
      }
      if (!doc_.is_text(n) || trim(doc_.text(n)).empty() ||
          dom::is_unread(doc_.name(doc_.parent(n))))
        continue;
      ++under.texts_since;
      const auto labels = text_labels_.find(n);
      if (labels == text_labels_.end()) continue;
      for (const auto& [attribute, confidence] : labels->second) {
        if (!recognizer_.domain().attributes[attribute].set) continue;
        under = {attribute, confidence, 0};
        label_level = n < heading_end ? level : 0;
      }
    }
  }

  // --- 2., 4. choice ---

  // The share of items with one instance or two: more are another list.
  [[nodiscard]] double form_share(const Group& group, uint32_t a) const {
    const auto it = instances_.find(a);
    if (it == instances_.end()) return 0;
    double with = 0;
    for (const dom::NodeId item : group.items) {
      const auto first = std::lower_bound(it->second.begin(), it->second.end(), item);
      const auto last = std::lower_bound(first, it->second.end(), doc_.end(item));
      with += first != last && last - first <= 2 ? 1 : 0;
    }
    return with / static_cast<double>(group.items.size());
  }

  [[nodiscard]] bool class_names(const Group& group, uint32_t a) const {
    const auto it = class_labels_.find(a);
    if (it == class_labels_.end()) return false;
    const dom::NodeId item = group.items.front();
    const dom::NodeId list = doc_.parent(item);
    return it->second.contains(item) || it->second.contains(list) ||
           it->second.contains(doc_.parent(list));
  }

  [[nodiscard]] double score(size_t g, uint32_t a) const {
    const Group& group = groups_[g];
    const UnderLabel& under = under_[g];
    double sum = class_names(group, a) ? kSets.class_word : 0;
    if (under.attribute == a)
      sum += kSets.label * under.confidence * kSets.half_way / (kSets.half_way + under.texts_since);
    sum += kSets.form * form_share(group, a);
    sum -= kSets.links * group.links + kSets.no_words * group.wordless;
    if (group.menu) sum -= kSets.menu;
    return sum;
  }

  [[nodiscard]] std::optional<SetValues> choose(uint32_t a) const {
    size_t best = 0;
    std::vector<double> scores;
    for (size_t g = 0; g < groups_.size(); ++g) {
      scores.push_back(score(g, a));
      // Of equals the larger, then the inner one.
      if (std::pair(scores[g], groups_[g].items.size()) >=
          std::pair(scores[best], groups_[best].items.size()))
        best = g;
    }
    if (scores.empty()) return std::nullopt;
    SetValues values{.attribute = a,
                     .confidence = 1 / (1 + std::exp(-kSets.slope * (scores[best] - kSets.even)))};
    for (size_t g = 0; g < groups_.size(); ++g) {
      const bool same = groups_[g].made == groups_[best].made &&
                        scores[g] >= kSets.alike * scores[best] &&
                        (under_[g].attribute == under_[best].attribute);
      if (g == best || same)
        values.items.insert(values.items.end(), groups_[g].items.begin(), groups_[g].items.end());
    }
    std::sort(values.items.begin(), values.items.end());
    dom::NodeId end = dom::kRoot;  // Of the item before.
    std::erase_if(values.items, [&](dom::NodeId item) {
      if (item < end) return true;
      end = doc_.end(item);
      return false;
    });
    if (values.items.size() < 2) return std::nullopt;  // One paragraph is no list.
    return values;
  }

  const dom::Document& doc_;
  const annotate::Recognizer& recognizer_;
  std::map<uint32_t, std::set<dom::NodeId>> class_labels_;
  std::map<dom::NodeId, std::vector<std::pair<uint32_t, double>>> text_labels_;
  std::map<uint32_t, std::vector<dom::NodeId>> instances_;
  std::vector<Group> groups_;
  std::vector<UnderLabel> under_;
};

}  // namespace

std::vector<SetValues> find_set_values(const dom::Document& doc,
                                       const annotate::Recognizer& recognizer,
                                       const std::vector<annotate::Annotation>& annotations) {
  return SetFinder(doc, recognizer, annotations).run();
}

}  // namespace weft::domain
