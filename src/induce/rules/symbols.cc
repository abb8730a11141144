#include "induce/rules/symbols.h"

#include <algorithm>

#include "base/strings.h"
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

}  // namespace weft::induce
