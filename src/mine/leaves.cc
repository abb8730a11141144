#include "mine/leaves.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

// Marks inside a phrase: their text belongs to the element around them.
bool is_mark(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kMark || name == atoms::kU || name == atoms::kSub || name == atoms::kSup ||
         name == atoms::kWbr || name == atoms::kFont || name == atoms::kSmall;
}

NodeId root_of(const Document& doc, RecordSpan record) {
  return doc.end(record.begin) == record.end ? record.begin : doc.parent(record.begin);
}

// The first class that says what an element is; empty for none. The counterpart of
// PageIndex::kind.
std::string_view meaningful_class(const PageIndex& page, NodeId n) {
  const auto classes = page.document().attribute(n, atoms::kClass);
  if (!classes || !page.has_class(n)) return {};
  return PageIndex::meaningful_class(*classes);
}

// One step more, towards the root.
void put_before(std::string& path, std::string step) {
  if (!path.empty()) (step += '/') += path;
  path = std::move(step);
}

}  // namespace

std::vector<Leaf>& LeafCollector::collect(RecordSpan record) {
  leaves_.clear();
  class_keys_.clear();
  tag_keys_.clear();
  class_counts_.clear();
  tag_counts_.clear();
  record_ = record;
  root_ = root_of(doc_, record);
  last_text_element_ = dom::kNoNode;
  const NodeId around = page_.enclosing_link(record.begin);
  if (around != dom::kNoNode && around != record.begin) add_attribute(around, atoms::kHref);
  for (uint32_t i = index(record.begin); i < index(record.end);) {
    const NodeId n{i};
    if (page_.is_skipped(n)) {
      i = std::max(i + 1, index(doc_.end(n)));
      continue;
    }
    if (doc_.is_text(n)) {
      add_text(n);
    } else if (doc_.is_element(n)) {
      add_element(n);
    }
    ++i;
  }
  return leaves_;
}

void LeafCollector::add_element(NodeId n) {
  if (doc_.name(n) == atoms::kA) add_attribute(n, atoms::kHref);
  if (doc_.name(n) == atoms::kImg) {
    const bool lazy = doc_.attribute(n, atoms::kDataSrc).has_value();
    add_attribute(n, lazy ? atoms::kDataSrc : atoms::kSrc);
  }
  if (!is_mark(doc_.name(n))) last_text_element_ = dom::kNoNode;
}

void LeafCollector::add_attribute(NodeId n, dom::Atom name) {
  const auto value = doc_.attribute(n, name);
  if (value && !trim(*value).empty()) push(n, n, name, normalize_space(*value));
}

void LeafCollector::add_text(NodeId n) {
  const std::string_view spelled = doc_.text(n);
  if (spelled.empty()) return;
  const bool gap = std::exchange(gap_, is_html_space(spelled.back()));
  if (trim(spelled).empty()) return;
  NodeId element = doc_.parent(n);
  while (is_mark(doc_.name(element)) && index(element) > index(record_.begin))
    element = doc_.parent(element);
  if (element == last_text_element_ && !leaves_.empty() &&
      leaves_.back().attribute == dom::kNoAtom) {
    leaves_.back().text += gap ? " " : "";
    leaves_.back().text = normalize_space(leaves_.back().text.append(spelled));
    return;
  }
  std::string text = normalize_space(spelled);
  if (text.empty()) return;
  push(element, n, dom::kNoAtom, std::move(text));
  last_text_element_ = element;
}

// How often the key occurred before.
uint32_t LeafCollector::occurrence(uint64_t key, KeyNumbers& keys, std::vector<uint32_t>& counts) {
  const uint32_t number = keys.number(key);
  if (number == counts.size()) counts.push_back(0);
  return counts[number]++;
}

void LeafCollector::push(NodeId element, NodeId node, dom::Atom attribute, std::string text) {
  const bool inside = doc_.contains(root_, element);
  const uint64_t what = static_cast<uint64_t>(attribute) + (inside ? 0 : 1'000'000);
  const uint64_t by_class =
      hash_combine(inside ? page_.relative_class_path(root_, element) : 0, what);
  const uint64_t by_tag = hash_combine(inside ? page_.relative_path(root_, element) : 0, what);
  const uint32_t nth = occurrence(by_class, class_keys_, class_counts_);
  const uint32_t tag_nth = occurrence(by_tag, tag_keys_, tag_counts_);
  leaves_.push_back({hash_combine(by_class, nth), hash_combine(by_tag, tag_nth), element, node,
                     attribute, nth, std::move(text)});
}

std::string signature_text(const PageIndex& page, NodeId n) {
  std::string text(page.document().name_text(n));
  const std::string_view name = meaningful_class(page, n);
  if (name.empty()) return text;
  text += '.';
  for (const char c : name) {
    // Separators of the notation, and the positions "[2]", must not come from a class.
    if (c == '/' || c == '.' || c == '[' || c == '%') {
      text += c == '/' ? "%2F" : c == '.' ? "%2E" : c == '[' ? "%5B" : "%25";
    } else {
      text += c;
    }
  }
  return text;
}

std::string leaf_path(const PageIndex& page, RecordSpan record, const Leaf& leaf) {
  std::string path = leaf_path(page, record, leaf.element, leaf.attribute);
  if (leaf.occurrence > 0) path += "[" + std::to_string(leaf.occurrence + 1) + "]";
  return path;
}

std::string leaf_path(const PageIndex& page, RecordSpan record, NodeId element,
                      dom::Atom attribute) {
  const Document& doc = page.document();
  const NodeId root = root_of(doc, record);
  std::string path;
  if (!doc.contains(root, element)) {
    path = "..";
  } else if (element == root) {
    path = ".";
  } else {
    for (NodeId n = element; n != root; n = doc.parent(n))
      put_before(path, signature_text(page, n));
  }
  if (attribute != dom::kNoAtom) path += "/@" + std::string(dom::known_name(attribute));
  return path;
}

std::string signature_path(const PageIndex& page, NodeId n) {
  std::string path;
  for (; n != dom::kNoNode && n != dom::kRoot; n = page.document().parent(n))
    put_before(path, signature_text(page, n));
  return path;
}

}  // namespace weft::mine
