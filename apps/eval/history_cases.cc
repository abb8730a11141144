#include "eval/history_cases.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "eval/data.h"
#include "eval/import/recipe_markup.h"
#include "eval/import/text_pages.h"
#include "eval/metrics/text.h"
#include "html/parser.h"
#include "watch/value_search.h"
#include "watch/words.h"

namespace weft::eval {
namespace {

using Truth = watch::Values;  // attribute → values

Truth truth_values(const RecipeTruth& truth) {
  Truth values;
  const auto add = [&](const char* name, const std::string& text) {
    const std::string value = comparable_value(text);
    if (!watch::words_of(value).empty()) values[name].push_back(value);
  };
  add("title", truth.title);
  add("yields", truth.yields);
  for (const std::string& one : truth.ingredients) add("ingredients", one);
  for (const std::string& one : truth.instructions) add("instructions", one);
  return values;
}

// Whether nodes of the page say exactly these values.
bool is_on_page(const watch::ValueSearch& search, const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    const auto found = search.find(value);
    return !found.empty() && !found.front().span;
  });
}

Result<Capture> read_capture(const HistoryPage& history, const HistoryVersion& version,
                             const Limits& limits) {
  Capture capture;
  capture.date = version.date;
  WEFT_ASSIGN(const std::string bytes, read_file(version.html));
  const dom::Document whole = html::parse(bytes, {.limits = limits}).document;
  capture.page.id = history.stem + " " + history.canonical;
  capture.page.url = history.canonical.empty() ? "" : "https://" + history.canonical;
  capture.page.document = without_markup(whole);
  const watch::ValueSearch search(capture.page.document);
  const Truth own = version.truth ? truth_values(*version.truth) : Truth{};
  Truth marked = truth_values(recipe_markup(whole));
  // One ingredient is a mistake of the markup, not a recipe.
  if (watch::texts(marked, "ingredients").size() == 1) marked.erase("ingredients");
  for (const char* name : kRecipeAttributes) {
    const auto& first = watch::texts(own, name);
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

// The letters of all values, one after the other.
uint64_t joined(const std::vector<std::string>& values) {
  std::string all;
  for (const std::string& value : values) all += value + " ";
  return watch::letters_key(all);
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
  if (attribute == "instructions") return watch::value_key(without_number(value));
  if (attribute != "yields") return watch::value_key(value);
  std::string digits;
  for (const char c : value) digits += is_ascii_digit(c) ? c : ' ';
  return watch::value_key(digits);
}

std::string host_of(const HistoryPage& page) {
  const std::string host = page.canonical.substr(0, page.canonical.find('/'));
  return host.empty() ? page.stem : host;
}

}  // namespace

Counts compare_recipe_values(std::string_view attribute, const std::vector<std::string>& found,
                             const std::vector<std::string>& truth) {
  if (found.size() != truth.size() && joined(found) == joined(truth))
    return {truth.size(), truth.size(), truth.size()};
  std::multiset<uint64_t> expected;
  for (const std::string& value : truth) expected.insert(comparison_key(attribute, value));
  Counts counts{0, 0, truth.size()};
  for (const std::string& value : found) {
    ++counts.found;
    const auto known = expected.find(comparison_key(attribute, value));
    if (known == expected.end()) continue;
    expected.erase(known);
    ++counts.correct;
  }
  return counts;
}

std::vector<HistoryCase> cases_of(const HistorySite& site) {
  std::map<std::string, HistoryCase> by_date;
  for (const auto& captures : site.pages) {
    for (size_t i = 1; i < captures.size(); ++i) {
      HistoryCase& one = by_date[captures[i].date];
      one.host = site.host;
      one.date = captures[i].date;
      one.renewed.emplace_back(&captures[0], &captures[i]);
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

Result<std::vector<HistorySite>> read_history_sites(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<HistoryPage> pages, import_history(context.data.at(0)));
  std::map<std::string, HistorySite> sites;
  for (const HistoryPage& page : pages) {
    HistorySite& site = sites[host_of(page)];
    site.host = host_of(page);
    site.pages.emplace_back();
    for (const HistoryVersion& version : page.versions) {
      WEFT_ASSIGN(Capture capture, read_capture(page, version, context.limits));
      site.pages.back().push_back(std::move(capture));
    }
  }
  std::vector<HistorySite> out;
  for (auto& [host, site] : sites) {
    if (keeps_site(context, host, out.size())) out.push_back(std::move(site));
  }
  return out;
}

}  // namespace weft::eval
