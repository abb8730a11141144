// DocumentBuilder: makes a Document by hand, in document order. For tests and adapters; pages come
// from html::parse, which writes the columns itself.
//
//   DocumentBuilder b;
//   b.open("p").attribute("class", "price").text("10").close();
//   Document doc = b.finish();
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "dom/document.h"

namespace weft::dom {

class DocumentBuilder {
 public:
  DocumentBuilder();

  DocumentBuilder& open(std::string_view name, Namespace name_space = Namespace::kHtml);
  // REQUIRES: called between open() and any child of that element.
  DocumentBuilder& attribute(std::string_view name, std::string_view value);
  DocumentBuilder& text(std::string_view text);
  DocumentBuilder& comment(std::string_view text);
  DocumentBuilder& doctype(std::string_view name);
  // REQUIRES: an open element.
  DocumentBuilder& close();

  // Closes what is open. Leaves the builder empty.
  [[nodiscard]] Document finish();

 private:
  uint32_t append(NodeKind kind, Namespace name_space);
  StringRef store(std::string_view text);
  Atom intern(std::string_view name);

  Storage storage_;
  std::vector<uint32_t> open_;
  std::unordered_set<Atom> interned_;  // Unknown names that the storage spells.
};

}  // namespace weft::dom
