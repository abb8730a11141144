// Recipes are marked up for search engines, and that is truth to measure against where a capture
// has no label file. JSON-LD nests in many ways (a graph, a list, one object), microdata is spread
// over the page; both become the same attributes. The same markup is then taken off the page, or
// rules would learn to read it.

#include "eval/history_cases.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "dom/builder.h"
#include "dom/text.h"
#include "eval/data.h"
#include "eval/metrics/text.h"
#include "html/parser.h"
#include "value/words.h"
#include "watch/value_search.h"

namespace weft::eval {
namespace {

namespace fs = std::filesystem;
using dom::Document;
using dom::NodeId;
using Truth = watch::Values;  // attribute → values

void add_truth(const char* attribute, const std::string& text, Truth& truth) {
  const std::string value = comparable_value(text);
  if (!value::words_of(value).empty()) truth[attribute].push_back(value);
}

// --- what a label file says ---

Result<Truth> read_label_file(const fs::path& path) {
  WEFT_ASSIGN(const std::string bytes, read_file(path));
  const Json json = parse_json(bytes).value_or(nullptr);
  if (!json.is_object())
    return Error{ErrorCode::kCorruption, fmt::format("{} is not a recipe", path.string())};
  Truth truth;
  for (const auto& [key, attribute] :
       {std::pair("title", "title"), std::pair("yields", "yields"),
        std::pair("ingredients", "ingredients"), std::pair("instructions_list", "instructions")}) {
    const Json value = json[key];
    if (value.is_string()) add_truth(attribute, value.get<std::string>(), truth);
    if (value.is_number()) add_truth(attribute, value.dump(), truth);
    if (!value.is_array()) continue;
    for (const Json& one : value) {
      if (one.is_string()) add_truth(attribute, one.get<std::string>(), truth);
    }
  }
  return truth;
}

// --- what a page says of itself: JSON-LD (schema.org/Recipe) or microdata ---

constexpr int kMaxDepth = 12;  // Of JSON that is looked into.

// Markup in JSON-LD strings is text with tags and references.
std::string plain(const std::string& text) {
  const Document doc = html::parse(text).document;
  return comparable_value(dom::normalized_text(doc, doc.root()));
}

bool is_type(const Json& json, std::string_view type) {
  if (!json.is_object() || !json.contains("@type")) return false;
  const Json& own = json["@type"];
  const auto equals = [&](const Json& one) { return one.is_string() && one.text() == type; };
  return equals(own) || (own.is_array() && std::any_of(own.begin(), own.end(), equals));
}

const Json* find_recipe(const Json& json, int depth) {
  if (depth > kMaxDepth) return nullptr;
  if (is_type(json, "Recipe")) return &json;
  for (const Json* child : json.children()) {
    if (const Json* found = find_recipe(*child, depth + 1)) return found;
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

Truth truth_of(const Json& recipe) {
  Truth truth;
  const auto names = texts_of(recipe, "name");
  if (!names.empty()) add_truth("title", names.front(), truth);
  // Of "4" and "4 servings" the fuller one.
  std::string yields;
  for (const std::string& one : texts_of(recipe, "recipeYield"))
    yields = one.size() > yields.size() ? one : yields;
  add_truth("yields", yields, truth);
  for (const std::string& one : texts_of(recipe, "recipeIngredient"))
    add_truth("ingredients", one, truth);
  for (const std::string& one : texts_of(recipe, "recipeInstructions"))
    add_truth("instructions", one, truth);
  return truth;
}

Truth read_json_ld(const Document& doc) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kScript) continue;
    const auto type = doc.attribute(n, dom::atoms::kType);
    if (!type || !type->starts_with("application/ld+json")) continue;
    const Json json = parse_json(dom::text_content(doc, n)).value_or(nullptr);
    if (const Json* recipe = find_recipe(json, 0)) return truth_of(*recipe);
  }
  return {};
}

Truth read_microdata(const Document& doc) {
  static const dom::Atom kItemprop = dom::atom_of("itemprop");
  static const dom::Atom kItemtype = dom::atom_of("itemtype");
  // The property, the attribute it is, and whether there may be several.
  struct Property {
    std::string_view name;
    const char* attribute;
    bool list;
  };
  constexpr Property kProperties[] = {{"recipeIngredient", "ingredients", true},
                                      {"ingredients", "ingredients", true},
                                      {"recipeInstructions", "instructions", true},
                                      {"recipeYield", "yields", false},
                                      {"name", "title", false}};
  Truth truth;
  for (const NodeId n : doc.nodes()) {
    const auto type = doc.attribute(n, kItemtype);
    if (!type || !type->ends_with("/Recipe")) continue;
    for (const NodeId d : doc.descendants(n)) {
      for (const Property& property : kProperties) {
        if (doc.attribute(d, kItemprop) == property.name &&
            (property.list || !truth.contains(property.attribute)))
          add_truth(property.attribute, dom::normalized_text(doc, d), truth);
      }
    }
    break;
  }
  return truth;
}

Truth read_markup(const Document& doc) {
  Truth truth = read_json_ld(doc);
  if (!truth.contains("ingredients") && !truth.contains("title")) truth = read_microdata(doc);
  // One ingredient is a mistake of the markup, not a recipe.
  if (watch::texts(truth, "ingredients").size() == 1) truth.erase("ingredients");
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

// The page without what only machines read: <script>, <style>, and the attributes of microdata and
// RDFa, so that rules learn from what people see.
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

// --- captures ---

// Whether nodes of the page say exactly these values.
bool is_on_page(const watch::ValueSearch& search, const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    const auto found = search.find(value);
    return !found.empty() && !found.front().span;
  });
}

Result<Capture> read_capture(const fs::path& html, const Truth& labelled, const Limits& limits) {
  Capture capture;
  WEFT_ASSIGN(const std::string bytes, read_file(html));
  const Document whole = html::parse(bytes, {.limits = limits}).document;
  capture.page.document = without_markup(whole);
  const watch::ValueSearch search(capture.page.document);
  const Truth marked = read_markup(whole);
  for (const char* name : kRecipeAttributes) {
    const auto& first = watch::texts(labelled, name);
    const auto& second = watch::texts(marked, name);
    capture.claimed += first.empty() && second.empty() ? 0 : 1;
    for (const auto* values : {&first, &second}) {
      if (values->empty() || !is_on_page(search, *values)) continue;
      capture.truth[name] = *values;
      break;
    }
  }
  return capture;
}

// The same page may be written http://www.site/page/ and https://site/page.
std::string same_address(std::string_view url) {
  for (const std::string_view prefix : {"https://", "http://", "www."}) {
    if (url.starts_with(prefix)) url.remove_prefix(prefix.size());
  }
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string(url);
}

// The letters of all values, one after the other.
uint64_t joined(const std::vector<std::string>& values) {
  std::string all;
  for (const std::string& value : values) all += value + " ";
  return value::letters_key(all);
}

// Without the number of a step in front: "1 Heat the oven", "2. Chop".
std::string_view without_number(std::string_view step) {
  size_t at = 0;
  while (at < step.size() && is_ascii_digit(step[at])) ++at;
  while (at != 0 && at < step.size() && (step[at] == '.' || step[at] == ')')) ++at;
  return at == 0 || at >= step.size() || step[at] != ' ' ? step : step.substr(at);
}

// Yields compare by their numbers: "4", "4 servings", "Serves 4"; steps without theirs.
uint64_t comparison_key(std::string_view attribute, const std::string& value) {
  if (attribute == "instructions") return value::words_key(without_number(value));
  if (attribute != "yields") return value::words_key(value);
  std::string digits;
  for (const char c : value) digits += is_ascii_digit(c) ? c : ' ';
  return value::words_key(digits);
}

// --- templates ---

constexpr double kSameTemplate = 0.7;  // Of the pairs of two pages, shared.

// Parents and children, by their tags and classes.
std::set<uint64_t> class_pairs(const Document& doc) {
  const auto look_of = [&](NodeId n) {
    return hash_combine(hash_bytes(doc.name_text(n)),
                        hash_bytes(doc.attribute(n, dom::atoms::kClass).value_or("")));
  };
  std::set<uint64_t> pairs;
  for (const NodeId n : doc.nodes()) {
    if (doc.is_element(n) && doc.is_element(doc.parent(n)))
      pairs.insert(hash_combine(look_of(doc.parent(n)), look_of(n)));
  }
  return pairs;
}

// What both have of all there are.
double shared(const std::set<uint64_t>& a, const std::set<uint64_t>& b) {
  const auto both =
      std::count_if(a.begin(), a.end(), [&](uint64_t pair) { return b.contains(pair); });
  const double all = static_cast<double>(a.size() + b.size()) - static_cast<double>(both);
  return all == 0 ? 1 : static_cast<double>(both) / all;
}

}  // namespace

Counts compare_recipe_values(std::string_view attribute, const std::vector<std::string>& found,
                             const std::vector<std::string>& truth) {
  if (found.size() != truth.size() && joined(found) == joined(truth))
    return {truth.size(), truth.size(), truth.size()};
  const auto keys = [&](const std::vector<std::string>& values) {
    std::vector<uint64_t> out;
    for (const std::string& value : values) out.push_back(comparison_key(attribute, value));
    return out;
  };
  return compare_multisets(keys(found), keys(truth));
}

std::vector<HistoryCase> cases_of(const HistorySite& site) {
  std::map<const Capture*, std::set<uint64_t>> pairs;
  for (const auto& captures : site.pages) {
    for (const Capture& one : captures) pairs[&one] = class_pairs(one.page.document);
  }
  std::map<std::string, HistoryCase> by_date;
  for (const auto& captures : site.pages) {
    for (size_t i = 1; i < captures.size(); ++i) {
      HistoryCase& one = by_date[captures[i].date];
      one.host = site.host;
      one.date = captures[i].date;
      Renewed& renewed = one.renewed.emplace_back(Renewed{&captures[0], &captures[i]});
      for (const auto& others : site.pages) {
        for (const Capture& other : others) {
          if (&others != &captures && shared(pairs[&captures[i]], pairs[&other]) >= kSameTemplate)
            renewed.siblings.push_back(&other);
        }
      }
    }
  }
  std::vector<HistoryCase> cases;
  for (auto& [date, one] : by_date) {
    for (const auto& captures : site.pages) {
      if (captures[0].date < date) one.old_pages.push_back(&captures[0]);
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

bool same_template(const Document& a, const Document& b) {
  return shared(class_pairs(a), class_pairs(b)) >= kSameTemplate;
}

Result<std::vector<HistorySite>> read_recipe_sites(const TaskContext& context) {
  std::map<std::string, std::set<fs::path>> hosts;
  for (const auto& entry : fs::recursive_directory_iterator(context.data.at(0))) {
    const fs::path& html = entry.path();
    if (html.extension() == ".testhtml" && fs::exists(fs::path(html).replace_extension(".json")))
      hosts[html.parent_path().filename().string()].insert(html);
  }
  std::vector<HistorySite> sites;
  for (const auto& [host, pages] : hosts) {
    if (!keeps_site(context, host)) continue;
    HistorySite& site = sites.emplace_back(HistorySite{.host = host});
    for (const fs::path& html : pages) {
      fs::path labels = html;
      WEFT_ASSIGN(const Truth labelled, read_label_file(labels.replace_extension(".json")));
      WEFT_ASSIGN(Capture capture, read_capture(html, labelled, context.limits));
      capture.page.id = html.stem().string();
      site.pages.emplace_back();
      site.pages.back().push_back(std::move(capture));
    }
  }
  return sites;
}

Result<std::vector<HistorySite>> read_history_sites(const TaskContext& context) {
  const fs::path& directory = context.data.at(0);
  WEFT_ASSIGN(const auto index, read_rows(directory / "index.tsv"));
  const auto column = [&](std::string_view name) -> size_t {
    if (index.empty()) return 0;
    return static_cast<size_t>(std::find(index[0].begin(), index[0].end(), name) -
                               index[0].begin());
  };
  const size_t stem = column("stem"), date = column("date"), file = column("file"),
               canonical = column("canonical"), label = column("label_json");
  if (index.empty() || std::max({stem, date, file, canonical}) >= index[0].size())
    return Error{ErrorCode::kCorruption, "history/index.tsv lacks a column"};
  // Captures of a page, by stem and address.
  std::map<std::pair<std::string, std::string>, std::vector<Capture>> pages;
  for (size_t r = 1; r < index.size(); ++r) {
    const auto cell = [&](size_t c) { return c < index[r].size() ? index[r][c] : std::string(); };
    if (!fs::is_regular_file(directory / cell(file))) continue;
    Truth labelled;
    if (!cell(label).empty()) {
      WEFT_ASSIGN(labelled, read_label_file(directory / cell(label)));
    }
    WEFT_ASSIGN(Capture capture, read_capture(directory / cell(file), labelled, context.limits));
    const std::string address = same_address(cell(canonical));
    capture.date = cell(date);
    capture.page.id = cell(stem) + " " + address;
    capture.page.url = address.empty() ? "" : "https://" + address;
    pages[{cell(stem), address}].push_back(std::move(capture));
  }
  std::map<std::string, HistorySite> sites;
  for (auto& [key, captures] : pages) {
    std::stable_sort(captures.begin(), captures.end(),
                     [](const Capture& a, const Capture& b) { return a.date < b.date; });
    const std::string host =
        key.second.empty() ? key.first : key.second.substr(0, key.second.find('/'));
    sites[host].host = host;
    sites[host].pages.push_back(std::move(captures));
  }
  std::vector<HistorySite> out;
  for (auto& [host, site] : sites) {
    if (keeps_site(context, host)) out.push_back(std::move(site));
  }
  return out;
}

}  // namespace weft::eval
