#include "read/metadata.h"

#include <algorithm>

namespace weft::read {
namespace {

bool has_prefix(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

void add_entry(Json& object, const MetaEntry& entry) {
  if (!object.contains(entry.name)) {
    object[entry.name] = entry.content;
    return;
  }
  Json& before = object[entry.name];
  if (!before.is_array()) before = Json::array({before});
  before.push_back(entry.content);
}

Json array_of(const std::vector<Json>& items) {
  Json array = Json::array();
  for (const Json& item : items) array.push_back(item);
  return array;
}

}  // namespace

Json metadata_json(const StructuredData& data) {
  Json opengraph = Json::object(), dublin_core = Json::object(), meta = Json::object();
  for (const MetaEntry& entry : data.meta) {
    if (has_prefix(entry.name, {"og:", "article:", "book:", "profile:", "video:", "music:",
                                "product:", "fb:", "twitter:"})) {
      add_entry(opengraph, entry);
    } else if (has_prefix(entry.name, {"dc.", "dc:", "dcterms.", "dcterms:"})) {
      add_entry(dublin_core, entry);
    } else {
      add_entry(meta, entry);
    }
  }
  Json json = Json::object();
  if (!data.json_ld.empty()) json["json_ld"] = array_of(data.json_ld);
  if (!data.microdata.empty()) json["microdata"] = array_of(data.microdata);
  if (!data.rdfa.empty()) json["rdfa"] = array_of(data.rdfa);
  if (!opengraph.empty()) json["opengraph"] = std::move(opengraph);
  if (!dublin_core.empty()) json["dublin_core"] = std::move(dublin_core);
  if (!meta.empty()) json["meta"] = std::move(meta);
  return json;
}

}  // namespace weft::read
