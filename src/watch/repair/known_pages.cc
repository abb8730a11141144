#include "watch/repair/known_pages.h"

#include <algorithm>
#include <map>
#include <set>

#include "watch/page_values.h"
#include "watch/repair/proof.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

// Values that the old rule had borrowed from another attribute are not known.
void forget_doubtful(const AttributeHealth& health, KnownPage& known) {
  const size_t before = known.values.size();
  health.guard.filter(known.values);
  if (known.values.empty() && before != 0) known.judged = false;
}

// Looks for the values of `known`; it is located where enough of them are found.
void locate_values(const ValueSearch& search, const AttributeHealth& health,
                   const RepairOptions& options, KnownPage& known) {
  known.places = find_values(search, known.values, health.type,
                             {.least_overlap = health.constant ? options.least_overlap : 2});
  const double found = found_share(known.places);
  known.located = !known.values.empty() && found >= options.least_agreement;
  known.complete = known.located && found == 1 &&
                   std::all_of(known.places.begin(), known.places.end(),
                               [](const FoundValue& one) { return one.exact; });
}

}  // namespace

std::vector<std::string> all_texts(const model::Extraction& extraction,
                                   std::string_view attribute) {
  std::vector<std::string> all;
  for (const Seen& seen : seen_on(extraction)) {
    const auto& own = texts(seen.values, attribute);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::vector<std::string> known_values(const RepairPage& page, std::string_view attribute) {
  if (page.golden == nullptr) return {};
  return all_texts(*page.golden, attribute);
}

std::vector<KnownPage> find_known_pages(const RepairInput& input,
                                        const std::vector<ValueSearch>& searches,
                                        const AttributeHealth& health,
                                        const RepairOptions& options) {
  std::vector<KnownPage> pages;
  for (size_t i = 0; i < input.pages.size(); ++i) {
    const RepairPage& page = input.pages[i];
    KnownPage known;
    known.page = page.page;
    known.judged = page.golden != nullptr && !page.golden->records.empty();
    known.values = known_values(page, health.name);
    forget_doubtful(health, known);
    const auto locate = [&](KnownPage& one) {
      locate_values(searches[i], health, options, one);
      return one.located;
    };
    const auto try_values = [&](std::vector<std::string> values) {
      KnownPage other = known;
      other.values = std::move(values);
      if (locate(other)) known = std::move(other);
    };
    if (!locate(known) && page.elsewhere != nullptr)
      try_values(texts(*page.elsewhere, health.name));
    if (!known.located && health.constant && page.before != nullptr) {
      std::vector<std::string> earlier = all_texts(input.wrapper->apply(*page.before), health.name);
      health.guard.filter(earlier);
      if (earlier != known.values) try_values(std::move(earlier));
    }
    pages.push_back(std::move(known));
  }
  return pages;
}

std::string place_class_of(std::string_view path) {
  std::string tags;
  bool index = false;
  for (const char c : path) {
    index |= c == '[';
    if (!index) tags += c;
    index &= c != ']';
  }
  return tags;
}

std::vector<std::string> place_classes(const std::vector<KnownPage>& pages,
                                       const std::vector<ValueSearch>& searches,
                                       const std::string& attribute, const RepairOptions& options) {
  std::map<std::string, size_t> pages_with;
  size_t located = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i].located) continue;
    ++located;
    std::set<std::string> own;
    for (const model::Label& label :
         labels_of(searches[i], pages[i].page->id, "0", attribute, pages[i].places))
      own.insert(place_class_of(label.path));
    for (const std::string& one : own) ++pages_with[one];
  }
  std::vector<std::pair<size_t, std::string>> common;
  for (const auto& [one, count] : pages_with) {
    if (reaches(count, options.least_class, located)) common.emplace_back(count, one);
  }
  if (common.size() == 1 && pages_with.size() == 1) return {};
  std::stable_sort(common.begin(), common.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> classes;
  for (const auto& [count, one] : common) {
    if (classes.size() < options.max_classes) classes.push_back(one);
  }
  return classes;
}

value::ValueGuard page_guard(const AttributeHealth& health, const std::vector<KnownPage>& pages) {
  std::vector<std::vector<std::string>> spellings;
  for (const KnownPage& known : pages) {
    spellings.emplace_back();
    for (const FoundValue& one : known.places) {
      if (known.located && !one.spelling.empty()) spellings.back().push_back(one.spelling);
    }
  }
  return widened(health.guard, spellings);
}

}  // namespace weft::watch
