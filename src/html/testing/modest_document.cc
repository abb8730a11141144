#include "html/testing/modest_document.h"

#include <myhtml/api.h>

#include "base/check.h"
#include "dom/builder.h"

namespace weft::html::testing {
namespace {

bool is_element(myhtml_tree_node_t* node) {
  const myhtml_tag_id_t tag = myhtml_node_tag_id(node);
  return tag != MyHTML_TAG__TEXT && tag != MyHTML_TAG__COMMENT && tag != MyHTML_TAG__DOCTYPE &&
         tag != MyHTML_TAG__UNDEF;  // What it could not read.
}

void open_element(dom::DocumentBuilder& builder, myhtml_tree_t* tree, myhtml_tree_node_t* node) {
  size_t length = 0;
  const char* name = myhtml_tag_name_by_id(tree, myhtml_node_tag_id(node), &length);
  const auto space = myhtml_node_namespace(node);
  builder.open({name, length}, space == MyHTML_NAMESPACE_SVG      ? dom::Namespace::kSvg
                               : space == MyHTML_NAMESPACE_MATHML ? dom::Namespace::kMathMl
                                                                  : dom::Namespace::kHtml);
  for (auto* a = myhtml_node_attribute_first(node); a != nullptr; a = myhtml_attribute_next(a)) {
    size_t key_length = 0;
    size_t value_length = 0;
    const char* key = myhtml_attribute_key(a, &key_length);
    const char* value = myhtml_attribute_value(a, &value_length);
    if (value == nullptr) value = "";
    builder.attribute({key, key_length}, {value, value_length});
  }
}

void open_node(dom::DocumentBuilder& builder, myhtml_tree_t* tree, myhtml_tree_node_t* node) {
  if (is_element(node)) return open_element(builder, tree, node);
  size_t length = 0;
  const char* text = myhtml_node_text(node, &length);
  if (text == nullptr) text = "";
  switch (myhtml_node_tag_id(node)) {
    case MyHTML_TAG__TEXT:
      builder.text({text, length});
      break;
    case MyHTML_TAG__COMMENT:
      builder.comment({text, length});
      break;
    case MyHTML_TAG__UNDEF:
      break;
    default:
      builder.doctype("html");
      break;
  }
}

void copy_children(dom::DocumentBuilder& builder, myhtml_tree_t* tree, myhtml_tree_node_t* top) {
  auto* node = myhtml_node_child(top);
  while (node != nullptr && node != top) {
    open_node(builder, tree, node);
    if (auto* child = myhtml_node_child(node)) {
      node = child;
      continue;
    }
    while (node != top) {
      if (is_element(node)) builder.close();
      if (auto* next = myhtml_node_next(node)) {
        node = next;
        break;
      }
      node = myhtml_node_parent(node);
    }
  }
}

}  // namespace

dom::Document parse_with_modest(std::string_view bytes) {
  myhtml_t* engine = myhtml_create();
  WEFT_CHECK(myhtml_init(engine, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0) == MyHTML_STATUS_OK);
  myhtml_tree_t* tree = myhtml_tree_create();
  WEFT_CHECK(myhtml_tree_init(tree, engine) == MyHTML_STATUS_OK);
  myhtml_parse(tree, MyENCODING_UTF_8, bytes.data(), bytes.size());
  dom::DocumentBuilder builder;
  copy_children(builder, tree, myhtml_tree_get_document(tree));
  myhtml_tree_destroy(tree);
  myhtml_destroy(engine);
  return builder.finish();
}

}  // namespace weft::html::testing
