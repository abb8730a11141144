// Interim: Modest's tree copied into ours, until the parser of this folder is written. Not for
// release.

#include "html/parser.h"

#include <myhtml/api.h>

#include "base/check.h"
#include "dom/builder.h"

namespace weft::html {

struct Parser::State {};

Parser::Parser() = default;
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

namespace {

void open_node(dom::DocumentBuilder& builder, myhtml_tree_t* tree, myhtml_tree_node_t* node) {
  const myhtml_tag_id_t tag = myhtml_node_tag_id(node);
  size_t length = 0;
  if (tag == MyHTML_TAG__TEXT || tag == MyHTML_TAG__COMMENT) {
    const char* text = myhtml_node_text(node, &length);
    if (tag == MyHTML_TAG__TEXT)
      builder.text({text, length});
    else
      builder.comment({text, length});
    return;
  }
  if (tag == MyHTML_TAG__DOCTYPE) {
    builder.doctype("html");
    return;
  }
  const char* name = myhtml_tag_name_by_id(tree, tag, &length);
  const auto space = myhtml_node_namespace(node);
  builder.open({name, length}, space == MyHTML_NAMESPACE_SVG      ? dom::Namespace::kSvg
                               : space == MyHTML_NAMESPACE_MATHML ? dom::Namespace::kMathMl
                                                                  : dom::Namespace::kHtml);
  for (auto* a = myhtml_node_attribute_first(node); a != nullptr; a = myhtml_attribute_next(a)) {
    size_t key_length = 0;
    size_t value_length = 0;
    const char* key = myhtml_attribute_key(a, &key_length);
    const char* value = myhtml_attribute_value(a, &value_length);
    builder.attribute({key, key_length}, value == nullptr ? std::string_view()
                                                          : std::string_view(value, value_length));
  }
}

bool is_element(myhtml_tree_node_t* node) {
  const myhtml_tag_id_t tag = myhtml_node_tag_id(node);
  return tag != MyHTML_TAG__TEXT && tag != MyHTML_TAG__COMMENT && tag != MyHTML_TAG__DOCTYPE;
}

}  // namespace

ParseResult Parser::parse(dom::Source source, const ParseOptions& options) {
  (void)options;
  const std::string_view bytes = source.view();
  myhtml_t* engine = myhtml_create();
  myhtml_init(engine, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0);
  myhtml_tree_t* tree = myhtml_tree_create();
  myhtml_tree_init(tree, engine);
  myhtml_parse(tree, MyENCODING_UTF_8, bytes.data(), bytes.size());
  dom::DocumentBuilder builder;
  myhtml_tree_node_t* top = myhtml_tree_get_document(tree);
  for (auto* node = myhtml_node_child(top); node != nullptr;) {
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
    if (node == top) break;
  }
  ParseResult result{builder.finish()};
  myhtml_tree_destroy(tree);
  myhtml_destroy(engine);
  return result;
}

void Parser::recycle(dom::Document&& document) { (void)document; }

ParseResult parse(std::string_view bytes, const ParseOptions& options) {
  return Parser().parse(dom::Source::own(bytes), options);
}

}  // namespace weft::html
