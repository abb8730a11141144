#include "induce/rules/page_columns.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"
#include "wrap/rules/folded_text.h"

namespace weft::induce {

Symbols::Symbols() {
  entries_.emplace_back();
  index_.reserve(4096);
}

Symbol Symbols::intern(std::string_view text) {
  if (text.empty()) return kNoSymbol;
  if (const auto it = index_.find(text); it != index_.end()) return it->second;
  const auto symbol = static_cast<Symbol>(entries_.size());
  entries_.push_back({std::string(text), {}, false, {}});
  index_.emplace(entries_.back().text, symbol);
  return symbol;
}

const Symbols::Parts& Symbols::parts(Symbol symbol) {
  Entry& entry = entries_[symbol];
  if (!entry.parts.known) {
    Parts found{.known = true};
    found.first_word = intern(wrap::first_word(entry.text));
    found.last_word = intern(wrap::last_word(entry.text));
    found.colon_prefix = intern(wrap::colon_prefix(entry.text));
    entry.parts = found;
  }
  return entry.parts;
}

const std::vector<Symbol>& Symbols::tokens(Symbol symbol) {
  Entry& entry = entries_[symbol];
  if (!entry.tokens_known) {
    entry.tokens_known = true;
    const std::string_view text = entry.text;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && !is_html_space(text[end])) ++end;
      if (end > at) {
        const Symbol token = intern(text.substr(at, end - at));
        if (std::find(entry.tokens.begin(), entry.tokens.end(), token) == entry.tokens.end())
          entry.tokens.push_back(token);
      }
      at = end + 1;
    }
  }
  return entry.tokens;
}

namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;

void link_siblings(const Document& doc, PageColumns& columns) {
  const uint32_t size = doc.size();
  std::vector<NodeId> nearest(size, kNoNode);  // per parent
  columns.previous_element.assign(size, kNoNode);
  columns.next_element.assign(size, kNoNode);
  for (uint32_t i = 1; i < size; ++i) {
    NodeId& last = nearest[index(doc.parent(NodeId{i}))];
    columns.previous_element[i] = last;
    if (doc.is_element(NodeId{i})) last = NodeId{i};
  }
  nearest.assign(size, kNoNode);
  for (uint32_t i = size; i-- > 1;) {
    NodeId& last = nearest[index(doc.parent(NodeId{i}))];
    columns.next_element[i] = last;
    if (doc.is_element(NodeId{i})) last = NodeId{i};
  }
}

void link_texts(const Document& doc, PageColumns& columns) {
  const uint32_t size = doc.size();
  columns.text_before.assign(size + 1, kNoNode);
  columns.text_at_or_after.assign(size + 1, kNoNode);
  const auto is_candidate = [&](uint32_t i) {
    return doc.is_text(NodeId{i}) && columns.text[i] != kNoSymbol;
  };
  for (uint32_t i = 0; i < size; ++i) {
    columns.text_before[i + 1] = is_candidate(i) ? NodeId{i} : columns.text_before[i];
  }
  for (uint32_t i = size; i-- > 0;) {
    columns.text_at_or_after[i] = is_candidate(i) ? NodeId{i} : columns.text_at_or_after[i + 1];
  }
}

// The symbol of an element's text if it is small enough for a label. If that is the text of its
// only child, the child's symbol is set too.
Symbol label_text(const Document& doc, NodeId n, PageColumns& columns, Symbols& symbols) {
  if (doc.subtree_size(n) == 1 || doc.subtree_size(n) > kMaxLabelNodes) return kNoSymbol;
  const NodeId child = next(n);
  const bool one_text = doc.subtree_size(n) == 2 && doc.is_text(child);
  const std::string text =
      one_text ? normalize_space(doc.text(child)) : dom::normalized_text(doc, n);
  if (text.size() > kMaxLabelBytes) return kNoSymbol;
  const Symbol symbol = symbols.intern(text);
  if (one_text && dom::is_visible_text(doc, child)) columns.text[index(child)] = symbol;
  return symbol;
}

}  // namespace

PageColumns make_columns(const Document& doc, Symbols& symbols) {
  PageColumns columns;
  columns.document = &doc;
  const uint32_t size = doc.size();
  columns.id.assign(size, kNoSymbol);
  columns.class_name.assign(size, kNoSymbol);
  columns.text.assign(size, kNoSymbol);
  for (const NodeId n : doc.nodes()) {
    const uint32_t i = index(n);
    if (doc.is_element(n)) {
      columns.id[i] = symbols.intern(doc.attribute(n, dom::atoms::kId).value_or(""));
      columns.class_name[i] = symbols.intern(doc.attribute(n, dom::atoms::kClass).value_or(""));
      columns.text[i] = label_text(doc, n, columns, symbols);
    } else if (columns.text[i] == kNoSymbol && dom::is_visible_text(doc, n)) {
      columns.text[i] = symbols.intern(normalize_space(doc.text(n)));
    }
  }
  link_siblings(doc, columns);
  link_texts(doc, columns);
  return columns;
}

}  // namespace weft::induce
