#include "engines.h"

#include <libxml/HTMLparser.h>
#include <myhtml/api.h>

#include <memory>

#include "html/parser.h"
#include "html/testing/modest_document.h"
#ifdef WEFT_HAS_GUMBO
#include <gumbo.h>
#endif

namespace weft::bench {
namespace {

using Names = std::vector<std::string>;

Names element_names(const dom::Document& doc) {
  Names names;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.is_element(n)) names.emplace_back(doc.name_text(n));
  }
  return names;
}

html::ParseOptions utf8_options() {
  html::ParseOptions options;
  options.transport_charset = "utf-8";
  return options;
}

Engine weft_reusing() {
  auto parser = std::make_shared<html::Parser>();
  return {"weft",
          [parser](std::string_view bytes) {
            auto result = parser->parse(dom::Source::borrow(bytes), utf8_options());
            parser->recycle(std::move(result.document));
          },
          [](std::string_view bytes) {
            return element_names(html::parse(bytes, utf8_options()).document);
          }};
}

Engine weft_fresh() {
  return {"weft, no reuse",
          [](std::string_view bytes) {
            html::Parser parser;
            const auto result = parser.parse(dom::Source::borrow(bytes), utf8_options());
          },
          [](std::string_view bytes) {
            return element_names(html::parse(bytes, utf8_options()).document);
          }};
}

Engine modest() {
  auto* engine = myhtml_create();
  myhtml_init(engine, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0);
  return {"Modest",
          [engine](std::string_view bytes) {
            auto* tree = myhtml_tree_create();
            myhtml_tree_init(tree, engine);
            myhtml_parse(tree, MyENCODING_UTF_8, bytes.data(), bytes.size());
            myhtml_tree_destroy(tree);
          },
          [](std::string_view bytes) {
            return element_names(html::testing::parse_with_modest(bytes));
          }};
}

htmlDocPtr read_libxml2(std::string_view bytes) {
  return htmlReadMemory(
      bytes.data(), static_cast<int>(bytes.size()), nullptr, "UTF-8",
      HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | XML_PARSE_HUGE | HTML_PARSE_NONET);
}

Engine libxml2() {
  return {"libxml2", [](std::string_view bytes) { xmlFreeDoc(read_libxml2(bytes)); },
          [](std::string_view bytes) {
            Names names;
            htmlDocPtr doc = read_libxml2(bytes);
            auto* root = reinterpret_cast<xmlNodePtr>(doc);
            for (xmlNodePtr node = doc == nullptr ? nullptr : root->children; node != nullptr;) {
              if (node->type == XML_ELEMENT_NODE)
                names.emplace_back(reinterpret_cast<const char*>(node->name));
              if (node->type == XML_ELEMENT_NODE && node->children != nullptr) {
                node = node->children;
                continue;
              }
              while (node != root && node->next == nullptr) node = node->parent;
              node = node == root ? nullptr : node->next;
            }
            xmlFreeDoc(doc);
            return names;
          }};
}

#ifdef WEFT_HAS_GUMBO
GumboOutput* read_gumbo(std::string_view bytes) {
  return gumbo_parse_with_options(&kGumboDefaultOptions, bytes.data(), bytes.size());
}

std::string gumbo_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  gumbo_tag_from_original_text(&piece);
  return {piece.data, piece.length};
}

Engine gumbo() {
  return {"gumbo",
          [](std::string_view bytes) {
            gumbo_destroy_output(&kGumboDefaultOptions, read_gumbo(bytes));
          },
          [](std::string_view bytes) {
            Names names;
            GumboOutput* output = read_gumbo(bytes);
            std::vector<GumboNode*> stack{output->root};
            while (!stack.empty()) {
              GumboNode* node = stack.back();
              stack.pop_back();
              if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
              names.push_back(gumbo_name(node->v.element));
              const GumboVector& children = node->v.element.children;
              for (unsigned i = children.length; i-- > 0;) {
                stack.push_back(static_cast<GumboNode*>(children.data[i]));
              }
            }
            gumbo_destroy_output(&kGumboDefaultOptions, output);
            return names;
          }};
}
#endif

}  // namespace

std::vector<Engine> engines() {
  std::vector<Engine> all = {weft_reusing(), weft_fresh(), modest(), libxml2()};
#ifdef WEFT_HAS_GUMBO
  all.push_back(gumbo());
#endif
  return all;
}

}  // namespace weft::bench
