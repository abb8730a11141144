#include "select/testing/oracle.h"

#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <algorithm>
#include <cmath>

#include "select/number.h"

namespace weft::select::testing {
namespace {

void ignore_error(void* /*user*/, xmlError* /*error*/) {}

struct FreeObject {
  void operator()(xmlXPathObject* object) const { xmlXPathFreeObject(object); }
};

// XmlView keeps the attributes of an element in their order.
uint32_t attribute_index(const xmlNode* attribute) {
  uint32_t index = 0;
  for (const xmlAttr* at = attribute->parent->properties; at != nullptr; at = at->next, ++index) {
    if (reinterpret_cast<const xmlNode*>(at) == attribute) return index;
  }
  return index;
}

}  // namespace

struct Oracle::State {
  State(const dom::Document& doc, unsigned long max_operations)
      : view(doc), context(xmlXPathNewContext(view.get())) {
    context->error = ignore_error;
    context->opLimit = max_operations;
  }
  ~State() { xmlXPathFreeContext(context); }

  NodeSet nodes(const xmlNodeSet* set) const {
    NodeSet out;
    for (int i = 0; set != nullptr && i < set->nodeNr; ++i) {
      const xmlNode* node = set->nodeTab[i];
      const dom::NodeId id = view.id(node);
      if (id == dom::kNoNode) continue;
      out.push_back(node->type == XML_ATTRIBUTE_NODE ? NodeRef::attribute(id, attribute_index(node))
                                                     : NodeRef{id, 0});
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  dom::XmlView view;
  xmlXPathContext* context;
};

Oracle::Oracle(const dom::Document& doc, unsigned long max_operations)
    : state_(std::make_unique<State>(doc, max_operations)) {}
Oracle::~Oracle() = default;

std::optional<Value> Oracle::evaluate(const std::string& xpath, NodeRef context) {
  xmlNode* node = state_->view.node(context.node);
  if (context.is_attribute()) {
    xmlAttr* attribute = node->properties;
    for (uint32_t i = 0; i < context.attribute_index(); ++i) attribute = attribute->next;
    node = reinterpret_cast<xmlNode*>(attribute);
  }
  state_->context->node = node;
  state_->context->opCount = 0;
  const std::unique_ptr<xmlXPathObject, FreeObject> result(
      xmlXPathEvalExpression(reinterpret_cast<const xmlChar*>(xpath.c_str()), state_->context));
  if (result == nullptr) return std::nullopt;
  switch (result->type) {
    case XPATH_BOOLEAN:
      return Value(result->boolval != 0);
    case XPATH_NUMBER:
      return Value(result->floatval);
    case XPATH_STRING:
      return Value(std::string(reinterpret_cast<const char*>(result->stringval)));
    case XPATH_NODESET:
      return Value(state_->nodes(result->nodesetval));
    default:
      return std::nullopt;
  }
}

std::string describe(const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return number_to_string(*number);
  if (const std::string* text = std::get_if<std::string>(&value)) return '\'' + *text + '\'';
  std::string out = "nodes";
  for (const NodeRef node : std::get<NodeSet>(value)) {
    out += ' ' + std::to_string(index(node.node));
    if (node.is_attribute()) out += '@' + std::to_string(node.attribute_index());
  }
  return out;
}

bool same(const Value& a, const Value& b) {
  const double* x = std::get_if<double>(&a);
  const double* y = std::get_if<double>(&b);
  if (x != nullptr && y != nullptr) {
    return *x == *y || (std::isnan(*x) && std::isnan(*y)) ||
           std::abs(*x - *y) <= 1e-9 * std::abs(*x);
  }
  return a == b;
}

}  // namespace weft::select::testing
