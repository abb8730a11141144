// Recipes are marked up for search engines, and that is the truth they are measured against.
// JSON-LD nests in many ways (a graph, a list, one object), microdata is spread over the page;
// both become the same fields. The same markup is then taken off the page, or rules would learn to
// read it.
#include "eval/import/recipe_markup.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "dom/builder.h"
#include "dom/text.h"
#include "eval/metrics/text.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

using Json = nlohmann::json;
using dom::Document;
using dom::NodeId;

constexpr int kMaxDepth = 12;  // Of JSON that is looked into.

// Markup in JSON-LD strings is text with tags and references.
std::string plain(const std::string& text) {
  const Document doc = html::parse(text).document;
  return comparable_value(dom::normalized_text(doc, doc.root()));
}

bool is_type(const Json& json, std::string_view type) {
  if (!json.is_object() || !json.contains("@type")) return false;
  const Json& own = json["@type"];
  const auto equals = [&](const Json& one) {
    return one.is_string() && one.get_ref<const std::string&>() == type;
  };
  return equals(own) || (own.is_array() && std::any_of(own.begin(), own.end(), equals));
}

const Json* find_recipe(const Json& json, int depth) {
  if (depth > kMaxDepth) return nullptr;
  if (is_type(json, "Recipe")) return &json;
  if (!json.is_structured()) return nullptr;
  for (const Json& child : json) {
    if (const Json* found = find_recipe(child, depth + 1)) return found;
  }
  return nullptr;
}

void collect_texts(const Json& json, std::vector<std::string>& out, int depth) {
  if (depth > kMaxDepth) return;
  if (json.is_string()) {
    std::string text = plain(json.get<std::string>());
    if (!text.empty()) out.push_back(std::move(text));
  } else if (json.is_number()) {
    out.push_back(json.dump());
  } else if (json.is_array()) {
    for (const Json& item : json) collect_texts(item, out, depth + 1);
  } else if (json.is_object()) {
    // A step has a text, a section a list of steps.
    for (const char* key : {"itemListElement", "text"}) {
      if (!json.contains(key)) continue;
      collect_texts(json[key], out, depth + 1);
      break;
    }
  }
}

std::vector<std::string> texts_of(const Json& recipe, const char* key) {
  std::vector<std::string> out;
  if (recipe.contains(key)) collect_texts(recipe[key], out, 0);
  return out;
}

std::string first_of(const std::vector<std::string>& texts) {
  return texts.empty() ? "" : texts.front();
}

RecipeTruth from_json(const Json& recipe) {
  RecipeTruth truth;
  truth.title = first_of(texts_of(recipe, "name"));
  // Of "4" and "4 servings" the fuller one.
  for (const std::string& yields : texts_of(recipe, "recipeYield")) {
    if (yields.size() > truth.yields.size()) truth.yields = yields;
  }
  truth.ingredients = texts_of(recipe, "recipeIngredient");
  truth.instructions = texts_of(recipe, "recipeInstructions");
  return truth;
}

RecipeTruth from_json_ld(const Document& doc) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kScript) continue;
    const auto type = doc.attribute(n, dom::atoms::kType);
    if (!type || !type->starts_with("application/ld+json")) continue;
    const Json json = Json::parse(dom::text_content(doc, n), nullptr, /*allow_exceptions=*/false);
    if (const Json* recipe = find_recipe(json, 0)) return from_json(*recipe);
  }
  return {};
}

void add_property(std::string_view name, std::string text, RecipeTruth& truth) {
  if (text.empty()) return;
  if (name == "recipeIngredient" || name == "ingredients")
    truth.ingredients.push_back(std::move(text));
  else if (name == "recipeInstructions")
    truth.instructions.push_back(std::move(text));
  else if (name == "recipeYield" && truth.yields.empty())
    truth.yields = std::move(text);
  else if (name == "name" && truth.title.empty())
    truth.title = std::move(text);
}

RecipeTruth from_microdata(const Document& doc) {
  static const dom::Atom kItemprop = dom::atom_of("itemprop");
  static const dom::Atom kItemtype = dom::atom_of("itemtype");
  RecipeTruth truth;
  for (const NodeId n : doc.nodes()) {
    const auto type = doc.attribute(n, kItemtype);
    if (!type || !type->ends_with("/Recipe")) continue;
    for (const NodeId d : doc.descendants(n)) {
      const auto name = doc.attribute(d, kItemprop);
      if (name) add_property(*name, comparable_value(dom::normalized_text(doc, d)), truth);
    }
    break;
  }
  return truth;
}

bool is_markup(std::string_view attribute) {
  for (const std::string_view name : {"itemprop", "itemscope", "itemtype", "itemid", "itemref",
                                      "property", "typeof", "vocab", "resource"}) {
    if (attribute == name) return true;
  }
  return false;
}

void copy_element(const Document& doc, NodeId n, dom::DocumentBuilder& builder) {
  builder.open(doc.name_text(n), doc.name_space(n));
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    const dom::Attribute attribute = doc.attribute_at(n, i);
    if (!is_markup(attribute.name_text)) builder.attribute(attribute.name_text, attribute.value);
  }
}

}  // namespace

RecipeTruth recipe_markup(const Document& doc) {
  RecipeTruth truth = from_json_ld(doc);
  if (truth.ingredients.empty() && truth.title.empty()) truth = from_microdata(doc);
  return truth;
}

Document without_markup(const Document& doc) {
  dom::DocumentBuilder builder;
  std::vector<NodeId> open;
  const auto close_until = [&](NodeId n) {
    while (!open.empty() && !doc.contains(open.back(), n)) {
      builder.close();
      open.pop_back();
    }
  };
  for (uint32_t i = 1; i < doc.size();) {
    const NodeId n{i};
    const dom::Atom name = doc.name(n);
    close_until(n);
    if (name == dom::atoms::kScript || name == dom::atoms::kStyle) {
      i = index(doc.end(n));
      continue;
    }
    if (doc.is_text(n)) builder.text(doc.text(n));
    if (doc.is_element(n)) {
      copy_element(doc, n, builder);
      open.push_back(n);
    }
    ++i;
  }
  return builder.finish();
}

}  // namespace weft::eval
