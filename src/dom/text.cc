#include "dom/text.h"

#include "base/strings.h"

namespace weft::dom {

std::string text_content(const Document& doc, NodeId n) {
  std::string out;
  for (const NodeId x : doc.subtree(n)) {
    if (doc.is_text(x)) out += doc.text(x);
  }
  return out;
}

std::string normalized_text(const Document& doc, NodeId n) {
  return normalize_space(text_content(doc, n));
}

}  // namespace weft::dom
