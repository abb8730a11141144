// Keys are hashes, made top down with one step a node. Tested by src/templates/lists_and_keys_test.cc.

#include "wrap/columns/column_keys.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "wrap/tag_spelling.h"

namespace weft::wrap {
namespace {

constexpr size_t kMaxLabel = 50;        // Bytes: longer texts are no labels.
constexpr size_t kMaxOwnLabel = 30;     // Bytes before the colon.
constexpr uint32_t kMaxLabelSize = 12;  // Nodes of an element that may be a label.
constexpr int kRowLevels = 3;
constexpr size_t kMaxTexts = 20'000;  // Of a page.
constexpr size_t kMaxLookedAt = 40;   // Bytes of a text.

// Where the value begins in "Publisher: Knopf"; 0 without a label.
uint32_t own_value_begin(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon > kMaxOwnLabel || colon == 0 ||
      !is_ascii_alpha(text[0]) || has_digit(text.substr(0, colon)))
    return 0;
  // "http://…" and "10:30" are no labels.
  if (colon + 2 >= text.size() || text[colon + 1] != ' ') return 0;
  return static_cast<uint32_t>(colon + 2);
}

// Runs of digits as 0, runs of letters as a, signs as they are: "$249.88" is $0.0. 0 for texts without
// digits, and for long ones.
uint64_t look_of(std::string_view text) {
  if (text.size() > kMaxLookedAt || !has_digit(text)) return 0;
  std::string look;
  for (const char c : text) {
    const char kind = is_ascii_digit(c) ? '0' : is_ascii_alpha(c) || (c & 0x80) != 0 ? 'a' : c;
    if (kind == ' ' || (!look.empty() && kind == look.back() && (kind == '0' || kind == 'a')))
      continue;
    look += kind;
  }
  while (look.size() > 1 && look.back() != '0' && look.back() != 'a') look.pop_back();
  return hash_bytes(look);
}

// Texts in menus of choices are no data, nor is what nobody reads.
bool is_passed_over(const dom::Document& doc, dom::NodeId n) {
  const dom::Atom name = doc.name(n);
  return doc.is_element(n) &&
         (dom::is_unread(name) || name == dom::atoms::kSelect || name == dom::atoms::kTextarea);
}

// The key of a kind of what these numbers tell.
uint64_t key_of(KeyKind kind, uint64_t a, uint64_t b = 0) {
  return hash_combine(static_cast<uint64_t>(kind) + 1, hash_combine(a, b));
}

}  // namespace

int heading_rank(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' ? name[1] - '0' : 0;
}

std::string KeyedBlock::text(const dom::Document& doc) const {
  std::string text = dom::value_text(doc, node);
  if (heading == dom::kNoNode) return text;
  const size_t left_out = dom::value_text(doc, heading).size() + 1;
  return left_out >= text.size() ? "" : text.substr(left_out);
}

std::span<const std::string_view> names_of(KeyKind) {
  static constexpr std::string_view kNames[] = {
      "own-label", "row",      "row-path",   "after", "after-path", "path",      "tail3",  "tail2",
      "indexed",   "row-text", "after-text", "look",  "whole",      "whole-tag", "section"};
  return kNames;
}

PageKeys::PageKeys(const dom::Document& doc, const PageView* view)
    : doc_(doc), level_(doc.size()), path_(doc.size()), indexed_(doc.size()) {
  hash_elements(view);
  for (dom::NodeId n = dom::kRoot; index(n) < doc.size() && texts_.size() < kMaxTexts;) {
    if (is_passed_over(doc, n)) {
      n = doc.end(n);
      continue;
    }
    if (doc.is_text(n) && doc.may_be_visible(n)) {
      if (std::string text = normalize_space(doc.text(n)); !text.empty())
        add_text(n, std::move(text));
    }
    n = next(n);
  }
}

void PageKeys::hash_elements(const PageView* view) {
  std::vector<std::pair<dom::Atom, uint32_t>> counts;
  for (const dom::NodeId parent : doc_.nodes()) {
    counts.clear();
    for (const dom::NodeId child : doc_.children(parent)) {
      if (!doc_.is_element(child) && !doc_.is_text(child)) continue;
      uint32_t* count = nullptr;
      for (auto& [name, seen] : counts) {
        if (name == doc_.name(child)) count = &seen;
      }
      if (count == nullptr) count = &counts.emplace_back(doc_.name(child), 0).second;
      if (doc_.is_text(child)) {
        const bool in_view = view != nullptr && view->keeps(child);
        if (in_view || (doc_.may_be_visible(child) && !dom::is_blank(doc_.text(child)))) ++*count;
      } else {
        ++*count;
        const uint64_t known = view == nullptr ? 0 : view->spelling(child);
        level_[index(child)] = known != 0 ? known : hash_bytes(tag_spelling(doc_, child));
      }
      path_[index(child)] = hash_combine(path_[index(parent)], level_[index(child)]);
      const auto id = doc_.attribute(child, dom::atoms::kId);
      indexed_[index(child)] =
          id && !id->empty() && !has_digit(*id)
              ? hash_bytes(*id, 1)
              : hash_combine(indexed_[index(parent)],
                             hash_combine(hash_bytes(doc_.name_text(child)), *count));
    }
  }
}

void PageKeys::add_text(dom::NodeId n, std::string text) {
  const dom::NodeId parent = doc_.parent(n);
  const auto level = [&](int up) {
    dom::NodeId at = parent;
    for (; up > 0 && at != dom::kRoot; --up) at = doc_.parent(at);
    return level_[index(at)];
  };
  KeyedText keyed{n, std::move(text), 0, 0, {}};
  keyed.hash = hash_bytes(keyed.text);
  keyed.value_begin = own_value_begin(keyed.text);
  const auto set = [&](KeyKind kind, uint64_t a, uint64_t b = 0) {
    keyed.keys[static_cast<size_t>(kind)] = key_of(kind, a, b);
  };
  const uint64_t tag = hash_bytes(doc_.name_text(parent));
  const uint64_t path = path_[index(parent)];
  set(KeyKind::kPath, path);
  set(KeyKind::kTail2, level(0), level(1));
  set(KeyKind::kTail3, hash_combine(level(0), level(1)), level(2));
  set(KeyKind::kIndexed, indexed_[index(n)]);
  if (const uint64_t look = look_of(keyed.text))
    set(KeyKind::kLook, hash_combine(level(0), level(1)), look);
  if (keyed.value_begin > 0)
    set(KeyKind::kOwnLabel, hash_bytes(std::string_view(keyed.text).substr(0, keyed.value_begin)),
        tag);
  // What stands before a label is none of it: "Publisher:", of which nothing is said, "Year:", "1999".
  const bool is_label = keyed.text.back() == ':' && keyed.text.size() <= kMaxLabel;
  if (!is_label && !texts_.empty() && texts_.back().text.size() <= kMaxLabel) {
    const uint64_t before = texts_.back().hash;
    set(KeyKind::kAfter, before, tag);
    set(KeyKind::kAfterPath, before, path);
    set(KeyKind::kAfterText, before);
  }
  if (const std::string label = is_label ? "" : row_label(n); !label.empty()) {
    const uint64_t before = hash_bytes(label);
    set(KeyKind::kRow, before, tag);
    set(KeyKind::kRowPath, before, path);
    set(KeyKind::kRowText, before);
  }
  texts_.push_back(std::move(keyed));
}

std::string PageKeys::row_label(dom::NodeId n) const {
  dom::NodeId at = doc_.parent(n);
  for (int up = 0; up < kRowLevels && at != dom::kRoot; ++up, at = doc_.parent(at)) {
    dom::NodeId before = doc_.previous_sibling(at);
    while (before != dom::kNoNode && !doc_.is_element(before) && !dom::has_text(doc_, before))
      before = doc_.previous_sibling(before);
    if (before == dom::kNoNode || !doc_.is_element(before)) continue;
    if (doc_.subtree_size(before) > kMaxLabelSize || is_passed_over(doc_, before)) return "";
    std::string text = dom::normalized_text(doc_, before);
    if (!text.empty()) return text.size() <= kMaxLabel ? text : "";
  }
  return "";
}

std::vector<KeyedBlock> PageKeys::blocks() const {
  std::vector<KeyedBlock> out;
  std::vector<bool> seen(doc_.size(), false);
  const std::vector<dom::NodeId> ends = section_ends();
  for (const KeyedText& text : texts_) {
    const size_t first = out.size();
    dom::NodeId heading = dom::kNoNode;
    for (dom::NodeId n = doc_.parent(text.node); n != dom::kRoot && !seen[index(n)];
         n = doc_.parent(n)) {  // It is the first text of these.
      seen[index(n)] = true;
      const uint64_t tag = level_[index(n)];
      out.push_back({n, KeyKind::kWhole, key_of(KeyKind::kWhole, path_[index(n)])});
      if (tag != hash_bytes(doc_.name_text(n)))
        out.push_back({n, KeyKind::kWholeTag, key_of(KeyKind::kWholeTag, tag)});
      if (heading_rank(doc_.name_text(n)) > 0) heading = n;
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
    if (heading == dom::kNoNode) continue;
    const std::string said = dom::value_text(doc_, heading);
    if (said.size() > kMaxLabel) continue;
    for (size_t i = first, end = out.size(); i < end; ++i) {
      const dom::NodeId n = out[i].node;
      if (out[i].kind != KeyKind::kWhole || n >= heading || doc_.end(n) > ends[index(heading)])
        continue;
      const uint64_t key = key_of(KeyKind::kSection, level_[index(n)], hash_bytes(said));
      out.push_back({n, KeyKind::kSection, key, heading});
    }
  }
  return out;
}

std::vector<dom::NodeId> PageKeys::section_ends() const {
  std::vector<dom::NodeId> ends(doc_.size(), doc_.end(dom::kRoot));
  std::vector<dom::NodeId> open;
  for (const dom::NodeId n : doc_.nodes()) {
    const int rank = heading_rank(doc_.name_text(n));
    if (rank == 0) continue;
    for (; !open.empty() && heading_rank(doc_.name_text(open.back())) >= rank; open.pop_back())
      ends[index(open.back())] = n;
    open.push_back(n);
  }
  return ends;
}

std::string PageKeys::previous_text(const KeyedText& text) const {
  const size_t at = static_cast<size_t>(&text - texts_.data());
  return at == 0 ? "" : texts_[at - 1].text;
}

std::string PageKeys::label_of(const KeyedText& text, KeyKind kind) const {
  switch (kind) {
    case KeyKind::kRow:
    case KeyKind::kRowText:
    case KeyKind::kRowPath:
      return row_label(text.node);
    case KeyKind::kAfter:
    case KeyKind::kAfterText:
    case KeyKind::kAfterPath:
      return previous_text(text);
    case KeyKind::kOwnLabel:
      return text.text.substr(0, text.value_begin - std::min(text.value_begin, 2U));
    default:
      return "";
  }
}

std::string PageKeys::describe(const KeyedText& text, KeyKind kind) const {
  if (kind == KeyKind::kIndexed) return dom::indexed_path(doc_, text.node);
  const dom::NodeId parent = doc_.parent(text.node);
  const size_t levels = kind == KeyKind::kTail2 || kind == KeyKind::kLook ? 2
                        : kind == KeyKind::kTail3                         ? 3
                                                                          : SIZE_MAX;
  std::string path;
  if (kind == KeyKind::kRow || kind == KeyKind::kAfter || kind == KeyKind::kOwnLabel) {
    path = doc_.name_text(parent);
  } else if (kind != KeyKind::kRowText && kind != KeyKind::kAfterText) {
    path = tags_to(parent, levels);
  }
  const std::string label = label_of(text, kind);
  return label.empty() ? path : path.empty() ? label : label + " | " + path;
}

std::string PageKeys::describe(const KeyedBlock& block) const {
  const std::string tags = tags_to(block.node, block.kind == KeyKind::kWhole ? SIZE_MAX : 1);
  return block.kind == KeyKind::kSection ? dom::value_text(doc_, block.heading) + " | " + tags
                                         : tags;
}

std::string PageKeys::tags_to(dom::NodeId n, size_t levels) const {
  std::string path;
  for (size_t up = 0; up < levels && n != dom::kRoot; ++up, n = doc_.parent(n))
    path.insert(0, tag_spelling(doc_, n) + (path.empty() ? "" : "/"));
  return path;
}

}  // namespace weft::wrap
