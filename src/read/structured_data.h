// StructuredData: what a page says for machines, from all the ways there are of saying it.
//
//   JSON-LD      <script type="application/ld+json">
//   microdata    itemscope, itemtype, itemprop, itemref
//   RDFa lite    vocab, typeof, property, resource, prefix
//   meta         <meta name|property content>: OpenGraph, Dublin Core, and the plain ones; <link rel="DC.…">
//
// Values are texts with white space folded; addresses are absolute where the page's URL is known. Nothing is invented and
// nothing dropped for being odd: what cannot be read is a diagnostic.
// Limits: kMaxItems items, values and statements of each kind a page; no recursion over page depth.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/json.h"
#include "dom/document.h"

namespace weft::read {

inline constexpr size_t kMaxItems = 10'000;

struct MetaEntry {
  std::string name;  // Lower case: "og:title", "dc.creator", "description".
  std::string content;
  dom::NodeId node;
};

struct StructuredData {
  std::vector<Json> json_ld;    // The objects, as written; arrays are taken apart.
  std::vector<Json> microdata;  // {"type", "id", "properties": {name: value or [values]}}
  std::vector<Json>
      rdfa;  // Expanded JSON-LD: {"@id", "@type": […], property IRI: [{"@value"} or {"@id"}]}
  std::vector<std::string> item_types;  // Of microdata: "https://schema.org/NewsArticle".
  std::vector<MetaEntry> meta;          // In the order of the page.
  Diagnostics diagnostics;

  // The content of the first meta entry of that name; empty if there is none.
  [[nodiscard]] std::string_view meta_content(std::string_view name) const;
};

StructuredData structured_data(const dom::Document& doc, std::string_view url);
// Without microdata and RDFa, but for the types of items: what reading an article asks for, at half the cost.
StructuredData data_for_reading(const dom::Document& doc);

// Every object in the JSON, itself included, parents first; bounded by kMaxItems.
std::vector<const Json*> objects_in(const Json& json);
// A type without what stands before it: "NewsArticle".
std::string_view short_type(std::string_view type);
// The types of a JSON-LD object, without what stands before them.
std::vector<std::string> types_of(const Json& object);
// The text of a value: a text, a number, the first of an array, the "name" or "@value" of an object; empty otherwise.
std::string text_value(const Json& value);

}  // namespace weft::read
