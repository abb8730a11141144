// The nodes are linked by hand rather than through xmlAddChild: that would merge neighbouring text
// nodes, and its append to an attribute list walks the list, which a page with a million attributes
// makes quadratic.

#include "dom/xml/xml_view.h"

#include <libxml/dict.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/valid.h>
#include <libxml/xmlmemory.h>

#include <cstring>
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "base/check.h"
#include "base/strings.h"

namespace weft::dom {
namespace {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

// NameStartChar of XML 1.0 beyond ASCII.
constexpr CodePointRange kNameStart[] = {{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},
                                         {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D},
                                         {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF},
                                         {0xF900, 0xFDCF}, {0xFDF0, 0xFFFC}, {0x10000, 0xEFFFF}};

bool is_name_start(char32_t c) {
  if (c < 0x80) return c == '_' || is_ascii_alpha(static_cast<char>(c));
  for (const CodePointRange& range : kNameStart) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

bool is_name_char(char32_t c) {
  if (c < 0x80 && (c == '-' || c == '.' || is_ascii_digit(static_cast<char>(c)))) return true;
  return is_name_start(c) || c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040;
}

const xmlChar* as_xml(const char* text) { return reinterpret_cast<const xmlChar*>(text); }

template <typename T>
T* allocate_zeroed() {
  void* memory = xmlMalloc(sizeof(T));
  WEFT_CHECK(memory != nullptr);
  return static_cast<T*>(std::memset(memory, 0, sizeof(T)));
}

void* to_private(NodeId n) { return reinterpret_cast<void*>(uintptr_t{index(n)} + 1); }

// Fills one libxml2 document from one Document.
class Filler {
 public:
  Filler(const Document& doc, xmlDoc* tree, std::vector<xmlNode*>& nodes)
      : doc_(doc), tree_(tree), nodes_(nodes) {}

  void fill() {
    nodes_.assign(doc_.size(), nullptr);
    nodes_[0] = reinterpret_cast<xmlNode*>(tree_);
    tree_->_private = to_private(kRoot);
    for (const NodeId n : doc_.descendants(kRoot)) {
      if (xmlNode* node = make(n)) append(nodes_[index(doc_.parent(n))], node);
    }
  }

 private:
  xmlNode* make(NodeId n) {
    if (doc_.kind(n) == NodeKind::kDoctype) return nullptr;
    auto* node = allocate_zeroed<xmlNode>();
    nodes_[index(n)] = node;
    node->_private = to_private(n);
    node->doc = tree_;
    if (doc_.is_element(n)) {
      node->type = XML_ELEMENT_NODE;
      node->name = name(doc_.name(n));
      add_attributes(n, node);
    } else {
      node->type = doc_.is_text(n) ? XML_TEXT_NODE : XML_COMMENT_NODE;
      node->name = doc_.is_text(n) ? xmlStringText : xmlStringComment;
      node->content = copy(doc_.text(n));
    }
    return node;
  }

  static void append(xmlNode* parent, xmlNode* node) {
    node->parent = parent;
    node->prev = parent->last;
    (parent->last != nullptr ? parent->last->next : parent->children) = node;
    parent->last = node;
  }

  void add_attributes(NodeId n, xmlNode* element) {
    xmlAttr* last = nullptr;
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const Attribute from = doc_.attribute_at(n, i);
      auto* attribute = allocate_zeroed<xmlAttr>();
      attribute->_private = to_private(n);
      attribute->type = XML_ATTRIBUTE_NODE;
      attribute->name = name(from.name);
      attribute->doc = tree_;
      attribute->parent = element;
      attribute->prev = last;
      (last != nullptr ? last->next : element->properties) = attribute;
      last = attribute;
      add_value(attribute, from);
    }
  }

  void add_value(xmlAttr* attribute, const Attribute& from) {
    auto* text = allocate_zeroed<xmlNode>();
    text->type = XML_TEXT_NODE;
    text->name = xmlStringText;
    text->doc = tree_;
    text->content = copy(from.value);
    text->parent = reinterpret_cast<xmlNode*>(attribute);
    attribute->children = attribute->last = text;
    // The first element with an id has it; xmlAddID refuses the later ones.
    if (from.name == atoms::kId && !from.value.empty())
      xmlAddID(nullptr, tree_, text->content, attribute);
  }

  static xmlChar* copy(std::string_view text) {
    xmlChar* bytes =
        xmlStrndup(as_xml(text.empty() ? "" : text.data()), static_cast<int>(text.size()));
    WEFT_CHECK(bytes != nullptr);
    return bytes;
  }

  // The spelling of an atom, kept in the tree's dictionary.
  const xmlChar* name(Atom atom) {
    const xmlChar*& known = names_[atom];
    if (known == nullptr) {
      const std::string safe = xml_safe_name(doc_.spelling(atom));
      known = xmlDictLookup(tree_->dict, as_xml(safe.data()), static_cast<int>(safe.size()));
      WEFT_CHECK(known != nullptr);
    }
    return known;
  }

  const Document& doc_;
  xmlDoc* tree_;
  std::vector<xmlNode*>& nodes_;
  std::unordered_map<Atom, const xmlChar*> names_;
};

}  // namespace

XmlView::XmlView(const Document& doc) {
  static std::once_flag initialised;
  std::call_once(initialised, xmlInitParser);
  tree_.reset(xmlNewDoc(as_xml("1.0")));
  WEFT_CHECK(tree_ != nullptr);
  tree_->dict = xmlDictCreate();
  WEFT_CHECK(tree_->dict != nullptr);
  Filler(doc, tree_.get(), nodes_).fill();
}

NodeId XmlView::id(const xmlNode* node) const {
  if (node == nullptr || node->type == XML_NAMESPACE_DECL || node->doc != tree_.get() ||
      node->_private == nullptr) {
    return kNoNode;
  }
  return NodeId{static_cast<uint32_t>(reinterpret_cast<uintptr_t>(node->_private) - 1)};
}

std::string xml_safe_name(std::string_view name) {
  std::string safe;
  bool colon_allowed = true;  // One, between two names.
  bool at_start = true;
  for (size_t at = 0; at < name.size();) {
    const char32_t c = next_code_point(name, at);
    size_t ahead = at;
    const bool inside =
        !at_start && at < name.size() && is_name_start(next_code_point(name, ahead));
    const bool separator = c == ':' && colon_allowed && inside;
    if (separator || (at_start ? is_name_start(c) : is_name_char(c))) {
      append_utf8(safe, c);
    } else {
      safe += fmt::format("U{:05X}", static_cast<uint32_t>(c));
    }
    colon_allowed = colon_allowed && !separator;
    at_start = separator;
  }
  return safe.empty() ? "U" : safe;
}

}  // namespace weft::dom
