// From structured data to the facts that features use.

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"
#include "read/facts.h"

namespace weft::read {

PageFacts facts_of(const dom::Document& doc, const StructuredData& data, std::string_view url) {
  PageFacts facts{.url = std::string(url)};
  if (facts.url.empty()) facts.url = data.meta_content("canonical");
  if (facts.url.empty()) facts.url = data.meta_content("og:url");
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kTitle || doc.name_space(n) != dom::Namespace::kHtml) continue;
    facts.title = dom::normalized_text(doc, n);
    break;
  }
  facts.og_title = data.meta_content("og:title");
  facts.og_type = ascii_lower(data.meta_content("og:type"));
  facts.description = data.meta_content("description");
  if (facts.description.empty()) facts.description = data.meta_content("og:description");
  for (const Json& top : data.json_ld) {
    for (const Json* object : objects_in(top)) {
      for (std::string& type : types_of(*object)) facts.types.push_back(std::move(type));
      for (const char* name : {"articleBody", "text"}) {
        const std::string text = object->text_of(name);
        if (text.size() > facts.article_body.size()) facts.article_body = text;
      }
      if (facts.data_description.empty()) facts.data_description = object->text_of("description");
    }
  }
  for (const std::string& type : data.item_types) facts.types.emplace_back(short_type(type));
  return facts;
}

}  // namespace weft::read
