// XmlView: a Document as a libxml2 tree, made on demand, with a map back to node ids. For running
// XSLT, and as the oracle of the XPath tests. A library of its own, so that only those who use it
// link libxml2.
//
//   XmlView view(doc);
//   xmlXPathContext* context = xmlXPathNewContext(view.get());   // ... a node set ...
//   NodeId n = view.id(nodes->nodeTab[0]);
//
// What is kept: elements, attributes, text, comments, their order, and `id` attributes as XML ids.
// What changes: namespaces are dropped, so <svg> is found as plain `svg`; names that XML forbids
// are spelled with their odd characters as Uxxxxx (`@click` becomes `U00040click`), one colon
// inside a name stays; the doctype is left out, as XPath does not see it. Text is handed on as it
// is, control characters included.
//
// Ownership: the view owns the libxml2 tree and borrows nothing from the Document once made.
// Threads:   one at a time; libxml2 writes into nodes while it evaluates.
#pragma once

#include <libxml/tree.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::dom {

class XmlView {
 public:
  // O(nodes + attributes + characters), without recursion.
  explicit XmlView(const Document& doc);

  [[nodiscard]] xmlDoc* get() const { return tree_.get(); }

  // The libxml2 node of n; the xmlDoc itself for the document node, null for a doctype.
  // REQUIRES: n belongs to the document given to the constructor.
  [[nodiscard]] xmlNode* node(NodeId n) const { return nodes_[index(n)]; }

  // The id of a node of this tree; for an attribute, that of its element. kNoNode for anything
  // else: null, a namespace node, a node of another tree.
  [[nodiscard]] NodeId id(const xmlNode* node) const;

 private:
  struct Free {
    void operator()(xmlDoc* tree) const { xmlFreeDoc(tree); }
  };

  std::unique_ptr<xmlDoc, Free> tree_;
  std::vector<xmlNode*> nodes_;
};

// `name` as an XML name: itself if it is one, else spelled as described above. Never empty.
std::string xml_safe_name(std::string_view name);

}  // namespace weft::dom
