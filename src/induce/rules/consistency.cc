// What labels lead one to expect of an attribute: in every labelled record or in some, one value or several,
// values that look like these. Each attribute of each record of the other pages is held against that:
//
//   labelled   price "$5", "$7" in both records    expected: always, one, looks like money
//   page 3     none                                doubt: every labelled record has one
//   page 4     "Sold out"                          doubt: unlike the labelled values
//   page 5     "$6" by one rule, "$9" by another   doubt, if both rules are nearly as good

#include "induce/rules/consistency.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/strings.h"
#include "induce/label_places.h"
#include "wrap/rules/matcher.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {
namespace {

// Score below the best rule's at which another may still doubt it.
constexpr double kNearlyAsGood = 0.1;
constexpr double kUnlike = 0.5;  // Likeness to the labelled values below which one is doubted.
// A text that no label has, given by this share of the records, and by so many, may belong to the
// template: "View the menu" among the kinds of food.
constexpr size_t kTemplateOneOf = 3;
constexpr size_t kMinTemplateRecords = 3;

struct Expectation {
  wrap::ValueProfile profile;
  std::set<std::string> values;
  bool always = true;    // in every labelled record
  bool several = false;  // different values in one record
};

std::map<std::string, Expectation> expectations(const std::vector<model::Label>& labels) {
  using RecordSet = std::set<std::pair<std::string, std::string>>;  // page, record
  RecordSet records;
  std::map<std::string, RecordSet> records_with;
  std::map<std::string, Expectation> expected;
  std::map<std::tuple<std::string, std::string, std::string>, std::string> values;
  for (const model::Label& label : labels) {
    if (is_decline(label)) {
      records.emplace(label.page, outer_record(label.record));
      continue;
    }
    const auto& first =
        values.try_emplace({label.page, label.record, label.attribute}, label.value).first->second;
    if (first != label.value) expected[label.attribute].several = true;
    const std::pair record(label.page, outer_record(label.record));
    records.insert(record);
    records_with[label.attribute].insert(record);
    const std::string value = normalize_space(label.value);
    expected[label.attribute].profile.add(value);
    expected[label.attribute].values.insert(value);
  }
  for (auto& [name, expectation] : expected)
    expectation.always = records_with[name].size() == records.size();
  return expected;
}

// The different values of a rule on a page, in order.
std::vector<std::string> values_of(const wrap::Rule& rule, const dom::Document& doc,
                                   dom::NodeId root) {
  std::vector<std::string> values;
  for (const dom::NodeId n : wrap::Matcher({&rule}).select_first(doc, root)) {
    std::string text = rule_text(rule, doc, n);
    if (!text.empty() && std::find(values.begin(), values.end(), text) == values.end())
      values.push_back(std::move(text));
  }
  return values;
}

// One value is the other, with more or less around it: ": Canon" and "Canon", or one of its list.
bool agree(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto within = [](const std::vector<std::string>& values, const std::string& value) {
    return std::any_of(values.begin(), values.end(), [&](const std::string& one) {
      return one.find(value) != std::string::npos;
    });
  };
  return within(a, b[0]) || within(b, a[0]);
}

// An attribute of one record: what its best rule gives there.
struct Given {
  size_t page = 0;
  dom::NodeId root = dom::kRoot;
  std::vector<std::string> values;
};

// The texts that may belong to the template.
std::set<std::string> template_texts(const std::vector<Given>& records,
                                     const Expectation& expected) {
  std::map<std::string, size_t> count;
  for (const Given& record : records) {
    for (const std::string& value : record.values) ++count[value];
  }
  std::set<std::string> texts;
  for (const auto& [text, times] : count) {
    if (times >= kMinTemplateRecords && kTemplateOneOf * times >= records.size() &&
        !expected.values.contains(text)) {
      texts.insert(text);
    }
  }
  return texts;
}

void examine(const wrap::AttributeRules& attribute, const Expectation& expected,
             const dom::Document& doc, const Given& given, std::vector<Doubt>& doubts) {
  const wrap::Rule& best = attribute.rules.front();
  const std::vector<std::string>& values = given.values;
  const auto doubt = [&](std::string why) { doubts.push_back({attribute.name, std::move(why)}); };
  if (values.empty()) {
    if (expected.always) doubt("no value, but every labelled record has one");
    return;
  }
  if (!attribute.list && values.size() > 1)
    doubt(fmt::format("{} values: \"{}\", \"{}\"", values.size(), values[0], values[1]));
  if (expected.profile.likeness(values[0]) < kUnlike)
    doubt(fmt::format("\"{}\" is unlike the labelled values", values[0]));
  for (size_t i = 1; i < attribute.rules.size() && !expected.several; ++i) {
    const wrap::Rule& other = attribute.rules[i];
    if (other.statistics.precision < 1 ||
        other.statistics.score + kNearlyAsGood < best.statistics.score)
      continue;
    const std::vector<std::string> others = values_of(other, doc, given.root);
    if (others.empty() || agree(values, others)) continue;
    doubt(fmt::format("one rule finds \"{}\", another \"{}\"", values[0], others[0]));
    return;
  }
}

void ask_about_template(const wrap::AttributeRules& attribute,
                        const std::set<std::string>& of_template, const Given& given,
                        std::vector<Doubt>& doubts) {
  const auto it = std::find_if(given.values.begin(), given.values.end(),
                               [&](const std::string& v) { return of_template.contains(v); });
  if (it == given.values.end()) return;
  doubts.push_back(
      {attribute.name, fmt::format("\"{}\" is found on many pages, but no label says so", *it)});
}

}  // namespace

std::vector<PageConsistency> check_consistency(const wrap::RecordRules& rules,
                                               const std::vector<const model::Page*>& pages,
                                               const std::vector<model::Label>& labels) {
  const std::map<std::string, Expectation> expected = expectations(labels);
  std::vector<PageConsistency> result;
  std::vector<std::vector<dom::NodeId>> roots;  // of the records, by page
  for (const model::Page* page : pages) {
    result.push_back({page->id, false, {}});
    result.back().labelled =
        std::any_of(labels.begin(), labels.end(),
                    [&](const model::Label& label) { return label.page == page->id; });
    roots.push_back({dom::kRoot});
    if (rules.record) roots.back() = wrap::Matcher({&*rules.record}).select_first(page->document);
    if (roots.back().empty())
      result.back().doubts.push_back({"(record)", "no records, but the labelled pages have some"});
  }
  for (const wrap::AttributeRules& attribute : rules.attributes) {
    const auto it = expected.find(attribute.name);
    if (attribute.rules.empty() || it == expected.end()) continue;
    std::vector<Given> records;
    for (size_t p = 0; p < pages.size(); ++p) {
      for (const dom::NodeId root : roots[p])
        records.push_back({p, root, values_of(attribute.rules.front(), pages[p]->document, root)});
    }
    const std::set<std::string> of_template = template_texts(records, it->second);
    for (const Given& record : records) {
      PageConsistency& page = result[record.page];
      const size_t before = page.doubts.size();
      examine(attribute, it->second, pages[record.page]->document, record, page.doubts);
      ++page.attributes;
      if (page.doubts.size() > before) ++page.doubtful;
      ask_about_template(attribute, of_template, record, page.doubts);
    }
  }
  return result;
}

const PageConsistency* next_to_label(const std::vector<PageConsistency>& pages) {
  const PageConsistency* next = nullptr;
  for (const PageConsistency& page : pages) {
    if (page.labelled || page.doubts.empty()) continue;
    if (next == nullptr || page.doubts.size() > next->doubts.size()) next = &page;
  }
  return next;
}

std::vector<PartialList> partial_lists(const model::Wrapper& wrapper,
                                       const std::vector<const model::Page*>& pages,
                                       const std::vector<model::Label>& labels) {
  std::map<std::string, std::set<std::string>> records;  // By page.
  for (const model::Label& label : labels) {
    // "0/2" is an item within record 0.
    records[label.page].insert(label.record.substr(0, label.record.find('/')));
  }
  std::vector<PartialList> lists;
  for (const model::Page* page : pages) {
    const auto labelled = records.find(page->id);
    if (labelled == records.end() || labelled->second.size() < 2) continue;
    const size_t count = labelled->second.size();
    const size_t found = wrapper.apply(*page).records.size();
    if (found >= 2 * count || 2 * found <= count) lists.push_back({page->id, count, found});
  }
  return lists;
}

}  // namespace weft::induce
