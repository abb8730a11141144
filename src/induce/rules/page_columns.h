// PageColumns: what features ask about the nodes of one page, as columns over its nodes.
//
// One pass over the page; after that every feature is a few array reads.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "dom/document.h"

namespace weft::induce {

// Symbols: strings of a sample of pages as numbers, so that features compare integers.
//
// A symbol also knows the parts of its string that features ask for, worked out once per distinct
// string. Ownership: borrows nothing; every string is copied once.

using Symbol = uint32_t;
inline constexpr Symbol kNoSymbol = 0;  // The empty string, and "there is none".

class Symbols {
 public:
  Symbols();

  // The symbol of `text`; kNoSymbol for the empty string.
  Symbol intern(std::string_view text);
  [[nodiscard]] std::string_view text(Symbol symbol) const { return entries_[symbol].text; }
  [[nodiscard]] size_t size() const { return entries_.size(); }

  // The parts below are found on first use and kept.
  Symbol first_word(Symbol symbol) { return parts(symbol).first_word; }
  Symbol last_word(Symbol symbol) { return parts(symbol).last_word; }
  Symbol colon_prefix(Symbol symbol) { return parts(symbol).colon_prefix; }
  // The distinct words of a class attribute, in order.
  const std::vector<Symbol>& tokens(Symbol symbol);

 private:
  struct Parts {
    bool known = false;
    Symbol first_word = kNoSymbol;
    Symbol last_word = kNoSymbol;
    Symbol colon_prefix = kNoSymbol;
  };
  struct Entry {
    std::string text;
    Parts parts;
    bool tokens_known = false;
    std::vector<Symbol> tokens;
  };
  struct Hash {
    size_t operator()(std::string_view text) const { return hash_bytes(text); }
  };
  const Parts& parts(Symbol symbol);

  std::deque<Entry> entries_;
  std::unordered_map<std::string_view, Symbol, Hash> index_;
};

struct PageColumns {
  const dom::Document* document = nullptr;
  // Per node; kNoNode where there is none.
  std::vector<dom::NodeId> previous_element;  // nearest element sibling before
  std::vector<dom::NodeId> next_element;      // nearest element sibling after
  std::vector<Symbol> id;
  std::vector<Symbol> class_name;
  // Visible text nodes: their normalised text. Elements of a few nodes: the normalised text of all
  // of them.
  std::vector<Symbol> text;
  // Per node and one past the last: nearest visible text node before it, and at or after it.
  std::vector<dom::NodeId> text_before;
  std::vector<dom::NodeId> text_at_or_after;
};

PageColumns make_columns(const dom::Document& doc, Symbols& symbols);

// Elements of more nodes than this have no text symbol: a label is short.
inline constexpr uint32_t kMaxLabelNodes = 6;
inline constexpr size_t kMaxLabelBytes = 64;

}  // namespace weft::induce
