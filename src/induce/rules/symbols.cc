#include "induce/rules/symbols.h"

#include <algorithm>

#include "base/strings.h"

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
    found.first_word = intern(induce::first_word(entry.text));
    found.last_word = intern(induce::last_word(entry.text));
    found.colon_prefix = intern(induce::colon_prefix(entry.text));
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

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" ,;.:"));
}

std::string_view last_word(std::string_view text) {
  const size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

std::string_view colon_prefix(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon >= 32 || colon + 1 >= text.size())
    return {};
  return text.substr(0, colon + 1);
}

}  // namespace weft::induce
