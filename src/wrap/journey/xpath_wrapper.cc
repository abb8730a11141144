#include "wrap/journey/xpath_wrapper.h"

#include <fmt/format.h>

#include "dom/path.h"

namespace weft::wrap {
namespace {

constexpr std::string_view kFoldedText = "normalize-space(.)";

struct XPathBody {
  std::string records;
  std::vector<XPathAttribute> attributes;
};
void describe(JsonFields& json, XPathBody& body) {
  json.required("records", body.records);
  json.required("attributes", body.attributes);
}

}  // namespace

void describe(JsonFields& json, XPathAttribute& attribute) {
  json.required("name", attribute.name);
  json.required("at", attribute.at);
  json.optional("value", attribute.value);
  json.optional("needed", attribute.needed, false);
}

Result<std::unique_ptr<XPathWrapper>> XPathWrapper::make(std::string records,
                                                         std::vector<XPathAttribute> attributes) {
  auto query = select::Query::xpath(records);
  if (!query.ok()) return query.error().in("the records");
  std::vector<Compiled> compiled;
  for (const XPathAttribute& attribute : attributes) {
    auto at = select::Query::xpath(attribute.at);
    if (!at.ok()) return at.error().in(attribute.name);
    auto value = select::Query::xpath(attribute.value.empty() ? kFoldedText : attribute.value);
    if (!value.ok()) return value.error().in(attribute.name);
    compiled.push_back({std::move(*at), std::move(*value)});
  }
  return std::unique_ptr<XPathWrapper>(new XPathWrapper(std::move(records), std::move(attributes),
                                                        std::move(*query), std::move(compiled)));
}

model::Extraction XPathWrapper::apply(const model::Page& page) const {
  const dom::Document& doc = page.document;
  model::Extraction extraction;
  extraction.page = page.id;
  const auto records = query_.select(doc);
  if (!records.ok()) {
    extraction.diagnostics.push_back({DiagnosticKind::kOther, 0, records.error().message});
    return extraction;
  }
  for (const select::NodeRef& place : *records) {
    model::Record record;
    bool whole = true;
    for (size_t a = 0; a < attributes_.size(); ++a) {
      const auto found = compiled_[a].at.first(doc, {.node = place});
      std::string text;
      if (found.ok() && *found) {
        const auto value = compiled_[a].value.evaluate(doc, {.node = **found});
        if (value.ok()) text = select::to_string(doc, *value);
      }
      if (text.empty()) {
        whole = whole && !attributes_[a].needed;
        continue;
      }
      record.set(attributes_[a].name,
                 model::Value::leaf(std::move(text), {dom::indexed_path(doc, (*found)->node),
                                                      doc.source_range((*found)->node)}));
    }
    if (whole && !record.fields.empty()) extraction.records.push_back(std::move(record));
  }
  return extraction;
}

std::vector<model::Explanation> XPathWrapper::explain(const model::Page& page,
                                                      dom::NodeId node) const {
  std::vector<model::Explanation> out;
  const auto records = query_.select(page.document);
  if (!records.ok()) return out;
  for (const select::NodeRef& place : *records) {
    for (size_t a = 0; a < attributes_.size(); ++a) {
      const auto found = compiled_[a].at.first(page.document, {.node = place});
      if (!found.ok() || !*found || (*found)->node != node) continue;
      out.push_back({attributes_[a].name,
                     true,
                     fmt::format("{} in {}", attributes_[a].at, records_),
                     {"it is the first node at this place of its record"}});
    }
  }
  return out;
}

Json XPathWrapper::to_json() const { return write_json(XPathBody{records_, attributes_}); }

Result<std::unique_ptr<model::Wrapper>> XPathWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(XPathBody read, read_json<XPathBody>(body, "xpath wrapper"));
  WEFT_ASSIGN(auto made, make(std::move(read.records), std::move(read.attributes)));
  return std::unique_ptr<model::Wrapper>(std::move(made));
}

}  // namespace weft::wrap
