#include "watch/repair/page_markup.h"

#include <set>
#include <vector>

#include "base/json.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxValues = 512;
constexpr size_t kMaxDepth = 64;

// All values of a key; a key with several different ones is ambiguous.
using Gathered = std::map<std::string, std::set<std::string>>;

void gather_json(const Json& json, Gathered& out) {
  struct Pending {
    const Json* json;
    std::string key;
    size_t depth;
  };
  std::vector<Pending> pending = {{&json, "json:", 0}};
  size_t values = 0;
  while (!pending.empty() && values < kMaxValues) {
    const Pending one = std::move(pending.back());
    pending.pop_back();
    if (one.json->is_object() && one.depth < kMaxDepth) {
      const bool inner = one.key.back() != ':';
      for (const auto& [name, child] : one.json->items()) {
        if (!name.starts_with('@') || name == "@graph")
          pending.push_back({&child, one.key + (inner ? "." : "") + name, one.depth + 1});
      }
    } else if (one.json->is_array() && one.depth < kMaxDepth) {
      for (const Json& child : *one.json) pending.push_back({&child, one.key, one.depth + 1});
    } else if (one.json->is_string() || one.json->is_number()) {
      ++values;
      out[one.key].insert(one.json->is_string() ? normalize_space(one.json->text())
                                                : one.json->dump());
    }
  }
}

}  // namespace

PageMarkup page_markup(const dom::Document& doc) {
  static const dom::Atom kItemprop = dom::atom_of("itemprop");
  static const dom::Atom kContent = dom::atom_of("content");
  static const dom::Atom kType = dom::atom_of("type");
  Gathered gathered;
  for (const dom::NodeId n : doc.nodes()) {
    if (!doc.is_element(n)) continue;
    if (doc.name(n) == dom::atoms::kScript && doc.attribute(n, kType) == "application/ld+json") {
      const auto json = parse_json(dom::text_content(doc, n));
      if (json.ok()) gather_json(*json, gathered);
    } else if (const auto property = doc.attribute(n, kItemprop)) {
      const auto content = doc.attribute(n, kContent);
      gathered["item:" + std::string(*property)].insert(content ? normalize_space(*content)
                                                                : dom::normalized_text(doc, n));
    }
  }
  PageMarkup markup;
  for (const auto& [key, values] : gathered) {
    if (values.size() == 1 && !values.begin()->empty() && markup.size() < kMaxValues)
      markup[key] = *values.begin();
  }
  return markup;
}

}  // namespace weft::watch
