// One walk over the page for <meta>, <link> and <script>; microdata and RDFa have files of their own.
//
// JSON-LD of the web is often not quite JSON: wrapped in comments or CDATA, with comments within, with raw control characters in
// texts, with a comma behind the last member, with a semicolon behind all. That is taken off; what still does not parse is a diagnostic.
//
// Tested by structured_data_test.cc; fuzzed by article_fuzz.cc.

#include "read/structured_data.h"

#include <algorithm>
#include <span>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "read/item_readers.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

std::string json_without_wrapping(std::string_view text) {
  text = trim(text);
  // <!-- before it all, or around words of its own.
  if (text.starts_with("<!--")) {
    const size_t end = text.find("-->");
    const bool around_all = end == std::string_view::npos || trim(text.substr(end + 3)).empty();
    text = trim(text.substr(around_all ? 4 : end + 3));
  }
  for (const std::string_view begin : {"//<![CDATA[", "/*<![CDATA[*/", "<![CDATA["}) {
    if (text.starts_with(begin)) text = trim(text.substr(begin.size()));
  }
  for (const std::string_view end : {"-->", "//]]>", "/*]]>*/", "]]>", ";"}) {
    if (text.ends_with(end)) text = trim(text.substr(0, text.size() - end.size()));
  }
  std::string clean;
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::string_view rest = text.substr(at);
    if (!quoted && (rest.starts_with("//") || rest.starts_with("/*"))) {
      const std::string_view end = rest.starts_with("//") ? "\n" : "*/";
      const size_t found = rest.find(end, 2);
      at = found == std::string_view::npos ? text.size() : at + found + end.size() - 1;
      continue;
    }
    if (quoted && c == '\\' && at + 1 < text.size()) {
      clean += c;
      clean += text[++at];
      continue;
    }
    if (!quoted && (c == '}' || c == ']')) {  // {"a": 1, }
      const size_t last = clean.find_last_not_of(' ');
      if (last != std::string::npos && clean[last] == ',') clean[last] = ' ';
    }
    quoted = c == '"' ? !quoted : quoted;
    clean += static_cast<unsigned char>(c) < ' ' ? ' ' : c;  // Between values or in a text alike.
  }
  return clean;
}

void read_json_ld(const dom::Document& doc, NodeId script, StructuredData& data) {
  const std::string text = dom::text_content(doc, script);
  auto json = parse_json(trim(text));
  if (!json.ok()) json = parse_json(json_without_wrapping(text));
  if (!json.ok()) {
    data.diagnostics.push_back({.kind = DiagnosticKind::kOther,
                                .offset = doc.source_range(script).begin,
                                .detail = "JSON-LD that does not parse: " + json.error().message});
    return;
  }
  if (json->is_object()) {
    data.json_ld.push_back(std::move(*json));
    return;
  }
  for (const Json& one : *json) {
    if (one.is_object()) data.json_ld.push_back(one);
  }
}

void read_meta(const dom::Document& doc, NodeId n, StructuredData& data) {
  const auto content =
      doc.attribute(n, doc.name(n) == atoms::kLink ? atoms::kHref : atoms::kContent);
  if (!content) return;
  for (const dom::Atom attribute :
       {atoms::kProperty, atoms::kName, atoms::kItemprop, atoms::kRel}) {
    const auto name = doc.attribute(n, attribute);
    if (!name || (attribute == atoms::kRel) != (doc.name(n) == atoms::kLink)) continue;
    data.meta.push_back({ascii_lower(trim(*name)), normalize_space(*content), n});
    return;
  }
}

}  // namespace

std::string_view StructuredData::meta_content(std::string_view name) const {
  const auto entry = std::find_if(meta.begin(), meta.end(), [&](const MetaEntry& one) {
    return one.name == name && !one.content.empty();
  });
  return entry == meta.end() ? std::string_view() : std::string_view(entry->content);
}

namespace {

// What stands in attributes of elements other than <meta>.
struct Marks {
  bool items = false;  // Microdata.
  bool rdfa = false;
};

Marks read_head(const dom::Document& doc, StructuredData& data) {
  Marks marks;
  size_t properties = 0;  // Of elements other than <meta>, which OpenGraph uses.
  const dom::Storage& storage = doc.storage();
  for (const auto& [name, value] : std::span(storage.attributes.data(), storage.attribute_count)) {
    marks.items = marks.items || name == atoms::kItemscope;
    marks.rdfa = marks.rdfa || name == atoms::kTypeof || name == atoms::kVocab;
    properties += name == atoms::kProperty ? 1 : 0;
  }
  for (const NodeId n : doc.nodes()) {
    const dom::Atom name = doc.name(n);
    if (name == atoms::kMeta) {
      if (properties > 0 && doc.attribute(n, atoms::kProperty)) --properties;
      if (data.meta.size() < kMaxItems) read_meta(doc, n, data);
    } else if (name == atoms::kLink) {
      const auto rel = doc.attribute(n, atoms::kRel);
      if (rel && data.meta.size() < kMaxItems &&
          (rel->starts_with("DC") || rel->starts_with("dc") || *rel == "canonical"))
        read_meta(doc, n, data);
    } else if (name == atoms::kScript) {
      const auto type = doc.attribute(n, atoms::kType);
      if (type && data.json_ld.size() < kMaxItems &&
          ascii_lower(trim(*type)).starts_with("application/ld+json"))
        read_json_ld(doc, n, data);
    }
    if (!marks.items || !doc.is_element(n) || data.item_types.size() >= kMaxItems) continue;
    for (const std::string_view type :
         dom::TokenRange(doc.attribute(n, atoms::kItemtype).value_or("")))
      data.item_types.emplace_back(type);
  }
  marks.rdfa = marks.rdfa || properties > 0;
  return marks;
}

}  // namespace

StructuredData structured_data(const dom::Document& doc, std::string_view url) {
  StructuredData data;
  const Marks marks = read_head(doc, data);
  if (marks.items) data.microdata = read_microdata(doc, url);
  if (marks.rdfa) data.rdfa = read_rdfa(doc, url);
  return data;
}

StructuredData data_for_reading(const dom::Document& doc) {
  StructuredData data;
  read_head(doc, data);
  return data;
}

std::vector<const Json*> objects_in(const Json& json) {
  std::vector<const Json*> objects;
  std::vector<const Json*> waiting = {&json};
  size_t visited = 0;
  while (!waiting.empty() && objects.size() < kMaxItems && visited < 10 * kMaxItems) {
    const Json* next = waiting.back();
    waiting.pop_back();
    ++visited;
    if (next->is_object()) objects.push_back(next);
    const std::vector<const Json*> children = next->children();
    for (auto it = children.rbegin(); it != children.rend(); ++it) {
      if ((*it)->is_object() || (*it)->is_array()) waiting.push_back(*it);
    }
  }
  return objects;
}

std::string_view short_type(std::string_view type) {
  const size_t cut = type.find_last_of("/#:");
  return cut == std::string_view::npos ? type : type.substr(cut + 1);
}

std::vector<std::string> types_of(const Json& object) {
  std::vector<std::string> types;
  const auto add = [&](std::string_view type) { types.emplace_back(short_type(type)); };
  for (const char* member : {"@type", "type"}) {
    const Json& type = object[member];
    if (type.is_string()) add(type.text());
    for (const std::string& one : type.texts()) add(one);
  }
  return types;
}

std::string text_value(const Json& value) {
  const Json* at = &value;
  for (int depth = 0; depth < 8; ++depth) {
    if (at->is_string()) return normalize_space(at->text());
    if (at->is_number()) return at->dump();
    if (at->is_array() && !at->empty()) {
      at = at->begin();
    } else if (at->is_object()) {
      const Json* inner = at->find("@value");
      if (inner == nullptr) inner = at->find("name");
      if (inner == nullptr && at->contains("properties")) inner = (*at)["properties"].find("name");
      if (inner == nullptr) return "";
      at = inner;
    } else {
      return "";
    }
  }
  return "";
}

}  // namespace weft::read
