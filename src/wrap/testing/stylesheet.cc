#include "wrap/testing/stylesheet.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>

#include <memory>

#include "base/check.h"
#include "dom/xml/xml_view.h"

namespace weft::wrap::testing {
namespace {

std::string take(xmlChar* text) {
  std::string out = text == nullptr ? "" : reinterpret_cast<const char*>(text);
  xmlFree(text);
  return out;
}

Fields read_fields(xmlDoc* result) {
  Fields fields;
  const std::unique_ptr<xmlXPathContext, decltype(&xmlXPathFreeContext)> context(
      xmlXPathNewContext(result), &xmlXPathFreeContext);
  const std::unique_ptr<xmlXPathObject, decltype(&xmlXPathFreeObject)> found(
      xmlXPathEvalExpression(BAD_CAST "//field[not(record)]", context.get()), &xmlXPathFreeObject);
  const xmlNodeSet* nodes = found->nodesetval;
  for (int i = 0; nodes != nullptr && i < nodes->nodeNr; ++i) {
    fields.emplace_back(take(xmlGetProp(nodes->nodeTab[i], BAD_CAST "name")),
                        take(xmlNodeGetContent(nodes->nodeTab[i])));
  }
  return fields;
}

void add_fields(const std::string& name, const model::Value& value, Fields& fields) {
  if (value.kind == model::Value::Kind::kLeaf) fields.emplace_back(name, value.text);
  for (const model::Value& item : value.items) add_fields(name, item, fields);
  for (const model::Record& record : value.record) {
    for (const auto& field : record.fields) add_fields(field.name, field.value, fields);
  }
}

}  // namespace

Fields fields_of(const model::Extraction& extraction) {
  Fields fields;
  for (const model::Record& record : extraction.records) {
    for (const auto& field : record.fields) add_fields(field.name, field.value, fields);
  }
  return fields;
}

Fields transform(const std::string& stylesheet, const dom::Document& doc) {
  xmlDoc* source =
      xmlReadMemory(stylesheet.data(), static_cast<int>(stylesheet.size()), "x.xsl", nullptr, 0);
  WEFT_CHECK(source != nullptr);
  const std::unique_ptr<xsltStylesheet, decltype(&xsltFreeStylesheet)> sheet(
      xsltParseStylesheetDoc(source), &xsltFreeStylesheet);
  WEFT_CHECK(sheet != nullptr);
  const dom::XmlView view(doc);
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> result(
      xsltApplyStylesheet(sheet.get(), view.get(), nullptr), &xmlFreeDoc);
  WEFT_CHECK(result != nullptr);
  return read_fields(result.get());
}

}  // namespace weft::wrap::testing
