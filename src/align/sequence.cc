#include "align/sequence.h"

#include "base/strings.h"

namespace weft::align {

std::vector<Symbol> symbols_of(std::string_view text) {
  std::vector<Symbol> symbols;
  symbols.reserve(text.size());
  for (const char c : text) symbols.push_back(static_cast<unsigned char>(c));
  return symbols;
}

std::vector<Symbol> tag_string(const dom::Document& doc, std::span<const dom::NodeId> roots,
                               TextNodes text) {
  std::vector<Symbol> symbols;
  for (const dom::NodeId root : roots) {
    for (const dom::NodeId n : doc.subtree(root)) {
      if (doc.is_element(n)) {
        symbols.push_back(static_cast<Symbol>(doc.name(n)));
      } else if (text == TextNodes::kKeep && doc.is_text(n) && !trim(doc.text(n)).empty()) {
        symbols.push_back(kTextSymbol);
      }
    }
  }
  return symbols;
}

}  // namespace weft::align
